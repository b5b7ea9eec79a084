/** Which words of a citation of several works name which: `5` of `[3, 5, 7]`, `Lee, 2020` of `(Smith, 2019; Lee, 2020)`. */

import type { ReferenceView } from "../generated/ReferenceView";

type Entry = Pick<ReferenceView, "id" | "number" | "label" | "authors" | "year">;

export interface CitationPart {
  readonly reference: string;
  readonly start: number;
  readonly end: number;
}

/** What joins the first and last number of a range. */
const RANGE = /\d\s*[-‐-―−~]\s*\d/;

/** The parts that can be told apart; none for the rest, and for whatever could be two. */
export function partsOf(surface: string, entries: readonly Entry[]): CitationPart[] {
  const found = RANGE.test(surface) && !/[A-Za-z]{3}/.test(surface) ? [] : byLabel(surface, entries);
  return found.length > 0 ? found : byName(surface, entries);
}

function byLabel(surface: string, entries: readonly Entry[]): CitationPart[] {
  const tokens = [...surface.matchAll(/[\p{L}\p{N}+*]+/gu)];
  return entries.flatMap(({ id, label, number }): CitationPart[] => {
    const wanted = (label ?? String(number)).replace(/[[\]().:\s]/g, "");
    const [match, other] = tokens.filter(([token]) => token === wanted);
    if (wanted === "" || match === undefined || other !== undefined) return [];
    return [{ reference: id, start: match.index, end: match.index + wanted.length }];
  });
}

function byName(surface: string, entries: readonly Entry[]): CitationPart[] {
  const pieces = [...surface.matchAll(/[^;()[\]]+/g)].map((match) => {
    const [text] = match;
    const start = match.index + (text.length - text.trimStart().length);
    return { text, start, end: start + text.trim().length };
  });
  return entries.flatMap(({ id, authors, year }): CitationPart[] => {
    const family = authors[0]?.family ?? "";
    if (family === "") return [];
    const named = pieces.filter(({ text }) => folded(text).includes(folded(family)));
    const dated = named.filter(({ text }) => year === null || text.includes(String(year)));
    const [piece, other] = dated;
    // Several works of the same authors stand in one piece: `Smith 2019, 2020`.
    const isShared =
      piece !== undefined &&
      entries.some(
        (one) =>
          one.id !== id &&
          folded(piece.text).includes(folded(one.authors[0]?.family ?? "\u0000")) &&
          (one.year === null || piece.text.includes(String(one.year))),
      );
    if (piece === undefined || other !== undefined || isShared) return [];
    return [{ reference: id, start: piece.start, end: piece.end }];
  });
}

/** Without case and marks over letters. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
