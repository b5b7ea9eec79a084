// `citelight serve`: arbitrations behind a server. None is lost, none is doubled, no budget is passed, whatever dies.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { run, folder } from "./support.mjs";
import {
  ask,
  configuration,
  endOf,
  jobOf,
  MODEL_KEY,
  questions,
  serve,
  sha256,
  startPostgres,
  TOKEN,
} from "./serving.mjs";

/** @typedef {import("./serving.mjs").Job} Job */
/** @typedef {Awaited<ReturnType<typeof serve>>} Server */

/** Samples that decide where all agree: three of five. */
const NEEDED = 3;
/** Without those that ask for a second of patience: what is tried here is what is lost, not how long it takes. */
const kinds = ["429", "500", "503", "reset", "reset:mid", "truncate", "latency:50"];
const RANDOM = { random: { rate: 0.2, seed: 11, kinds } };
const home = folder();
after(() => {
  home.remove();
});
let number = 0;

/** @param {Parameters<typeof startFakeLlm>[0]} [options] */
async function startDouble(options = {}) {
  const double = await startFakeLlm({ key: MODEL_KEY, speed: 50, ...options });
  after(() => double.close());
  return double;
}

/** A server that does not outlive the tests. @param {string} config */
async function start(config) {
  const server = await serve(config);
  after(() => server.kill());
  return server;
}

/** A configuration on disk. @param {string} model @param {Partial<Parameters<typeof configuration>[1]>} [how] */
function written(model, how = {}) {
  number += 1;
  return home.write(
    `serve-${number}.toml`,
    configuration(model, { store: `sqlite:${home.at(`jobs-${number}.sqlite`)}`, ...how }),
  );
}

/** Work with so many at once. @template T, R @param {readonly T[]} items @param {number} most @param {(item: T, at: number) => Promise<R>} work */
async function atOnce(items, most, work) {
  /** @type {R[]} */
  const results = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (let at = next++; at < items.length; at = next++) {
        const item = /** @type {T} */ (items[at]);
        results[at] = await work(item, at);
      }
    }),
  );
  return results;
}

/**
 * Every answer is there once and right.
 *
 * @param {readonly { gold: { relation: string, quote: string } }[]} asked
 * @param {readonly Job[]} jobs
 */
function allRight(asked, jobs) {
  assert.equal(new Set(jobs.map(({ id }) => id)).size, asked.length, "each question is one job");
  jobs.forEach((job, at) => {
    assert.equal(job.state, "done", JSON.stringify(job.error));
    assert.equal(job.result?.relation, asked[at]?.gold.relation);
    assert.ok(job.result?.samples.every(({ quote }) => quote.includes("yield of plot")));
  });
}

/**
 * How many questions the model gets: the claims, and the contradicted ones once more, for their category.
 *
 * @param {readonly { gold: { relation: string } }[]} asked
 */
const put = (asked) => asked.length + asked.filter(({ gold }) => gold.relation === "contradicted").length;

/** What nobody may read in a log. @param {string} log @param {string} [secret] */
function tellsNothing(log, secret = TOKEN) {
  for (const word of [MODEL_KEY, TOKEN, secret, "yield of plot", "wet season"])
    assert.ok(!log.includes(word), `“${word}” stands in the log`);
}

test("an arbitration is answered with relation, share, samples, quotes and usage", async () => {
  const [one] = questions(1);
  assert.ok(one);
  const double = await startDouble({ gold: [one.gold] });
  const server = await start(written(double.url));
  const answer = await ask(`${server.url}/v1/arbitrations`, { body: one.request });
  const job = jobOf(answer);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get("location"), `/v1/jobs/${job.id}`);
  assert.deepEqual([job.kind, job.state, job.runs], ["arbitration", "done", 1]);
  assert.equal(job.result?.relation, one.gold.relation);
  assert.equal(job.result.share, 0.6);
  assert.equal(job.result.samples.length, NEEDED);
  assert.equal(job.result.usage.requests, NEEDED);
  assert.ok(
    double.log
      .entries()
      .every(({ key, keyElsewhere, outside }) => key === "present" && !keyElsewhere && outside === 0),
  );
  assert.equal((await ask(`${server.url}/v1/jobs/${job.id}`)).text, answer.text);
  const { code, stderr } = await server.stop();
  assert.equal(code, 0, stderr);
  tellsNothing(stderr);
});

test("a job is followed by address, by waiting and by events; the same key is the same job", async () => {
  const [one, two] = questions(2);
  assert.ok(one && two);
  const double = await startDouble({ gold: [one.gold, two.gold] });
  const server = await start(written(double.url));
  const url = `${server.url}/v1/arbitrations`;
  const headers = { Prefer: "respond-async", "Idempotency-Key": "first" };
  const first = await ask(url, { body: one.request, headers });
  assert.equal(first.status, 202);
  const address = server.url + String(first.headers.get("location"));
  const events = await ask(`${address}/events`);
  assert.match(String(events.headers.get("content-type")), /^text\/event-stream/);
  assert.match(events.text, /event: done\ndata: \{.*"relation":"contradicted"/);
  const again = await ask(url, { body: one.request, headers: { "Idempotency-Key": "first" } });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal(jobOf(again).id, jobOf(first).id);
  assert.equal(double.log.entries().length, NEEDED * put([one]), "nothing was asked a second time");
  // Somebody else may have guessed the key: another question under it is another job.
  const other = await ask(url, { body: two.request, headers: { "Idempotency-Key": "first" } });
  assert.equal(other.status, 200);
  assert.notEqual(jobOf(other).id, jobOf(first).id);
  await server.stop();
});

test("tokens, scopes, owners, quotas, bodies and origins are kept apart", async () => {
  const [one, two, three] = questions(3);
  assert.ok(one && two && three);
  const double = await startDouble({ gold: [one.gold, two.gold, three.gold] });
  const small = "token-of-a-small-reader-01";
  const blind = "token-of-who-may-only-look";
  const tokens = `[[tokens]]
name = "small"
sha256 = "${sha256(small)}"
scopes = ["arbitrations"]
quota = { jobs = 2 }
[[tokens]]
name = "blind"
sha256 = "${sha256(blind)}"
scopes = ["metrics"]
`;
  const more = "[limits]\nbody_bytes = 2000\n";
  const config = written(double.url, { tokens, more, top: 'origins = ["https://journal.example.org"]' });
  const server = await start(config);
  const url = `${server.url}/v1/arbitrations`;
  /** @param {number} status @param {string} code @param {Parameters<typeof ask>[1]} how */
  const refused = async (status, code, how, at = url) => {
    const answer = await ask(at, how);
    assert.deepEqual(
      [answer.status, /** @type {{ code: string }} */ (answer.json).code],
      [status, code],
      answer.text,
    );
    assert.equal(answer.headers.get("content-type"), "application/problem+json");
    assert.ok(!answer.text.includes("wet season"), "a problem quotes nothing");
    return answer;
  };
  const { request } = one;
  await refused(401, "unknown_token", { body: request, token: "" });
  await refused(401, "unknown_token", { body: request, token: `${TOKEN}x` });
  await refused(403, "out_of_scope", { body: request, token: blind });
  await refused(403, "out_of_scope", { token: small }, `${server.url}/metrics`);
  await refused(422, "malformed", { raw: "{" });
  await refused(422, "malformed", { body: { ...request, model: "another" } });
  await refused(422, "malformed", { body: { ...request, passages: [] } });
  await refused(422, "malformed", { body: { ...request, settings: { arbitration_samples: 99 } } });
  await refused(415, "not_json", { body: request, headers: { "Content-Type": "text/plain" } });
  await refused(413, "too_large", { body: { ...request, passages: ["x".repeat(3000)] } });
  await refused(422, "malformed", { body: request, headers: { "Idempotency-Key": "k".repeat(201) } });
  await refused(404, "no_such_address", {}, `${server.url}/v1/nothing`);
  await refused(405, "no_such_method", {}, url);
  assert.equal(double.log.entries().length, 0, "nothing of that reached the model");

  const mine = jobOf(await ask(url, { body: request, token: small }));
  await refused(404, "no_such_job", {}, `${server.url}/v1/jobs/${mine.id}`);
  await refused(404, "no_such_job", {}, `${server.url}/v1/jobs/${mine.id}/events`);
  assert.equal((await ask(url, { body: two.request, token: small })).status, 200);
  const spent = await refused(429, "quota_spent", { body: three.request, token: small });
  assert.ok(Number(spent.headers.get("retry-after")) > 0);

  /** @param {string} origin */
  const preflight = (origin) =>
    fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
      },
    });
  const allowed = await preflight("https://journal.example.org");
  assert.equal(allowed.headers.get("access-control-allow-origin"), "https://journal.example.org");
  const stranger = await preflight("https://stranger.example.org");
  assert.equal(stranger.headers.get("access-control-allow-origin"), null);

  const metrics = await ask(`${server.url}/metrics`, { token: blind });
  assert.match(metrics.text, /citelight_jobs_created_total\{kind="arbitration"\} 2/);
  assert.ok(
    metrics.text.includes(`citelight_model_requests_total ${NEEDED * put([one, two])}\n`),
    metrics.text,
  );
  assert.equal((await ask(`${server.url}/healthz`, { token: "" })).status, 200);
  const { stderr } = await server.stop();
  tellsNothing(stderr, small);
});

test("every route is in the document, and everything in the document is a route", async () => {
  const double = await startDouble();
  const server = await start(written(double.url));
  const { json } = await ask(`${server.url}/openapi.json`, { token: "" });
  const { paths } = /** @type {{ paths: Record<string, Record<string, unknown>> }} */ (json);
  const source = readFileSync("crate/server/src/routes/mod.rs", "utf8");
  const routed = [...source.matchAll(/\.route\("([^"]+)", (.+)\)$/gm)].flatMap(([, path, methods]) =>
    [...(methods ?? "").matchAll(/\b(get|post|delete)\(/g)].map(([, method]) => `${method} ${path}`),
  );
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(told.sort(), routed.sort());
  for (const one of told) {
    const [method, path] = /** @type {[string, string]} */ (one.split(" "));
    const at = server.url + path.replace("{id}", "01J00000000000000000000000");
    const { status } = await ask(at, {
      method: method.toUpperCase(),
      token: "wrong-token-altogether",
      ...(method === "post" ? { body: {} } : {}),
    });
    assert.ok([200, 401].includes(status), `${one}: ${status}`);
  }
  await server.stop();
});

test("1,000 arbitrations under 20 % faults: none lost, none doubled", async () => {
  const asked = questions(1000);
  const double = await startDouble({ gold: asked.map(({ gold }) => gold), faults: RANDOM });
  const server = await start(written(double.url));
  const jobs = await atOnce(asked, 40, async ({ request }, at) => {
    const answer = await ask(`${server.url}/v1/arbitrations`, {
      body: request,
      headers: { "Idempotency-Key": `q${at}` },
    });
    return answer.status === 200 ? jobOf(answer) : endOf(() => server.url, jobOf(answer).id);
  });
  allRight(asked, jobs);
  const balance = double.log.balance(NEEDED);
  assert.equal(balance.questions, put(asked));
  assert.deepEqual([balance.lost, balance.doubled], [[], []]);
  assert.equal(balance.answered, NEEDED * put(asked), "no answer was paid for in vain");
  const { stderr } = await server.stop();
  tellsNothing(stderr);
});

test("no budget is passed, however many ask at once", async () => {
  const asked = questions(120);
  const double = await startDouble({ gold: asked.map(({ gold }) => gold), faults: RANDOM });
  const more = "[budget]\nrequests = 200\n[job_budget]\narbitration_requests = 20\n";
  const server = await start(written(double.url, { more }));
  const answers = await atOnce(asked, 24, async ({ request }) => {
    const answer = await ask(`${server.url}/v1/arbitrations`, { body: request });
    return answer.status === 202 ? endOf(() => server.url, jobOf(answer).id) : jobOf(answer);
  });
  const summary = double.log.summary();
  assert.ok(summary.requests <= 200, `${summary.requests} requests were sent`);
  assert.ok(summary.requests > 150, `${summary.requests} requests: the budget was not used`);
  const done = answers.filter(({ state }) => state === "done");
  assert.ok(done.length >= 30);
  for (const job of answers.filter(({ state }) => state === "failed"))
    assert.equal(job.error?.code, "budget_spent");
  await server.stop();
});

test("kill -9 in the middle and a new start: none lost, none doubled", async () => {
  const asked = questions(300);
  const double = await startDouble({ gold: asked.map(({ gold }) => gold), faults: RANDOM });
  const config = written(double.url);
  let server = await start(config);
  const ids = await atOnce(asked, 30, async ({ request }, at) => {
    const headers = { Prefer: "respond-async", "Idempotency-Key": `k${at}` };
    return jobOf(await ask(`${server.url}/v1/arbitrations`, { body: request, headers })).id;
  });
  while (double.log.summary().requests < 200) await new Promise((resolve) => setTimeout(resolve, 10));
  const { stderr } = await server.kill();
  tellsNothing(stderr);
  server = await start(config);
  const jobs = await atOnce(ids, 30, (id) => endOf(() => server.url, id));
  allRight(asked, jobs);
  const balance = double.log.balance(NEEDED);
  assert.deepEqual([balance.questions, balance.lost], [put(asked), []]);
  // Answers on their way when it died are asked for again: at most what was under way.
  assert.ok(balance.answered - NEEDED * put(asked) <= 32 + 64, `${balance.answered} answers`);
  const replay = await ask(`${server.url}/v1/arbitrations`, {
    body: asked[0]?.request,
    headers: { "Idempotency-Key": "k0" },
  });
  assert.equal(jobOf(replay).id, ids[0]);
  await server.stop();
});

test("a server that is told to end ends what it began and takes nothing new", async () => {
  const asked = questions(6);
  const double = await startDouble({
    gold: asked.map(({ gold }) => gold),
    speed: 1,
    faults: { sources: { arbitration: "latency:400" } },
  });
  const config = written(double.url);
  let server = await start(config);
  const waiting = asked.map(({ request }) => ask(`${server.url}/v1/arbitrations`, { body: request }));
  while (double.log.summary().requests < 6 * NEEDED) await new Promise((resolve) => setTimeout(resolve, 10));
  const { code, stderr } = await server.stop();
  assert.equal(code, 0);
  assert.match(stderr, /"message":"ended"/);
  const ids = (await Promise.all(waiting)).map((answer) => jobOf(answer).id);
  assert.equal(double.log.balance(NEEDED).answered, NEEDED * put(asked), "what was begun was ended");
  server = await start(config);
  const jobs = await Promise.all(ids.map((id) => endOf(() => server.url, id)));
  allRight(asked, jobs);
  assert.ok(jobs.every(({ runs }) => runs === 1));
  await server.stop();
});

test("two replicas on one PostgreSQL, one killed in the middle: none lost, none doubled", async () => {
  const asked = questions(400);
  const double = await startDouble({ gold: asked.map(({ gold }) => gold), faults: RANDOM });
  const postgres = await startPostgres();
  after(() => {
    postgres.stop();
  });
  const config = written(double.url, { store: postgres.url });
  const [first, second] = await Promise.all([start(config), start(config)]);
  let killed = false;
  const urls = () => (killed ? second.url : first.url);
  const ids = await atOnce(asked, 30, async ({ request }, at) => {
    const headers = { Prefer: "respond-async", "Idempotency-Key": `r${at}` };
    const { url } = at % 2 ? second : first;
    return jobOf(await ask(`${url}/v1/arbitrations`, { body: request, headers })).id;
  });
  while (double.log.summary().requests < 300) await new Promise((resolve) => setTimeout(resolve, 10));
  killed = true;
  const { stderr } = await first.kill();
  const jobs = await atOnce(ids, 30, (id) => endOf(urls, id));
  allRight(asked, jobs);
  const balance = double.log.balance(NEEDED);
  assert.deepEqual([balance.questions, balance.lost], [put(asked), []]);
  assert.ok(balance.answered - NEEDED * put(asked) <= 32 + 64, `${balance.answered} answers`);
  assert.ok(
    jobs.some(({ runs }) => runs > 1),
    "something was taken over",
  );
  const ended = await second.stop();
  assert.equal(ended.code, 0);
  for (const log of [stderr, ended.stderr]) {
    tellsNothing(log, postgres.password);
    assert.match(log, /"state":"done"/, "both replicas worked");
  }
});

test("a configuration that cannot be used is told, without what is secret in it", async () => {
  const wrong = home.write("wrong.toml", '[store]\nurk = "postgres://u:secret-word@db/jobs"\n');
  const unusable = await run(["serve", "--config", wrong]);
  assert.equal(unusable.code, 2);
  assert.match(unusable.stderr, /wrong\.toml cannot be used: line 2/);
  assert.doesNotMatch(unusable.stderr, /secret-word/);
  const unreachable = home.write(
    "down.toml",
    configuration("http://127.0.0.1:9", { store: "postgres://u:secret-word@127.0.0.1:9/jobs" }),
  );
  const down = await run(["serve", "--config", unreachable]);
  assert.equal(down.code, 2);
  assert.match(down.stderr, /the store failed to reach PostgreSQL/);
  assert.doesNotMatch(down.stderr, /secret-word/);
});
