/** What scrolls the words of a document and holds the card that stands beside them. */

import type { Box } from "../ui/place-card";

export interface Viewport {
  /** Where the card is put; null: above everything else of the page. */
  readonly holder: HTMLElement | null;
  /** The part of the window in which words are seen. */
  view(): Box;
  /** How far it is scrolled: the card is placed in what scrolls, and so goes along with its words. */
  scrolled(): { x: number; y: number };
  scrollBy(top: number): void;
}

/** A page that scrolls as a whole. */
export const WINDOW_VIEWPORT: Viewport = {
  holder: null,
  view: () => ({ left: 0, top: 0, right: document.documentElement.clientWidth, bottom: window.innerHeight }),
  scrolled: () => ({ x: window.scrollX, y: window.scrollY }),
  scrollBy(top) {
    window.scrollBy({ top, behavior: "instant" });
  },
};

/** An element that scrolls; it must be positioned. */
export function elementViewport(element: HTMLElement): Viewport {
  return {
    holder: element,
    view() {
      const { left, top } = element.getBoundingClientRect();
      return { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
    },
    scrolled: () => ({ x: element.scrollLeft, y: element.scrollTop }),
    scrollBy(top) {
      element.scrollBy({ top, behavior: "instant" });
    },
  };
}
