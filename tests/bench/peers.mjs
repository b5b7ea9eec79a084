// Citelight beside other checkers of bibliographies, all of them asking the same fake scholarly web in the same run.
//   npm run bench:peers -- [--entries FILE --world FILE] [--only KEY]… [--results FILE]
// The others come from their package registry, at pinned versions, into an environment under the user's cache folder. One that
// cannot be had is named, with what was published of it. What is compared and what is not: docs/peers.md.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { BINARY, HALLMARK, bibtex, entriesOf, folder, gold } from "../network/support.mjs";
import { environmentOf } from "./peers/environments.mjs";
import { readCitelight } from "./peers/labels.mjs";
import { atFirstSight, withErrors } from "./peers/prescreening.mjs";
import { PUBLISHED, publishedLabels } from "./peers/published.mjs";
import { figuresOf, print } from "./peers/report.mjs";
import { scoreOf } from "./peers/score.mjs";
import { TOOLS, runTool } from "./peers/tools.mjs";
import { openWorld } from "./peers/web.mjs";
import { inputOf, writeResults } from "./results.mjs";
import { watched } from "./support.mjs";

/** @typedef {import("../network/support.mjs").Gold & import("./peers/score.mjs").Gold} Entry */

const { values } = parseArgs({
  options: {
    entries: { type: "string", default: HALLMARK.entries },
    world: { type: "string", default: HALLMARK.world },
    only: { type: "string", multiple: true },
    results: { type: "string" },
  },
});
const entries = /** @type {Entry[]} */ (gold(values.entries));
const home = folder();
const world = await openWorld(values.world, home.path);
try {
  const bibliography = home.write("entries.bib", bibtex(entries));
  const screened = await errorsAtFirstSight();

  /** @type {import("./peers/report.mjs").Row[]} */
  const rows = [await citelight(bibliography)];
  for (const tool of TOOLS.filter(({ key }) => values.only?.includes(key) ?? true))
    rows.push(...(await rowsOf(tool, bibliography, screened)));
  const told = publishedLabels(entries);
  if (told)
    rows.push({
      kind: "published-labels",
      key: "bibtex-updater-1.2-published",
      name: "bibtex-updater 1.2.0, as published on these entries",
      score: scoreOf(entries, told),
    });
  rows.push(...PUBLISHED.map((row) => /** @type {const} */ ({ kind: "published", ...row })));

  print(rows, entries.length);
  writeResults(values.results, {
    title: "Beside other checkers of bibliographies",
    about:
      `${entries.length} entries of HALLMARK's dev_public in the noisy closed world, every tool asking the same server in the same run, ` +
      "each at its own pace. The world's sources are Crossref, OpenAlex, Semantic Scholar and DBLP: what others hold (arXiv, OpenReview, " +
      "Google Scholar, Open Library) is not simulated, so the figures compare the checks on equal answers, not on the live web. " +
      `Citelight was a ${BINARY.includes("release") ? "release" : "debug"} build.`,
    command: "npm run bench:peers",
    inputs: [values.entries, values.world].map(inputOf),
    figures: figuresOf(rows),
  });
} finally {
  await world.close();
  home.remove();
}

/** What HALLMARK's checks before every tool say of the entries. */
async function errorsAtFirstSight() {
  /** @type {Map<string, string>} */
  const errors = new Map();
  for (const { bibtex_key, fields } of entries) {
    const error = await atFirstSight(fields, world.resolves);
    if (error !== undefined) errors.set(bibtex_key, error);
  }
  return errors;
}

/**
 * Citelight in the manner of the others: at its own pace, without a cache.
 *
 * @param {string} bibliography
 * @returns {Promise<import("./peers/report.mjs").Row>}
 */
async function citelight(bibliography) {
  world.begin();
  const args = ["bib", bibliography, "--format", "json", "--sources-url", world.url, "--no-cache"];
  const { outcome, seconds, used } = await watched(args);
  const verdicts = readCitelight(entriesOf(outcome));
  return {
    kind: "measured",
    key: "citelight",
    name: "Citelight",
    licence: "MIT OR Apache-2.0",
    score: scoreOf(entries, verdicts),
    answered: verdicts.size / entries.length,
    seconds,
    processor: used.seconds,
    asked: world.asked(),
  };
}

/**
 * A tool by itself, and with the checks that its published row has beside it.
 *
 * @param {import("./peers/tools.mjs").Tool} tool
 * @param {string} bibliography
 * @param {ReadonlyMap<string, string>} screened
 * @returns {Promise<import("./peers/report.mjs").Row[]>}
 */
async function rowsOf(tool, bibliography, screened) {
  const { key, name, licence } = tool;
  const environment = await environmentOf(tool.requirements);
  if (environment.kind === "absent") return [{ kind: "absent", key, name, why: environment.why }];
  const place = home.at(key);
  mkdirSync(place);
  world.begin();
  try {
    const { verdicts, seconds, processor } = await runTool(tool, {
      commands: environment.folder,
      home: place,
      bibliography,
      network: world.network,
    });
    const answered = verdicts.size / entries.length;
    const together = scoreOf(entries, withErrors(verdicts, screened));
    return [
      {
        ...{ kind: "measured", key, name, licence, answered, seconds, processor },
        ...{ score: scoreOf(entries, verdicts), asked: world.asked() },
      },
      {
        kind: "screened",
        key: `${key}/pre-screened`,
        name: `${name} with HALLMARK's pre-screening`,
        score: together,
      },
    ];
  } catch (error) {
    return [{ kind: "absent", key, name, why: error instanceof Error ? error.message : String(error) }];
  }
}
