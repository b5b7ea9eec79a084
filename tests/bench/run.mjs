// Runs suites and benchmarks and keeps their results: node tests/bench/run.mjs [NAME…] [--list | --needs]
// `./build.sh bench` builds what they need and calls this. One that fails does not stop the others; one whose data is missing is left out,
// and its stored results stand.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseJson } from "../fake-apis/answer.mjs";
import { RESULTS, storedResults } from "./stored.mjs";
import { DATA, SUITES } from "./suites.mjs";

/** @typedef {import("./suites.mjs").Suite} Suite */
/** @typedef {import("../../www/results/generated/Results").Results} Results */

/** What suites and the report write. */
const WRITTEN = [RESULTS, "docs/results.md", "docs/mapping.md"];

/**
 * The suites of these names, in the order of the table; without names all that do not run by their name alone.
 *
 * @param {string[]} names
 */
export function chosen(names) {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0)
    throw new Error(
      `there is no suite ${unknown.map((name) => `“${name}”`).join(", ")}; ./build.sh bench --list names all`,
    );
  return SUITES.filter(({ name, alone }) => (names.length === 0 ? !alone : names.includes(name)));
}

/** What of a suite's data is not there. @param {Suite} suite @param {string | undefined} folder */
export const missing = ({ data }, folder) =>
  data.filter((path) => folder === undefined || folder === "" || !existsSync(join(folder, path)));

/** The words of a step with its folders in the place of their names. @param {string[]} step @param {Record<string, string>} places */
export const spelt = (step, places) =>
  step.map((word) =>
    Object.entries(places).reduce((spelt, [name, place]) => spelt.replaceAll(`$${name}`, place), word),
  );

/** @param {Suite} suite */
function told(suite) {
  const lacking = missing(suite, process.env[DATA]);
  const date = storedResults().get(suite.name)?.date;
  const state = suite.writes === "nothing" ? "keeps no results" : date ? `stored ${date}` : "never stored";
  const notes = [
    `about ${suite.minutes} min`,
    state,
    ...(suite.alone ? ["only if named"] : []),
    ...(lacking.length > 0 ? [`lacks ${lacking.map((path) => `$${DATA}/${path}`).join(", ")}`] : []),
  ];
  return `${suite.name.padEnd(24)} ${notes.join("; ")}`;
}

/** Whether a suite ran to its end. @param {Suite} suite @param {string} folder of results */
function run(suite, folder) {
  // Results hold the command, so no folder of this machine may stand in it.
  const work = join(".build", "bench", suite.name);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const binary = resolve(process.env.CITELIGHT_BINARY ?? "target/release/citelight");
  const evaluation = process.env.CITELIGHT_EVAL
    ? resolve(process.env.CITELIGHT_EVAL)
    : join(dirname(binary), "citelight-eval");
  const programs = new Map([
    ["citelight", binary],
    ["citelight-eval", evaluation],
  ]);
  const places = { [DATA]: process.env[DATA] ?? "", WORK: work, RESULTS: folder };
  const file = join(folder, `${suite.name}.json`);
  const env = {
    ...process.env,
    CITELIGHT_BINARY: binary,
    CITELIGHT_EVAL: evaluation,
    ...(suite.writes === "folder" ? { CITELIGHT_RESULTS: resolve(folder) } : {}),
  };
  try {
    return suite.steps.every((step, at) => {
      const isLast = at === suite.steps.length - 1;
      const told = isLast && suite.writes === "option" ? ["--results", file] : [];
      const [program = "", ...args] = [...spelt(step, places), ...told];
      const { status, error } = spawnSync(programs.get(program) ?? program, args, {
        stdio: "inherit",
        env,
      });
      if (error) console.log(`${suite.name}: ${program} does not start: ${error.message}`);
      return status === 0;
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The first line that a program says of its version; none where there is no such program. @param {string} program */
function versionOf(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 ? [(stdout.split("\n")[0] ?? "").replace(/ \(.*\)$/, "").trim()] : [];
}

/** What the sources are and what they were built with: before a suite writes anything. */
function sources() {
  const git = (/** @type {string[]} */ ...words) => spawnSync("git", words, { encoding: "utf8" });
  const { status, stdout } = git("rev-parse", "--short=12", "HEAD");
  // What earlier runs stored is no change of what runs.
  const changed = git("status", "--porcelain", "--", ".", ...WRITTEN.map((path) => `:!${path}`)).stdout;
  const commit = `commit ${stdout.trim()}${changed === "" ? "" : " and changes"}`;
  return [...(status === 0 ? [commit] : []), ...versionOf("rustc"), `Node.js ${process.versions.node}`];
}

/** The browser that a suite ran in; build.sh finds and exports it. @param {Suite} suite */
const browserOf = ({ needs }) =>
  needs.some((need) => need !== "command") ? versionOf(process.env.CITELIGHT_CHROMIUM ?? "chromium") : [];

/** Adds to the results of a run what they were made with. @param {string} file @param {string[]} programs */
function sign(file, programs) {
  if (!existsSync(file)) return;
  const results = /** @type {Results} */ (parseJson(readFileSync(file, "utf8")));
  writeFileSync(`${file}.tmp`, `${JSON.stringify({ ...results, programs }, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

/** Runs them one after the other and tells what became of each. @param {Suite[]} suites @param {string} [folder] of results */
export function runAll(suites, folder = RESULTS) {
  const programs = sources();
  const outcomes = suites.map((suite) => {
    const lacking = missing(suite, process.env[DATA]);
    const date = storedResults(folder).get(suite.name)?.date;
    const stands = date ? `; the stored results of ${date} stand` : "; there are no stored results";
    if (lacking.length > 0) {
      const files = lacking.map((path) => `$${DATA}/${path}`).join(", ");
      return {
        failed: false,
        line: `left out  ${suite.name}: ${files} is not there (docs/evaluation-data.md)${stands}`,
      };
    }
    console.log(`==> ${suite.name}`);
    const start = performance.now();
    const isWell = run(suite, folder);
    if (isWell && suite.writes !== "nothing")
      sign(join(folder, `${suite.name}.json`), [...programs, ...browserOf(suite)]);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    return {
      failed: !isWell,
      line: isWell
        ? `ran       ${suite.name}: ${seconds} s`
        : `FAILED    ${suite.name} after ${seconds} s${stands}`,
    };
  });
  console.log(`\n${outcomes.map(({ line }) => line).join("\n")}\n`);
  return outcomes.some(({ failed }) => failed) ? 1 : 0;
}

if (process.argv[1]?.endsWith(join("bench", "run.mjs"))) {
  const { values, positionals } = parseArgs({
    options: { list: { type: "boolean", default: false }, needs: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  try {
    if (values.list) console.log(SUITES.map(told).join("\n"));
    else if (values.needs) {
      const ready = chosen(positionals).filter((suite) => missing(suite, process.env[DATA]).length === 0);
      console.log([...new Set(ready.flatMap(({ needs }) => needs))].join(" "));
    } else process.exitCode = runAll(chosen(positionals));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
