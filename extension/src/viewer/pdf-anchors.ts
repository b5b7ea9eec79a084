/** Where the words of a PDF are: in the text layers that pdf.js lays over the pages near the one that is looked at. */

import type { Locator } from "@citelight/shared/generated/Locator";
import type { NodeRange } from "@citelight/shared/generated/NodeRange";
import { rangeIn } from "@citelight/shared/page/snapshot-anchors";
import type { Anchor, Anchors } from "@citelight/shared/page/anchors";
import { elementViewport, type Viewport } from "@citelight/shared/page/viewport";
import { normalise, type Pages } from "./pdfjs";
import type { PdfLayer } from "@citelight/shared/pdf/read-pdf";
import { drawnOffset } from "@citelight/shared/pdf/text-layer";

/** A page that is not drawn by then has a reason. */
const DRAWN_MS = 10_000;

/** pdf.js gives the element of each piece its direction; what groups pieces, or marks matches of a search, has none. */
const PIECE = "span[dir]";

/** The strip at the top of a page (viewer.css). */
const TOP = "citelight-top";

/** No run of text has this number. */
const WHOLE_PAGE = -1;

export class PdfAnchors implements Anchors {
  readonly viewport: Viewport;
  readonly coversWords = true;
  readonly #pages: Pages;
  readonly #layer: PdfLayer;

  constructor(pages: Pages, layer: PdfLayer) {
    this.#pages = pages;
    this.#layer = layer;
    this.viewport = elementViewport(pages.viewer.container);
  }

  locate(locator: Locator): Promise<Anchor> {
    return Promise.resolve(this.#place(locator));
  }

  onPage(locator: Locator, page: number): Locator {
    return { ...locator, ranges: [{ node: page - 1, run: WHOLE_PAGE, start: 0, end: 0 }] };
  }

  forget(): void {
    // Nothing is kept.
  }

  watch(changed: (concerns: (locator: Locator) => boolean) => void, signal: AbortSignal): void {
    const { bus } = this.#pages;
    const tell = (page: number | null): void => {
      changed(({ ranges }) => ranges.some(({ node }) => page === null || node === page));
    };
    bus.on(
      "textlayerrendered",
      ({ pageNumber }: { pageNumber: number }) => {
        tell(pageNumber - 1);
      },
      { signal },
    );
    // A search cuts the text of its matches into pieces, and puts it together again.
    bus.on(
      "updatetextlayermatches",
      ({ pageIndex }: { pageIndex: number }) => {
        tell(pageIndex < 0 ? null : pageIndex);
      },
      { signal },
    );
  }

  async reveal({ ranges: [first], boxes: [box] = [] }: Locator): Promise<void> {
    if (first === undefined) return;
    const page = first.node;
    const drawn = this.#whenDrawn(page);
    this.#pages.scrollTo(page, box ?? null);
    await drawn;
  }

  textsAt(x: number, y: number): readonly Node[] {
    return document
      .elementsFromPoint(x, y)
      .filter((element) => element.matches(".textLayer span"))
      .flatMap((element) => textsIn(element));
  }

  #place({ ranges: stretches }: Locator): Anchor {
    const ranges: Range[] = [];
    for (const stretch of stretches) {
      const range = this.#rangeOf(stretch);
      if (range === null) return { how: "not-found" };
      if (range !== "later") ranges.push(range);
    }
    if (stretches.length === 0) return { how: "not-found" };
    return ranges.length > 0 ? { how: "exact", ranges } : { how: "later" };
  }

  /** Null where the text is another than the one that was read. */
  #rangeOf({ node: page, run, start, end }: NodeRange): Range | "later" | null {
    if (run === WHOLE_PAGE) return this.#topOf(page);
    const item = this.#layer.text.pages[page]?.items[run];
    const place = this.#layer.elements[page]?.[run];
    if (item === undefined || place === undefined) return null;
    const layer = this.#textLayer(page);
    if (layer === null) return "later";
    const element = layer.querySelectorAll(PIECE)[place];
    const drawn = element?.textContent ?? "";
    if (element === undefined || normalise(drawn) !== item.text || end < start) return null;
    const [from, to] = [start, end].map((offset) => drawnOffset(drawn, offset, normalise));
    return rangeIn(textsIn(element), from ?? 0, to ?? 0);
  }

  /** A strip at the top of a page, beside which a card can stand: nothing is painted on it, and nothing of it is hit. */
  #topOf(page: number): Range | "later" | null {
    if (this.#layer.text.pages[page] === undefined) return null;
    const element = this.#pages.pageElement(page);
    // As with words: what pdf.js draws anew, it clears first.
    if (element === null || this.#textLayer(page) === null) return "later";
    let strip = element.querySelector(`:scope > .${TOP}`);
    if (strip === null) {
      strip = document.createElement("div");
      strip.className = TOP;
      strip.setAttribute("aria-hidden", "true");
      strip.append(document.createElement("div"));
      element.append(strip);
    }
    const range = document.createRange();
    range.selectNodeContents(strip);
    return range;
  }

  #textLayer(page: number): Element | null {
    return this.#pages.pageElement(page)?.querySelector(".textLayer") ?? null;
  }

  #whenDrawn(page: number): Promise<void> {
    if (this.#textLayer(page) !== null) return Promise.resolve();
    const ends = new AbortController();
    return new Promise<void>((done) => {
      const timer = setTimeout(done, DRAWN_MS);
      this.#pages.bus.on(
        "textlayerrendered",
        ({ pageNumber }: { pageNumber: number }) => {
          if (pageNumber - 1 !== page) return;
          clearTimeout(timer);
          done();
        },
        { signal: ends.signal },
      );
    }).finally(() => {
      ends.abort();
    });
  }
}

function textsIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
  return texts;
}
