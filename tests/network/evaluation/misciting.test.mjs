// `citelight-eval misciting` with a model behind an endpoint, in both regimes: the same command as with a real one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../../fake-llm/server.mjs";
import { parseJson } from "../../fake-apis/answer.mjs";
import { folder, evaluate as runSuite } from "../support.mjs";

const SOURCES = ["www/demo/library/texts", "tests/fixtures/pages", "tests/fixtures/sources"];
const home = folder();
after(() => {
  home.remove();
});

/** @param {string[]} options */
async function evaluate(...options) {
  const outcome = await runSuite(["misciting", ...options, "--models", "models", "--sources", ...SOURCES]);
  assert.equal(outcome.code, 0, outcome.stderr);
  return outcome;
}

/**
 * @typedef {object} Regime
 * @property {{ share: number, of: number }} detection
 * @property {{ share: number }} false_accusations
 * @property {{ runs: number, evaluations: { share: number, of: number }[], passed: number, mean: number }} runs
 * @property {{ name: string, runs: { runs: number, evaluations: unknown[] }, economy: { decided_by_both: number, funnel: number, baseline: number, economy: number | null } }} [baseline]
 * @property {string} counted_in
 * @property {{ sent_on: number, economy: number }} economy
 * @property {Record<string, Record<string, number>>} confusion
 */

/** @param {{ stdout: string }} outcome @returns {Regime} */
function regimeOf({ stdout }) {
  const { regimes } = /** @type {{ regimes: Regime[] }} */ (parseJson(stdout));
  const [regime] = regimes;
  assert.ok(regime);
  return regime;
}

test("an endpoint that knows decides more in both regimes, and its runs, economy and confusion are told", async () => {
  const cases = home.at("cases.jsonl");
  await evaluate("--make", "--per-kind", "1", "--output", cases);
  for (const regime of ["full-text", "paywall"]) {
    const gold = home.at(`${regime}.jsonl`);
    const local = regimeOf(await evaluate(cases, "--regime", regime, "--format", "json", "--gold", gold));
    assert.equal(local.runs.runs, 1);
    const double = await startFakeLlm({ gold: [gold] });
    try {
      const asked = regimeOf(
        await evaluate(
          ...[cases, "--regime", regime, "--format", "json", "--runs", "2", "--grade"],
          ...["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"],
        ),
      );
      const prompts = Object.keys(double.log.summary().prompts);
      const expected =
        regime === "paywall" ? ["claim", "clusters", "statement", "relation"] : ["arbitration"];
      for (const prompt of expected) assert.ok(prompts.includes(prompt), `${regime}: ${prompts.join(", ")}`);
      assert.equal(asked.runs.runs, 2);
      assert.ok(
        asked.detection.share >= local.detection.share,
        `${regime}: ${JSON.stringify(asked.detection)}`,
      );
      assert.equal(asked.false_accusations.share, 0);
      assert.ok(asked.runs.passed >= asked.runs.mean);
      assert.ok(Object.keys(asked.confusion).length > 0);
      if (regime === "full-text") assert.ok(asked.economy.economy > 0.5 && asked.economy.economy < 1);
    } finally {
      await double.close();
    }
  }
});

test("the model alone is measured beside the funnel, and the figure is the mean of whole evaluations", async () => {
  const cases = home.at("cases-beside.jsonl");
  await evaluate("--make", "--per-kind", "1", "--output", cases);
  for (const [regime, name] of [
    ["full-text", "full text"],
    ["paywall", "search"],
  ]) {
    const gold = home.at(`beside-${regime}.jsonl`);
    await evaluate(cases, "--regime", regime ?? "", "--format", "json", "--gold", gold);
    const double = await startFakeLlm({ gold: [gold] });
    try {
      const asked = regimeOf(
        await evaluate(
          ...[cases, "--regime", regime ?? "", "--format", "json", "--runs", "2", "--evaluations", "2"],
          ...["--baseline", "--tokenizer", "models/tokenizer.json"],
          ...["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"],
        ),
      );
      assert.equal(asked.counted_in, "tokens");
      assert.deepEqual([asked.runs.runs, asked.runs.evaluations.length], [2, 2]);
      const mean = asked.runs.evaluations.reduce((sum, { share }) => sum + share, 0) / 2;
      assert.ok(Math.abs(asked.runs.passed - mean) < 1e-9);
      assert.ok(asked.baseline);
      assert.equal(asked.baseline.name, name);
      assert.equal(asked.baseline.runs.evaluations.length, 2);
      const { decided_by_both, funnel, baseline, economy } = asked.baseline.economy;
      if (regime !== "full-text") continue;
      assert.ok(decided_by_both > 0, JSON.stringify(asked.baseline.economy));
      assert.ok(baseline > funnel && economy !== null && economy > 0.5 && economy <= 1);
    } finally {
      await double.close();
    }
  }
});

test("a source that a model answers one probe of is not blank, whoever else is asked", async () => {
  const probes = home.at("probes.jsonl");
  const double = await startFakeLlm({});
  /** @param {string[]} args */
  const knowledge = (...args) =>
    runSuite([
      "knowledge",
      probes,
      ...["--sources", "www/demo/library/texts"],
      ...["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"],
      ...args,
    ]);
  try {
    const made = await knowledge("--make");
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stderr, /left out: .*invented-quote/);
    const lines = readFileSync(probes, "utf8").trim().split("\n");
    /** @typedef {{ source: string, probes: { question: string, answer: string, quote: string }[] }} Probed */
    const probed = lines.map((line) => /** @type {Probed} */ (parseJson(line)));
    const known = probed.find((one) => one.probes.length === 10);
    assert.ok(known, "a text gives ten probes");
    assert.ok(probed.every((one) => one.probes.every(({ quote }) => !quote.includes("moon"))));
    const told = home.at("known.jsonl");
    const blank = /** @type {{ blank: string[], not_blank: string[] }} */ (
      parseJson((await knowledge("--format", "json", "--output", told)).stdout)
    );
    assert.ok(blank.blank.includes(known.source));
    assert.deepEqual(blank.not_blank, []);
    const [asked] = known.probes;
    double.addGold([{ prompt: "probe", question: asked?.question, answer: asked?.answer }]);
    const knows = await knowledge("--format", "json", "--output", told);
    assert.equal(knows.code, 1);
    double.reset();
    const together = /** @type {{ blank: string[], not_blank: string[] }} */ (
      parseJson((await knowledge("--format", "json", "--before", told)).stdout)
    );
    assert.deepEqual(together.not_blank, [known.source]);
  } finally {
    await double.close();
  }
});
