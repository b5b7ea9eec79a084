// Writes docs/results.md from the stored results of all suites: node scripts/docs/report.mjs

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  barOf,
  circumstances,
  interval,
  isPublished,
  outcomeOf,
  say,
  tablesOf,
} from "../../www/results/tables.mjs";
import { howOften } from "./how-often.mjs";
import { storedResults } from "../../tests/bench/stored.mjs";

/**
 * @typedef {import("../../www/results/tables.mjs").Results} Results
 * @typedef {import("../../www/results/tables.mjs").Figure} Figure
 */

export const REPORT = join("docs", "results.md");

const INTRODUCTION = `# Results

This page holds every figure that Citelight publishes about itself. \`node scripts/docs/report.mjs\` writes it from the stored results in
\`docs/results\`, which all have [one form](schemas.md). \`./build.sh bench\` runs the suites, stores what they measure and rewrites this page;
\`./build.sh bench --list\` lists them with what each needs. [Evaluation data](evaluation-data.md) describes the files that the repository may
not contain. Brackets after a figure give its 95 % interval; “of” gives the number of cases. Rows marked “as published” quote other authors
and were not measured here.
`;

/** Where the section of a suite begins, for links from the other pages: titles and their slugs change. @param {string} name */
export const anchorOf = (name) => `suite-${encodeURIComponent(name)}`;

/** Text as text: nothing in it is read as Markdown or HTML. @param {string} text */
export const plain = (text) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~!&$]/g, (sign) => (sign === "<" ? "&lt;" : sign === "&" ? "&amp;" : `\\${sign}`))
    .replace(/^([+-])/, "\\$1")
    .replace(/^(\d+)([.)])/, "$1\\$2");

/** Text between backticks, more of them than stand in it. @param {string} text */
export function code(text) {
  const flat = text.replace(/\s+/g, " ").trim();
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${flat} ${fence}` : `\`${flat}\``;
}

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(" | ")} |`;

/** @param {Figure | undefined} figure @param {boolean} isMarked the row says already that it was published */
function cell(figure, isMarked) {
  if (!figure) return "–";
  const bar = barOf(figure);
  const notes = [
    ...(figure.of === undefined ? [] : [`of ${say(figure.of, "count")}`]),
    ...(bar === undefined || figure.origin === "published" ? [] : [`${bar}: ${outcomeOf(figure)}`]),
    ...(figure.origin === "published" && !isMarked ? ["as published"] : []),
  ];
  const value = [say(figure.value, figure.unit), interval(figure)?.replace(/[[\]]/g, "\\$&")];
  return value.filter(Boolean).join(" ") + (notes.length > 0 ? ` (${notes.join("; ")})` : "");
}

/** @param {import("../../www/results/tables.mjs").Table} table */
function table({ heading, rows, columns }) {
  const body = rows.map(({ heading, cells }) => {
    const isMarked = isPublished(cells);
    return line([
      plain(heading) + (isMarked ? " (as published)" : ""),
      ...cells.map((one) => cell(one, isMarked)),
    ]);
  });
  return [
    `### ${plain(heading)}`,
    "",
    line(["", ...columns.map(plain)]),
    line(["---", ...columns.map(() => "---:")]),
    ...body,
    "",
  ];
}

/** @param {Results} results */
const suite = (results) => [
  `<a id="${anchorOf(results.suite)}"></a>`,
  "",
  `## ${plain(results.title)}`,
  "",
  plain(results.about),
  "",
  ...circumstances(results).map(
    ([name, text]) => `- ${name}: ${name === "Command" ? code(text) : plain(text)}`,
  ),
  "",
  ...results.plots.flatMap(({ file, alternative }) => [
    `![${plain(alternative)}](results/${encodeURIComponent(file)})`,
    "",
  ]),
  ...tablesOf(results.figures).flatMap(table),
];

/** Every bar with its figure, those that are not reached first. @param {Results[]} all */
function overview(all) {
  const bars = all.flatMap(({ title, figures }) =>
    figures.filter((figure) => outcomeOf(figure) !== "no bar").map((figure) => ({ title, figure })),
  );
  const missed = bars.filter(({ figure }) => outcomeOf(figure) === "not reached");
  const reached = bars.filter(({ figure }) => outcomeOf(figure) === "reached");
  if (bars.length === 0) return [];
  return [
    "## Bars",
    "",
    `${reached.length} of ${bars.length} bars are reached${missed.length > 0 ? "; the others are listed first" : ""}.`,
    "",
    line(["suite", "what", "figure", "bar", ""]),
    line(["---", "---", "---:", "---", "---"]),
    ...[...missed, ...reached].map(({ title, figure }) =>
      line([
        plain(title),
        [figure.section, figure.row, figure.column].map(plain).join(", "),
        say(figure.value, figure.unit),
        barOf(figure) ?? "",
        outcomeOf(figure),
      ]),
    ),
    "",
  ];
}

/** @param {Iterable<Results>} stored */
export function report(stored) {
  const all = [...stored];
  return [INTRODUCTION, ...howOften(all), ...overview(all), ...all.flatMap(suite)]
    .join("\n")
    .replace(/\n+$/, "\n");
}

if (process.argv[1]?.endsWith("report.mjs")) {
  const stored = storedResults();
  writeFileSync(REPORT, report(stored.values()));
  console.log(`${REPORT}: ${stored.size} suites`);
}
