/* eslint-disable @typescript-eslint/no-unsafe-assignment -- Node types events as any */
// How many entries `citelight bib` checks in a second against the fake scholarly web without latency or limits.
//   npm run bench:bib -- [--entries N] [--bibtex FILE --records WORLD.jsonl] [--jobs N] [--results FILE]
// Measure a build of the product: cargo build --release --workspace --locked --bin citelight. Command and web run beside each
// other, each on one core: the slower of the two is the bound, whatever else the machine does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseJson } from "../fake-apis/answer.mjs";
import { BINARY, entriesOf, folder } from "../network/support.mjs";
import { clocked, inputOf, writeResults } from "./results.mjs";
import { asBibtex, library, watched } from "./support.mjs";

const { values } = parseArgs({
  options: {
    entries: { type: "string", default: "2000" },
    jobs: { type: "string", default: "32" },
    bibtex: { type: "string" },
    records: { type: "string" },
    results: { type: "string" },
  },
});
const home = folder();
let [file, records] = [values.bibtex, values.records];
if (!file || !records) {
  const { works, entries } = library(Number(values.entries));
  file = home.write("refs.bib", asBibtex(entries));
  records = home.write("works.jsonl", works.map((work) => JSON.stringify(work)).join("\n"));
}
const server = fileURLToPath(new URL("../fake-apis/server.mjs", import.meta.url));
const web = spawn(process.execPath, [server, "--records", records], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [line] = /** @type {[Buffer]} */ (await once(web.stdout, "data"));
  const url = line.toString().trim();
  const about = async (/** @type {string} */ path) => parseJson(await (await fetch(url + path)).text());
  const spent = async () =>
    /** @type {{ processorSeconds: number }} */ (await about("/control")).processorSeconds;
  const before = await spent();
  const args = ["--format", "json", "--sources-url", url, "--no-limits", "--no-cache", "--jobs", values.jobs];
  const { outcome, seconds, used } = await watched(["bib", file, ...args]);
  const served = (await spent()) - before;
  const { requests } = /** @type {{ requests: number }} */ (await about("/control/summary"));
  const checked = entriesOf(outcome).length;
  const rate = (/** @type {number} */ time) => (checked / time).toFixed(0);
  console.log(`${BINARY}: ${checked} entries, ${requests} requests, ${(requests / checked).toFixed(2)} each`);
  console.log(`${rate(seconds)} entries/s on this machine now (${seconds.toFixed(2)} s)`);
  console.log(
    `${rate(Math.max(used.seconds, served))} entries/s on two free cores: the command took ${used.seconds.toFixed(2)} s of a ` +
      `processor (${rate(used.seconds)} entries/s), the web ${served.toFixed(2)} s (${(requests / served).toFixed(0)} requests/s)`,
  );
  console.log(`${used.megabytes.toFixed(0)} MB resident at the end`);
  /** @param {string} key @param {string} row @param {number} value @param {import("./results.mjs").Figure["unit"]} unit */
  const figure = (key, row, value, unit) => ({
    key,
    section: "Throughput",
    row,
    column: "figure",
    value,
    unit,
  });
  writeResults(values.results, {
    title: "How many entries of a bibliography are checked in a second",
    about:
      "`citelight bib` against the scholarly web of the tests, which answers at once and without limits: the time that the command itself takes. Real sources answer more slowly and limit requests. With two free cores, the command has one and the web the other.",
    command: "npm run bench:bib",
    inputs: values.bibtex && values.records ? [values.bibtex, values.records].map(inputOf) : [],
    seeds: values.bibtex ? [] : [1],
    figures: [
      figure("entries", "entries", checked, "count"),
      { ...figure("requests-each", "requests for an entry", requests / checked, "ratio"), tolerance: 0.05 },
      clocked(
        figure(
          "entries-per-second",
          "entries a second, on this machine then",
          checked / seconds,
          "per-second",
        ),
      ),
      clocked(
        figure(
          "command-alone",
          "entries a second of processor time, the command",
          checked / used.seconds,
          "per-second",
        ),
      ),
      clocked(
        figure("web-alone", "requests a second of processor time, the web", requests / served, "per-second"),
      ),
      clocked(figure("resident", "resident memory at the end", used.megabytes, "megabytes")),
    ],
  });
} finally {
  web.kill();
  home.remove();
}
