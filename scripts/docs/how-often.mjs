// The first section of docs/results.md, for readers: how often is it right? Every figure is one of a stored result.

import { interval, say } from "../../www/results/tables.mjs";

/**
 * @typedef {import("../../www/results/tables.mjs").Results} Results
 * @typedef {import("../../www/results/tables.mjs").Figure} Figure
 */

/** @param {Results[]} all @param {string} suite @param {string} key */
const figureOf = (all, suite, key) =>
  all.find((results) => results.suite === suite)?.figures.find((figure) => figure.key === key);

/** "95.0 % [90.1 %, 97.6 %] of 120". @param {Figure} figure */
const told = (figure) =>
  [
    say(figure.value, figure.unit),
    interval(figure)?.replace(/[[\]]/g, "\\$&"),
    figure.of === undefined ? "" : `of ${say(figure.of, "count")}`,
  ]
    .filter(Boolean)
    .join(" ");

/** A line of the list; none where its figure is not stored. @param {Figure | undefined} figure @param {(told: string) => string} words */
const item = (figure, words) => (figure === undefined ? [] : [`- ${words(told(figure))}`]);

/** Hints with how often each was right, those of many cases first. @param {Results[]} all */
function hints(all) {
  const rules = all.find(({ suite }) => suite === "rules")?.figures ?? [];
  const isHint = (/** @type {Figure} */ { key }) =>
    rules.some((other) => other.key === key.replace(/\/right$/, "/verdict") && other.value === 0);
  const rows = rules
    .filter((figure) => figure.key.startsWith("rules/") && figure.key.endsWith("/right") && isHint(figure))
    .sort((one, other) => (other.of ?? 0) - (one.of ?? 0));
  if (rows.length === 0) return [];
  return [
    "Everything else that the local models and comparisons notice is a hint and leaves the citation open. The card says how often such a " +
      "hint was right:",
    "",
    "| hint | right when |  |",
    "| --- | --- | ---: |",
    ...rows.map((figure) => {
      const isSupport = figure.section.includes("support");
      return `| ${figure.row} | the statement is ${isSupport ? "accurate" : "not accurate"} | ${told(figure)} |`;
    }),
    "",
  ];
}

/** @param {Results[]} all */
export function howOften(all) {
  const of = (/** @type {string} */ suite, /** @type {string} */ key) => figureOf(all, suite, key);
  const accurate = of("rules", "all/accurate");
  if (accurate === undefined) return [];
  const review = item(
    of("rules", "said/needs-review/right"),
    (right) => `**Needs review**, about what a source says, is right in ${right}.`,
  );
  const supported = of("rules", "said/supported/of-all");
  return [
    "## How often is it right?",
    "",
    "Measured on citing statements of real papers that experts had labelled, with sentences of the works they cite. Brackets give the 95 % " +
      "interval. Keep the base rate in mind: most statements are accurate, whatever a tool says of them.",
    "",
    ...item(accurate, (share) => `**Base rate.** Of all statements ${share} are accurate.`),
    ...item(
      of("rules", "said/supported/right"),
      (right) =>
        `**Supported** is right in ${right}.${
          supported === undefined ? "" : ` It is said rarely: of ${told(supported)} statements.`
        }`,
    ),
    ...(review.length > 0
      ? review
      : [
          "- **Needs review** is said of none of these statements: no comparison of a sentence with its source was right often enough. It is " +
            "kept for what records show (no such work, retracted, another author).",
        ]),
    ...item(
      of("sample", "planted/found"),
      (share) => `**Planted errors** in our own sample: ${share} are pointed out, by a verdict or a hint.`,
    ),
    ...item(
      of("sample", "true/hint-at-a-difference"),
      (share) => `**True sentences** of that sample with a hint at a difference: ${share}.`,
    ),
    ...item(
      of("sample-held-out", "planted/found"),
      (share) =>
        `Planted errors in a second manuscript of ours, which was in sight while hints were chosen: ${share} are pointed out.`,
    ),
    ...item(
      of("hallmark", "all/detected"),
      (share) => `**Invented and damaged references**: ${share} are found.`,
    ),
    ...item(
      of("hallmark", "all/false-positives-indexed"),
      (share) => `Sound references that an index knows and that are doubted: ${share}.`,
    ),
    "",
    ...hints(all),
    "An AI model that you connect, and papers that cite a work, are asked about what stays open. What they say is shown as theirs, and " +
      "counted as theirs.",
    "",
  ];
}
