import assert from "node:assert/strict";
import { test } from "node:test";
import { redactKey } from "./redact-key";

const KEY = "sk-a/b+c-7f3a";

/** The text that a client puts together from an answer. */
function said(body: string): string {
  const lines = body.startsWith("data:")
    ? body.split("\n").filter((line) => line.startsWith("data: {"))
    : [body];
  return lines
    .map((line) => JSON.parse(line.replace(/^data: /, "")) as Choices)
    .map(({ choices: [choice] }) => choice?.message?.content ?? choice?.delta?.content ?? "")
    .join("");
}

interface Choices {
  choices: { message?: { content: string }; delta?: { content: string } }[];
}

const completion = (content: string): string =>
  JSON.stringify({ choices: [{ message: { content } }], usage: { prompt_tokens: 1, completion_tokens: 2 } });

test("an answer that does not tell is left as it came", () => {
  const body = '{ "choices": [ { "message": {"content": "1.0"} } ], "n": 1.50 }';
  assert.equal(redactKey(body, KEY), body);
  assert.equal(redactKey(completion(KEY), null), completion(KEY));
  assert.equal(redactKey("short", "or"), "short", "what is found in innocent words is no key");
});

test("the key is taken out of texts, however JSON writes it, and of what is no JSON", () => {
  const escaped = completion(KEY).replaceAll("sk-a", "\\u0073\\u006b-a").replaceAll("/", "\\/");
  assert.ok(!escaped.includes(KEY));
  assert.equal(said(redactKey(escaped, KEY)), "(secret)");
  assert.equal(redactKey(`<p>${KEY}</p>`, KEY), "<p>(secret)</p>");
  const error = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } });
  assert.ok(!redactKey(error, KEY).includes(KEY));
});

test("cut into any pieces, it is not put together again", () => {
  const text = `My key is ${KEY}, keep it.`;
  for (let first = 0; first <= text.length; first += 1) {
    for (let second = first; second <= text.length; second += 3) {
      const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
      const events = pieces.map((content) => JSON.stringify({ choices: [{ delta: { content } }] }));
      const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 7 } });
      const stream = [...events, usage, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
      const clean = redactKey(stream, KEY);
      assert.equal(said(clean), "My key is (secret), keep it.");
      assert.match(clean, /"completion_tokens":7/);
    }
  }
  const innocent = 'data: {"choices":[{"delta":{"content":"yes"}}]}\n\ndata: [DONE]\n\n';
  assert.equal(redactKey(innocent, KEY), innocent);
});
