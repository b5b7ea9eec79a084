/** Citelight on a page: snapshot, marks in the text, card, pointer and keys. Knows nothing of where the audit runs. */

import type { AuditState, Change, DismissReason, PairKey } from "../audit/state";
import type { Need } from "../audit/need";
import { isTrouble } from "../audit/standing";
import { isSame, subjectKey, type Subject, type SubjectKey } from "../audit/subject";
import { Card } from "../ui/card";
import type { Theme } from "../ui/theme";
import { HighlightPainter } from "./highlight-painter";
import { HitTest } from "./hit-test";
import { PlaceFinder } from "./locate";
import { marksSentence, type Mark, type Painter } from "./painter";
import { Slices } from "./slices";
import type { Snapshot } from "./snapshot";
import { SpanPainter } from "./span-painter";

/** Keys with Alt; by `KeyboardEvent.code`, since Alt changes the character on many keyboards. */
export interface Keys {
  next: string;
  previous: string;
}

export const DEFAULT_KEYS: Keys = { next: "KeyJ", previous: "KeyK" };

const HOVER_MS = 120;

export interface PageHandlers {
  dismiss(key: PairKey, reason: DismissReason | null): void;
  /** A citation's place is not in the page any more. */
  lost(citation: string): void;
  /** The card of a citation or entry was opened, or closed. */
  opened(subject: Subject | null): void;
  /** A finding is to be put to the endpoint. */
  ask(key: PairKey): void;
  stopAsking(key: PairKey): void;
}

// Of several articles on a page, the one whose card was open last has the keys; before that, the first.
let keysOwner: Card | null = null;

export class PageView {
  readonly card: Card;
  readonly #state: AuditState;
  readonly #snapshot: Snapshot;
  readonly #handlers: PageHandlers;
  readonly #painter: Painter;
  readonly #marks = new Map<SubjectKey, Mark>();
  readonly #ends = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #keys: Keys;
  #hits: HitTest | null = null;
  #showSupported = false;
  #placing = false;
  #placed = false;
  #pointer: { x: number; y: number } | null = null;
  #hoverTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    snapshot: Snapshot,
    state: AuditState,
    theme: Theme,
    handlers: PageHandlers,
    keys: Keys = DEFAULT_KEYS,
  ) {
    this.#snapshot = snapshot;
    this.#state = state;
    this.#handlers = handlers;
    this.#keys = keys;
    this.#painter = HighlightPainter.isSupported() ? new HighlightPainter() : new SpanPainter();
    this.card = new Card(state, theme, {
      dismiss: (key, reason) => {
        handlers.dismiss(key, reason);
      },
      ask: (key) => {
        handlers.ask(key);
      },
      stopAsking: (key) => {
        handlers.stopAsking(key);
      },
      step: (direction) => {
        this.step(direction);
      },
      jump: (citation) => {
        this.jump({ kind: "citation", id: citation });
      },
      closed: () => {
        this.#painter.activate(null);
        handlers.opened(null);
      },
    });
    this.#unsubscribe = state.subscribe((change) => {
      void this.#update(change);
    });
    this.#listen();
  }

  /** Marks supported citations too, or not. */
  showSupported(show: boolean): void {
    this.#showSupported = show;
    for (const mark of this.#marks.values()) this.#paint(mark);
  }

  /** Scrolls to a citation or entry and opens its card, pinned. */
  jump(subject: Subject, focus = true): void {
    const mark = this.#marks.get(subjectKey(subject));
    const [first] = mark === undefined ? [] : [...mark.surface, ...mark.sentence];
    const element = elementOf(first);
    if (mark === undefined || element === null) return;
    const box = first?.getBoundingClientRect();
    if (box !== undefined && (box.top < 80 || box.bottom > window.innerHeight - 160)) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      // The card opens below: leave it more room than above.
      const top = first?.getBoundingClientRect().top ?? 0;
      scrollBy({ top: Math.max(0, top - window.innerHeight * 0.3), behavior: "instant" });
    }
    this.#open(mark, { pin: true, focus });
  }

  /** Opens the next or previous citation that is marked. */
  step(direction: 1 | -1): void {
    const ids = (this.#state.document?.citations ?? [])
      .map(({ id }) => id)
      .filter((id) => this.#visible({ kind: "citation", id }) !== null);
    if (ids.length === 0) return;
    const { subject } = this.card;
    const at = subject?.kind === "citation" ? ids.indexOf(subject.id) : -1;
    const from = at < 0 ? (direction === 1 ? -1 : 0) : at;
    const next = ids[(from + direction + ids.length) % ids.length];
    if (next !== undefined) this.jump({ kind: "citation", id: next });
  }

  /** Removes every trace from the page. */
  remove(): void {
    this.#ends.abort();
    if (keysOwner === this.card) keysOwner = null;
    this.#unsubscribe();
    if (this.#hoverTimer !== null) clearTimeout(this.#hoverTimer);
    this.card.remove();
    this.#painter.clear();
  }

  async #update(change: Change): Promise<void> {
    if (!this.#placed) {
      if (!this.#placing && this.#state.document !== null) await this.#place();
      return;
    }
    const slices = new Slices();
    const changed: Subject[] = [
      ...[...change.citations].map((id) => ({ kind: "citation", id }) as const),
      ...[...change.references].map((id) => ({ kind: "reference", id }) as const),
    ];
    for (const subject of changed) {
      if (slices.due()) await slices.next();
      const mark = this.#marks.get(subjectKey(subject));
      if (mark !== undefined) this.#paint(mark);
    }
    if (changed.some((subject) => isSame(subject, this.card.subject))) this.card.refresh();
  }

  // Once a document is mapped: where each citation and each entry of the list stands in the page.
  async #place(): Promise<void> {
    this.#placing = true;
    const finder = new PlaceFinder(this.#snapshot);
    const slices = new Slices();
    const document = this.#state.document;
    for (const citation of document?.citations ?? []) {
      if (slices.due()) await slices.next();
      if (this.#ends.signal.aborted) return;
      const surface = await finder.locate(citation.locator);
      if (surface.how === "not-found") {
        this.#handlers.lost(citation.id);
        continue;
      }
      const sentence = await finder.locate(citation.sentence_locator);
      this.#mark(
        { kind: "citation", id: citation.id },
        surface.ranges,
        sentence.how === "not-found" ? surface.ranges : sentence.ranges,
      );
    }
    for (const { id, locator } of document?.references ?? []) {
      if (slices.due()) await slices.next();
      if (this.#ends.signal.aborted) return;
      const entry = await finder.locate(locator);
      if (entry.how !== "not-found") this.#mark({ kind: "reference", id }, [], entry.ranges);
    }
    const marks = [...this.#marks.values()];
    this.#painter.prepare(marks);
    this.#hits = new HitTest(marks);
    this.#placed = true;
    keysOwner ??= this.card;
    for (const mark of marks) {
      if (slices.due()) await slices.next();
      this.#paint(mark);
    }
  }

  #mark(subject: Subject, surface: readonly Range[], sentence: readonly Range[]): void {
    const id = subjectKey(subject);
    this.#marks.set(id, { id, subject, surface, sentence });
  }

  #paint({ id, subject }: Mark): void {
    if (this.#ends.signal.aborted) return;
    this.#painter.paint(id, this.#shownNeed(subject));
  }

  #shownNeed({ kind, id }: Subject): Need | null {
    if (kind === "reference") {
      const standing = this.#state.standing(id);
      return standing !== null && isTrouble(standing) ? "reference" : null;
    }
    const need = this.#state.needOfCitation(id);
    return need === "supported" && !this.#showSupported ? null : need;
  }

  #visible(subject: Subject): "surface" | "sentence" | null {
    const need = this.#marks.has(subjectKey(subject)) ? this.#shownNeed(subject) : null;
    return need === null ? null : marksSentence(need) ? "sentence" : "surface";
  }

  #open({ id, subject, sentence, surface }: Mark, how: { pin: boolean; focus: boolean }): void {
    keysOwner = this.card;
    this.#painter.activate(id);
    this.#handlers.opened(subject);
    this.card.open(subject, [...sentence, ...surface], how);
  }

  #listen(): void {
    const { signal } = this.#ends;
    document.addEventListener(
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
    document.addEventListener(
      "click",
      (event) => {
        this.#click(event);
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => {
        this.#key(event);
      },
      { signal },
    );
  }

  #at(x: number, y: number): Mark | null {
    return this.#hits?.at(x, y, ({ subject }) => this.#visible(subject)) ?? null;
  }

  #hover(): void {
    if (this.#pointer === null || this.card.isPinned) return;
    const { x, y } = this.#pointer;
    if (this.card.holds(x, y)) return;
    const mark = this.#at(x, y);
    if (isSame(mark?.subject ?? null, this.card.subject)) return;
    if (mark === null) this.card.close();
    else this.#open(mark, { pin: false, focus: false });
  }

  #click(event: MouseEvent): void {
    if (event.composedPath().includes(this.card.host)) {
      // Who uses the card wants it to stay.
      const { subject } = this.card;
      const mark = subject === null ? undefined : this.#marks.get(subjectKey(subject));
      if (mark !== undefined && !this.card.isPinned) this.#open(mark, { pin: true, focus: false });
      return;
    }
    const mark = this.#at(event.clientX, event.clientY);
    if (mark !== null) this.#open(mark, { pin: true, focus: true });
    else if (this.card.isPinned && !(event.target as Element).closest("[data-citelight-ui]"))
      this.card.close();
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
      (event.code === this.#keys.next || event.code === this.#keys.previous)
    ) {
      event.preventDefault();
      this.step(event.code === this.#keys.next ? 1 : -1);
    }
  }
}

function elementOf(range: Range | undefined): Element | null {
  const node = range?.startContainer;
  return node === undefined
    ? null
    : node.nodeType === Node.ELEMENT_NODE
      ? (node as Element)
      : node.parentElement;
}
