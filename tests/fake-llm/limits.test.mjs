/* eslint-disable @typescript-eslint/no-unsafe-assignment -- answers are compared as they come */
// Keys, parameters, response formats, thinking, streams, CORS: as such servers handle them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, afterEach, test } from "node:test";
import { startFakeLlm } from "./server.mjs";
import { arbitration, ask, askJson, complete, objectOf, SCHEMA } from "./support.mjs";

const CLAIM = "Yield rose by 4 %.";
const PASSAGES = ["In all plots yield rose by 4 %."];
const BODY = arbitration(CLAIM, PASSAGES);
const double = await startFakeLlm({
  gold: [{ claim: CLAIM, relation: "supported", quote: "yield rose by 4" }],
});
const standard = { ...double.settings(), key: undefined };
after(() => double.close());
afterEach(() => {
  double.reset();
  double.set(standard);
});

/** @param {object} more @param {Parameters<typeof arbitration>[2]} [how] */
const refusedFor = async (more, how) => {
  const { status, error } = await complete(double.url, { ...arbitration(CLAIM, PASSAGES, how), ...more });
  return `${status} ${error ?? ""}`;
};

test("a key: asked for, wrong, right; the log never holds it", async () => {
  double.set({ key: "secret-of-the-test" });
  assert.equal((await complete(double.url, BODY)).status, 401);
  const wrong = await complete(double.url, BODY, { key: "another" });
  assert.deepEqual([wrong.status, wrong.error], [401, "Incorrect API key provided."]);
  assert.equal((await complete(double.url, BODY, { key: "secret-of-the-test" })).status, 200);
  assert.equal(
    (await complete(double.url, BODY, { headers: { "api-key": "secret-of-the-test" } })).status,
    200,
  );
  assert.equal((await ask(`${double.url}/v1/models`)).status, 401);
  assert.deepEqual(
    double.log.entries().map(({ key }) => key),
    ["absent", "wrong", "present", "present", "absent"],
  );
  const told = JSON.stringify([
    double.log.entries(),
    double.log.summary(),
    double.settings(),
    await askJson(`${double.url}/control`),
  ]);
  assert.ok(!told.includes("secret-of-the-test") && !told.includes("another"));
  assert.equal(double.settings().key, true);
});

test("a key that stands elsewhere, too, is told", async () => {
  const key = "secret-of-the-test";
  await complete(double.url, BODY, { key });
  await complete(double.url, { ...BODY, user: key }, { key });
  await ask(`${double.url}/v1/models?key=${key}`, { headers: { Authorization: `Bearer ${key}` } });
  assert.deepEqual(
    double.log.entries().map(({ keyElsewhere }) => keyElsewhere),
    [false, true, true],
  );
});

test("no sentence is kept: the log has a body's fingerprint", async () => {
  await complete(double.url, BODY);
  const [entry] = double.log.entries();
  assert.equal(entry?.fingerprint, createHash("sha256").update(JSON.stringify(BODY)).digest("hex"));
  assert.ok(!JSON.stringify(entry).includes("ield rose"));
});

test("models, addresses, methods, bodies", async () => {
  double.set({ models: ["oak-1", "oak-2"] });
  const { data } = /** @type {{ data: { id: string }[] }} */ (await askJson(`${double.url}/v1/models`));
  assert.deepEqual(
    data.map(({ id }) => id),
    ["oak-1", "oak-2"],
  );
  assert.match(await refusedFor({}), /^404 The model 'double' does not exist/);
  assert.match(await refusedFor({ model: "oak-2" }), /^200/);
  assert.equal((await ask(`${double.url}/chat/completions`, { method: "POST", body: "{}" })).status, 404);
  assert.equal((await ask(`${double.url}/v1/chat/completions`)).status, 405);
  const post = (/** @type {string} */ body) =>
    ask(`${double.url}/v1/chat/completions`, { method: "POST", body });
  for (const body of [
    "",
    "no",
    "[]",
    "{}",
    '{"model":"oak-1"}',
    '{"model":"oak-1","messages":[{"role":"boss","content":""}]}',
  ])
    assert.equal((await post(body)).status, 400, body);
  assert.equal((await post(" ".repeat(5_000_000))).status, 413);
});

test("response formats: all, some, none", async () => {
  for (const format of /** @type {const} */ (["schema", "object"]))
    assert.match(await refusedFor({}, { format }), /^200/);
  double.set({ formats: ["json_object"] });
  assert.match(
    await refusedFor({}, { format: "schema" }),
    /^400 .*'response_format' of type 'json_schema' is not supported/,
  );
  assert.match(await refusedFor({}, { format: "object" }), /^200/);
  double.set({ formats: [] });
  assert.match(await refusedFor({}, { format: "object" }), /^400 /);
  assert.match(await refusedFor({ response_format: { type: "text" } }), /^200/);
});

test("strict schemas: a name, every property required, no others, and a schema indeed", async () => {
  /** @param {object} schema @param {string} [name] */
  const strictly = (schema, name = "arbitration_1") =>
    refusedFor({ response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } });
  assert.match(await strictly(SCHEMA), /^200/);
  assert.match(
    await strictly({ $schema: "https://json-schema.org/draft/2020-12/schema", ...SCHEMA }),
    /^200/,
  );
  assert.match(await strictly(SCHEMA, "arbitration_/1"), /^400 .*name/);
  assert.match(await strictly({ ...SCHEMA, additionalProperties: undefined }), /^400 .*additionalProperties/);
  assert.match(await strictly({ ...SCHEMA, required: ["relation"] }), /^400 .*Missing 'quote'/);
  assert.match(
    await strictly({ ...SCHEMA, properties: { relation: { type: "nonsense" } } }),
    /^400 Invalid schema/,
  );
});

test("an answer that breaks the schema is told, or held back", async () => {
  double.set({ mode: "garbage", garbage: ["extra-field"] });
  const sent = await complete(double.url, arbitration(CLAIM, PASSAGES, { format: "schema" }));
  assert.equal(objectOf(sent).confidence, 0.99);
  assert.equal(double.log.entries().at(-1)?.fits, false);
  double.set({ schema: "hold" });
  for (const stream of [false, true]) {
    const held = await complete(double.url, arbitration(CLAIM, PASSAGES, { format: "schema", stream }));
    assert.deepEqual([held.text, held.refusal], ["", "I cannot answer in the form that was asked for."]);
  }
});

test("thinking models refuse what they do not take, and others refuse effort", async () => {
  assert.match(await refusedFor({}, { effort: "low" }), /^400 Unsupported parameter: 'reasoning_effort'/);
  double.set({ thinking: "hidden" });
  assert.match(await refusedFor({}), /^400 Unsupported parameter: 'temperature'/);
  assert.match(await refusedFor({ temperature: undefined }), /^400 Unsupported parameter: 'top_p'/);
  assert.match(
    await refusedFor({ temperature: undefined, top_p: undefined }),
    /^400 Unsupported parameter: 'max_tokens' .* Use 'max_completion_tokens'/,
  );
  assert.match(await refusedFor({}, { effort: "low" }), /^200/);
  assert.match(
    await refusedFor({ reasoning_effort: "most" }, { effort: "low" }),
    /^400 Invalid value: 'most'/,
  );
});

test("thoughts: hidden, in a field of their own, in line; they count, and may leave no room", async () => {
  const asked = (/** @type {boolean} */ stream, more = {}) =>
    complete(double.url, { ...arbitration(CLAIM, PASSAGES, { effort: "low", stream }), ...more });
  for (const stream of [false, true]) {
    double.set({ thinking: "hidden" });
    const hidden = await asked(stream);
    assert.deepEqual([objectOf(hidden).relation, hidden.thoughts], ["supported", ""]);
    assert.equal(hidden.usage?.completion_tokens_details?.reasoning_tokens, 64);
    double.set({ thinking: "field" });
    const field = await asked(stream);
    assert.equal(objectOf(field).relation, "supported");
    assert.match(field.thoughts, /\{supported\}/);
    double.set({ thinking: "inline" });
    assert.match(
      (await asked(stream)).text,
      /^<think>\nIs it \{supported\}\?[\s\S]*<\/think>\n\n\{"quote":"[^"]*","rationale":"[^"]*","relation":"supported"/,
    );
    double.set({ thinking: "hidden" });
    const short = await asked(stream, { max_completion_tokens: 60 });
    assert.deepEqual([short.text, short.finish, short.usage?.completion_tokens], ["", "length", 60]);
  }
});

test("tokens: an answer beyond the limit is cut; usage is told or not", async () => {
  const cut = await complete(double.url, { ...BODY, max_tokens: 5 });
  assert.deepEqual([cut.text.length, cut.finish, cut.usage?.completion_tokens], [20, "length", 5]);
  for (const stream of [false, true]) {
    const body = arbitration(CLAIM, PASSAGES, { stream });
    assert.ok((await complete(double.url, body)).usage);
    double.set({ usage: false });
    assert.equal((await complete(double.url, body)).usage, undefined);
    double.set({ usage: true });
  }
  const untold = arbitration(CLAIM, PASSAGES, {
    stream: true,
    more: { stream_options: { include_usage: false } },
  });
  assert.equal((await complete(double.url, untold)).usage, undefined);
  assert.match(
    await refusedFor({ stream_options: { include_usage: true } }),
    /^400 .*only allowed when 'stream'/,
  );
});

test("streams: many events that end; ignored, refused", async () => {
  const body = arbitration(CLAIM, PASSAGES, { stream: true });
  const stream = await complete(double.url, body);
  assert.ok(stream.ended && stream.events > 8);
  const raw = await ask(`${double.url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(body) });
  assert.deepEqual(
    [raw.headers["content-type"], raw.headers["content-length"]],
    ["text/event-stream; charset=utf-8", undefined],
  );
  assert.match(raw.body, /^: waiting\n\ndata: \{.*\n\ndata: \[DONE\]\n\n$/s);
  double.set({ streaming: "ignored" });
  const whole = await complete(double.url, body);
  assert.deepEqual(
    [whole.ended, objectOf(whole).relation, whole.headers.get("content-type")],
    [false, "supported", "application/json"],
  );
  double.set({ streaming: "refused" });
  assert.match(await refusedFor({}, { stream: true }), /^400 Unsupported parameter: 'stream'/);
});

test("CORS: for all, for some, for none; a preflight allows what it asks for", async () => {
  const address = `${double.url}/v1/chat/completions`;
  const asks = {
    Origin: "https://reader.example",
    "Access-Control-Request-Headers": "authorization,content-type",
  };
  const allowed = async () => {
    const preflight = await ask(address, { method: "OPTIONS", headers: asks });
    const { headers } = await ask(address, { method: "POST", headers: asks, body: JSON.stringify(BODY) });
    return [
      preflight.status,
      preflight.headers["access-control-allow-headers"],
      headers["access-control-allow-origin"],
    ];
  };
  assert.deepEqual(await allowed(), [204, "authorization,content-type", "*"]);
  double.set({ cors: ["https://reader.example"] });
  assert.deepEqual(await allowed(), [204, "authorization,content-type", "https://reader.example"]);
  double.set({ cors: ["https://other.example"] });
  assert.deepEqual(await allowed(), [405, undefined, undefined]);
  double.set({ cors: "none" });
  assert.deepEqual(await allowed(), [405, undefined, undefined]);
});
