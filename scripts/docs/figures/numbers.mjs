// Numbers as documents print them: `0.853`, `85.3 %`, `1,052`, `436 of 511`, `0.27 [0.19, 0.34]`, `2.9 ms`.

/**
 * A number as it stands: its decimals and whether thousands are set apart are kept when another takes its place.
 *
 * @typedef {{ value: number, decimals: number, grouped: boolean, minus: string }} Printed
 */

const DIGITS = String.raw`[−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;

/** What each unit that a document names is of the stored one: a stored 1 prints as so many. @type {Record<string, Record<string, number>>} */
const SCALES = {
  share: { "%": 100 },
  score: { "%": 100 },
  ratio: { "%": 100, times: 1 },
  milliseconds: { µs: 1e3, ms: 1, s: 1e-3, min: 1 / 6e4 },
  seconds: { ms: 1e3, s: 1, min: 1 / 60, h: 1 / 3600 },
  hours: { s: 3600, min: 60, h: 1 },
  bytes: { B: 1, kB: 1e-3, MB: 1e-6, GB: 1e-9, KiB: 1 / 2 ** 10, MiB: 1 / 2 ** 20, GiB: 1 / 2 ** 30 },
  megabytes: { kB: 1e3, MB: 1, GB: 1e-3 },
};

const UNIT = String.raw`(?: ?(?<unit>%|µs|ms|s|min|h|B|kB|MB|GB|KiB|MiB|GiB|times|[a-z]+\/s|Gop\/s))?`;
const FORM = new RegExp(
  String.raw`(?<![\d.,])(?<main>${DIGITS})(?: \[(?<lower>${DIGITS}), (?<upper>${DIGITS})\])?(?: of (?<of>${DIGITS}))?${UNIT}[*_]*$`,
);

/** @param {string} text @returns {Printed} */
export function readNumber(text) {
  const plain = text.replaceAll(",", "").replace("−", "-");
  const value = Number(plain);
  if (!Number.isFinite(value) || !new RegExp(`^${DIGITS}$`).test(text))
    throw new Error(`“${text}” is no number`);
  const [whole = "", fraction = ""] = plain.split(".");
  return {
    value,
    decimals: fraction.length,
    // One that is too small to tell is grouped, as is usual here.
    grouped: text.includes(",") || Math.abs(Number(whole)) < 1000,
    minus: text.startsWith("-") ? "-" : "−",
  };
}

/** Another value in the form of a number that stood there. @param {number} value @param {Omit<Printed, "value">} form */
export function writeNumber(value, { decimals, grouped, minus }) {
  const [whole = "", fraction] = Math.abs(value).toFixed(decimals).split(".");
  const digits =
    (grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole) +
    (fraction === undefined ? "" : `.${fraction}`);
  return value < 0 && /[1-9]/.test(digits) ? minus + digits : digits;
}

/** Half a unit of the last digit, and what binary fractions lose. @param {Printed} printed */
export const rounding = ({ value, decimals }) => 0.5 * 10 ** -decimals + 1e-9 * Math.max(1, Math.abs(value));

/**
 * The figure that a text ends with, part for part: where each number stands in it, and in what unit.
 *
 * @typedef {{ start: number, end: number, printed: Printed }} Part
 * @typedef {{ start: number, end: number, parts: Partial<Record<"main" | "lower" | "upper" | "of", Part>>, unit: string | undefined }} Form
 * @param {string} text
 * @returns {Form | undefined}
 */
export function lastFigure(text) {
  const found = new RegExp(FORM.source, "d").exec(text);
  if (!found?.groups || !found.indices?.groups) return undefined;
  /** @type {Form["parts"]} */
  const parts = {};
  for (const name of /** @type {const} */ (["main", "lower", "upper", "of"])) {
    const place = found.indices.groups[name];
    const digits = found.groups[name];
    if (place && digits !== undefined)
      parts[name] = { start: place[0], end: place[1], printed: readNumber(digits) };
  }
  return { start: found.index, end: text.length, parts, unit: found.groups.unit };
}

/** How many of a printed unit a stored 1 is; nothing if a figure of that unit is never printed so. @param {string} stored @param {string | undefined} unit */
export function scaleOf(stored, unit) {
  if (unit === undefined) return 1;
  const known = SCALES[stored];
  if (unit in (known ?? {})) return known?.[unit];
  return unit === "%" || SCALES.bytes?.[unit] !== undefined || SCALES.hours?.[unit] !== undefined
    ? undefined
    : 1;
}
