// `citelight-eval misciting` with a model behind an endpoint, in both regimes: the same command as with a real one.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { parseJson } from "../fake-apis/answer.mjs";
import { folder, evaluate as runSuite } from "./support.mjs";

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
 * @property {{ runs: number, passed: { share: number, of: number }, mean: number }} runs
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
      assert.ok(asked.runs.passed.share >= asked.runs.mean);
      assert.ok(Object.keys(asked.confusion).length > 0);
      if (regime === "full-text") assert.ok(asked.economy.economy > 0.5 && asked.economy.economy < 1);
    } finally {
      await double.close();
    }
  }
});
