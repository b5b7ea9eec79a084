// What each mode answers.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { fold, foundIn } from "./folding.mjs";
import { GARBAGE } from "./garbage.mjs";
import { startFakeLlm } from "./server.mjs";
import { arbitration, complete, EMPTY, objectOf } from "./support.mjs";

const RELATIONS = ["supported", "contradicted", "unclear"];
/** @param {number} index */
const gold = (index) => ({
  claim: `In plot ${index}, yield rose by ${index} percent.`,
  relation: RELATIONS[index % 3],
  quote: `yield of plot ${index} rose`,
});
/** @param {number} index */
const passages = (index) => [
  "Plots were watered daily. Soil was sampled twice.",
  `The yield of plot ${index} rose in spring. It fell later.`,
];
const double = await startFakeLlm({ gold: Array.from({ length: 400 }, (_, index) => gold(index)) });
after(() => double.close());
afterEach(() => {
  double.reset();
  double.set({ mode: "oracle", seed: 0, garbage: [], mends: false, schema: "check" });
});

/** @param {number} index @param {Parameters<typeof arbitration>[2]} [how] */
const asked = (index, how) => complete(double.url, arbitration(gold(index).claim, passages(index), how));

test("the oracle: gold where its quote is given, unclear where no passage holds it or no gold is known", async () => {
  assert.deepEqual(objectOf(await asked(3)), {
    relation: "supported",
    quote: "yield of plot 3 rose",
    rationale: "The passage says so.",
  });
  assert.equal(objectOf(await asked(4)).relation, "contradicted");
  assert.equal(objectOf(await asked(5)).relation, "unclear");
  const elsewhere = await complete(double.url, arbitration(gold(3).claim, passages(30)));
  assert.deepEqual([objectOf(elsewhere).relation, objectOf(elsewhere).quote], ["unclear", ""]);
  assert.equal(
    objectOf(await complete(double.url, arbitration("Oaks fly.", passages(3)))).relation,
    "unclear",
  );
  assert.deepEqual(
    double.log.entries().map((entry) => entry.gold),
    ["found", "found", "no quote", "no quote", "unknown"],
  );
});

test("quotes are found as the core compares them, and given as they stand", () => {
  assert.equal(
    foundIn("mortality fell by 59 %", ["So: Mortality  fell, by 59% (n = 3)."]),
    "Mortality  fell, by 59%",
  );
  assert.equal(foundIn("fell by 5", ["It fell by 59 %."]), undefined);
  assert.equal(foundIn("  ", ["It fell."]), undefined);
  assert.equal(fold("O’Neill–Élan"), "oneill elan");
});

test("the same claim with other sources: the gold whose quote is given counts", async () => {
  const claim = "Bees prefer clover.";
  double.addGold([
    { claim, relation: "supported", quote: "bees preferred clover" },
    { claim, relation: "contradicted", quote: "bees avoided clover" },
  ]);
  const completion = await complete(double.url, arbitration(claim, ["Here bees avoided clover."]));
  assert.equal(objectOf(completion).relation, "contradicted");
});

/** Relations that so many samples of one body get. @param {number} index @param {number} samples */
async function sampled(index, samples) {
  const relations = [];
  for (let sample = 0; sample < samples; sample += 1)
    relations.push(String(objectOf(await asked(index)).relation));
  return relations;
}

test("noise: at its rate, each error a well-formed answer with a quote that is there", async () => {
  double.set({ mode: "noisy", errorRate: 0.3, seed: 5 });
  let wrong = 0;
  for (let index = 0; index < 400; index += 1) {
    const { relation, quote } = objectOf(await asked(index, { format: "schema" }));
    assert.ok(RELATIONS.includes(String(relation)));
    assert.equal(relation === "unclear", quote === "");
    if (relation !== "unclear") assert.ok(foundIn(String(quote), passages(index)), String(quote));
    wrong += Number(relation !== gold(index).relation);
  }
  // Four standard deviations about 120.
  assert.ok(wrong > 83 && wrong < 157, String(wrong));
});

test("noise: none at rate 0, nothing else at rate 1, the same again for a seed", async () => {
  double.set({ mode: "noisy", errorRate: 0 });
  assert.deepEqual(await sampled(3, 5), Array(5).fill("supported"));
  double.set({ errorRate: 1 });
  assert.ok(!(await sampled(3, 5)).includes("supported"));
  double.set({ errorRate: 0.5 });
  const runs = [];
  for (const seed of [1, 1, 2]) {
    double.set({ seed });
    double.reset();
    runs.push(await sampled(3, 30));
  }
  assert.deepEqual(runs[0], runs[1]);
  assert.notDeepEqual(runs[0], runs[2]);
});

test("noise: samples of one body err apart, at any order of arrival; without chance they are one", async () => {
  double.set({ mode: "noisy", errorRate: 0.5, seed: 3 });
  const one = await sampled(3, 40);
  const wrong = one.filter((relation) => relation !== "supported").length;
  assert.ok(wrong > 7 && wrong < 33, String(wrong));
  double.reset();
  const together = await Promise.all(Array.from({ length: 40 }, () => asked(3)));
  assert.deepEqual(together.map((completion) => String(objectOf(completion).relation)).sort(), one.sort());
  const cold = await Promise.all(Array.from({ length: 10 }, () => asked(3, { temperature: 0 })));
  assert.equal(new Set(cold.map(({ text }) => text)).size, 1);
  const seeded = await Promise.all(
    Array.from({ length: 40 }, (_, seed) => asked(3, { temperature: 0, more: { seed } })),
  );
  assert.ok(new Set(seeded.map(({ text }) => text)).size > 1);
});

test("noise is the same with faults: an answer that is lost is given again", async () => {
  double.set({ mode: "noisy", errorRate: 0.5, seed: 3 });
  const calm = await sampled(3, 20);
  double.reset();
  double.setFaults({ random: { rate: 0.4, seed: 8, kinds: ["503", "reset", "reset:mid"] } });
  const stormy = [];
  let failures = 0;
  while (stormy.length < 20) {
    const completion = await asked(3).catch(() => undefined);
    if (completion?.status === 200) stormy.push(String(objectOf(completion).relation));
    else failures += 1;
  }
  assert.ok(failures > 3);
  assert.deepEqual(stormy, calm);
});

test("garbage: every kind is of no use as it is, whole and in pieces", async () => {
  double.set({ mode: "garbage" });
  const whole = await asked(3);
  assert.equal(whole.status, 200);
  for (const kind of GARBAGE) {
    double.set({ garbage: [kind] });
    for (const stream of [false, true]) {
      const { status, text, finish, refusal, tools, error, ended } = await asked(3, { stream });
      assert.equal(status, 200, kind);
      const value = parseJson(text);
      const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
      const { relation, quote, rationale, ...others } = /** @type {Record<string, unknown>} */ (object);
      const isRight =
        typeof relation === "string" &&
        RELATIONS.includes(relation) &&
        typeof quote === "string" &&
        typeof rationale === "string" &&
        Object.keys(others).length === 0;
      const isWhole =
        finish === "stop" &&
        refusal === null &&
        tools.length === 0 &&
        error === undefined &&
        (!stream || ended);
      assert.ok(!(isRight && isWhole), `${kind}: ${text.slice(0, 100)}`);
    }
  }
  assert.equal(double.log.balance(100).lost.length, 0);
});

test("garbage of chance draws many kinds; some models mend what is sent back", async () => {
  double.set({ mode: "garbage" });
  for (let index = 0; index < 60; index += 1) await asked(index);
  const repair = { answer: "?", fault: "it holds no JSON object" };
  double.set({ garbage: ["prose"] });
  assert.throws(() => objectOf({ ...EMPTY, text: "I would say" }));
  assert.match((await asked(3, { repair })).text, /^I would say/);
  double.set({ mends: true });
  assert.match((await asked(3)).text, /^I would say/);
  assert.equal(objectOf(await asked(3, { repair })).relation, "supported");
});

test("a script: a list in order, its end told, or a function of the question", async () => {
  double.set({ mode: "scripted" });
  double.setScript([
    "one",
    { json: { relation: "unclear" } },
    { refusal: "No." },
    { content: "cut", finish: "length" },
  ]);
  assert.equal((await asked(1)).text, "one");
  assert.deepEqual(objectOf(await asked(1)), { relation: "unclear" });
  assert.equal((await asked(1)).refusal, "No.");
  assert.equal((await asked(1)).finish, "length");
  const end = await asked(1);
  assert.deepEqual([end.status, end.error], [400, "The fake LLM has no answer: the script is at its end."]);
  double.setScript(({ question, sample }) => `${question.subject} ${question.evidence.length} ${sample}`);
  assert.equal((await asked(7)).text, "In plot 7, yield rose by 7 percent. 2 0");
  assert.equal((await asked(7)).text, "In plot 7, yield rose by 7 percent. 2 1");
});

test("a prompt that nobody knows is refused and not guessed at", async () => {
  const body = {
    model: "double",
    messages: [
      { role: "system", content: "Write a poem." },
      { role: "user", content: "Oaks" },
    ],
  };
  const completion = await complete(double.url, body);
  assert.equal(completion.status, 400);
  assert.match(completion.error ?? "", /no recogniser knows this prompt/);
  assert.deepEqual(double.log.summary().prompts, { unknown: 1 });
  const [system, user] = arbitration("a", []).messages;
  const other = { type: "json_schema", json_schema: { name: "poetry_1", schema: { type: "object" } } };
  assert.equal(
    (await complete(double.url, { model: "double", messages: [system, user], response_format: other }))
      .status,
    400,
  );
});

test("gold and settings that are none are refused", () => {
  assert.throws(() => {
    double.addGold([{ prompt: "nonsense", claim: "a" }]);
  }, /unknown prompt/);
  assert.throws(() => {
    double.addGold([{ relation: "supported" }]);
  }, /without its subject/);
  for (const changes of [
    { errorRate: 2 },
    { seed: 0.5 },
    { garbage: ["nonsense"] },
    { speed: 0 },
    { formats: ["xml"] },
  ])
    assert.throws(() => {
      double.set(changes);
    }, /must be/);
});
