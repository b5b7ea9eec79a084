/** Citelight on a page: marks in the text, card, pointer and keys. Knows nothing of where the audit runs. */

import type { RecheckTarget, AuditState, Change, PairKey } from "../audit/state";
import type { DismissReason } from "../generated/DismissReason";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import { isWaived } from "../audit/policy";
import { needsALook, type FindingSeverity } from "../audit/severity";
import { entrySeverity } from "../audit/entry-severity";
import { pairKey } from "../audit/state";
import { isSame, type Subject } from "../audit/subject";
import type { Locator } from "../generated/Locator";
import { Card } from "../ui/card";
import { NARROW } from "../ui/place-card";
import type { Theme } from "../ui/theme";
import type { Isolation } from "../ui/own-root";
import { onTrusted } from "../ui/trusted-events";
import type { Messages } from "../ui/locales/messages";
import { HighlightPainter } from "./highlight-painter";
import { MarkSet } from "./mark-set";
import { isOwn } from "./own-elements";
import type { Mark, Painter } from "./painter";
import { TagLayer, type Tag } from "./tag-layer";
import type { Anchors } from "./anchors";
import { TimeSlices } from "./time-slices";
import { SpanPainter } from "./span-painter";

/** Keys with Alt; by `KeyboardEvent.code`, since Alt changes the character on many keyboards. */
const KEYS = { next: "KeyJ", previous: "KeyK" };

const HOVER_MS = 120;

export interface PageHandlers {
  dismiss(key: PairKey, reason: DismissReason | null): void;
  /** What the reader says of a claim after looking at its source. */
  answer(key: PairKey, answer: ReaderAnswer | null): void;
  /** A citation's place is not in the page any more. */
  lost(citation: string): void;
  /** The card of a citation or entry was opened, or closed. */
  opened(subject: Subject | null): void;
  /** A finding is to be put to the endpoint, or checked again. */
  ask(key: PairKey, whom: RecheckTarget): void;
  stopAsking(key: PairKey): void;
}

// Of several articles on a page, the one whose card was open last has the keys; before that, the first.
let keysOwner: Card | null = null;

export class PageView {
  readonly card: Card;
  readonly #state: AuditState;
  readonly #places: Anchors;
  readonly #handlers: PageHandlers;
  readonly #painter: Painter;
  readonly #marks: MarkSet;
  readonly #tags: TagLayer;
  readonly #words: Messages;
  readonly #ends = new AbortController();
  readonly #unsubscribe: () => void;
  #showSupported = false;
  // Marks are placed one after the other: first all, then what moved since.
  #placing: Promise<void> | null = null;
  #placed = false;
  #jump: symbol | null = null;
  // Asked for before the places were found: a page in the background takes its time.
  #wanted: { subject: Subject; focus: boolean } | null = null;
  #pointer: { x: number; y: number } | null = null;
  #hoverTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    places: Anchors,
    state: AuditState,
    theme: Theme,
    words: Messages,
    handlers: PageHandlers,
    isolation: Isolation,
  ) {
    this.#places = places;
    this.#marks = new MarkSet(places, state);
    this.#state = state;
    this.#handlers = handlers;
    this.#painter = HighlightPainter.isSupported() ? new HighlightPainter() : new SpanPainter();
    this.#words = words;
    this.#tags = new TagLayer(theme, places.viewport, isolation, words.language);
    this.card = this.#makeCard(theme, words, isolation);
    this.#unsubscribe = state.subscribe((change) => {
      void this.#update(change);
    });
    places.watch((concerns) => {
      this.#move(concerns);
    }, this.#ends.signal);
    this.#listen();
  }

  /** Whether most marks stand on their words: not where the page shows another article in the same place. */
  get isStanding(): boolean {
    const words = this.#marks
      .all()
      .flatMap(({ subject, sentence: [first] }) =>
        subject.kind === "citation" && first !== undefined ? [first] : [],
      );
    // What is taken off the page leaves a range without words.
    const gone = words.filter(({ collapsed, startContainer }) => collapsed || !startContainer.isConnected);
    return gone.length * 2 <= words.length;
  }

  /** Marks supported citations too, or not. */
  showSupported(show: boolean): void {
    this.#showSupported = show;
    for (const mark of this.#marks.all()) this.#paint(mark);
  }

  /** Scrolls to a citation or entry and opens its card, pinned. */
  jump(subject: Subject, focus = true): void {
    if (!this.#placed) {
      this.#wanted = { subject, focus };
      return;
    }
    const mark = this.#marks.get(subject);
    if (mark === undefined) return;
    const jump = Symbol();
    this.#jump = jump;
    if (firstOf(mark) !== null) {
      this.#show(mark, focus);
      return;
    }
    void this.#marks.reveal(subject).then((found) => {
      if (found === null || this.#jump !== jump || this.#ends.signal.aborted) return;
      this.#painter.prepare([found]);
      this.#paint(found);
      this.#show(found, focus);
    });
  }

  /** Opens the next or previous citation with a problem or a hint: from the one that is open, or from the beginning. */
  step(direction: 1 | -1): void {
    this.#stepAmong(direction, needsALook);
  }

  /** From one citation that is open or supported to the next that is marked; among problems and hints, to the next of these. */
  #stepAlike(direction: 1 | -1): void {
    const { subject } = this.card;
    const need = subject?.kind === "citation" ? this.#state.severityOfCitation(subject.id) : null;
    this.#stepAmong(direction, need !== null && !needsALook(need) ? () => true : needsALook);
  }

  #stepAmong(direction: 1 | -1, among: (need: FindingSeverity) => boolean): void {
    const all = (this.#state.document?.citations ?? []).map(({ id }) => id);
    const ids = all.filter((id) => {
      const need =
        this.#marks.get({ kind: "citation", id }) === undefined
          ? null
          : this.#shownNeed({ kind: "citation", id });
      return need !== null && among(need);
    });
    if (ids.length === 0) return;
    const { subject } = this.card;
    const from = subject?.kind === "citation" ? all.indexOf(subject.id) : -1;
    const after = ids.find((id) => all.indexOf(id) > from);
    const before = ids.findLast((id) => from >= 0 && all.indexOf(id) < from);
    const next = direction === 1 ? (after ?? ids[0]) : (before ?? ids.at(-1));
    if (next !== undefined) this.jump({ kind: "citation", id: next });
  }

  /** Removes every trace from the page. */
  remove(): void {
    this.#ends.abort();
    if (keysOwner === this.card) keysOwner = null;
    this.#unsubscribe();
    if (this.#hoverTimer !== null) clearTimeout(this.#hoverTimer);
    this.card.remove();
    this.#tags.remove();
    this.#painter.clear();
  }

  #makeCard(theme: Theme, words: Messages, isolation: Isolation): Card {
    const handlers = this.#handlers;
    return new Card(
      this.#state,
      theme,
      words,
      {
        dismiss: (key, reason) => {
          handlers.dismiss(key, reason);
        },
        answer: (key, answer) => {
          handlers.answer(key, answer);
        },
        ask: (key, whom) => {
          handlers.ask(key, whom);
        },
        stopAsking: (key) => {
          handlers.stopAsking(key);
        },
        step: (direction) => {
          this.#stepAlike(direction);
        },
        jump: (citation) => {
          this.jump({ kind: "citation", id: citation });
        },
        closed: () => {
          this.#painter.activate(null);
          handlers.opened(null);
        },
      },
      this.#places.viewport,
      isolation,
    );
  }

  async #update(change: Change): Promise<void> {
    if (!this.#placed) {
      if (this.#state.document !== null) this.#placing ??= this.#place();
      return;
    }
    const slices = new TimeSlices();
    // A reference that was looked up changes what stands beside its citations.
    const cited = (this.#state.document?.citations ?? [])
      .filter(({ references }) => references.some((id) => change.references.has(id)))
      .map(({ id }) => id);
    const changed: Subject[] = [
      ...[...new Set([...change.citations, ...cited])].map((id) => ({ kind: "citation", id }) as const),
      ...[...change.references].map((id) => ({ kind: "reference", id }) as const),
    ];
    for (const subject of changed) {
      if (slices.due()) await slices.next();
      const mark = this.#marks.get(subject);
      if (mark !== undefined) this.#paint(mark);
    }
    if (changed.some((subject) => isSame(subject, this.card.subject))) this.card.refresh();
  }

  // Once a document is mapped: where each citation and each entry of the list stands in the page.
  async #place(): Promise<void> {
    const { signal } = this.#ends;
    await this.#marks.place((citation) => {
      this.#handlers.lost(citation);
    }, signal);
    if (signal.aborted) return;
    const marks = this.#marks.all();
    this.#painter.prepare(marks);
    this.#placed = true;
    keysOwner ??= this.card;
    if (this.#wanted !== null) this.jump(this.#wanted.subject, this.#wanted.focus);
    this.#wanted = null;
    const slices = new TimeSlices();
    for (const mark of marks) {
      if (slices.due()) await slices.next();
      this.#paint(mark);
    }
  }

  // What the page drew anew, or not at all before.
  #move(concerns: (locator: Locator) => boolean): void {
    if (this.#placing === null) return;
    this.#placing = this.#placing.then(async () => {
      const marks = await this.#marks.placeAnew(concerns, this.#ends.signal);
      if (this.#ends.signal.aborted) return;
      this.#painter.prepare(marks);
      for (const mark of marks) this.#paint(mark);
      const open = marks.find(({ subject }) => isSame(subject, this.card.subject));
      if (open === undefined) return;
      this.#painter.activate(open.id);
      this.card.follow(wordsOf(open));
    });
  }

  #paint(mark: Mark): void {
    if (this.#ends.signal.aborted) return;
    const { id, subject } = mark;
    const need = this.#shownNeed(subject);
    this.#painter.paint(id, need, need === null ? undefined : this.#needing(subject, need));
    if (subject.kind === "citation") this.#tags.set(id, this.#tagsOf(mark));
  }

  /** Of a citation of several works with a problem, those that have it. */
  #needing({ kind, id }: Subject, need: FindingSeverity): ReadonlySet<string> | undefined {
    const references = kind === "citation" ? (this.#state.citation(id)?.references ?? []) : [];
    if (references.length < 2 || !needsALook(need)) return undefined;
    const those = this.#state
      .findingsOf(id)
      .filter(
        (finding) =>
          !this.#state.dismissed.has(pairKey(finding)) && needsALook(this.#state.severityOf(finding)),
      )
      .map(({ reference }) => reference);
    return those.length === references.length ? undefined : new Set(those);
  }

  /** What stands beside a citation of works that were retracted, or of which no record was found. */
  #tagsOf({ subject, surface, parts }: Mark): readonly Tag[] {
    const tags = new Map<readonly Range[], string>();
    const { retracted, missing } = this.#words.card.tag;
    for (const reference of this.#state.citation(subject.id)?.references ?? []) {
      const text = this.#tagText(subject.id, reference);
      const ranges = parts.find((part) => part.reference === reference)?.ranges ?? surface;
      if (text === null || ranges.length === 0 || tags.get(ranges) === retracted) continue;
      tags.set(ranges, text === "missing" ? missing : retracted);
    }
    return [...tags].map(([ranges, text]) => ({ ranges, text }));
  }

  #tagText(citation: string, reference: string): "retracted" | "missing" | null {
    const status = this.#state.referenceStatus(reference);
    if (status !== "retracted" && status !== "retracted-since" && status !== "missing") return null;
    if (isWaived(this.#state.policyLevel(reference))) return null;
    const finding = this.#state.findingsOf(citation).find((one) => one.reference === reference);
    // Of a sentence that itself tells of the retraction nothing is said.
    const isTold =
      finding === undefined ||
      finding.reasons.some(({ kind }) => kind === "no-record" || kind.startsWith("retracted"));
    if (!isTold || (finding !== undefined && this.#state.dismissed.has(pairKey(finding)))) return null;
    return status === "missing" ? "missing" : "retracted";
  }

  #shownNeed({ kind, id }: Subject): FindingSeverity | null {
    if (kind === "reference") {
      return entrySeverity(this.#state, id);
    }
    const need = this.#state.severityOfCitation(id);
    return need === "supported" && !this.#showSupported ? null : need;
  }

  #visible(subject: Subject): "surface" | "sentence" | null {
    const need = this.#marks.get(subject) === undefined ? null : this.#shownNeed(subject);
    if (need === null) return null;
    return subject.kind === "reference" || needsALook(need) ? "sentence" : "surface";
  }

  #show(mark: Mark, focus: boolean): void {
    const first = firstOf(mark);
    const element = elementOf(first);
    if (first === null || element === null) return;
    const { viewport } = this.#places;
    const view = viewport.view();
    const box = first.getBoundingClientRect();
    if (box.top < view.top + 80 || box.bottom > view.bottom - 160) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      // The card opens below: leave it more room than above.
      const { top } = first.getBoundingClientRect();
      viewport.scrollBy(Math.max(0, top - view.top - (view.bottom - view.top) * 0.3));
    }
    const { left, top, bottom } = first.getBoundingClientRect();
    this.#open(mark, { pin: true, focus }, { x: left, y: (top + bottom) / 2 });
  }

  /** @param at where the words were pointed at */
  #open(mark: Mark, how: { pin: boolean; focus: boolean }, at: { x: number; y: number } | null): void {
    keysOwner = this.card;
    this.#painter.activate(mark.id);
    this.#handlers.opened(mark.subject);
    this.card.open(mark.subject, { ranges: wordsOf(mark), at }, how);
  }

  #listen(): void {
    const { signal } = this.#ends;
    // Clicks and keys that the page's scripts make are theirs: they open no card, and close none.
    onTrusted(
      document,
      "pointermove",
      (event) => {
        const { clientX: x, clientY: y } = event;
        // Browsers send moves of a pointer that rests when something appears or goes below it.
        if (x === this.#pointer?.x && y === this.#pointer.y) return;
        this.#pointer = event.pointerType === "mouse" ? { x, y } : null;
        // At most one hit test per interval, at the last place of the pointer.
        this.#hoverTimer ??= setTimeout(() => {
          this.#hoverTimer = null;
          this.#hover();
        }, HOVER_MS);
      },
      { signal, passive: true },
    );
    onTrusted(
      document,
      "click",
      (event) => {
        this.#click(event);
      },
      { signal, capture: this.#places.coversWords },
    );
    onTrusted(
      window,
      "resize",
      () => {
        this.card.replace();
      },
      { signal, passive: true },
    );
    onTrusted(
      document,
      "keydown",
      (event) => {
        this.#key(event);
      },
      { signal },
    );
  }

  #at(x: number, y: number): Mark | null {
    return this.#placed ? this.#marks.at(x, y, ({ subject }) => this.#visible(subject)) : null;
  }

  #hover(): void {
    if (this.#pointer === null || this.card.isPinned) return;
    const { x, y } = this.#pointer;
    if (this.card.holds(x, y)) return;
    const mark = this.#at(x, y);
    if (isSame(mark?.subject ?? null, this.card.subject)) return;
    if (mark === null) this.card.close();
    // A sheet over half of a narrow window is for those who ask for it.
    else if (this.#width() >= NARROW) this.#open(mark, { pin: false, focus: false }, { x, y });
  }

  #width(): number {
    const { left, right } = this.#places.viewport.view();
    return right - left;
  }

  #click(event: MouseEvent): void {
    if (event.composedPath().includes(this.card.host)) {
      // Who uses the card wants it to stay.
      const { subject } = this.card;
      const mark = subject === null ? undefined : this.#marks.get(subject);
      if (mark !== undefined && !this.card.isPinned) this.card.pin();
      return;
    }
    const mark = this.#at(event.clientX, event.clientY);
    if (mark !== null && this.#places.coversWords) {
      // The link over the words would lead away from the card that opens beside them.
      event.preventDefault();
      event.stopPropagation();
    }
    if (mark !== null) this.#open(mark, { pin: true, focus: true }, { x: event.clientX, y: event.clientY });
    else if (this.card.isPinned && !event.composedPath().some(isOwn)) this.card.close();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.card.subject !== null) {
      event.preventDefault();
      this.card.close();
    } else if (
      keysOwner === this.card &&
      event.altKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      (event.code === KEYS.next || event.code === KEYS.previous)
    ) {
      event.preventDefault();
      this.step(event.code === KEYS.next ? 1 : -1);
    } else if (keysOwner === this.card && this.card.isPinned && isPlainKey(event)) {
      if (this.card.triage(event.key)) event.preventDefault();
    }
  }
}

/** Whether a key was pressed by itself, and not to write something. */
function isPlainKey(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  const writes =
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return !writes && !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
}

/** The words that a card stands beside. */
function wordsOf({ sentence, surface }: Mark): readonly Range[] {
  return [...sentence, ...surface];
}

/** The first words of a mark that are on the page. */
function firstOf({ surface, sentence }: Mark): Range | null {
  return [...surface, ...sentence].find(({ startContainer }) => startContainer.isConnected) ?? null;
}

function elementOf(range: Range | null): Element | null {
  const node = range?.startContainer;
  return node === undefined
    ? null
    : node.nodeType === Node.ELEMENT_NODE
      ? (node as Element)
      : node.parentElement;
}
