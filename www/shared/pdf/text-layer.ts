/** From a page as pdf.js reads it to a page of the text layer that the core reads (crate/document/src/document/pdf/text_layer.rs). */

import type { PdfFont } from "../generated/PdfFont";
import type { PdfItem } from "../generated/PdfItem";
import type { PdfLink } from "../generated/PdfLink";

/** Numbers of an affine transformation, as PDF writes them. */
export type Matrix = readonly number[];

/** What is used of pdf.js' TextItem; what marks structure has no `str`. */
export interface TextPiece {
  type?: string;
  str?: string;
  transform?: Matrix;
  width?: number;
  fontName?: string;
  hasEOL?: boolean;
}

/** What is used of pdf.js' PageViewport, at scale 1. */
export interface View {
  width: number;
  height: number;
  transform: Matrix;
}

/** What is used of a font that pdf.js loaded. */
export interface LoadedFont {
  name?: string | undefined;
  bold?: boolean | undefined;
  black?: boolean | undefined;
  italic?: boolean | undefined;
}

/** What is used of a link of pdf.js, its destination found. */
export interface LinkPiece {
  rect: Matrix;
  /** Name of the destination, if it has one. */
  name: string | null;
  page: number;
  left: number | null;
  top: number | null;
}

/** Fonts of a document, each once. */
export class Fonts {
  readonly list: PdfFont[] = [];
  readonly #places = new Map<string, number>();

  /** Position of a font in the list. */
  place(font: LoadedFont | null): number {
    const described: PdfFont = {
      // Subsets carry a tag: ABCDEF+Times.
      name: (font?.name ?? "").replace(/^[A-Z]{6}\+/, ""),
      bold: font?.bold === true || font?.black === true,
      italic: font?.italic === true,
    };
    const key = JSON.stringify(described);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.list.length);
    return this.list.push(described) - 1;
  }
}

/** The pieces that hold text, and for each the number of the element in which pdf.js' own text layer shows it. */
export interface PageItems {
  items: PdfItem[];
  elements: number[];
}

/**
 * @param fontOf position of a font in the document's list
 * @param normalise spells ligatures out, as pdf.js does for a search
 */
export function itemsOf(
  pieces: readonly TextPiece[],
  view: View,
  fontOf: (fontName: string) => number,
  normalise: (text: string) => string,
): PageItems {
  const items: PdfItem[] = [];
  const elements: number[] = [];
  const [a = 1, b = 0] = view.transform;
  const unit = Math.hypot(a, b);
  let element = -1;
  for (const { str, transform, width = 0, fontName = "", hasEOL = false } of pieces) {
    // pdf.js makes an element of whatever is not empty.
    if (str === undefined || str === "") continue;
    element += 1;
    if (transform === undefined || str.trim() === "") continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = times(view.transform, transform);
    items.push({
      text: normalise(str),
      x: rounded(x),
      y: rounded(view.height - y),
      width: rounded(width * unit),
      size: rounded(Math.hypot(x2, y2)),
      font: fontOf(fontName),
      angle: rounded((Math.atan2(-y1, x1) * 180) / Math.PI),
      endOfLine: hasEOL,
    });
    elements.push(element);
  }
  return { items, elements };
}

export function linkOf({ rect, name, page, left, top }: LinkPiece, view: View): PdfLink {
  const [x1, y1] = shown(view, rect[0] ?? 0, rect[1] ?? 0);
  const [x2, y2] = shown(view, rect[2] ?? 0, rect[3] ?? 0);
  return {
    x: rounded(Math.min(x1, x2)),
    y: rounded(Math.min(y1, y2)),
    width: rounded(Math.abs(x2 - x1)),
    height: rounded(Math.abs(y2 - y1)),
    name,
    page,
    left: left === null ? null : rounded(left),
    top: top === null ? null : rounded(top),
  };
}

/** Offset in the text as it is drawn, of one in the text as the core has it. */
export function drawnOffset(drawn: string, offset: number, normalise: (text: string) => string): number {
  let normal = 0;
  let at = 0;
  for (const character of drawn) {
    if (normal >= offset) return at;
    normal += normalise(character).length;
    at += character.length;
  }
  return at;
}

/** A point of the file in points of the page as it is shown, from its lower left corner. */
export function shown({ transform, height }: View, x: number, y: number): [number, number] {
  const [, , , , left = 0, top = 0] = times(transform, [1, 0, 0, 1, x, y]);
  return [left, height - top];
}

function times(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  [a2 = 1, b2 = 0, c2 = 0, d2 = 1, e2 = 0, f2 = 0]: Matrix,
): number[] {
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ];
}

// Files may say anything; what is no number would not come through. Nothing is minus zero.
function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 + 0 : 0;
}
