/** Keeps a card where its words are: measures the page around them, and puts the card there. */

import type { Viewport } from "../page/viewport";
import { around, columnOf, lineAt, linesOf, NARROW, placeCard, type Box, type CardPlace } from "./place-card";

/** The words a card stands beside. */
export interface Anchoring {
  readonly ranges: readonly Range[];
  /** Where they were pointed at, in coordinates of the viewport; null where they were not. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/** Around the card, where the pointer is still on it. */
const BRIDGE = 12;
/** Places at which it is looked whether a box is free. */
const PROBES = [0.02, 0.35, 0.65, 0.98];

export class CardPlacement {
  readonly #host: HTMLElement;
  readonly #card: HTMLElement;
  readonly #stage: Viewport;
  // In a sheet, since the page could change what stands on the element.
  readonly #where = new CSSStyleSheet();
  #ranges: readonly Range[] = [];
  /** Which of the lines is pointed at, from the first. */
  #line = 0;
  #place: CardPlace | null = null;
  #distance = Infinity;

  constructor(host: HTMLElement, root: ShadowRoot, card: HTMLElement, stage: Viewport) {
    this.#host = host;
    this.#card = card;
    this.#stage = stage;
    root.adoptedStyleSheets.push(this.#where);
  }

  anchor({ ranges, at }: Anchoring): void {
    this.#ranges = ranges;
    const lines = linesOf(ranges);
    const line = at === null ? undefined : lineAt(lines, at);
    this.#line = line === undefined || line === null ? 0 : lines.indexOf(line);
    this.#distance = Infinity;
  }

  /** Whether a point is on the card, or nearer to it than before on the way there from the words. */
  holds(x: number, y: number): boolean {
    const { left, top, right, bottom } = this.#host.getBoundingClientRect();
    const apart = [Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)] as const;
    const distance = Math.hypot(...apart);
    const isNearer = distance < this.#distance;
    this.#distance = distance;
    if (distance <= BRIDGE) return true;
    const line = this.#lines()?.line;
    if (line === undefined || !isNearer) return false;
    const way = around([line, { left, top, right, bottom }]);
    return way.left <= x && x <= way.right && way.top <= y && y <= way.bottom;
  }

  place(): void {
    const found = this.#lines();
    const element = elementOf(this.#ranges);
    if (found === null || element === null) return;
    const { words, line } = found;
    const { left, top, right, bottom } = this.#stage.view();
    const within = (box: Box): Box => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    });
    // Its borders count, too.
    this.#card.classList.toggle("sheet", right - left < NARROW);
    const place = placeCard(
      {
        words: within(words),
        line: within(line),
        lineHeight: lineHeightOf(element, line),
        column: within(columnAround(element)),
        viewport: { width: right - left, height: bottom - top },
        isRightToLeft: getComputedStyle(element).direction === "rtl",
      },
      (width) => this.#heightAt(width),
      (box) =>
        this.#isFree(element, {
          left: box.left + left,
          top: box.top + top,
          right: box.right + left,
          bottom: box.bottom + top,
        }),
    );
    this.#place = place;
    this.#put(place, { left, top });
  }

  /** Scrolls as far as a sheet covers the words; puts it at the upper edge where that is not far enough. */
  uncover(): void {
    if (this.#place?.how !== "sheet") return;
    const view = this.#stage.view();
    const covered = (): number => (this.#lines()?.words.bottom ?? 0) - this.#host.getBoundingClientRect().top;
    const above = (this.#lines()?.words.top ?? 0) - view.top;
    const wanted = covered() + 2 * BRIDGE;
    if (wanted > 0) this.#stage.scrollBy(Math.min(wanted, Math.max(0, above - BRIDGE)));
    if (above > this.#place.room && covered() > 0) this.#put({ ...this.#place, top: 0 }, view);
  }

  /** Lines that are to stay in sight, and the one that is pointed at. */
  #lines(): { words: Box; line: Box } | null {
    const lines = linesOf(this.#ranges);
    const line = lines[Math.min(this.#line, lines.length - 1)];
    if (line === undefined) return null;
    const all = around(lines);
    const { top, bottom } = this.#stage.view();
    // A sentence that goes on in the next column, or over much of the window, leaves no room beside all of it.
    const isSpread = all.bottom - all.top > (bottom - top) / 2;
    const column = around(columnOf(lines, line));
    const isLong = column.bottom - column.top > (bottom - top) / 2;
    return { words: !isSpread ? all : isLong ? line : column, line };
  }

  #heightAt(width: number): number {
    this.#card.style.maxHeight = "none";
    this.#where.replaceSync(`:host { width: ${width}px !important; max-width: none !important; }`);
    return this.#host.getBoundingClientRect().height;
  }

  // In coordinates of what scrolls, so that the card scrolls along with its words; a sheet stays.
  #put({ how, left, top, width, room }: CardPlace, view: { left: number; top: number }): void {
    const isSheet = how === "sheet";
    const scrolled = isSheet ? { x: view.left, y: view.top } : this.#stage.scrolled();
    this.#card.style.maxHeight = `${Math.floor(room)}px`;
    this.#where.replaceSync(
      `:host { left: ${left + scrolled.x}px !important; top: ${top + scrolled.y}px !important; width: ${width}px !important;
        max-width: none !important; position: ${isSheet ? "fixed" : "absolute"} !important; }`,
    );
  }

  /** Whether behind a box there is nothing but what the words themselves stand on. */
  #isFree(element: Element, { left, top, right, bottom }: Box): boolean {
    return PROBES.every((across) =>
      PROBES.every((down) => {
        const [x, y] = [left + (right - left) * across, top + (bottom - top) * down];
        // By the prototype: a page may name an image like a method of its document.
        const at = Document.prototype.elementsFromPoint
          .call(document, x, y)
          .find((one) => one !== this.#host);
        return at === undefined || at.contains(element);
      }),
    );
  }
}

function elementOf(ranges: readonly Range[]): Element | null {
  const node = ranges.find(({ startContainer }) => startContainer.isConnected)?.startContainer;
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

/** The block that words flow in. */
function columnAround(element: Element): Box {
  let at = element;
  for (;;) {
    const { display, position } = getComputedStyle(at);
    // In a PDF each piece of text is placed by itself.
    const isBlock = !display.startsWith("inline") && display !== "contents" && position !== "absolute";
    if (isBlock || at.parentElement === null) return at.getBoundingClientRect();
    at = at.parentElement;
  }
}

function lineHeightOf(element: Element, line: Box): number {
  const stated = Number.parseFloat(getComputedStyle(element).lineHeight);
  const drawn = (line.bottom - line.top) * 1.25;
  return Number.isNaN(stated) ? drawn : Math.max(stated, drawn);
}
