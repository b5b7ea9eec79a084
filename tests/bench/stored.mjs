// The stored results of all suites: docs/results/SUITE.json.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SUITES } from "./suites.mjs";
import { parseJson } from "../fake-apis/answer.mjs";

/** @typedef {import("./results.mjs").Results} Results */

export const RESULTS = join("docs", "results");

/** Every suite's last results by its name, in the order of the table of suites. @param {string} [folder] @returns {Map<string, Results>} */
export function storedResults(folder = RESULTS) {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const suites = names.map((name) => name.slice(0, -".json".length));
  const place = new Map(SUITES.map(({ name }, at) => [name, at]));
  const last = SUITES.length;
  suites.sort(
    (one, other) => (place.get(one) ?? last) - (place.get(other) ?? last) || (one < other ? -1 : 1),
  );
  return new Map(suites.map((suite) => [suite, readResults(join(folder, `${suite}.json`), suite)]));
}

/** @param {string} path @param {string} suite */
function readResults(path, suite) {
  const results = /** @type {Results} */ (parseJson(readFileSync(path, "utf8")));
  if (results.schema !== "citelight/results/1")
    throw new Error(
      `${path} is not of the form citelight/results/1; run its suite again: ./build.sh bench ${suite}`,
    );
  if (results.suite !== suite)
    throw new Error(`${path} holds results of “${results.suite}”, not of “${suite}”`);
  return results;
}
