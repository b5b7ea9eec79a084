// What the core sends is understood, and what comes back is what it reads.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startFakeLlm } from "./server.mjs";
import { arbitration, arbitrationSystem, complete, objectOf } from "./support.mjs";

const CLAIM = "Mortality fell by 59 %.";
const PASSAGES = ["Oaks were planted in rows.", "In both arms mortality  fell by 59 % (95% CI 40–70)."];
const double = await startFakeLlm({
  gold: [{ claim: CLAIM, relation: "supported", quote: "Mortality fell by 59 %" }],
});
after(() => double.close());

test("the prompt is read from the core's sources and filled in", () => {
  assert.match(arbitrationSystem(), /^You compare one claim with passages .*between <claim> and <\/claim>/);
  assert.match(
    arbitrationSystem(),
    /\{"quote": .* at most 40 words, "relation": last "supported" \| "contradicted" \| "unclear"\}\.$/,
  );
});

for (const format of /** @type {const} */ (["plain", "object", "schema"]))
  for (const stream of [false, true])
    test(`an arbitration as the core sends it, ${format}, ${stream ? "in pieces" : "whole"}`, async () => {
      const completion = await complete(double.url, arbitration(CLAIM, PASSAGES, { format, stream }));
      assert.deepEqual(objectOf(completion), {
        relation: "supported",
        quote: "mortality fell by 59",
        rationale: "The passage says so.",
      });
      assert.equal(completion.finish, "stop");
      assert.ok(completion.usage && completion.usage.prompt_tokens > 100);
      assert.equal(completion.ended, stream);
      const [entry] = double.log.entries().slice(-1);
      assert.deepEqual(
        [entry?.prompt, entry?.outcome, entry?.gold, entry?.outside, entry?.stream],
        ["arbitration", "answered", "found", 0, stream],
      );
      assert.equal(entry?.fits, format === "plain" ? undefined : true);
    });

test("a thinking model is asked without temperature and thinks within its limit", async () => {
  double.set({ thinking: "hidden" });
  const completion = await complete(double.url, arbitration(CLAIM, PASSAGES, { effort: "high" }));
  assert.equal(objectOf(completion).relation, "supported");
  assert.equal(completion.usage?.completion_tokens_details?.reasoning_tokens, 1024);
});
