// What the tools of others say of an entry, as HALLMARK's labels: the readings that the benchmark's authors publish for them
// (rpatrik96/hallmark, hallmark/baselines: bibtexupdater.py, harc.py).
import { parseJson } from "../../fake-apis/answer.mjs";

/** @typedef {"VALID" | "HALLUCINATED" | "UNCERTAIN"} Label */

/**
 * @typedef {object} Verdict
 * @property {Label} label
 * @property {string} status in the tool's own words
 */

/** @typedef {Map<string, Verdict>} Verdicts by the entries' keys */

/** Statuses of bibtex-check that the benchmark reads as an error of the entry. */
const ERRORS = new Set([
  ...["not_found", "hallucinated", "partial_match", "title_mismatch", "author_mismatch", "year_mismatch"],
  ...["venue_mismatch", "given_name_substitution", "arxiv_id_mismatch", "doi_mismatch", "nonexistent_venue"],
  ...["title_near_miss", "author_truncated", "unpublished_at_claimed_venue", "preprint_only"],
  ...["future_date", "invalid_year", "doi_not_found"],
  ...["url_not_found", "url_content_mismatch", "book_not_found", "working_paper_not_found"],
]);
/** Those that it reads as no error: the entry was confirmed, or could not be checked. */
const PASSES = new Set([
  ...["verified", "published_version_exists", "unconfirmed", "api_error", "network_error", "skipped"],
  ...["coverage_incomplete", "strict_warn_preprint_year", "strict_warn_cnv"],
  ...["url_verified", "url_accessible", "book_verified", "working_paper_verified"],
]);

/**
 * A status of bibtex-check as a verdict.
 *
 * @param {string} status
 * @param {boolean} isIncomplete whether a source failed on the way: then nothing found is no evidence
 * @returns {Verdict}
 */
export function ofStatus(status, isIncomplete) {
  if (!ERRORS.has(status) && !PASSES.has(status))
    throw new Error(
      `bibtex-check gave the status “${status}”, which has no reading yet: see what HALLMARK's wrapper makes of it, and add it`,
    );
  const isError = ERRORS.has(status) && !(status === "not_found" && isIncomplete);
  return { label: isError ? "HALLUCINATED" : "VALID", status };
}

/**
 * What bibtex-check wrote with --jsonl.
 *
 * @param {string} lines
 * @returns {Verdicts}
 */
export function readBibtexCheck(lines) {
  return new Map(
    lines
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const { key, status, coverage_incomplete } =
          /** @type {{ key: string, status: string, coverage_incomplete?: boolean }} */ (parseJson(line));
        return [key, ofStatus(status, coverage_incomplete === true)];
      }),
  );
}

/** Issues that come of a source's failure; one of them alone is not held against the entry. */
const FAILURE = /could not verify|could not find|api error|timeout|rate limit/i;

/**
 * What harcx printed: which entries it came to, and the issues in its list at the end.
 *
 * @param {string} printed
 * @returns {Verdicts}
 */
export function readHarcx(printed) {
  /** @type {Verdicts} */
  const verdicts = new Map();
  for (const [, key = ""] of printed.matchAll(/^\[\d+\/\d+\] Checking \([^)]*\): (\S+)$/gm))
    verdicts.set(key, { label: "VALID", status: "no issue" });
  /** @type {Map<string, string[]>} */
  const issues = new Map();
  let key = "";
  for (const line of printed.split("\n")) {
    key = /^\[(\S+)\]$/.exec(line)?.[1] ?? key;
    const issue = /^ {2}Issue: (.+)$/.exec(line)?.[1];
    if (issue !== undefined) issues.set(key, [...(issues.get(key) ?? []), issue]);
  }
  for (const [flagged, said] of issues) {
    const isFailure = said.length === 1 && FAILURE.test(said[0] ?? "");
    const status = said.join("; ");
    verdicts.set(flagged, { label: isFailure ? "VALID" : "HALLUCINATED", status });
  }
  return verdicts;
}

/**
 * What `citelight bib --format json` wrote.
 *
 * @param {import("../../network/support.mjs").Checked[]} entries
 * @returns {Verdicts}
 */
export const readCitelight = (entries) =>
  new Map(entries.map(({ key, label, status }) => [key, { label, status }]));
