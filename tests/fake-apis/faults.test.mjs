/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access --
   answers are compared as they come: their form is what is tested */
// Every fault, asked for in each way; chance that a seed repeats.
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { after, afterEach, test } from "node:test";
import { FaultPlan, faultNames, parseFaults, PRIVATE } from "./faults.mjs";
import { ask, askJson, start } from "./support.mjs";

const web = await start();
after(() => web.close());
afterEach(() => {
  web.reset();
});

const WORK = `${web.url}/crossref/works/10.5555/jw.1999.4`;

/** @param {string} fault @param {string} [address] */
const spoilt = (fault, address = WORK) => ask(address, { headers: { "X-Fault": fault } });

test("latency", async () => {
  const before = performance.now();
  assert.equal((await spoilt("latency:120")).status, 200);
  assert.ok(performance.now() - before >= 115);
});

test("429 with and without Retry-After, in the source's own words", async () => {
  const plain = await spoilt("429");
  assert.deepEqual(
    [plain.status, plain.headers["retry-after"], plain.body],
    [429, undefined, "Too many requests"],
  );
  const timed = await spoilt("429:7", `${web.url}/semanticscholar/graph/v1/paper/0`);
  assert.deepEqual([timed.status, timed.headers["retry-after"]], [429, "7"]);
  assert.match(timed.body, /"code":"429"/);
});

test("5xx, truncated JSON, wrong content type, a portal's page", async () => {
  for (const status of [500, 502, 503, 504]) assert.equal((await spoilt(String(status))).status, status);
  const cut = await spoilt("truncate");
  assert.deepEqual([cut.status, cut.headers["content-type"]], [200, "application/json"]);
  assert.throws(() => JSON.parse(cut.body), SyntaxError);
  const wrong = await spoilt("type");
  assert.equal(wrong.headers["content-type"], "text/html; charset=utf-8");
  assert.ok(JSON.parse(wrong.body));
  assert.match((await spoilt("portal")).body, /Just a moment/);
});

test("slow drip: the whole answer, over the given time", async () => {
  const before = performance.now();
  const slow = await spoilt("drip:300");
  assert.ok(performance.now() - before >= 280);
  assert.equal(slow.body, (await ask(WORK)).body);
});

test("connection reset, before and in the middle of the answer", async () => {
  await assert.rejects(spoilt("reset"), { code: "ECONNRESET" });
  await assert.rejects(spoilt("reset:mid"), /aborted|ECONNRESET/);
  assert.deepEqual(
    web.log.entries().map(({ status }) => status),
    [0, 0],
  );
});

test("redirects to private addresses, or wherever the test wants", async () => {
  const { status, headers } = await spoilt("redirect:private");
  assert.equal(status, 302);
  assert.ok(PRIVATE.includes(headers.location ?? ""));
  assert.equal((await spoilt("redirect:file:///etc/passwd")).headers.location, "file:///etc/passwd");
});

test("huge bodies, without a length, that stop when the reader goes", async () => {
  const huge = await spoilt("huge:3000000");
  assert.equal(huge.headers["content-length"], undefined);
  assert.ok(huge.body.length >= 3_000_000);
  assert.ok(JSON.parse(huge.body));
  const endless = request(WORK, { headers: { "X-Fault": "huge:1000000000000" }, agent: false });
  endless.end();
  const [response] = /** @type {[import("node:http").IncomingMessage]} */ (await once(endless, "response"));
  response.on("error", () => undefined);
  response.destroy();
  assert.equal((await ask(WORK)).status, 200);
});

test("an answer that never comes, or stops half-way", async () => {
  const hanging = fetch(WORK, { headers: { "X-Fault": "hang" }, signal: AbortSignal.timeout(150) });
  await assert.rejects(hanging, { name: "TimeoutError" });
  const half = await fetch(WORK, { headers: { "X-Fault": "hang:mid" }, signal: AbortSignal.timeout(150) });
  assert.equal(half.status, 200);
  await assert.rejects(half.text(), { name: "TimeoutError" });
});

test("faults by query, by source, for a number of requests; unknown ones are refused", async () => {
  assert.equal((await ask(`${WORK}?x-fault=503`)).status, 503);
  web.setFaults({ sources: { crossref: "502*2", "*": "500" } });
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await ask(WORK)).status);
  assert.deepEqual(statuses, [502, 502, 200]);
  assert.equal((await ask(`${web.url}/openalex/works/W101`)).status, 500);
  web.setFaults({ sources: { "*": "none" } });
  assert.equal((await ask(`${web.url}/openalex/works/W101`)).status, 200);
  assert.throws(() => {
    web.setFaults({ sources: { crossref: "nonsense" } });
  }, /unknown fault "nonsense"/);
  assert.equal(faultNames(parseFaults("latency:5, 503, 429:2, reset:mid")), "latency:5,503,429:2,reset:mid");
});

test("random faults: about the rate, the same again for a seed, another choice for another, whatever the order", () => {
  const requests = Array.from({ length: 2000 }, (_, index) => `GET /works/10.5555/${index}?`);
  /** @param {number} seed @param {string[]} order */
  const draw = (seed, order) => {
    const plan = new FaultPlan();
    plan.set({ random: { rate: 0.2, seed } });
    return new Map(order.map((one) => [one, faultNames(plan.choose("crossref", one, undefined))]));
  };
  const first = draw(1, requests);
  const backwards = draw(1, [...requests].reverse());
  assert.deepEqual(
    requests.map((one) => first.get(one)),
    requests.map((one) => backwards.get(one)),
  );
  const faulty = [...first.values()].filter((name) => name !== "");
  assert.ok(faulty.length > 330 && faulty.length < 470, String(faulty.length));
  assert.ok(new Set(faulty).size >= 12);
  assert.notDeepEqual([...first.values()], [...draw(2, requests).values()]);
  // A request that failed gets another chance.
  const plan = new FaultPlan();
  plan.set({ random: { rate: 0.5, seed: 3, kinds: ["503"] } });
  const again = Array.from({ length: 40 }, () => plan.choose("crossref", "GET /x?", undefined).length);
  assert.deepEqual([...new Set(again)].sort(), [0, 1]);
});

test("faults through the control interface", async () => {
  const put = (/** @type {unknown} */ body) =>
    ask(`${web.url}/control/faults`, { method: "PUT", body: JSON.stringify(body) });
  assert.equal((await put({ random: { rate: 1, kinds: ["503"] }, latency: { crossref: 5 } })).status, 200);
  assert.equal((await ask(WORK)).status, 503);
  assert.deepEqual((await askJson(`${web.url}/control/faults`)).latency, { crossref: 5 });
  assert.match((await put({ sources: { crossref: "nonsense" } })).body, /unknown fault/);
  await ask(`${web.url}/control/faults`, { method: "DELETE" });
  assert.equal((await ask(WORK)).status, 200);
});
