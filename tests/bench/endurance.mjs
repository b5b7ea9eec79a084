// `citelight bib` through ten thousand requests of which a fifth go wrong, and through a sudden death in the middle.
//   npm run bench:endurance -- [--requests N] [--seed N] [--results FILE]
// Printed: what became of the entries, beside a run without faults; resident memory early and at the end; after SIGKILL
// and a second run what was lost, and what was asked again although it had been answered.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { entriesOf, folder, run } from "../network/support.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { clocked, writeResults } from "./results.mjs";
import { asBibtex, library, watched } from "./support.mjs";

export const KINDS = [
  ...["429", "429:1", "500", "502", "503", "truncate", "type", "portal", "drip:150", "reset", "reset:mid"],
  "redirect:private",
];

/**
 * @param {{ entries: number, early: number, seed?: number, jobs?: number }} wanted early: requests after which memory is
 *   looked at first
 */
export async function endure({ entries: count, early, seed = 1, jobs = 32 }) {
  const { works, entries } = library(count, { seed, invented: 0.3, identified: 0.3, lacking: 0.25 });
  const invented = new Set(entries.filter(({ exists }) => !exists).map(({ key }) => key));
  const home = folder();
  const web = await startFakeApis({ works, keep: 200_000 });
  try {
    const file = home.write("refs.bib", asBibtex(entries));
    const args = ["bib", file, "--format", "json", "--sources-url", web.url, "--no-limits"];
    const manner = ["--jobs", String(jobs)];
    const healthy = byKey(await run([...args, ...manner, "--no-cache"]));
    const faulty = () => {
      web.reset();
      web.setFaults({ random: { rate: 0.2, seed, kinds: KINDS } });
    };

    faulty();
    let memory = { early: 0, most: 0 };
    const cached = (/** @type {string} */ name) => [...args, ...manner, "--cache", home.at(name)];
    const long = await watched(cached("long"), ({ megabytes }) => {
      const asked = web.log.summary().requests;
      if (asked >= early && memory.early === 0) memory = { ...memory, early: megabytes };
      memory = { ...memory, most: Math.max(memory.most, megabytes) };
    });
    const labels = byKey(long.outcome);
    const { requests, sources } = web.log.summary();
    const faults = Object.values(sources).reduce((sum, { faults }) => sum + faults, 0);
    const accused = [...labels].filter(
      ([key, { label }]) => label === "HALLUCINATED" && healthy.get(key)?.label !== label,
    );
    const tally = /** @type {Record<string, number>} */ ({});
    for (const { label } of labels.values()) tally[label] = (tally[label] ?? 0) + 1;
    const lost = entries.filter(({ key }) => !labels.has(key)).length;
    const ghosts = [...labels].filter(
      ([key, { status }]) => status === "not_found" && !invented.has(key),
    ).length;

    faulty();
    await watched(cached("killed"), (_, kill) => {
      if (web.log.summary().requests >= requests / 2) kill();
    });
    const before = web.log.entries();
    const answered = new Set(before.filter(isWell).flatMap(questions));
    const last = web.log.summary().requests;
    const second = byKey(await run(cached("killed")));
    const after = web.log.entries({ since: last });
    const again = new Set(after.flatMap(questions).filter((question) => answered.has(question)));
    // What was answered but not yet read when it died: at most one request for each entry under way.
    const doubled = before.filter(
      (entry) => isWell(entry) && questions(entry).some((question) => again.has(question)),
    );
    const lostByDeath = entries.filter(({ key }) => !second.has(key)).length;
    const turned = [...second].filter(
      ([key, { label }]) => label === "HALLUCINATED" && healthy.get(key)?.label !== label,
    ).length;
    const killed = {
      before: last,
      after: after.length,
      answered: answered.size,
      again: again.size,
      doubled: doubled.length,
      lost: lostByDeath,
      turned,
    };
    return {
      requests,
      faults,
      tally,
      lost,
      ghosts,
      accused: accused.length,
      memory,
      killed,
      seconds: long.seconds,
    };
  } finally {
    await web.close();
    home.remove();
  }
}

/** @param {Awaited<ReturnType<typeof run>>} outcome */
const byKey = (outcome) => new Map(entriesOf(outcome).map((entry) => [entry.key, entry]));

/** @typedef {ReturnType<import("../fake-apis/log.mjs").Log["entries"]>[number]} Logged */

/** Whether a request was answered as it should be. @param {Logged} entry */
const isWell = ({ status, fault }) => fault === "" && (status === 200 || status === 404);

/**
 * What a request asked for: the DOIs of a batch one by one, as they travel in other company the next time.
 *
 * @param {Logged} entry
 */
function questions({ source, path, query }) {
  const dois = `${path}?${decodeURIComponent(query)}`.match(/10\.1016\/endure\.\d+/g);
  return dois ? dois.map((doi) => `${source} ${doi}`) : query === "" ? [] : [`${source} ${path}?${query}`];
}

/** @param {Awaited<ReturnType<typeof endure>>} found @returns {import("./results.mjs").Measured[]} */
function sheet({ requests, faults, lost, accused, ghosts, memory, killed }) {
  /** @param {string} section @param {string} key @param {string} row @param {number} value */
  const count = (section, key, row, value) =>
    /** @type {const} */ ({ key, section, row, column: "figure", value, unit: "count" });
  /** What should not happen at all. @param {[string, string, string, number]} figure */
  const harm = (...figure) => ({
    ...count(...figure),
    bar: /** @type {const} */ ({ is: "at-most", value: 0 }),
  });
  const [through, death] = ["A fifth of the answers go wrong", "Killed half way and started again"];
  return [
    // Retries depend on the moment.
    { ...count(through, "requests", "requests", requests), tolerance: requests / 10 },
    { ...count(through, "faults", "faults among them", faults), tolerance: faults / 5 },
    harm(through, "lost", "entries lost", lost),
    harm(through, "accused", "entries accused because of a fault", accused),
    harm(through, "ghosts", "works that exist and were not found", ghosts),
    clocked({
      ...count(through, "memory/early", "resident memory after a fifth of them", memory.early),
      unit: "megabytes",
    }),
    clocked({
      ...count(through, "memory/most", "resident memory at most, to the end", memory.most),
      unit: "megabytes",
    }),
    { ...count(death, "killed/before", "requests before", killed.before), tolerance: killed.before / 5 },
    { ...count(death, "killed/after", "requests after", killed.after), tolerance: killed.after / 5 },
    harm(death, "killed/lost", "entries lost", killed.lost),
    harm(death, "killed/turned", "entries accused because of it", killed.turned),
    {
      ...count(death, "killed/doubled", "answered requests that were asked again", killed.doubled),
      tolerance: 32,
      bar: { is: "at-most", value: 32 },
    },
  ];
}

if (process.argv[1]?.endsWith("endurance.mjs")) {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      results: { type: "string" },
    },
  });
  const wanted = Number(values.requests);
  const found = await endure({
    entries: Math.ceil(wanted / 3),
    early: wanted / 5,
    seed: Number(values.seed),
  });
  const { memory, killed, tally } = found;
  console.log(
    `${found.requests} requests, ${found.faults} of them faults, in ${found.seconds.toFixed(0)} s: ` +
      Object.entries(tally)
        .map(([label, count]) => `${count} ${label}`)
        .join(", ") +
      `; ${found.lost} lost, ${found.accused} accused because of a fault, ${found.ghosts} ghosts that exist`,
  );
  console.log(
    `resident: ${memory.early.toFixed(0)} MB after ${wanted / 5} requests, at most ${memory.most.toFixed(0)} MB to the end`,
  );
  console.log(
    `killed after ${killed.before} requests, ended by ${killed.after} more: ${killed.lost} lost, ${killed.turned} turned; of ` +
      `${killed.answered} questions answered before, ${killed.again} were asked again, of ${killed.doubled} requests under way`,
  );
  writeResults(values.results, {
    title: "A bibliography with faults and a killed process",
    about:
      "`citelight bib` against the scholarly web of the tests, a fifth of whose answers are refusals, errors, truncated, of the wrong type, slow or interrupted; then the same, killed half way and restarted. Harm is counted against a run without faults.",
    command: "npm run bench:endurance",
    seeds: [Number(values.seed)],
    figures: sheet(found),
  });
  const harm = found.lost + found.accused + found.ghosts + killed.lost + killed.turned;
  assert.ok(harm === 0, "something was lost, or accused because of a fault");
  assert.ok(killed.doubled <= 32, "more was asked again than was under way");
}
