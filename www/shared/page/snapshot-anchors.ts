/** From a locator of the core back to ranges of the live page. */

import type { Locator } from "../generated/Locator";
import type { NodeRange } from "../generated/NodeRange";
import type { Anchor, Anchors } from "./anchors";
import { collapse, TextIndex } from "./quote";
import { runOf } from "./runs";
import type { Snapshot } from "./snapshot";
import { WINDOW_VIEWPORT, type Viewport } from "./viewport";

/** Finds places of one snapshot. */
export class SnapshotAnchors implements Anchors {
  readonly viewport: Viewport;
  readonly coversWords = false;
  readonly #snapshot: Snapshot;
  #index: Promise<TextIndex> | null = null;

  /** @param viewport what scrolls the snapshot's words */
  constructor(snapshot: Snapshot, viewport: Viewport = WINDOW_VIEWPORT) {
    this.#snapshot = snapshot;
    this.viewport = viewport;
  }

  /** The place of a locator: by its node ranges if their words are still the quote's, else by the quote. */
  async locate(locator: Locator): Promise<Exclude<Anchor, { how: "later" }>> {
    const exact = this.#exact(locator);
    if (exact !== null) return { how: "exact", ranges: exact };
    this.#index ??= TextIndex.of(this.#snapshot.root);
    const found = (await this.#index).find(locator.quote);
    return found === null ? { how: "not-found" } : { how: "quote", ranges: [found] };
  }

  /** Forgets the page's text after the page changed, or when all is placed. */
  forget(): void {
    this.#index = null;
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

  #exact(locator: Locator): Range[] | null {
    const ranges: Range[] = [];
    for (const stretch of locator.ranges) {
      const range = this.#rangeOf(stretch);
      if (range === null) return null;
      ranges.push(range);
    }
    return ranges.length > 0 && saysQuote(ranges, locator.quote.exact) ? ranges : null;
  }

  #rangeOf({ node, run, start, end }: NodeRange): Range | null {
    const element = this.#snapshot.element(node);
    if (element?.isConnected !== true || end < start) return null;
    const texts = runOf(element, run);
    if (texts === null) return null;
    return rangeIn(texts, start, end);
  }
}

/** The range between two offsets of adjacent text nodes; null if they are not that long. */
export function rangeIn(texts: readonly Text[], start: number, end: number): Range | null {
  const from = pointIn(texts, start, false);
  const to = pointIn(texts, end, true);
  if (from === null || to === null) return null;
  const range = document.createRange();
  range.setStart(from.text, from.offset);
  range.setEnd(to.text, to.offset);
  return range;
}

// An end may stand at the end of a text node, a start stands before the next one.
function pointIn(
  texts: readonly Text[],
  offset: number,
  isEnd: boolean,
): { text: Text; offset: number } | null {
  let before = 0;
  for (const text of texts) {
    const within = offset - before;
    if (within < text.length || (within === text.length && (isEnd || text === texts.at(-1)))) {
      return within >= 0 ? { text, offset: within } : null;
    }
    before += text.length;
  }
  return null;
}

/**
 * Whether the ranges still hold the quote's words. The quote may hold more (a formula as TeX between two ranges), so
 * each range's words must come in it in their order, and together be at least half of its letters and digits.
 */
function saysQuote(ranges: readonly Range[], exact: string): boolean {
  const quote = bare(exact);
  let from = 0;
  let length = 0;
  for (const range of ranges) {
    const words = bare(range.toString());
    const at = quote.indexOf(words, from);
    if (at < 0) return false;
    from = at + words.length;
    length += words.length;
  }
  return length > 0 && length * 2 >= quote.replace(/\$[^$]*\$/g, "").length;
}

function bare(text: string): string {
  return collapse(text).replaceAll(" ", "");
}
