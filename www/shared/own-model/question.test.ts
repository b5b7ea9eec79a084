import assert from "node:assert/strict";
import { test } from "node:test";
import { faultIn, faultOf, faultText, OWN_MODEL_FAULTS, OwnModelError } from "./faults";
import { questionFrom } from "./question";

const SCHEMA = { type: "object", properties: { quote: { type: "string" } } };

test("a request of the core is read as a question: instructions apart, the form of the answer kept", () => {
  const body = {
    model: "m",
    messages: [
      { role: "system", content: "Compare." },
      { role: "user", content: "<claim>Yield rose.</claim>" },
      { role: "assistant", content: "no" },
      { role: "user", content: "That answer cannot be used." },
    ],
    temperature: 0.7,
    max_tokens: 300,
    response_format: { type: "json_schema", json_schema: { name: "a", strict: true, schema: SCHEMA } },
  };
  const question = questionFrom(JSON.stringify(body));
  assert.equal(question?.system, "Compare.");
  assert.equal(question.messages.length, 3);
  assert.deepEqual([question.schema, question.temperature, question.mostWritten], [SCHEMA, 0.7, 300]);
});

test("what is no question is none", () => {
  const user = { role: "user", content: "x" };
  for (const body of ["", "{}", "[]", "null", JSON.stringify({ messages: [user] }), '{"messages": [3]}'])
    assert.equal(questionFrom(body), null, body);
  assert.equal(questionFrom(JSON.stringify({ messages: [{ role: "system", content: "y" }] })), null);
});

test("every fault is known again in a sentence of the core, and every error of a browser is one", () => {
  for (const fault of OWN_MODEL_FAULTS) {
    const told = `the endpoint of this browser did not answer: browser:model was not asked: ${faultText(fault)}`;
    assert.equal(faultIn(told), fault);
    assert.equal(faultOf(new OwnModelError(fault)), fault);
  }
  assert.equal(faultIn("the endpoint models.example.org did not answer"), null);
  for (const [name, fault] of [
    ["QuotaExceededError", "overflow"],
    ["NotAllowedError", "refused"],
    ["NotSupportedError", "unavailable"],
    ["UnknownError", "failed"],
  ] as const)
    assert.equal(faultOf(new DOMException("", name)), fault);
});
