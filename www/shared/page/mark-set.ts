/** The marks of a document: which words each citation and each entry stands on, now. */

import type { AuditState } from "../audit/state";
import { subjectKey, type Subject, type SubjectKey } from "../audit/subject";
import type { Locator } from "../generated/Locator";
import { HitTest } from "./hit-test";
import { partsOf } from "./citation-parts";
import type { Mark, MarkPart } from "./painter";
import { rangeIn } from "./snapshot-anchors";
import type { Anchor, Anchors } from "./anchors";
import { TimeSlices } from "./time-slices";

export class MarkSet {
  readonly #places: Anchors;
  readonly #state: AuditState;
  readonly #marks = new Map<SubjectKey, Mark>();
  #hits: HitTest | null = null;

  constructor(places: Anchors, state: AuditState) {
    this.#places = places;
    this.#state = state;
  }

  get(subject: Subject): Mark | undefined {
    return this.#marks.get(subjectKey(subject));
  }

  all(): readonly Mark[] {
    return [...this.#marks.values()];
  }

  /** Finds all words of the document that was mapped. */
  async place(lost: (citation: string) => void, signal: AbortSignal): Promise<void> {
    const { citations = [], references = [] } = this.#state.document ?? {};
    const subjects: Subject[] = [
      ...citations.map(({ id }) => ({ kind: "citation", id }) as const),
      ...references.map(({ id }) => ({ kind: "reference", id }) as const),
    ];
    const slices = new TimeSlices();
    for (const subject of subjects) {
      if (slices.due()) await slices.next();
      if (signal.aborted) return;
      const mark = await this.#find(subject);
      if (mark !== null) this.#marks.set(mark.id, mark);
      else if (subject.kind === "citation") lost(subject.id);
    }
    this.#places.forget();
    this.#hits = null;
  }

  /** Finds the words anew that a change concerns; gives their marks. */
  async placeAnew(concerns: (locator: Locator) => boolean, signal: AbortSignal): Promise<readonly Mark[]> {
    const slices = new TimeSlices();
    const found: Mark[] = [];
    for (const { subject } of this.all()) {
      if (!this.#locators(subject).some(concerns)) continue;
      if (slices.due()) await slices.next();
      if (signal.aborted) return [];
      const mark = await this.#find(subject);
      if (mark === null) continue;
      this.#marks.set(mark.id, mark);
      found.push(mark);
    }
    this.#hits = null;
    return found;
  }

  /** Sees to it that the words of a subject are on the page; gives their mark if they are. */
  async reveal(subject: Subject): Promise<Mark | null> {
    const [locator] = this.#locators(subject);
    if (locator === undefined) return null;
    await this.#places.reveal(locator);
    const mark = await this.#find(subject);
    if (mark === null) return null;
    this.#marks.set(mark.id, mark);
    this.#hits = null;
    return mark;
  }

  /** The mark at a point of the viewport. */
  at(x: number, y: number, visible: (mark: Mark) => "surface" | "sentence" | null): Mark | null {
    this.#hits ??= new HitTest(this.all(), (x, y) => this.#places.textsAt(x, y));
    return this.#hits.at(x, y, visible);
  }

  /** Places of a subject: of a citation the surface form, then its sentence. */
  #locators({ kind, id }: Subject): readonly Locator[] {
    if (kind === "reference") {
      const reference = this.#state.reference(id);
      return [reference?.locator ?? []]
        .flat()
        .map((locator) => this.#placed(locator, reference?.read_from_image));
    }
    const citation = this.#state.citation(id);
    if (citation === null) return [];
    const { locator, sentence_locator, read_from_image: page } = citation;
    return [locator, sentence_locator].map((one) => this.#placed(one, page));
  }

  /** What was read off the image of a page has no words there, only the page. */
  #placed(locator: Locator, page: number | undefined): Locator {
    if (page === undefined || locator.ranges.length > 0) return locator;
    return this.#places.onPage?.(locator, page) ?? locator;
  }

  /** Words that name one reference of several. */
  #parts(citation: string, surface: readonly Range[]): readonly MarkPart[] {
    const references = this.#state.citation(citation)?.references ?? [];
    if (references.length < 2) return [];
    const text = surface.map(String).join("");
    const entries = references.flatMap((id) => this.#state.reference(id) ?? []);
    return partsOf(text, entries).map(({ reference, start, end }) => ({
      reference,
      ranges: slice(surface, start, end),
    }));
  }

  async #find(subject: Subject): Promise<Mark | null> {
    const [first, second] = this.#locators(subject);
    if (first === undefined) return null;
    const found = await this.#places.locate(first);
    const sentence = second === undefined ? found : await this.#places.locate(second);
    // The sentence stands in for a citation that the page draws in a shadow tree.
    const shown = found.how === "not-found" ? sentence : found;
    if (shown.how === "not-found") return null;
    const id = subjectKey(subject);
    const words = rangesOf(shown);
    if (second === undefined) return { id, subject, surface: [], parts: [], sentence: words };
    return {
      id,
      subject,
      surface: words,
      parts: shown === found ? this.#parts(subject.id, words) : [],
      sentence: sentence.how === "not-found" ? words : rangesOf(sentence),
    };
  }
}

/** The part of ranges between two offsets of their text. */
function slice(ranges: readonly Range[], start: number, end: number): Range[] {
  const parts: Range[] = [];
  let before = 0;
  for (const range of ranges) {
    const length = range.toString().length;
    const [from, to] = [Math.max(start - before, 0), Math.min(end - before, length)];
    const part = from < to ? within(range, from, to) : null;
    if (part !== null) parts.push(part);
    before += length;
  }
  return parts;
}

function within(range: Range, from: number, to: number): Range | null {
  const root = range.commonAncestorContainer;
  const texts: Text[] = [];
  if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text);
  else {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (range.intersectsNode(node)) texts.push(node as Text);
  }
  const skipped = texts[0] === range.startContainer ? range.startOffset : 0;
  return rangeIn(texts, from + skipped, to + skipped);
}

function rangesOf(place: Exclude<Anchor, { how: "not-found" }>): readonly Range[] {
  return place.how === "later" ? [] : place.ranges;
}
