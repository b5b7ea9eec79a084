/**
 * The text of a page without white space, to find sentences in that were read elsewhere: in the article's file, not in
 * this very page. Programs that lay pages out differ in where they leave blanks, not in the words.
 */

import type { TextQuote } from "../generated/TextQuote";
import { isMath, isSkipped, texOf } from "./runs";
import { TimeSlices } from "./time-slices";

/** Code units of the page's bare text. */
export interface TextSpan {
  start: number;
  end: number;
}

// A short quote may stand somewhere by chance: some of what stood around it must be there, too.
const SHORT = 24;
const ENOUGH_AROUND = 8;

// What a sentence never goes on across.
const BLOCKS =
  "p, div, li, dd, dt, td, th, h1, h2, h3, h4, h5, h6, blockquote, figcaption, caption, section, article, pre, body";
// What may stand before a sentence, or end one: neither a letter, nor a digit, nor a sign within sentences.
const OUTSIDE = /[^\p{L}\p{N},;\-–—]/u;

export class PageText {
  readonly #text: string;
  // For each code unit: which node it came from, and where in it. A formula is one node with its TeX as text.
  readonly #nodes: readonly (Text | Element)[];
  readonly #nodeOf: Uint32Array;
  readonly #offsetOf: Uint32Array;
  // Code units with which a block begins.
  readonly #begins: ReadonlySet<number>;

  private constructor(
    text: string,
    nodes: readonly (Text | Element)[],
    nodeOf: Uint32Array,
    offsetOf: Uint32Array,
    begins: ReadonlySet<number>,
  ) {
    this.#text = text;
    this.#nodes = nodes;
    this.#nodeOf = nodeOf;
    this.#offsetOf = offsetOf;
    this.#begins = begins;
  }

  /** Reads the text below `root` in slices. */
  static async of(root: Element, signal: AbortSignal): Promise<PageText> {
    const slices = new TimeSlices();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      isElement(node) && (isSkipped(node) || (node.parentElement !== null && isMath(node.parentElement)))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const nodes: (Text | Element)[] = [];
    const chunks: string[] = [];
    const nodeOf: number[] = [];
    const offsetOf: number[] = [];
    const begins = new Set<number>();
    let block: Element | null = null;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (slices.due()) {
        signal.throwIfAborted();
        await slices.next();
      }
      const isFormula = isElement(node) && isMath(node);
      if (isElement(node) && !isFormula) continue;
      const data = isElement(node) ? `$${texOf(node)}$` : (node as Text).data;
      const index = nodes.push(node as Text | Element) - 1;
      const around: Element | null = node.parentElement?.closest(BLOCKS) ?? null;
      if (around !== block) begins.add(chunks.length);
      block = around;
      for (let offset = 0; offset < data.length; offset += 1) {
        const unit = data.charAt(offset);
        if (isBlank(unit)) continue;
        chunks.push(unit);
        nodeOf.push(index);
        offsetOf.push(offset);
      }
    }
    return new PageText(chunks.join(""), nodes, Uint32Array.from(nodeOf), Uint32Array.from(offsetOf), begins);
  }

  /**
   * Where a quote stands, within a part of the text if one is given. Of several places the one whose surroundings fit
   * best; null if none is there, if two fit alike, or if a short quote has lost its surroundings.
   *
   * @param isSentence the quote is a whole sentence: not the rest of one that begins otherwise now, or goes on
   */
  find(
    quote: TextQuote,
    within: TextSpan = { start: 0, end: this.#text.length },
    isSentence = false,
  ): TextSpan | null {
    const exact = bare(quote.exact);
    if (exact.length === 0) return null;
    const prefix = bare(quote.prefix);
    const suffix = bare(quote.suffix);
    let best: { at: number; around: number } | null = null;
    let isTied = false;
    for (
      let at = this.#text.indexOf(exact, within.start);
      at >= 0 && at + exact.length <= within.end;
      at = this.#text.indexOf(exact, at + 1)
    ) {
      const end = at + exact.length;
      if (isSentence && !this.#isWhole(at, end, prefix, suffix)) continue;
      const around = this.#around(at, end, prefix, suffix);
      if (best === null || around > best.around) {
        best = { at, around };
        isTied = false;
      } else if (around === best.around) {
        isTied = true;
      }
    }
    if (best === null || isTied) return null;
    const isPart = within.end - within.start < this.#text.length;
    const wanted = Math.min(ENOUGH_AROUND, prefix.length + suffix.length);
    if (!isPart && exact.length < SHORT && best.around < wanted) return null;
    return { start: best.at, end: best.at + exact.length };
  }

  /** The words of a stretch in the page; null if they are gone meanwhile. */
  range({ start, end }: TextSpan): Range | null {
    const first = this.#nodes[this.#nodeOf[start] ?? -1];
    const last = this.#nodes[this.#nodeOf[end - 1] ?? -1];
    if (first?.isConnected !== true || last?.isConnected !== true) return null;
    const range = document.createRange();
    if (isElement(first)) range.setStartBefore(first);
    else range.setStart(first, this.#offsetOf[start] ?? 0);
    if (isElement(last)) range.setEndAfter(last);
    else range.setEnd(last, (this.#offsetOf[end - 1] ?? 0) + 1);
    return range;
  }

  // Whether a sentence begins and ends where its words do.
  #isWhole(start: number, end: number, prefix: string, suffix: string): boolean {
    const before = this.#text.charAt(start - 1);
    const after = this.#text.charAt(end);
    const begins =
      this.#begins.has(start) ||
      before === prefix.slice(-1) ||
      OUTSIDE.test(before) ||
      // A note begins after its mark.
      (prefix === "" && this.#nodeOf[start] !== this.#nodeOf[start - 1] && /\p{N}/u.test(before));
    const ends =
      this.#begins.has(end) || after === suffix.slice(0, 1) || OUTSIDE.test(this.#text.charAt(end - 1));
    return (start === 0 || begins) && (after === "" || ends);
  }

  // How many characters on both sides agree.
  #around(start: number, end: number, prefix: string, suffix: string): number {
    let before = 0;
    while (before < prefix.length && this.#text[start - 1 - before] === prefix.at(-1 - before)) before += 1;
    let after = 0;
    while (after < suffix.length && this.#text[end + after] === suffix[after]) after += 1;
    return before + after;
  }
}

/** Without white space and what is invisible. */
function bare(text: string): string {
  return [...text].filter((unit) => !isBlank(unit)).join("");
}

// Soft hyphens and spaces without width are left to whoever lays a page out.
function isBlank(unit: string): boolean {
  return /[\s\u00AD\u200B\u2060]/.test(unit);
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}
