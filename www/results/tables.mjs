// Results as both the report (docs/results.md) and the page (www/results) show them: numbers in words, figures as tables.

/**
 * @typedef {import("./generated/Results").Results} Results
 * @typedef {import("./generated/Figure").Figure} Figure
 * @typedef {import("./generated/Unit").Unit} Unit
 * @typedef {{ heading: string, rows: { heading: string, cells: (Figure | undefined)[] }[], columns: string[] }} Table a section; a cell without a figure is empty
 * @typedef {"reached" | "not reached" | "no bar"} Outcome
 */

const SIGNS = {
  tokens: " tokens",
  milliseconds: " ms",
  seconds: " s",
  hours: " h",
  "per-second": "/s",
  "per-hour": "/h",
  bytes: " B",
  megabytes: " MB",
};

/** @param {number} value @param {number} least @param {number} most decimals */
const decimal = (value, least, most) =>
  new Intl.NumberFormat("en-GB", { minimumFractionDigits: least, maximumFractionDigits: most })
    .format(value)
    .replace(/^-/, "−");

/** To three digits, but whole numbers in full. @param {number} value */
const rough = (value) =>
  Math.abs(value) >= 100 || Number.isInteger(value)
    ? decimal(value, 0, 0)
    : new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3 }).format(value).replace(/^-/, "−");

/** To three decimals; what is nearly one, so far that it can be told from it. @param {number} value */
const score = (value) => decimal(value, 3, value !== 1 && Math.abs(1 - value) < 0.0005 ? 6 : 3);

/** A number as it is read. @param {number} value @param {Unit} unit */
export function say(value, unit) {
  switch (unit) {
    case "share":
      return `${decimal(100 * value, 1, 1)} %`;
    case "score":
      return score(value);
    case "ratio":
      return decimal(value, 2, 2);
    case "count":
      return Number.isInteger(value) ? decimal(value, 0, 0) : decimal(value, 1, 2);
    case "dollars":
      return `$${decimal(value, 2, 4)}`;
    case "tokens":
    case "milliseconds":
    case "seconds":
    case "hours":
    case "per-second":
    case "per-hour":
    case "bytes":
    case "megabytes":
      return rough(value) + SIGNS[unit];
  }
}

/** Its interval, if it has one. @param {Figure} figure */
export const interval = ({ interval, unit }) =>
  interval ? `[${say(interval.lower, unit)}, ${say(interval.upper, unit)}]` : undefined;

/** @param {Figure} figure @returns {Outcome} */
export function outcomeOf({ bar, value, origin }) {
  if (!bar || origin === "published") return "no bar";
  return (bar.is === "at-least" ? value >= bar.value : value <= bar.value) ? "reached" : "not reached";
}

/** What was aimed at. @param {Figure} figure */
export const barOf = ({ bar, unit }) =>
  bar ? `${bar.is === "at-least" ? "at least" : "at most"} ${say(bar.value, unit)}` : undefined;

/** Headings in the order in which they first stand. @param {Figure[]} figures @param {(figure: Figure) => string} of */
const headings = (figures, of) => [...new Set(figures.map(of))];

/** Figures as tables: one a section, with its rows and columns in the order in which they come. @param {Figure[]} figures @returns {Table[]} */
export const tablesOf = (figures) =>
  headings(figures, ({ section }) => section).map((section) => {
    const own = figures.filter((figure) => figure.section === section);
    const columns = headings(own, ({ column }) => column);
    const rows = headings(own, ({ row }) => row);
    const cell = (/** @type {string} */ row, /** @type {string} */ column) =>
      own.find((figure) => figure.row === row && figure.column === column);
    // A table that is wider than high is turned: pages are higher than wide.
    const isWide = columns.length > 7 && columns.length > rows.length;
    return isWide
      ? {
          heading: section,
          columns: rows,
          rows: columns.map((column) => ({ heading: column, cells: rows.map((row) => cell(row, column)) })),
        }
      : {
          heading: section,
          columns,
          rows: rows.map((row) => ({ heading: row, cells: columns.map((column) => cell(row, column)) })),
        };
  });

/** Whether all figures of a row are others'. @param {(Figure | undefined)[]} cells */
export const isPublished = (cells) =>
  cells.some((cell) => cell) && cells.every((cell) => !cell || cell.origin === "published");

/** Where and with what it ran, part for part. @param {Results} results @returns {[string, string][]} */
export function circumstances({ command, date, version, programs, machine, models, inputs, seeds }) {
  const { processor, cores, architecture, system } = machine;
  /** @type {[string, string][]} */
  const all = [
    ["Command", command],
    ["Day", `${date}, Citelight ${version}`],
    ["Made with", (programs ?? []).join(", ")],
    ["Machine", [processor, `${cores} cores`, architecture, system].filter(Boolean).join(", ")],
    ["Models", models.join(", ")],
    ["Inputs", inputs.map(({ name, sha256 }) => `${name} (${sha256.slice(0, 12)})`).join(", ")],
    ["Seeds", seeds.join(", ")],
  ];
  return all.filter(([, text]) => text !== "");
}
