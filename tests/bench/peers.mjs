// Citelight beside other checkers of bibliographies, all of them asking the same fake scholarly web in the same run.
//   npm run bench:peers -- [--entries FILE --world FILE] [--only KEY]… [--results FILE]
// The others come from their package registry, at pinned versions, into an environment under the user's cache folder. One that
// cannot be had is named, with what was published of it. What is compared and what is not: docs/peers.md.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { HALLMARK, bibtex, buildOf, entriesOf, folder, gold } from "../network/support.mjs";
import { environmentOf } from "./peers/environments.mjs";
import { readCitelight } from "./peers/labels.mjs";
import { atFirstSight, withErrors } from "./peers/prescreening.mjs";
import { PUBLISHED, publishedLabels } from "./peers/published.mjs";
import { figuresOf, print } from "./peers/report.mjs";
import { scoreOf } from "./peers/score.mjs";
import { TOOLS, runTool } from "./peers/tools.mjs";
import { certifyHosts, openWorld } from "./peers/web.mjs";
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
try {
  const certificate = certifyHosts(home.path);
  const open = () => openWorld(values.world, certificate);
  const bibliography = home.write("entries.bib", bibtex(entries));
  const screened = await errorsAtFirstSight(open);
  const tools = [];
  for (const tool of TOOLS.filter(({ key }) => values.only?.includes(key) ?? true)) {
    console.error(`environment of ${tool.name} (made once, kept)`);
    tools.push({ tool, environment: await environmentOf(tool.requirements) });
  }
  // What takes long is everybody's own pace, so they run beside each other.
  console.error(`${entries.length} entries, each tool at its own pace: this takes some minutes`);
  const runs = await Promise.all([
    citelight(bibliography, open),
    ...tools.map(({ tool, environment }) => rowsOf(tool, environment, bibliography, screened, open)),
  ]);
  const rows = runs.flat();
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
    title: "Citelight beside other bibliography checkers",
    about:
      `${entries.length} entries of HALLMARK's dev_public in the noisy closed world, every tool asking the same records in the same run, ` +
      "each at its own pace. The world's sources are Crossref, OpenAlex, Semantic Scholar and DBLP: other holdings (arXiv, OpenReview, Google Scholar, Open Library) are not simulated, so the figures compare the checks on equal answers, not on the live web. " +
      `Citelight was a ${await buildOf()}.`,
    command: "npm run bench:peers",
    inputs: [values.entries, values.world].map(inputOf),
    figures: figuresOf(rows),
  });
} finally {
  home.remove();
}

/** @typedef {() => Promise<import("./peers/web.mjs").OpenWorld>} Open */

/** What HALLMARK's checks before every tool say of the entries. @param {Open} open */
async function errorsAtFirstSight(open) {
  const world = await open();
  /** @type {Map<string, string>} */
  const errors = new Map();
  for (const { bibtex_key, fields } of entries) {
    const error = await atFirstSight(fields, world.resolves);
    if (error !== undefined) errors.set(bibtex_key, error);
  }
  await world.close();
  return errors;
}

/**
 * Citelight in the manner of the others: at its own pace, without a cache.
 *
 * @param {string} bibliography
 * @param {Open} open
 * @returns {Promise<import("./peers/report.mjs").Row[]>}
 */
async function citelight(bibliography, open) {
  const world = await open();
  const args = ["bib", bibliography, "--format", "json", "--sources-url", world.url, "--no-cache"];
  // bibtex-updater tells an address by itself, to which Crossref grants a faster pace.
  const { outcome, seconds, used } = await watched([...args, "--mailto", "benchmark@example.org"]);
  const asked = world.asked();
  await world.close();
  const verdicts = readCitelight(entriesOf(outcome));
  const answered = verdicts.size / entries.length;
  const score = scoreOf(entries, verdicts);
  console.error(`Citelight ended after ${seconds.toFixed(0)} s`);
  const about = /** @type {const} */ ({ key: "citelight", name: "Citelight", licence: "MIT OR Apache-2.0" });
  return [{ kind: "measured", ...about, score, answered, seconds, processor: used.seconds, asked }];
}

/**
 * A tool by itself, and with the checks that its published row has beside it.
 *
 * @param {import("./peers/tools.mjs").Tool} tool
 * @param {import("./peers/environments.mjs").Environment} environment
 * @param {string} bibliography
 * @param {ReadonlyMap<string, string>} screened
 * @param {Open} open
 * @returns {Promise<import("./peers/report.mjs").Row[]>}
 */
async function rowsOf(tool, environment, bibliography, screened, open) {
  const { key, name, licence } = tool;
  if (environment.kind === "absent") return [{ kind: "absent", key, name, why: environment.why }];
  const place = home.at(key);
  mkdirSync(place);
  const world = await open();
  try {
    const { verdicts, seconds, processor } = await runTool(tool, {
      commands: environment.folder,
      home: place,
      bibliography,
      network: world.network,
    });
    console.error(`${name} ended after ${seconds.toFixed(0)} s`);
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
  } finally {
    await world.close();
  }
}
