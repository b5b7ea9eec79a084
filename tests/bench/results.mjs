// What a benchmark measured, in the one form of all suites (docs/schema/results.schema.json; crate/core/src/export/results.rs).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { arch, platform } from "node:process";
import { basename, dirname, join } from "node:path";
import { parseJson } from "../fake-apis/answer.mjs";

/**
 * @typedef {import("../../www/results/generated/Results").Results} Results
 * @typedef {import("../../www/results/generated/ReadFile").ReadFile} ReadFile
 * @typedef {import("../../www/results/generated/Figure").Figure} Figure
 * @typedef {Omit<Figure, "tolerance"> & { tolerance?: number }} Measured what a figure says; without a tolerance every run gives it anew
 */

const NAME = /^[a-z0-9.-]+(\/[a-z0-9.-]+)*$/;

/** A heading as a part of a figure's key. @param {string} heading */
export const keyOf = (heading) =>
  heading
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");

/** A file that was read. @param {string} path @returns {ReadFile} */
export const inputOf = (path) => ({
  name: basename(path),
  sha256: createHash("sha256").update(readFileSync(path)).digest("hex"),
});

/** Where `./build.sh bench` wants the results of a suite, if it runs. @param {string} suite */
export const resultsPath = (suite) =>
  process.env.CITELIGHT_RESULTS === undefined
    ? undefined
    : join(process.env.CITELIGHT_RESULTS, `${suite}.json`);

/**
 * What a clock was asked for, which other machines and moments answer otherwise: ratios within one run differ by a quarter, speeds and
 * times by more than half.
 *
 * @param {Measured} figure @returns {Measured}
 */
export const clocked = (figure) => ({
  ...figure,
  tolerance: Math.abs(figure.value) * (figure.unit === "ratio" || figure.unit === "share" ? 0.25 : 0.6),
});

/**
 * Writes the results where they were asked for; the suite is called what the file is.
 *
 * @param {string | undefined} path nothing is written without one
 * @param {{ title: string, about: string, command: string, figures: Measured[], models?: string[], inputs?: ReadFile[], seeds?: number[] }} sheet
 */
export function writeResults(path, { title, about, command, figures, models = [], inputs = [], seeds = [] }) {
  if (path === undefined) return;
  /** @type {Results} */
  const results = {
    schema: "citelight/results/1",
    suite: basename(path, ".json"),
    title,
    about,
    command,
    date: new Date().toISOString().slice(0, 10),
    version: version(),
    machine: {
      processor: cpus()[0]?.model ?? null,
      cores: availableParallelism(),
      architecture: { x64: "x86_64", arm64: "aarch64" }[/** @type {string} */ (arch)] ?? arch,
      system: platform === "darwin" ? "macos" : platform,
    },
    models,
    inputs,
    seeds,
    figures: figures.map((figure) => ({ ...figure, tolerance: figure.tolerance ?? 0 })),
    plots: [],
  };
  const problem = problemOf(results);
  if (problem !== undefined) throw new Error(`the results of ${results.suite} cannot be kept: ${problem}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${path}.tmp`, path);
}

/** Why documents could not refer to these results, if so. @param {Results} results */
export function problemOf({ suite, figures }) {
  if (figures.length === 0) return "there are no figures";
  if (!NAME.test(suite) || /[/.]/.test(suite)) return `“${suite}” is no name of a suite`;
  const seen = new Set();
  for (const { key, value, tolerance } of figures) {
    if (!NAME.test(key)) return `“${key}” is no name of a figure`;
    if (!Number.isFinite(value) || !Number.isFinite(tolerance) || tolerance < 0)
      return `“${key}” has a value or a tolerance that is no number`;
    if (seen.has(key)) return `two figures are called “${key}”`;
    seen.add(key);
  }
  return undefined;
}

function version() {
  const { version } = /** @type {{ version: string }} */ (parseJson(readFileSync("package.json", "utf8")));
  return version;
}
