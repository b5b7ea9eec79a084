// `citelight-eval misciting --make` with a model that writes the cases and a second one that judges them: all categories and depths,
// bad drafts refused, a judge that disagrees, a sudden death, and sources that give orders.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fold, foundIn } from "../../fake-llm/folding.mjs";
import { startFakeLlm } from "../../fake-llm/server.mjs";
import { parseJson } from "../../fake-apis/answer.mjs";
import { EVAL, begin, evaluate, folder } from "../support.mjs";

const SOURCES = ["www/demo/library/texts", "tests/fixtures/pages"];
const MAKER_KEY = "sk-of-the-maker-4711";
const JUDGE_KEY = "sk-of-the-judge-0815";
const KEYS = { CITELIGHT_ENDPOINT_KEY: MAKER_KEY, CITELIGHT_VALIDATOR_KEY: JUDGE_KEY };
const KINDS = ["attribution", "validity", "content", "scope", "evidence"].flatMap((category) => [
  `${category}-surface`,
  `${category}-deep`,
]);
/** Frames that the double writes: a draft that differs is a bad one. */
const FRAMED =
  /^(?:It has been (?:reported|proven)|The opposite has been reported|[\p{L}’ -]+(?: et al\.)? \[CITATION\] (?:reported|measured))/u;

const maker = await startFakeLlm({ key: MAKER_KEY });
const judge = await startFakeLlm({ key: JUDGE_KEY });
const home = folder();
after(async () => {
  await maker.close();
  await judge.close();
  home.remove();
});
afterEach(() => {
  for (const double of [maker, judge]) {
    double.set({ mode: "oracle", errorRate: 0.1, seed: 0, obedience: "crude" });
    double.setFaults({});
    double.reset();
  }
});

/**
 * @typedef {object} Case
 * @property {string} id
 * @property {{ model: { model: string, prompt: string, validator: string, validation: string, agreement: number } }} made_by
 * @property {string} difficulty
 * @property {string} source
 * @property {string} category
 * @property {boolean} retracted
 * @property {string} miscitation
 * @property {string} correct
 * @property {{ text: string, sentence: number, also: string[], quotes: string[] }} gold
 */
/** @typedef {{ kind: string, by: string, reason: string, miscitation?: string }} Rejected */

/** @param {string} name */
const lines = (name) =>
  home
    .read(name)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parseJson(line));
/** @param {string} name */
const cases = (name) => /** @type {Case[]} */ (lines(name));
/** @param {string} name */
const rejected = (name) => /** @type {Rejected[]} */ (lines(name));

/** @param {string} name @param {string[]} more */
const args = (name, ...more) => [
  ...["misciting", "--make", "--seed", "3", "--per-category", "1", "--output", home.at(`${name}.jsonl`)],
  ...[
    "--rejected",
    home.at(`${name}.rejected.jsonl`),
    "--endpoint",
    `${maker.url}/v1`,
    "--endpoint-model",
    "maker",
  ],
  ...["--validator-endpoint", `${judge.url}/v1`, "--validator-model", "judge"],
  ...(more.includes("--sources") ? [] : ["--sources", ...SOURCES]),
  ...more,
];

/** Makes a set; no key may be told anywhere. @param {string} name @param {string[]} more */
async function make(name, ...more) {
  const outcome = await evaluate(args(name, ...more), KEYS);
  secret(outcome.stdout + outcome.stderr);
  for (const ending of ["jsonl", "rejected.jsonl", "answers.jsonl", "md", "csv"])
    if (existsSync(home.at(`${name}.${ending}`))) secret(home.read(`${name}.${ending}`));
  return outcome;
}

/** @param {string} text */
function secret(text) {
  for (const key of [MAKER_KEY, JUDGE_KEY]) {
    assert.ok(!text.includes(key), "a key is told");
    assert.ok(!text.includes(Buffer.from(key).toString("base64")), "a key is told in disguise");
  }
}

test("a judged set in five categories and two depths, with gold that stands in its source", async () => {
  const outcome = await make("set", "--datasheet", home.at("set.md"), "--table", home.at("set.csv"));
  assert.equal(outcome.code, 0, outcome.stderr);
  const set = cases("set.jsonl");
  assert.deepEqual(
    set.map(({ id }) => id),
    KINDS.map((kind) => `${kind}-001`),
    outcome.stderr,
  );
  for (const one of set) {
    assert.deepEqual(one.made_by, {
      model: {
        ...{ model: "maker", prompt: "miscitation/1", validator: "judge", validation: "validation/1" },
        agreement: one.made_by.model.agreement,
      },
    });
    assert.ok(one.made_by.model.agreement >= 0.6);
    assert.ok(one.gold.sentence > 0 && one.gold.quotes.length > 0);
    for (const quote of one.gold.quotes)
      assert.ok(foundIn(quote, [one.gold.text, ...one.gold.also]), `${one.id}: ${quote}`);
    assert.equal(fold(one.miscitation) === fold(one.correct), one.retracted, one.id);
  }
  // What a judge is told says nothing of what was made.
  assert.deepEqual(Object.keys(maker.log.summary().prompts), ["miscitation"]);
  assert.deepEqual(Object.keys(judge.log.summary().prompts), ["validation"]);
  for (const double of [maker, judge])
    for (const entry of double.log.entries()) {
      assert.deepEqual([entry.key, entry.keyElsewhere, entry.outside], ["present", false, 0]);
    }
  const sheet = home.read("set.md");
  for (const words of ["| attribution/deep | 1 |", "CC BY 4.0", "The validator bore out"])
    assert.ok(sheet.includes(words), words);
  assert.equal(home.read("set.csv").split("\r\n").filter(Boolean).length, set.length + 1);
  assert.match(outcome.stderr, /scope\/deep +\d+ +\d+ +\d+ +\d+ +1\n/);

  // The evaluation takes them as it takes those made by rule.
  const evaluated = await evaluate([
    ...["misciting", home.at("set.jsonl"), "--regime", "full-text", "--format", "json"],
    ...["--models", "models", "--sources", ...SOURCES],
  ]);
  assert.equal(evaluated.code, 0, evaluated.stderr);
  const { regimes } =
    /** @type {{ regimes: { kinds: Record<string, { flagged: number, detected: number } | undefined>, untouched: { flagged: number } }[] }} */ (
      parseJson(evaluated.stdout)
    );
  const [regime] = regimes;
  assert.ok(regime);
  assert.equal(Object.keys(regime.kinds).length, 10);
  assert.equal(regime.kinds["validity/surface"]?.detected, 1);
  assert.equal(regime.untouched.flagged, 0);
});

test("a noisy maker's bad drafts are refused, with the reason", async () => {
  maker.set({ mode: "noisy", errorRate: 0.85, seed: 5 });
  const outcome = await make("noisy", "--tries", "12");
  assert.equal(outcome.code, 0, outcome.stderr);
  for (const { miscitation, correct } of cases("noisy.jsonl")) {
    for (const text of [miscitation, correct]) {
      assert.match(text, FRAMED);
      assert.ok(!/98765|surprise/.test(text), text);
    }
  }
  assert.ok(cases("noisy.jsonl").length >= 5, outcome.stderr);
  const refused = rejected("noisy.rejected.jsonl").filter(({ by }) => by === "checks");
  const reasons = refused.map(({ reason }) => reason).join("\n");
  for (const words of [
    /is quoted and stands neither/,
    /must hold \[CITATION\] once/,
    /must be one sentence/,
    /98765/,
  ])
    assert.match(reasons, words);
  assert.ok(refused.every(({ reason }) => reason !== ""));
});

test("what the judge does not bear out is no case", async () => {
  judge.set({ mode: "noisy", errorRate: 1, seed: 2 });
  const outcome = await make("doubted");
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.deepEqual(cases("doubted.jsonl"), []);
  const refused = rejected("doubted.rejected.jsonl").filter(({ by }) => by === "validator");
  assert.ok(refused.length >= KINDS.length, outcome.stderr);
  assert.ok(refused.every(({ reason }) => reason.startsWith("the validator")));
  assert.match(outcome.stderr, /the validator bore out 0\.000 \(0\//);
});

test("a true sentence that the judge finds fault with takes its case along", async () => {
  await make("first");
  const [first] = cases("first.jsonl").filter(({ id }) => id === "scope-surface-001");
  assert.ok(first);
  judge.addGold([
    {
      prompt: "validation",
      sentence: first.correct,
      label: "evidence-characterization",
      quote: first.gold.quotes[0],
    },
  ]);
  await make("second");
  assert.ok(cases("second.jsonl").every(({ correct }) => correct !== first.correct));
  const reason = "the validator calls the true sentence evidence-characterization, not sound";
  assert.ok(
    rejected("second.rejected.jsonl").some((one) => one.kind === "scope/surface" && one.reason === reason),
  );
});

test("killed and started again, it asks nothing twice and makes the same set", async () => {
  await make("whole");
  const asked = [maker, judge].map((double) => double.log.balance(5).answered);
  for (const double of [maker, judge]) {
    double.reset();
    double.setFaults({ latency: 1000 });
  }
  const answers = home.at("killed.answers.jsonl");
  const { child, ended } = begin(args("killed", "--answers", answers), KEYS, EVAL);
  const answered = () => judge.log.summary().outcomes.answered ?? 0;
  while (answered() < 20) await wait(10);
  // Between an answer and the next one: all that were given are kept by now.
  await wait(500);
  child.kill("SIGKILL");
  await ended;
  assert.ok(!existsSync(home.at("killed.jsonl")));
  const before = readFileSync(answers, "utf8").trim().split("\n").length;
  assert.ok(before >= 20);
  for (const double of [maker, judge]) double.setFaults({});
  const outcome = await make("killed", "--answers", answers);
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(home.read("killed.jsonl"), home.read("whole.jsonl"));
  assert.deepEqual(
    [maker, judge].map((double) => double.log.balance(5).answered),
    asked,
  );
  assert.deepEqual(maker.log.balance(1).doubled, []);
  // The recording alone makes it, too.
  for (const double of [maker, judge]) double.reset();
  assert.equal((await make("killed", "--answers", answers)).code, 0);
  assert.equal(maker.log.summary().requests + judge.log.summary().requests, 0);
});

test("a budget that is spent ends the making with what there is, and is told", async () => {
  const outcome = await make(
    "budget",
    "--endpoint-requests",
    "24",
    "--answers",
    home.at("budget.answers.jsonl"),
  );
  assert.equal(outcome.code, 2);
  assert.match(outcome.stderr, /ended early: the budget of 24 requests for the endpoint is spent/);
  assert.ok(cases("budget.jsonl").length >= 1);
  assert.ok(maker.log.summary().requests + judge.log.summary().requests <= 24);
});

test("sources that give orders to an obedient maker and judge put no sentence of theirs into a set", async () => {
  const attacks = /** @type {{ text: string, prompt?: string }[]} */ (
    parseJson(readFileSync("tests/fixtures/injections/attacks.json", "utf8"))
  ).filter(({ prompt }) => prompt === "miscitation" || prompt === "validation");
  assert.ok(attacks.length >= 9);
  mkdirSync(home.at("hostile"));
  const escaped = (/** @type {string} */ text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  for (const [index, { text }] of attacks.entries()) {
    const page = readFileSync("tests/fixtures/pages/peerj-4886.html", "utf8");
    const hostile = page
      .replaceAll("</p>", ` ${escaped(text)}</p>`)
      .replaceAll("Reef fish communities are spooked", `Reef fish communities ${index + 1} are spooked`);
    home.write(`hostile/source-${index}.html`, hostile);
  }
  const [pages] = SOURCES.slice(1);
  for (const obedience of /** @type {const} */ (["crude", "careful"])) {
    for (const double of [maker, judge]) double.set({ mode: "obedient", obedience });
    const outcome = await make("hostile", "--sources", home.at("hostile"), pages ?? "");
    assert.equal(outcome.code, 0, outcome.stderr);
    const entries = [...maker.log.entries(), ...judge.log.entries()];
    assert.ok(entries.some(({ obeyed }) => obeyed.includes("own-sentence")));
    assert.ok(entries.every((entry) => entry.outside === 0 || entry.repair));
    assert.ok(entries.every((entry) => !entry.keyElsewhere));
    for (const one of cases("hostile.jsonl"))
      for (const text of [one.miscitation, one.correct, one.gold.text])
        assert.ok(!/heals every|best of its field|API key|praise|watered/i.test(text), `${one.id}: ${text}`);
    assert.ok(rejected("hostile.rejected.jsonl").some(({ by }) => by === "checks"));
  }
});

test("a validator at another address never gets the endpoint's key, and no model judges unsaid", async () => {
  const alone = await evaluate(
    args("alone").filter(
      (one, at, all) => !one.startsWith("--validator") && !(all[at - 1] ?? "").startsWith("--validator"),
    ),
    { CITELIGHT_ENDPOINT_KEY: MAKER_KEY },
  );
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(alone.stderr, /the model that makes the cases also judges them/);
  assert.equal(cases("alone.jsonl")[0]?.made_by.model.validator, "maker");
  judge.reset();
  const outcome = await evaluate(args("keyless"), { CITELIGHT_ENDPOINT_KEY: MAKER_KEY });
  assert.equal(outcome.code, 2, outcome.stderr);
  assert.ok(judge.log.entries().length > 0);
  assert.ok(judge.log.entries().every(({ key, keyElsewhere }) => key === "absent" && !keyElsewhere));
});
