// Each marked figure of a page beside the stored one it stands for.

import { rounding, scaleOf, writeNumber } from "./numbers.mjs";

/**
 * @typedef {import("./pages.mjs").Mark} Mark
 * @typedef {import("./stored.mjs").Results} Results
 * @typedef {import("../../../tests/bench/results.mjs").Figure} Figure
 * @typedef {{ start: number, end: number, printed: string, stored: string, differs: boolean }} Held a number, its place in its line, and what should stand there
 * @typedef {{ mark: Mark, figure: Figure, date: string, held: Held[] }} Compared
 */

/**
 * @param {Mark} mark @param {Map<string, Results>} stored
 * @returns {Compared | { problem: string }} why it cannot be compared, if so
 */
export function compared(mark, stored) {
  const { suite, key, form } = mark;
  const results = stored.get(suite);
  if (!results) return { problem: `there are no results of a suite “${suite}”` };
  const figure = results.figures.find((figure) => figure.key === key);
  if (!figure) return { problem: `${suite} has no figure “${key}”` };
  if (!form?.parts.main) return { problem: `no number stands right before ${mark.text}` };
  try {
    return { mark, figure, date: results.date, held: held(mark, form, figure) };
  } catch (error) {
    return { problem: `${mark.text}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** @param {Mark} mark @param {import("./numbers.mjs").Form} form @param {Figure} figure @returns {Held[]} */
function held({ facet }, { parts, unit }, figure) {
  const scale = facet === "of" ? 1 : scaleOf(figure.unit, unit);
  if (scale === undefined)
    throw new Error(`a figure in ${figure.unit} is not printed in ${unit ?? "no unit"}`);
  /** @param {import("./numbers.mjs").Part | undefined} part @param {() => number} value @param {number} tolerance */
  const one = (part, value, tolerance) => (part ? [holds(part, value(), tolerance)] : []);
  const asked = () => scale * facetOf(figure, facet);
  // Of “436 of 511” a share says both.
  const isCounted = parts.of !== undefined && figure.unit === "share";
  const cases = () => facetOf(figure, "of");
  return [
    ...(isCounted
      ? one(parts.main, () => Math.round(figure.value * cases()), figure.tolerance * cases())
      : one(parts.main, asked, facet === "of" || facet === "bar" ? 0 : scale * figure.tolerance)),
    ...one(parts.lower, () => scale * facetOf(figure, "lower"), scale * figure.tolerance),
    ...one(parts.upper, () => scale * facetOf(figure, "upper"), scale * figure.tolerance),
    ...one(parts.of, cases, 0),
  ];
}

/** @param {Figure} figure @param {Mark["facet"]} facet */
function facetOf(figure, facet) {
  const value =
    facet === undefined
      ? figure.value
      : facet === "of"
        ? figure.of
        : facet === "bar"
          ? figure.bar?.value
          : figure.interval?.[facet];
  if (value === undefined) throw new Error(`the figure has no ${facet === "of" ? "number of cases" : facet}`);
  return value;
}

/** @param {import("./numbers.mjs").Part} part @param {number} value @param {number} tolerance @returns {Held} */
function holds({ start, end, printed }, value, tolerance) {
  return {
    start,
    end,
    printed: writeNumber(printed.value, printed),
    stored: writeNumber(value, printed),
    differs: Math.abs(printed.value - value) > Math.max(tolerance, rounding(printed)),
  };
}

/** A page with the stored numbers in place of those that stand there. @param {string} source @param {Compared[]} all */
export function rewritten(source, all) {
  const places = all.flatMap(({ mark, held }) =>
    held.map(({ start, end, stored }) => ({ start: mark.offset + start, end: mark.offset + end, stored })),
  );
  return places
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, stored }) => text.slice(0, start) + stored + text.slice(end), source);
}
