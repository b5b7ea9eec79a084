// Runs tests and benchmarks written in TypeScript: node tests/run.mjs unit|e2e|bench [part of a file's name]
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { bundled } from "../scripts/build/bundled.mjs";
import { steadyEnvironment } from "../scripts/test/steady-environment.mjs";

const [kind, part = ""] = process.argv.slice(2);
if (kind !== "unit" && kind !== "e2e" && kind !== "bench")
  throw new Error("usage: run.mjs unit|e2e|bench [part of a file's name]");

/** A file that takes longer waits for something that does not come. */
const LONGEST_MS = kind === "bench" ? 3_600_000 : 420_000;

/** Unit tests stand beside what they test. */
const folders = kind === "unit" ? ["extension", "www", "tests/support"] : [join("tests", kind)];
/** What needs Firefox, which build.sh names where it is. */
const OF_FIREFOX = /^firefox(?!-package)/;
/** What takes half an hour is run by its name alone. */
const OF_HOURS = "soak.bench";
const isLeftOut = (/** @type {string} */ name) =>
  part === "" &&
  ((process.env.CITELIGHT_FIREFOX === undefined && OF_FIREFOX.test(name)) || name.startsWith(OF_HOURS));

const all = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: kind === "unit", encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(test|bench)\.ts$/.test(path) && !path.includes("node_modules"))
  .filter((path) => basename(path).includes(part))
  .sort();
const files = all.filter((path) => !isLeftOut(basename(path)));
if (files.length < all.length) console.log(`left out: ${all.filter(isLeftOut).join(", ")}`);
if (files.length === 0) throw new Error(`no test in ${folders.join(", ")} has "${part}" in its name`);

const modules = await bundled(files, join(".build/tests", kind));

const env = steadyEnvironment(".build/tests/fonts");

/** @param {string} file */
function run(file) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--test", "--test-concurrency=1", `--test-timeout=${LONGEST_MS}`, file],
    {
      env,
      stdio: ["inherit", "pipe", "inherit"],
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      timeout: LONGEST_MS + 60_000,
    },
  );
  return { passed: status === 0, report: stdout };
}

// One file at a time: browsers share the machine's few cores. What fails is not run again: a test that is unsteady has a fault.
let failed = 0;
for (const file of modules) {
  const { passed, report } = run(file);
  process.stdout.write(report);
  if (!passed) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
