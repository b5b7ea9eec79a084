/** Where the words of a document are on a page: in the nodes of a live page, or in the text layers of a PDF. */

import type { Locator } from "../generated/Locator";
import type { Viewport } from "./viewport";

/** Where words stand now, and how they were found; or that they were not. */
export type Anchor =
  | { how: "exact" | "quote"; ranges: Range[] }
  /** They are in the document, but not on the page just now: a PDF's pages are drawn when they are looked at. */
  | { how: "later" }
  | { how: "not-found" };

/** Finds the words of locators. */
export interface Anchors {
  readonly viewport: Viewport;
  /** Whether something that can be clicked lies over the words: in a PDF a citation's link. */
  readonly coversWords: boolean;
  locate(locator: Locator): Promise<Anchor>;
  /**
   * The place of words that were read off the image of a page, from 1: nobody knows where on it they stand. Absent where documents have
   * no pages.
   */
  onPage?(locator: Locator, page: number): Locator;
  /** Lets go of what is only needed while many places are looked for. */
  forget(): void;
  /** Hears that words came, went or moved; which ones, the function tells. */
  watch(changed: (concerns: (locator: Locator) => boolean) => void, signal: AbortSignal): void;
  /** Brings words to the page that are there later. */
  reveal(locator: Locator): Promise<void>;
  /** Text nodes under a point of the viewport that lie below something else. */
  textsAt(x: number, y: number): readonly Node[];
}
