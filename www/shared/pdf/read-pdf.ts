/** Reads the text of all pages of an open PDF, a page at a time, so that it can be looked at meanwhile. */

import {
  AnnotationMode,
  normalizeUnicode,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PdfLink } from "../generated/PdfLink";
import type { PdfPage } from "../generated/PdfPage";
import type { PdfText } from "../generated/PdfText";
import { nextTask } from "../page/time-slices";
import { Fonts, itemsOf, linkOf, shown, type LoadedFont, type TextPiece } from "./text-layer";

/** A document's text, and where pdf.js shows each piece of it. */
export interface PdfLayer {
  text: PdfText;
  /** By page and item: the number of the element in the page's text layer. */
  elements: readonly (readonly number[])[];
}

/** How a document must be opened to be read: only so pdf.js tells the names of fonts. */
export const READING = { fontExtraProperties: true } as const;

/** What of a file is read at most. */
export interface PdfLimits {
  pages: number;
  pieces: number;
  characters: number;
  /** Milliseconds for one page: one that takes longer is made to hold readers up. */
  pageMs: number;
}

/** No paper is longer, and no browser passes a message with much more text. */
const DOCUMENT: PdfLimits = { pages: 1000, pieces: 1_000_000, characters: 20_000_000, pageMs: 60_000 };

/** A file goes beyond a limit: `count` are the pages that are allowed, the page that took too long, or the last one that was not too much. */
export class PdfLimit extends Error {
  constructor(
    readonly limit: "pages" | "text" | "time",
    readonly count: number,
  ) {
    super(`it goes beyond the limit of ${limit} (page ${count})`);
  }
}

interface Target {
  page: number;
  left: number | null;
  top: number | null;
}

/** @throws PdfLimit if the file goes beyond a limit. */
export async function readPdf(
  pdf: PDFDocumentProxy,
  signal: AbortSignal,
  limits: PdfLimits = DOCUMENT,
): Promise<PdfLayer> {
  if (pdf.numPages > limits.pages) throw new PdfLimit("pages", limits.pages);
  const reader = new Reader(pdf);
  const text: PdfText = { title: await titleOf(pdf), fonts: reader.fonts.list, pages: [] };
  const elements: number[][] = [];
  let pieces = 0;
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    await nextTask();
    const tooSlow = new PdfLimit("time", number);
    const read = await within(reader.page(number), signal, limits.pageMs, tooSlow);
    text.pages.push(read.page);
    elements.push(read.elements);
    pieces += read.page.items.length + read.page.links.length;
    for (const { text } of read.page.items) characters += text.length;
    if (pieces > limits.pieces || characters > limits.characters) throw new PdfLimit("text", number - 1);
  }
  return { text, elements };
}

/** What is read, unless it is given up or takes too long; pdf.js itself cannot be interrupted. */
async function within<T>(
  reading: Promise<T>,
  signal: AbortSignal,
  most: number,
  tooSlow: PdfLimit,
): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  try {
    return await Promise.race([
      reading,
      new Promise<never>((_, fail) => {
        const timer = setTimeout(() => {
          fail(tooSlow);
        }, most);
        signal.addEventListener(
          "abort",
          () => {
            fail(signal.reason as Error);
          },
          { signal: ended.signal },
        );
        ended.signal.addEventListener("abort", () => {
          clearTimeout(timer);
        });
      }),
    ]);
  } finally {
    ended.abort();
  }
}

async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const found = await pdf.getMetadata().catch(() => null);
  const { Title: title } = (found?.info ?? {}) as { Title?: unknown };
  return typeof title === "string" && title !== "" ? title : null;
}

class Reader {
  readonly fonts = new Fonts();
  readonly #pdf: PDFDocumentProxy;
  // By pdf.js' name of a font: fonts are shared by pages.
  readonly #known = new Map<string, number>();
  readonly #targets = new Map<string, Promise<Target | null>>();

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  async page(number: number): Promise<{ page: PdfPage; elements: number[] }> {
    const page = await this.#pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items, elements } = await this.#items(page);
    return { page: { width, height, items, links: await this.#links(page) }, elements };
  }

  /** The same pieces that pdf.js' text layer shows. */
  async #items(page: PDFPageProxy): Promise<ReturnType<typeof itemsOf>> {
    const content = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const pieces: readonly TextPiece[] = content.items;
    const names = new Set(pieces.flatMap(({ str = "", fontName }) => (str === "" ? [] : (fontName ?? []))));
    await this.#learn(page, names);
    return itemsOf(
      pieces,
      page.getViewport({ scale: 1 }),
      (name) => this.#known.get(name) ?? this.fonts.place(null),
      normalizeUnicode,
    );
  }

  // pdf.js knows a font's name and weight only once it read what the page draws.
  async #learn(page: PDFPageProxy, names: ReadonlySet<string>): Promise<void> {
    const unknown = [...names].filter((name) => !this.#known.has(name));
    if (unknown.length === 0) return;
    const isRead = unknown.every((name) => page.commonObjs.has(name));
    if (!isRead)
      await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE }).catch(() => undefined);
    for (const name of unknown) {
      const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as LoadedFont | null) : null;
      this.#known.set(name, this.fonts.place(font));
    }
    // Its pictures are not needed; a page that is being drawn keeps them.
    if (!isRead) page.cleanup();
  }

  async #links(page: PDFPageProxy): Promise<PdfLink[]> {
    const view = page.getViewport({ scale: 1 });
    const annotations = (await page.getAnnotations().catch(() => [])) as {
      subtype?: string;
      dest?: unknown;
      rect: number[];
    }[];
    const links: PdfLink[] = [];
    for (const { subtype, dest, rect } of annotations) {
      if (subtype !== "Link" || dest === null || dest === undefined) continue;
      const target = await this.#target(dest);
      if (target !== null)
        links.push(linkOf({ rect, name: typeof dest === "string" ? dest : null, ...target }, view));
    }
    return links;
  }

  #target(dest: unknown): Promise<Target | null> {
    if (typeof dest !== "string") return this.#resolved(dest).catch(() => null);
    const known = this.#targets.get(dest);
    if (known !== undefined) return known;
    const target = this.#pdf
      .getDestination(dest)
      .then((found) => this.#resolved(found))
      .catch(() => null);
    this.#targets.set(dest, target);
    return target;
  }

  /** From an explicit destination: the page, how it is shown, and then where. */
  async #resolved(dest: unknown): Promise<Target | null> {
    if (!Array.isArray(dest) || dest.length < 2) return null;
    const [first, how] = dest as [unknown, { name?: string } | null];
    const page = typeof first === "number" ? first : await this.#pdf.getPageIndex(first as Ref);
    if (!Number.isInteger(page) || page < 0 || page >= this.#pdf.numPages) return null;
    const at = (index: number): number | null => {
      const value = (dest as unknown[])[index];
      return typeof value === "number" ? value : null;
    };
    const [left, top] = placeOf(how?.name, at);
    // A place of the file; where the page is cropped or turned, it is shown elsewhere.
    const view = (await this.#pdf.getPage(page + 1)).getViewport({ scale: 1 });
    const [x, y] = shown(view, left ?? 0, top ?? 0);
    return { page, left: left === null ? null : x, top: top === null ? null : y };
  }
}

/** Left and top of a destination, by how it is shown (ISO 32000, table 149). */
function placeOf(
  how: string | undefined,
  at: (index: number) => number | null,
): [number | null, number | null] {
  switch (how ?? "") {
    case "XYZ":
      return [at(2), at(3)];
    case "FitH":
    case "FitBH":
      return [null, at(2)];
    case "FitR":
      return [at(2), at(5)];
    default:
      return [null, null];
  }
}

type Ref = Parameters<PDFDocumentProxy["getPageIndex"]>[0];
