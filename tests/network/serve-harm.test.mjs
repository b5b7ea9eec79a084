// `citelight serve`: one client does no other harm, and nobody exhausts the server before it knows who asks.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { ask, configuration, jobOf, MODEL_KEY, questions, serve, sha256, startPostgres } from "./serving.mjs";
import { folder } from "./support.mjs";

const OTHER = "token-of-another-journal-01";
const home = folder();
after(() => {
  home.remove();
});
let number = 0;

/** @param {{ store?: string | undefined, top?: string, more?: string, latency?: number, count?: number }} [how] */
async function set({ store, top = "", more = "", latency = 1, count = 12 } = {}) {
  number += 1;
  const asked = questions(count);
  const double = await startFakeLlm({
    key: MODEL_KEY,
    gold: asked.map(({ gold }) => gold),
    faults: { sources: { arbitration: `latency:${latency}` } },
  });
  after(() => double.close());
  const file = home.at(`jobs-${number}.sqlite`);
  const config = home.write(
    `serve-${number}.toml`,
    configuration(double.url, {
      store: store ?? `sqlite:${file}`,
      top,
      tokens: `[[tokens]]\nname = "other"\nsha256 = "${sha256(OTHER)}"\nscopes = ["arbitrations"]\n`,
      more,
    }),
  );
  const server = await serve(config);
  after(() => server.kill());
  return { asked, double, server, file, url: `${server.url}/v1/arbitrations` };
}

/** What comes of bytes on a connection, and when it is closed. @param {string} url @param {string} bytes @param {number} [drip] milliseconds between further bytes */
const raw = (url, bytes, drip) =>
  new Promise((/** @type {(value: { text: string, seconds: number }) => void} */ done) => {
    const begun = performance.now();
    let text = "";
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const dripping = drip === undefined ? undefined : setInterval(() => socket.write("x"), drip);
    socket.on("data", (data) => (text += data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(dripping);
      done({ text, seconds: (performance.now() - begun) / 1000 });
    });
  });

/** A request by a name. @param {string} url @param {string} host @returns {Promise<number>} */
const statusBy = (url, host) =>
  new Promise((done, failed) => {
    httpRequest(url, { headers: { Host: host } }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    })
      .on("error", failed)
      .end();
  });

for (const kind of /** @type {const} */ (["a file", "PostgreSQL"]))
  test(`over ${kind}, who guesses a key gets no job of another's, and the same question is paid once`, async () => {
    const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
    after(() => {
      postgres?.stop();
    });
    const { asked, double, server, url } = await set({ store: postgres?.url, latency: 300 });
    const [one, two] = asked;
    assert.ok(one && two);
    const headers = { "Idempotency-Key": "guessed", Prefer: "respond-async" };
    const occupied = await ask(url, { body: two.request, headers });
    const mine = await ask(url, { body: one.request, headers });
    assert.equal(mine.status, 202, mine.text);
    assert.notEqual(jobOf(mine).id, jobOf(occupied).id);
    // Another installation with the same token: a job of its own, not a question of its own.
    const theirs = await ask(url, {
      body: one.request,
      headers: { ...headers, "Idempotency-Key": "salted" },
    });
    assert.notEqual(jobOf(theirs).id, jobOf(mine).id);
    const address = `${server.url}/v1/jobs/${jobOf(theirs).id}`;
    for (const secret of ["", "guess", mine.headers.get("cancel-secret") ?? ""]) {
      const refused = await ask(address, { method: "DELETE", headers: { "Cancel-Secret": secret } });
      assert.equal(refused.status, 403, refused.text);
    }
    const secret = mine.headers.get("cancel-secret") ?? "";
    await ask(`${server.url}/v1/jobs/${jobOf(mine).id}`, {
      method: "DELETE",
      headers: { "Cancel-Secret": secret },
    });
    const ended = jobOf(await ask(address, { headers: { Prefer: "wait=20" } }));
    assert.equal(ended.state, "done", "the other's work goes on");
    const later = await ask(url, { body: one.request });
    assert.equal(jobOf(later).result?.relation, ended.result?.relation);
    const asks = double.log.entries().length;
    assert.ok(asks <= 3 * 3, `${asks} requests: nothing was asked twice`);
    assert.equal((await ask(address, { token: OTHER })).status, 404);
    await server.stop();
  });

for (const kind of /** @type {const} */ (["a file", "PostgreSQL"]))
  test(`over ${kind}, a flood of one owner's neither fills the queue nor keeps others waiting`, async () => {
    const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
    after(() => {
      postgres?.stop();
    });
    const more = "[work]\nheartbeat_seconds = 1\nat_once = 2\n[limits]\nqueued = 12\n";
    const { asked, server, url } = await set({ store: postgres?.url, more, latency: 700 });
    const flood = await Promise.all(
      asked.map(({ request }) => ask(url, { body: request, headers: { Prefer: "respond-async" } })),
    );
    assert.ok(
      flood.some(({ status }) => status === 503),
      "its share is full",
    );
    const [one] = asked;
    const other = await ask(url, { body: one?.request, token: OTHER, headers: { Prefer: "wait=20" } });
    assert.equal(other.status, 200, other.text);
    const states = await Promise.all(
      flood
        .filter(({ status }) => status === 202)
        .map(async (job) => jobOf(await ask(`${server.url}/v1/jobs/${jobOf(job).id}`)).state),
    );
    assert.ok(states.filter((state) => state === "queued").length > 0, "the flood still waits");
    await server.kill();
  });

test("jobs that wait for a budget hold no place", async () => {
  const more =
    "[work]\nheartbeat_seconds = 1\nat_once = 3\n[job_budget]\narbitration_requests = 20\n[budget]\nrequests = 25\n" +
    '[sources]\nurl = "http://127.0.0.1:9"\nno_limits = true\n';
  const { asked, server, url } = await set({ more, latency: 4_000 });
  for (const { request } of asked.slice(0, 6))
    await ask(url, { body: request, headers: { Prefer: "respond-async" } });
  const body = { excerpt: "Weirs of oak outlast weirs of pine [CITATION]." };
  const begun = performance.now();
  const job = jobOf(await ask(`${server.url}/v1/attributions`, { body, headers: { Prefer: "wait=20" } }));
  assert.notEqual(job.state, "queued");
  assert.ok(performance.now() - begun < 15_000);
  await server.kill();
});

test("nothing is read of who may not ask, and no head, body or connection lasts for ever", async () => {
  const more =
    "[limits]\nheader_seconds = 1\nbody_seconds = 2\nconnections = 40\nconnections_per_address = 20\n";
  const { asked, server, url } = await set({ more });
  const head =
    "POST /v1/arbitrations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n";
  const stranger = await raw(url, `${head}\r\n`);
  assert.match(stranger.text, /^HTTP\/1\.1 401 /);
  assert.ok(stranger.seconds < 1, `${stranger.seconds} s`);
  const known = await raw(url, `${head}Authorization: Bearer ${OTHER}\r\n\r\n{`, 200);
  assert.match(known.text, /^HTTP\/1\.1 408 /);
  assert.ok(known.seconds < 4, `${known.seconds} s: however it trickles, the whole has a deadline`);
  const headless = await raw(url, "GET /healthz HTTP/1.1\r\nX-Slow: ", 200);
  assert.ok(headless.seconds < 3, `${headless.seconds} s`);
  // Those who open connections and say nothing keep nobody out.
  const silent = Array.from({ length: 100 }, () => raw(url, "GET / HTTP/1.1\r\n"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const begun = performance.now();
  assert.equal((await ask(url, { body: asked[0]?.request })).status, 200);
  assert.ok(performance.now() - begun < 5_000);
  await Promise.all(silent);
  assert.equal((await server.stop()).code, 0);
});

test("what is open is asked by the server's own names alone", async () => {
  const { server } = await set({
    top: 'open = ["metrics", "references"]\nhosts = ["citelight.example.org"]',
  });
  const at = `${server.url}/metrics`;
  for (const host of ["localhost", "127.0.0.1:8787", "[::1]:1", "citelight.example.org"])
    assert.equal(await statusBy(at, host), 200, host);
  for (const host of [
    "attacker.example.com",
    "attacker.example.com:8787",
    "127.0.0.1.attacker.example.com",
    "10.0.0.1",
  ])
    assert.equal(await statusBy(at, host), 421, host);
  assert.equal(
    (await ask(at, { headers: { Host: "whatever.example.org" } })).status,
    200,
    "a token says who asks",
  );
  await server.stop();
});

test("the file of jobs is nobody else's", async () => {
  const { asked, server, file, url } = await set();
  await ask(url, { body: asked[0]?.request });
  for (const end of ["", "-wal", "-shm"])
    assert.equal(statSync(file + end).mode & 0o777, 0o600, `${file}${end}`);
  await server.stop();
});
