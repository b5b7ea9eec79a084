// The prompts that make and judge miscitations: recognised by the core's own wording, answered in their form, wrongly, and as told.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeLlm } from "./server.mjs";
import { asking, complete, data, numbered } from "./support.mjs";

const STATEMENT = "Oak weirs outlasted pine weirs by forty years in cold rivers.";
const ELSEWHERE = "All of the rivers that were compared lie north of the sixtieth parallel.";
const RECORD = "Title: Weirs of wood. Authors: A Smith, B Lee.";
const TOLD = "Weirs were told of [CITATION].";
const double = await startFakeLlm({
  gold: [{ prompt: "validation", sentence: TOLD, label: "other", quote: "Weirs of wood" }],
});
after(() => double.close());
afterEach(() => {
  double.set({ mode: "oracle", errorRate: 0.1, seed: 0 });
});

/** @param {string} prompt @param {string} file @param {string} user @param {(system: string) => string} [as] */
async function answer(prompt, file, user, as = (system) => system) {
  const body = asking(file, user);
  const [system, ...rest] = body.messages;
  assert.ok(system);
  const messages = [{ ...system, content: as(system.content) }, ...rest];
  const completion = await complete(double.url, { ...body, messages });
  assert.equal(double.log.entries().at(-1)?.prompt, prompt);
  return /** @type {Record<string, unknown>} */ (parseJson(completion.text));
}

/** What a model is asked to make: the subtypes stand in the instructions. @param {string} subtype @param {boolean} [deep] */
const made = (subtype, deep = false) =>
  answer(
    "miscitation",
    "miscitation",
    data("work", "Weirs of wood") +
      data("authors", "Smith and Lee") +
      data("others", "Bauer et al.") +
      data("statement", STATEMENT) +
      numbered("passage", [STATEMENT, ELSEWHERE]),
    (system) => `${system} "${subtype}"${deep ? " from outside the statement" : ""}`,
  );

/** @param {string} sentence @param {string} [record] */
const judged = (sentence, record = RECORD) =>
  answer(
    "validation",
    "validation",
    data("sentence", sentence) + data("record", record) + numbered("passage", [STATEMENT, ELSEWHERE]),
  );

test("what it makes of a statement it judges as what it is, and the true sentence as sound", async () => {
  for (const [subtype, label] of [
    ["author-misattribution", "attribution-traceability"],
    ["secondary-source", "citation-validity"],
    ["contradictory", "content-misrepresentation"],
    ["overgeneralisation", "scope-extrapolation"],
    ["correlation-as-causation", "evidence-characterization"],
  ]) {
    const draft = await made(subtype ?? "");
    assert.equal(draft.subtype, subtype);
    assert.equal((await judged(String(draft.miscitation))).label, label);
    const sound = await judged(String(draft.correct));
    assert.equal(sound.label, "sound", String(draft.correct));
    assert.ok(STATEMENT.includes(String(sound.quote)));
  }
  const draft = await made("retracted");
  assert.equal(draft.miscitation, draft.correct);
  const retracted = `${RECORD} This work was retracted by its publisher.`;
  assert.equal((await judged(String(draft.miscitation), retracted)).label, "citation-validity");
});

test("in depth it quotes another place, too; gold overrides a judgement", async () => {
  const { quotes } = await made("overgeneralisation", true);
  const [first, second] = /** @type {string[]} */ (quotes);
  assert.ok(STATEMENT.includes(first ?? "?") && ELSEWHERE.includes(second ?? "?"));
  assert.deepEqual(await judged(TOLD), {
    label: "other",
    quote: "Weirs of wood.",
    rationale: "By the words that stand there.",
  });
});

test("a noisy maker writes no case, a noisy judge another label", async () => {
  double.set({ mode: "noisy", errorRate: 1, seed: 1 });
  const right =
    "It has been reported for all species and settings that oak weirs outlasted pine weirs by forty years in cold rivers [CITATION].";
  const draft = await made("overgeneralisation");
  assert.notDeepEqual(
    [
      draft.miscitation,
      draft.subtype,
      JSON.stringify(draft.quotes).includes("Oak weirs"),
      String(draft.correct).includes("98765"),
    ],
    [right, "overgeneralisation", true, false],
  );
  assert.notEqual((await judged(right)).label, "scope-extrapolation");
});
