// `citelight serve`: a job that is cancelled asks the model no more, what it took stays spent, and what has ended stays.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { ask, configuration, jobOf, MODEL_KEY, questions, serve, sha256, startPostgres } from "./serving.mjs";
import { folder } from "./support.mjs";

/** Samples that are asked for at once. */
const AT_ONCE = 3;
const OTHER = "token-of-another-journal-01";
const home = folder();
after(() => {
  home.remove();
});
let number = 0;

/**
 * Servers with one store and a model that takes its time.
 *
 * @param {{ store?: string, work?: string, latency?: number, servers?: number }} [how]
 */
async function set({ store, work = "", latency = 60_000, servers = 1 } = {}) {
  number += 1;
  const asked = questions(3);
  const double = await startFakeLlm({
    key: MODEL_KEY,
    gold: asked.map(({ gold }) => gold),
    faults: { sources: { arbitration: `latency:${latency}` } },
  });
  after(() => double.close());
  const config = home.write(
    `serve-${number}.toml`,
    configuration(double.url, {
      store: store ?? `sqlite:${home.at(`jobs-${number}.sqlite`)}`,
      tokens: `[[tokens]]\nname = "other"\nsha256 = "${sha256(OTHER)}"\nscopes = ["arbitrations"]\n`,
      more: `[work]\nheartbeat_seconds = 1\n${work}\n`,
    }),
  );
  const running = await Promise.all(Array.from({ length: servers }, () => serve(config)));
  for (const server of running) after(() => server.kill());
  const [first, second = first] = running;
  assert.ok(first && second);
  /** Creates a job without waiting. @param {number} at */
  const create = async (at, headers = {}) =>
    ask(`${first.url}/v1/arbitrations`, {
      body: asked[at]?.request,
      headers: { Prefer: "respond-async", "Idempotency-Key": `q${at}`, ...headers },
    });
  return { double, first, second, create };
}

/**
 * Cancels a job as who made it.
 *
 * @param {string} url of the server
 * @param {Awaited<ReturnType<typeof ask>>} created
 */
const cancel = (url, created) =>
  ask(`${url}/v1/jobs/${jobOf(created).id}`, {
    method: "DELETE",
    headers: { "Cancel-Secret": created.headers.get("cancel-secret") ?? "" },
  });

/** @param {() => boolean | Promise<boolean>} holds @param {string} what */
async function until(holds, what) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(what);
}

/** @param {Awaited<ReturnType<typeof startFakeLlm>>} double */
const outcomes = (double) => double.log.entries().map(({ outcome }) => outcome);
/** @param {{ url: string }} server @param {RegExp} line */
const measured = async ({ url }, line) => line.test((await ask(`${url}/metrics`)).text);

for (const kind of /** @type {const} */ (["a file", "PostgreSQL"]))
  test(`a running job is cancelled over ${kind}`, async () => {
    const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
    after(() => {
      postgres?.stop();
    });
    // With PostgreSQL either replica may run the job, and the other one is told.
    const { double, first, second, create } = await set({
      ...(postgres ? { store: postgres.url, servers: 2 } : {}),
      // The double sees that nobody waits any more when it would answer.
      latency: 2_000,
    });
    const created = await create(0);
    const { id } = jobOf(created);
    await until(() => outcomes(double).length === AT_ONCE, "the model is asked");
    const events = ask(`${first.url}/v1/jobs/${id}/events`);
    const stranger = await ask(`${second.url}/v1/jobs/${id}`, { method: "DELETE" });
    assert.deepEqual(
      [stranger.status, /** @type {{ code: string }} */ (stranger.json).code],
      [403, "not_yours"],
    );
    const answer = await cancel(second.url, created);
    const job = jobOf(answer);
    assert.deepEqual([answer.status, job.state, job.error?.code], [200, "failed", "cancelled"], answer.text);
    await until(() => outcomes(double).every((outcome) => outcome === "abandoned"), "requests are let go");
    assert.match((await events).text, /event: failed\ndata: \{.*"code":"cancelled"/);
    // What it asked for stays spent, and is counted when its run has ended.
    const spent = new RegExp(`citelight_model_requests_total ${AT_ONCE}\n`);
    await until(
      async () => (await measured(first, spent)) || (await measured(second, spent)),
      "what was taken is counted",
    );
    const again = await cancel(second.url, created);
    assert.equal(again.text, answer.text, "once is as good as twice");
    assert.equal((await ask(`${first.url}/v1/jobs/${id}`)).text, answer.text);
    assert.equal(outcomes(double).length, AT_ONCE, "nothing more was asked");
    // The same key is the same job; another one is asked anew.
    const replayed = await create(0);
    assert.deepEqual([replayed.headers.get("idempotency-replayed"), jobOf(replayed).id], ["true", id]);
    assert.equal(replayed.headers.get("cancel-secret"), null, "who comes by a key comes by no secret");
    const anew = await create(0, { "Idempotency-Key": "another" });
    assert.notEqual(jobOf(anew).id, id);
    await cancel(first.url, anew);
    const ended = await Promise.all([...new Set([first, second])].map((server) => server.stop()));
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
  });

test("a job that waits is never begun, and only its owner cancels it", async () => {
  const { double, first, create } = await set({ work: "at_once = 1" });
  const running = await create(0);
  await until(() => outcomes(double).length === AT_ONCE, "the model is asked");
  const waiting = await create(1);
  const url = `${first.url}/v1/jobs/${jobOf(waiting).id}`;
  const stranger = await ask(url, { method: "DELETE", token: OTHER });
  assert.deepEqual([stranger.status, jobOf(await ask(url)).state], [404, "queued"]);
  assert.equal(
    (await ask(`${first.url}/v1/jobs/01J00000000000000000000000`, { method: "DELETE" })).status,
    404,
  );
  const cancelled = jobOf(await cancel(first.url, waiting));
  assert.deepEqual([cancelled.state, cancelled.error?.code, cancelled.runs], ["failed", "cancelled", 0]);
  await cancel(first.url, running);
  // Its turn comes and goes.
  const next = await create(2);
  await until(() => outcomes(double).length === 2 * AT_ONCE, "the next one is begun");
  assert.equal(jobOf(await ask(url)).runs, 0);
  await cancel(first.url, next);
  await first.stop();
});

test("a job that has ended keeps its result", async () => {
  const { double, first, create } = await set({ latency: 1 });
  const created = await create(1, { Prefer: "wait=20" });
  const answer = await cancel(first.url, created);
  assert.deepEqual([answer.status, jobOf(answer).state], [200, "done"]);
  assert.equal(jobOf(answer).result?.relation, "supported");
  assert.ok(outcomes(double).every((outcome) => outcome === "answered"));
  await first.stop();
});
