// The prompts of a committee and of grading: recognised by their wording, answered in their form.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeLlm } from "./server.mjs";
import { asking, complete, data, numbered } from "./support.mjs";

const CLAIM = "Oak weirs outlast pine weirs by forty years.";
const DENIED = "Oak weirs do not outlast pine weirs by forty years.";
const double = await startFakeLlm({
  gold: [{ prompt: "relation", claim: DENIED, same: [], otherwise: [CLAIM] }],
});
after(() => double.close());

/** @param {string} prompt @param {string} user */
async function answer(prompt, user) {
  const completion = await complete(double.url, asking(prompt, user));
  assert.equal(double.log.entries().at(-1)?.prompt, prompt);
  return parseJson(completion.text);
}

test("a claim is the target, a statement the claim nearest to all others, clusters part what has other words", async () => {
  assert.deepEqual(await answer("claim", data("target", CLAIM) + data("window", CLAIM)), {
    sufficient: true,
    claim: CLAIM,
  });
  const claims = [CLAIM, "Oak weirs outlast pine weirs.", "Fish pass stone piers at night."];
  assert.deepEqual(await answer("clusters", data("work", "Weirs") + numbered("claim", claims)), {
    clusters: [[1, 2], [3]].map((claims) => ({
      claims,
      name: "One aspect",
      summary: "What the papers report of it.",
    })),
  });
  assert.deepEqual(await answer("statement", data("work", "Weirs") + numbered("claim", claims.slice(0, 2))), {
    statement: "Oak weirs outlast pine weirs.",
  });
});

test("a relation is known by gold, by the claim's own words, or is neutral", async () => {
  /** @param {string} statement @param {string} claim */
  const relation = async (statement, claim) => {
    const told = data("statement", statement) + data("witness", statement) + data("claim", claim);
    return /** @type {{ relation: string }} */ (await answer("relation", told)).relation;
  };
  assert.equal(await relation(CLAIM, DENIED), "contradicts");
  assert.equal(await relation(DENIED, DENIED), "entails");
  assert.equal(await relation("Fish pass stone piers at night.", DENIED), "neutral");
});

test("a finding is graded by whether it shows the words that decide", async () => {
  /** @param {string} shown */
  const graded = (shown) =>
    answer(
      "grading",
      data("miscitation", DENIED) +
        data("explanation", "the denial") +
        data("original", CLAIM) +
        data("message", "denied") +
        data("shown", shown),
    );
  assert.deepEqual(await graded(CLAIM), { same_reason: true });
  assert.deepEqual(await graded("Fish pass stone piers at night."), { same_reason: false });
});

test("a noisy model errs in the right form", async () => {
  double.set({ mode: "noisy", errorRate: 1, seed: 3 });
  assert.deepEqual(await answer("claim", data("target", CLAIM)), { sufficient: false, claim: "" });
  const { relation } = /** @type {{ relation: string }} */ (
    await answer("relation", data("statement", CLAIM) + data("claim", DENIED))
  );
  assert.ok(["entails", "neutral"].includes(relation));
  double.set({ mode: "oracle" });
});
