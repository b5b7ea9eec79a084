/** Where the words of findings that were computed beforehand stand in this page, and which do not stand here any more. */

import type { DocumentView } from "../generated/DocumentView";
import type { Locator } from "../generated/Locator";
import type { Anchor, Anchors } from "../page/anchors";
import { TimeSlices } from "../page/time-slices";
import { PageText, type TextSpan } from "../page/page-text";
import { WINDOW_VIEWPORT } from "../page/viewport";

export class TextAnchors implements Anchors {
  readonly viewport = WINDOW_VIEWPORT;
  readonly coversWords = false;
  /** Ids of citations whose sentence does not stand here as it was read. */
  readonly missingCitations: ReadonlySet<string>;
  /** Ids of entries of the reference list that do not stand here as they were read. */
  readonly missingReferences: ReadonlySet<string>;
  readonly #ranges: ReadonlyMap<Locator, Range>;

  private constructor(
    ranges: ReadonlyMap<Locator, Range>,
    missingCitations: ReadonlySet<string>,
    missingReferences: ReadonlySet<string>,
  ) {
    this.#ranges = ranges;
    this.missingCitations = missingCitations;
    this.missingReferences = missingReferences;
  }

  /** Finds every citation with its sentence, and every entry, below `root`. */
  static async of(root: Element, read: DocumentView, signal: AbortSignal): Promise<TextAnchors> {
    const text = await PageText.of(root, signal);
    const slices = new TimeSlices();
    const ranges = new Map<Locator, Range>();
    const missingCitations = new Set<string>();
    const missingReferences = new Set<string>();
    const keep = (locator: Locator, stretch: TextSpan | null): boolean => {
      const range = stretch === null ? null : text.range(stretch);
      if (range !== null) ranges.set(locator, range);
      return range !== null;
    };
    for (const { id, locator, sentence_locator } of read.citations) {
      if (slices.due()) {
        signal.throwIfAborted();
        await slices.next();
      }
      // What was checked is the sentence: where it reads otherwise now, its finding is about other words.
      const sentence = text.find(sentence_locator.quote, undefined, true);
      const surface = sentence === null ? null : text.find(locator.quote, sentence);
      if (!keep(sentence_locator, sentence)) missingCitations.add(id);
      // Of a citation that cannot be told from another one in its sentence, the sentence stands in.
      else if (!keep(locator, surface)) keep(locator, sentence);
    }
    for (const { id, locator } of read.references) {
      if (slices.due()) {
        signal.throwIfAborted();
        await slices.next();
      }
      if (!keep(locator, text.find(locator.quote))) missingReferences.add(id);
    }
    return new TextAnchors(ranges, missingCitations, missingReferences);
  }

  locate(locator: Locator): Promise<Anchor> {
    const range = this.#ranges.get(locator);
    return Promise.resolve(range === undefined ? { how: "not-found" } : { how: "quote", ranges: [range] });
  }

  forget(): void {
    // The page's text went when all was found.
  }

  watch(): void {
    // Whatever happens to the page, its nodes keep their ranges.
  }

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  textsAt(): readonly Node[] {
    return [];
  }
}
