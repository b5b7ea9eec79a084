// Runs tests and benchmarks written in TypeScript: node tests/run.mjs unit|e2e|bench [part of a file's name]
//   node tests/run.mjs unit --changed FILE...   those that are made of these files
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { bundled, madeOf } from "../scripts/build/bundled.mjs";
import { steadyEnvironment } from "../scripts/test/steady-environment.mjs";

const [kind, ...words] = process.argv.slice(2);
const changed = words[0] === "--changed" ? words.slice(1) : undefined;
const part = changed === undefined ? (words[0] ?? "") : "";
if (kind !== "unit" && kind !== "e2e" && kind !== "bench")
  throw new Error("usage: run.mjs unit|e2e|bench [part of a file's name | --changed FILE...]");

/** A file that takes longer waits for something that does not come. */
const LONGEST_MS = kind === "bench" ? 3_600_000 : 420_000;

/** Browsers wait as much as they compute: two files at a time fill two cores. */
const AT_ONCE = Number(process.env.CITELIGHT_TESTS_AT_ONCE ?? 2);
/** What looks at how long things take, or cuts them off at a moment, has the machine for itself. */
const TIMED = /^(?:kill|outage)\.test\.ts$/;

/** Unit tests stand beside what they test. */
const folders = kind === "unit" ? ["extension", "www", "tests/support"] : [join("tests", kind)];
/** What needs Firefox, which build.sh names where it is. */
const OF_FIREFOX = /^firefox(?!-package)/;
/** What takes half an hour is run by its name alone. */
const OF_HOURS = "soak.bench";
/** `test-all` alone runs these, or a call with their name: docs/contributing.md says what stands for them in `test`. */
const OF_ENDURANCE =
  /^(?:added-models|examples|extension-language|firefox-package|openreview-surfaces|results|soak)\.test/;
const isLeftOut = (/** @type {string} */ name) =>
  part === "" &&
  ((process.env.CITELIGHT_FIREFOX === undefined && OF_FIREFOX.test(name)) ||
    (process.env.CITELIGHT_ENDURANCE === undefined && OF_ENDURANCE.test(name)) ||
    name.startsWith(OF_HOURS));

const all = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: kind === "unit", encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(test|bench)\.ts$/.test(path) && !path.includes("node_modules"))
  .filter((path) => basename(path).includes(part))
  .sort();
const made = changed && (await madeOf(all, changed));
if (made?.length === 0) {
  console.log(`no test in ${folders.join(", ")} is made of what changed`);
  process.exit(0);
}
const files = all.filter((path) => !isLeftOut(basename(path)) && (made?.includes(path) ?? true));
if (files.length < all.length && made === undefined)
  console.log(`left out: ${all.filter((path) => isLeftOut(basename(path))).join(", ")}`);
if (files.length === 0) throw new Error(`no test in ${folders.join(", ")} has "${part}" in its name`);

const modules = await bundled(files, join(".build/tests", kind));

const env = steadyEnvironment(".build/tests/fonts");

/** @param {string} file @returns {Promise<{ passed: boolean, report: string }>} */
function run(file) {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "--test", "--test-concurrency=1", `--test-timeout=${LONGEST_MS}`, file],
    { env, stdio: ["inherit", "pipe", "inherit"], timeout: LONGEST_MS + 60_000 },
  );
  let report = "";
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (report += text));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      done({ passed: code === 0, report });
    });
  });
}

let failed = 0;
/** Runs modules, so many at a time. What fails is not run again: a test that is unsteady has a fault. @param {string[]} paths @param {number} atOnce */
async function runAll(paths, atOnce) {
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const start = Date.now();
      const { passed, report } = await run(path);
      process.stdout.write(report);
      console.log(`${basename(path)}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
      if (!passed) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const isTimed = (/** @type {string} */ path) =>
  kind === "bench" || TIMED.test(basename(path).replace(/\.mjs$/, ".ts"));
await runAll(
  modules.filter((path) => !isTimed(path)),
  AT_ONCE,
);
await runAll(modules.filter(isTimed), 1);
process.exit(failed === 0 ? 0 : 1);
