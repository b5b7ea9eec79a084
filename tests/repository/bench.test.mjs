// The table of suites holds together, and running it is as build.sh says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { chosen, missing, runAll, spelt } from "../bench/run.mjs";
import { DATA, SUITES } from "../bench/suites.mjs";
import { storedResults } from "../bench/stored.mjs";

const folder = mkdtempSync(join(tmpdir(), "citelight-suites-"));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("every suite has a name of its own, and what it reads of the repository is there", () => {
  const names = SUITES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, steps, data } of SUITES) {
    assert.match(name, /^[a-z0-9-]+$/);
    for (const word of steps.flat()) {
      const place = /^(?:tests|www|docs|models)\/[^ *]*$/.exec(word)?.[0];
      if (place !== undefined) assert.ok(existsSync(place), `${name}: there is no ${place}`);
      const [, read] = new RegExp(`^\\$${DATA}/(.+)$`).exec(word) ?? [];
      if (read !== undefined)
        assert.ok(
          data.some((path) => read === path || read.startsWith(`${path}/`) || path.startsWith(`${read}/`)),
          `${name} reads ${read}, which is not among its data`,
        );
    }
  }
});

test("what a suite reads outside the repository is described", () => {
  const page = readFileSync("docs/evaluation-data.md", "utf8");
  const described = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path);
  for (const { name, data } of SUITES)
    for (const path of data)
      assert.ok(
        described.some((one) => path === one || path.startsWith(`${one}/`)),
        `${name} reads ${path}, of which docs/evaluation-data.md says nothing`,
      );
});

test("stored results are those of a suite", () => {
  for (const [name, results] of storedResults()) {
    assert.ok(
      SUITES.some((suite) => suite.name === name),
      `no suite is called as docs/results/${name}.json`,
    );
    for (const { file } of results.plots)
      assert.ok(existsSync(join("docs/results", file)), `${name}: ${file} is not in docs/results`);
    assert.doesNotMatch(
      JSON.stringify(results),
      /\/(home|root|work|tmp|Users)\//,
      `${name} names a folder of a machine`,
    );
  }
});

test("suites are chosen by name; those of hours only so", () => {
  assert.ok(chosen([]).every(({ alone }) => !alone));
  assert.deepEqual(
    chosen(["soak", "committee"]).map(({ name }) => name),
    ["committee", "soak"],
  );
  assert.throws(() => chosen(["committees"]), /no suite “committees”.*--list/);
});

test("data that is missing is told by name, and folders stand in the place of their names", () => {
  const suite = { ...SUITES[0], data: ["a/b.jsonl"] };
  assert.deepEqual(missing(/** @type {import("../bench/suites.mjs").Suite} */ (suite), undefined), [
    "a/b.jsonl",
  ]);
  assert.deepEqual(missing(/** @type {import("../bench/suites.mjs").Suite} */ (suite), folder), [
    "a/b.jsonl",
  ]);
  assert.deepEqual(spelt(["x", "$WORK/a", "$RESULTS/b.svg"], { WORK: "/w", RESULTS: "r" }), [
    "x",
    "/w/a",
    "r/b.svg",
  ]);
});

test("a suite that fails or lacks its data does not stop the others, and the end says so", () => {
  const script = `
    import { runAll } from "./tests/bench/run.mjs";
    const suite = (name, code, more) => ({ name, steps: [[process.execPath, "-e", code]], writes: "nothing", data: [], needs: [], minutes: 1, ...more });
    process.exitCode = runAll([
      suite("bad", "process.exit(3)"),
      suite("lacking", "console.log('never')", { data: ["not/there.jsonl"] }),
      suite("two-steps", "console.log('good ran')", { steps: [[process.execPath, "-e", "process.exit(1)"], [process.execPath, "-e", "console.log('never')"]] }),
      suite("good", "console.log('good ran')"),
    ], ${JSON.stringify(folder)});`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, [DATA]: folder },
  });
  assert.equal(status, 1);
  assert.match(stdout, /^FAILED {4}bad after/m);
  assert.match(
    stdout,
    /^left out {2}lacking: \$CITELIGHT_EVALUATION\/not\/there\.jsonl is not there.*no stored results$/m,
  );
  assert.match(stdout, /^FAILED {4}two-steps after/m);
  assert.match(stdout, /^ran {7}good: /m);
  assert.match(stdout, /^good ran$/m);
  assert.doesNotMatch(stdout, /^never$/m);
});

test("results say of which commit they are and what they were made with", () => {
  // A script that writes results, as one of the repository.
  const write = `
    import { writeResults } from "${pathToFileURL("tests/bench/results.mjs").href}";
    const figure = { key: "one", section: "s", row: "r", column: "c", value: 1, unit: "count" };
    writeResults(process.argv.at(-1), { title: "t", about: "a", command: "c", figures: [figure] });`;
  /** @param {string} name @param {import("../bench/suites.mjs").Needs[]} needs @returns {import("../bench/suites.mjs").Suite} */
  const suite = (name, needs) => ({
    name,
    steps: [[process.execPath, "--input-type=module", "--eval", write, "--"]],
    writes: "option",
    data: [],
    needs,
    minutes: 1,
  });
  assert.equal(runAll([suite("native", ["command"]), suite("encoders", ["encoders"])], folder), 0);
  const [native = [], encoders = []] = ["native", "encoders"].map((name) => {
    const results = /** @type {import("../bench/results.mjs").Results} */ (
      parseJson(readFileSync(join(folder, `${name}.json`), "utf8"))
    );
    assert.equal(results.figures.length, 1);
    // An archive of the sources has no commit.
    return (results.programs ?? []).filter((program) => !program.startsWith("commit "));
  });
  assert.match(native[0] ?? "", /^rustc \d+\.\d+\.\d+/);
  assert.deepEqual(native.slice(1), [`Node.js ${process.versions.node}`]);
  assert.deepEqual(encoders.slice(0, -1), native);
  assert.match(encoders.at(-1) ?? "", /^(Chromium|Google Chrome) \d/);
});
