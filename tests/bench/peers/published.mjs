// What HALLMARK's authors published of the tools, and where.
import { readFileSync } from "node:fs";

const RELEASE = "rpatrik96/hallmark at 46ddde856b, data/v1.0/baseline_results";

/**
 * @typedef {object} Row
 * @property {string} key in the results
 * @property {string} name
 * @property {string} source
 * @property {number} entries that the figures rest on
 * @property {number} detected
 * @property {number} accused
 * @property {number} f1
 * @property {number} weighted
 * @property {number} answered share of the split's entries that it gave an answer for
 */

/** @type {Row[]} */
export const PUBLISHED = [
  {
    key: "bibtex-updater-1.2",
    name: "bibtex-updater 1.2.0",
    source: `${RELEASE}/bibtexupdater_dev_public.json, run of 2026-05-31 on live services`,
    entries: 1119,
    ...{ detected: 0.865, accused: 0.092, f1: 0.89, weighted: 0.908, answered: 1 },
  },
  {
    key: "harcx",
    name: "harcx, with a key of Semantic Scholar",
    source: `${RELEASE}/harc_with_s2key_dev_public.json, on an earlier labelling (633 errors, 486 right)`,
    entries: 1119,
    ...{ detected: 0.209, accused: 0.045, f1: 0.335, weighted: 0.257, answered: 1 },
  },
  {
    key: "harcx-without-key",
    name: "harcx, without a key",
    source: `${RELEASE}/harc_dev_public.json, on what it reached within the time`,
    entries: 521,
    ...{ detected: 0.155, accused: 0, f1: 0.268, weighted: 0.188, answered: 521 / 1119 },
  },
  {
    key: "verify-citations",
    name: "verify-citations",
    source: "arXiv:2607.18360, table 5, on an earlier dev_public of 582 entries",
    entries: 71,
    ...{ detected: 0.042, accused: 0.024, f1: 0.071, weighted: 0.062, answered: 0.14 },
  },
];

const LABELS = "tests/fixtures/hallmark/bibtexupdater-labels.csv";

/**
 * What bibtex-updater 1.2.0 was published to say of the same entries, its pre-screening with it.
 *
 * @param {readonly import("./score.mjs").Gold[]} gold
 * @returns {import("./labels.mjs").Verdicts | undefined} undefined if it was not published for all of them
 */
export function publishedLabels(gold) {
  const lines = readFileSync(LABELS, "utf8").trim().split("\n").slice(1);
  const labels = new Map(
    lines.map((line) => {
      const [key = "", label] = line.split(",");
      return [key, /** @type {import("./labels.mjs").Label} */ (label)];
    }),
  );
  /** @type {import("./labels.mjs").Verdicts} */
  const verdicts = new Map();
  for (const { bibtex_key } of gold) {
    const label = labels.get(bibtex_key);
    if (label === undefined) return undefined;
    verdicts.set(bibtex_key, { label, status: "published" });
  }
  return verdicts;
}
