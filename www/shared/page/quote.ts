/** Finding words again by a W3C TextQuoteSelector when their exact place is lost. */

import type { TextQuote } from "../generated/TextQuote";
import { isSkipped } from "./runs";
import { TimeSlices } from "./time-slices";

/** The text below a root, white space collapsed, with the way back to its text nodes. */
export class TextIndex {
  readonly #text: string;
  // For each collapsed code unit: which text node, and where in it.
  readonly #nodes: readonly Text[];
  readonly #nodeOf: Uint32Array;
  readonly #offsetOf: Uint32Array;

  private constructor(text: string, nodes: readonly Text[], nodeOf: Uint32Array, offsetOf: Uint32Array) {
    this.#text = text;
    this.#nodes = nodes;
    this.#nodeOf = nodeOf;
    this.#offsetOf = offsetOf;
  }

  /** Reads the text below `root` in slices. */
  static async of(root: Element): Promise<TextIndex> {
    const slices = new TimeSlices();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node.nodeType === Node.ELEMENT_NODE && isSkipped(node as Element)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const nodes: Text[] = [];
    const chunks: string[] = [];
    const nodeOf: number[] = [];
    const offsetOf: number[] = [];
    let afterSpace = true;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (slices.due()) await slices.next();
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const text = node as Text;
      const index = nodes.push(text) - 1;
      for (let offset = 0; offset < text.data.length; offset += 1) {
        const unit = text.data.charAt(offset);
        const space = isSpace(unit);
        if (space && afterSpace) continue;
        chunks.push(space ? " " : unit);
        nodeOf.push(index);
        offsetOf.push(offset);
        afterSpace = space;
      }
    }
    return new TextIndex(chunks.join(""), nodes, Uint32Array.from(nodeOf), Uint32Array.from(offsetOf));
  }

  /**
   * The one place whose words are the quote's. Of several the one whose surroundings fit best; null if none is there
   * or two fit equally well: pointing at the wrong words is worse than pointing at none.
   */
  find(quote: TextQuote): Range | null {
    const exact = collapse(quote.exact).trim();
    if (exact.length === 0) return null;
    let best: { at: number; score: number } | null = null;
    let tied = false;
    for (let at = this.#text.indexOf(exact); at >= 0; at = this.#text.indexOf(exact, at + 1)) {
      const score = this.#context(at, at + exact.length, quote);
      if (best === null || score > best.score) {
        best = { at, score };
        tied = false;
      } else if (score === best.score) {
        tied = true;
      }
    }
    return best === null || tied ? null : this.#range(best.at, best.at + exact.length);
  }

  // How many characters around the place agree with the quote's surroundings.
  #context(start: number, end: number, quote: TextQuote): number {
    const prefix = collapse(quote.prefix);
    const suffix = collapse(quote.suffix);
    const before = this.#text.slice(Math.max(0, start - prefix.length - 1), start);
    const after = this.#text.slice(end, end + suffix.length + 1);
    return (
      agreement(reverse(before.trimEnd()), reverse(prefix.trimEnd())) +
      agreement(after.trimStart(), suffix.trimStart())
    );
  }

  #range(start: number, end: number): Range | null {
    const first = this.#nodes[this.#nodeOf[start] ?? -1];
    const last = this.#nodes[this.#nodeOf[end - 1] ?? -1];
    if (first?.isConnected !== true || last?.isConnected !== true) return null;
    const range = document.createRange();
    range.setStart(first, this.#offsetOf[start] ?? 0);
    range.setEnd(last, (this.#offsetOf[end - 1] ?? 0) + 1);
    return range;
  }
}

/** White space of any kind and length as one space. */
export function collapse(text: string): string {
  return text.replace(/[\s\u00A0\u200B]+/g, " ");
}

function isSpace(unit: string): boolean {
  return /[\s\u00A0\u200B]/.test(unit);
}

function agreement(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length += 1;
  return length;
}

function reverse(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(text.length - 1 - index)).join("");
}
