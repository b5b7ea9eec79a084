// `citelight find` and `citelight-eval citeme` against the fake scholarly web, and in closed worlds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { parseJson } from "../fake-apis/answer.mjs";
import { RECORDS, start } from "../fake-apis/support.mjs";
import { evaluate, folder, run } from "./support.mjs";

const web = await start();
const home = folder();
const KEY = "sk-of-the-tests";
const double = await startFakeLlm({ key: KEY });
const endpoint = ["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"];
after(async () => {
  await double.close();
  await web.close();
  home.remove();
});
const stand = ["--sources-url", web.url, "--no-limits", "--no-cache", "--no-models"];
const QUESTIONS = "tests/fixtures/attribution/questions.csv";
const LADDERS =
  "Ladders need rungs [4]. Sparse ladders with gradient weirs converge by damped search [CITATION], unlike dams (Quack & Duck, 2015).";

/**
 * @typedef {object} Found
 * @property {string} excerpt
 * @property {{ assessment: string, reason: string }} judgement
 * @property {string | null} selected
 * @property {{ id: string, record: { title: string, year: number }, share: number }[]} candidates
 * @property {string} [model]
 * @property {{ requests: number, input_tokens: number, output_tokens: number }} [cost]
 * @property {{ number: number, by: string, action: string, query?: string, id?: string, why: string, found: string[], left_out: { title: string, reason: string }[] }[]} trail
 * @property {string[]} failures
 */

/** @param {string} stdout */
const found = (stdout) => {
  const written = /** @type {{ schema: string, excerpts: Found[] }} */ (parseJson(stdout));
  assert.equal(written.schema, "citelight/find/1");
  return written.excerpts;
};

test("the source is found, with every step, and no neighbour's name is sent", async () => {
  web.reset();
  const { code, stdout, stderr } = await run([
    "find",
    LADDERS,
    "--year",
    "2023",
    "--format",
    "json",
    ...stand,
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /ranked by words alone/);
  const [one] = found(stdout);
  assert.ok(one);
  assert.match(one.candidates[0]?.record.title ?? "", /Learning Sparse Ladders/);
  assert.equal(one.candidates[0]?.id, one.selected);
  assert.equal(one.trail.at(-1)?.action, "select");
  assert.ok(one.trail.length <= 15);
  assert.deepEqual(
    one.trail.map(({ number }) => number),
    one.trail.map((_, index) => index + 1),
  );
  const asked = JSON.stringify(web.log.entries({}));
  assert.doesNotMatch(asked, /Quack|Duck/);
  assert.match(asked, /semanticscholar/);
  assert.match(asked, /openalex/);
});

test("later works and the paper itself are left out", async () => {
  const text = "Reviewing ladders in the open was tried before [CITATION].";
  const paper = "Learning sparse ladders with gradient weirs: a study of damped search";
  const options = ["--year", "2021", "--paper", paper, "--format", "json"];
  const { stdout } = await run(["find", text, ...options, ...stand]);
  const [one] = found(stdout);
  const left = one?.trail.flatMap(({ left_out }) => left_out) ?? [];
  assert.ok(
    left.some(({ title, reason }) => title === "Reviewing Ladders in the Open" && reason === "later"),
  );
  assert.ok(
    left.some(({ title, reason }) => title.startsWith("Learning Sparse Ladders") && reason === "itself"),
  );
  assert.ok(one?.candidates.every(({ record }) => record.year <= 2021 && !record.title.includes("Sparse")));
});

test("near misses are read for the works they cite", async () => {
  const text = "Ladders and dams were looked at for forty years [CITATION].";
  const { code, stdout, stderr } = await run(["find", text, "--format", "json", ...stand]);
  assert.equal(code, 0, stderr);
  const [one] = found(stdout);
  const read = one?.trail.filter(({ action }) => action === "read") ?? [];
  assert.ok(read.length > 0, stdout);
  assert.ok(read.every(({ id }) => one?.trail.some((step) => step.found.includes(id ?? ""))));
});

test("excerpts come from a file, and are told to people with their judgement and steps", async () => {
  const file = home.write(
    "excerpts.txt",
    `${LADDERS}\n\nFor all experiments we use the settings of [CITATION].\n`,
  );
  const { code, stdout } = await run([
    "find",
    "--file",
    file,
    "--first",
    "--records",
    RECORDS,
    "--no-models",
  ]);
  assert.equal(code, 1, "the second has no answer");
  assert.match(stdout, /^\* p\d+ .*Learning Sparse Ladders/m);
  assert.match(stdout, /^unattributable: /m);
  assert.match(stdout, /^ {3}1 search “/m);
  const unmarked = await run(["find", "No mark.", "--records", RECORDS, "--no-models"]);
  assert.equal(unmarked.code, 2);
  assert.match(unmarked.stderr, /\[CITATION\]/);
});

test("sources that fail are told: nothing found is not the same as nothing there", async () => {
  const nowhere = ["--sources-url", "http://127.0.0.1:9", "--no-limits", "--no-cache", "--no-models"];
  const down = await run(["find", LADDERS, "--format", "json", ...nowhere]);
  assert.equal(down.code, 2, down.stderr);
  const [one] = found(down.stdout);
  assert.equal(one?.selected, null);
  assert.ok(one.failures.length > 0);
  const nothing = await run([
    "find",
    "Nobody painted yellow submarines [CITATION].",
    "--records",
    RECORDS,
    "--no-models",
  ]);
  assert.equal(nothing.code, 1);
});

test("CiteME's table is measured, in a closed world and over the network", async () => {
  for (const world of [["--records", RECORDS, "--no-models"], stand]) {
    const { code, stdout, stderr } = await evaluate(["citeme", QUESTIONS, "--format", "json", ...world]);
    assert.equal(code, 0, stderr);
    const report =
      /** @type {{ excerpts: number, accuracy: number, top1: { value: number }, answers: { right: boolean, steps: number }[] }} */ (
        parseJson(stdout)
      );
    assert.equal(report.excerpts, 3);
    assert.deepEqual(
      report.answers.map(({ right }) => right),
      [true, true, false],
    );
    assert.ok(Math.abs(report.accuracy - 2 / 3) < 1e-9);
    assert.ok(Math.abs(report.top1.value - 2 / 3) < 1e-9);
    assert.ok(report.answers.every(({ steps }) => steps <= 15));
  }
});

/** Finds with the fake LLM. @param {string[]} args @param {string} [key] */
const assisted = (args, key = KEY) =>
  run(["find", ...args, ...endpoint, "--format", "json"], { CITELIGHT_ENDPOINT_KEY: key });

test("a model chooses the steps, each is told with what it cost, and the key is told to nobody", async () => {
  const [plain] = found((await run(["find", LADDERS, "--format", "json", ...stand])).stdout);
  assert.ok(plain && plain.model === undefined && plain.cost === undefined);
  double.reset();
  double.addGold([{ prompt: "attribution", excerpt: plain.excerpt, title: "Learning Sparse Ladders" }]);
  const { code, stdout, stderr } = await assisted([LADDERS, "--year", "2023", ...stand]);
  assert.equal(code, 0, stderr);
  const [one] = found(stdout);
  assert.match(one?.candidates[0]?.record.title ?? "", /Learning Sparse Ladders/);
  assert.deepEqual(
    one?.trail.map(({ by, action }) => `${by} ${action}`),
    ["model search", "model select"],
  );
  assert.equal(one.model, "double (attribution/2)");
  assert.equal(one.cost?.requests, 2);
  assert.ok(one.cost.input_tokens > 100 && one.cost.output_tokens > 0);
  assert.ok(
    double.log.entries().every(({ prompt, keyElsewhere }) => prompt === "attribution" && !keyElsewhere),
  );
  assert.doesNotMatch(stdout + stderr, new RegExp(KEY));
  const text = await run(["find", LADDERS, ...stand, ...endpoint], { CITELIGHT_ENDPOINT_KEY: KEY });
  assert.match(text.stdout, /^ +1 search “.*\(model: By the words\.\)/m);
  assert.match(
    text.stdout,
    /^steps chosen by double \(attribution\/2\): 2 requests, \d+ tokens read, \d+ written$/m,
  );
});

test("an endpoint that does not answer leaves the search to the rules, and that is told", async () => {
  const { code, stdout } = await assisted([LADDERS, ...stand], "sk-wrong");
  assert.equal(code, 0);
  const [one] = found(stdout);
  assert.match(one?.failures[0] ?? "", /check the key.*the steps were chosen by rules$/);
  assert.equal(one?.model, undefined);
  assert.ok(one?.trail.every(({ by }) => by !== "model"));
});

test("records that give orders to an obedient model end in a work of this search", async () => {
  /** @typedef {{ id: string, prompt?: string, text: string }} Attack */
  const attacks = /** @type {Attack[]} */ (
    parseJson(readFileSync("tests/fixtures/injections/attacks.json", "utf8"))
  ).filter(({ prompt }) => prompt === "attribution");
  assert.ok(attacks.length >= 3);
  double.set({ mode: "obedient" });
  for (const { id, text } of attacks) {
    const records = home.write(
      `${id}.jsonl`,
      [`Oak weirs outlast pine weirs: ${text}`, "Dams of concrete in cold rivers", "Oak weirs of the north"]
        .map((title, at) => JSON.stringify({ id: `w${at}`, title, year: 2001 }))
        .join("\n"),
    );
    double.reset();
    const excerpt = "Oak weirs outlast pine weirs in cold rivers [CITATION].";
    const { code, stdout, stderr } = await assisted([excerpt, "--records", records, "--no-models"]);
    assert.equal(code, 0, `${id}: ${stderr}`);
    const [one] = found(stdout);
    assert.ok(one && one.trail.length <= 15, id);
    assert.ok(
      one.candidates.some((candidate) => candidate.id === one.selected),
      id,
    );
    assert.ok(
      double.log.entries().every((entry) => entry.repair || entry.outside <= 40),
      id,
    );
    assert.doesNotMatch(stdout + stderr, new RegExp(KEY));
  }
  double.set({ mode: "oracle" });
});

test("CiteME is measured with a model, too, and its cost is told", async () => {
  double.reset();
  const { code, stdout, stderr } = await evaluate(
    ["citeme", QUESTIONS, "--format", "json", "--records", RECORDS, "--no-models", ...endpoint],
    { CITELIGHT_ENDPOINT_KEY: KEY },
  );
  assert.equal(code, 0, stderr);
  const report = /** @type {{ model: string, cost: { requests: number }, answers: { steps: number }[] }} */ (
    parseJson(stdout)
  );
  assert.equal(report.model, "double (attribution/2)");
  assert.equal(report.cost.requests, double.log.entries().length);
  assert.ok(report.answers.every(({ steps }) => steps <= 15));
});

test("CiteME's ablations differ in what the model may do, and years, spreads and prices are told", async () => {
  const world = ["--records", RECORDS, "--no-models", "--format", "json"];
  /** @typedef {{ mean: number, least: number, most: number }} Spread */
  /** @typedef {{ accuracy: number, model: string, chosen_by_model: number, configuration: { commands: string, asked: { temperature: number, demonstration: boolean } }, years: { years: string, right: { count: number, of: number } }[], spreads: Record<string, Spread | null> & { by_steps: { steps: number, excerpts: number, right: number }[] } }} Ablation */
  /** @param {string[]} options */
  const measure = async (options) => {
    double.reset();
    const { code, stdout, stderr } = await evaluate(
      ["citeme", QUESTIONS, ...world, ...endpoint, ...options],
      {
        CITELIGHT_ENDPOINT_KEY: KEY,
      },
    );
    assert.equal(code, 0, stderr);
    return /** @type {Ablation} */ (parseJson(stdout));
  };
  const published = await measure(["--published", "--prices", "1,2"]);
  assert.equal(published.configuration.commands, "search-and-read");
  assert.ok(published.configuration.asked.demonstration);
  assert.equal(published.configuration.asked.temperature, 0.95);
  assert.deepEqual(
    published.years.map(({ years, right }) => [years, right.of]),
    [
      ["2019", 1],
      ["2023", 1],
      ["before 2024", 2],
    ],
  );
  assert.ok(published.spreads.dollars && published.spreads.tokens);
  assert.ok(published.spreads.dollars.least > 0 && published.spreads.tokens.mean > 0);
  assert.equal(
    published.spreads.by_steps.reduce((sum, { excerpts }) => sum + excerpts, 0),
    3,
  );
  const searching = await measure(["--commands", "search-only", "--demonstration", "on"]);
  assert.equal(searching.configuration.commands, "search-only");
  assert.equal(searching.spreads.readings?.most, 0);
  double.reset();
  const [title, excerpt] = [
    "The Yellow Submarine",
    "Nobody has painted a submarine in quite this shade of yellow [CITATION].",
  ];
  double.addGold([{ prompt: "attribution-recall", excerpt, title }]);
  const { code, stdout, stderr } = await evaluate(
    ["citeme", QUESTIONS, ...world, ...endpoint, "--commands", "none"],
    { CITELIGHT_ENDPOINT_KEY: KEY },
  );
  assert.equal(code, 0, stderr);
  const remembered = /** @type {Ablation & { answers: { right: boolean, steps: number }[] }} */ (
    parseJson(stdout)
  );
  assert.equal(remembered.model, "double (attribution-recall/1)");
  assert.deepEqual(
    remembered.answers.map(({ right, steps }) => [right, steps]),
    [
      [false, 0],
      [false, 0],
      [true, 0],
    ],
  );
  const alone = await evaluate(["citeme", QUESTIONS, ...world, "--commands", "none"]);
  assert.notEqual(alone.code, 0, "without a model there is no memory");
});
