/* eslint-disable @typescript-eslint/no-unsafe-assignment -- answers are compared as they come, Node types events as any */
// Faults, the control interface, and the balance of what was lost and doubled.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, afterEach, test } from "node:test";
import { startFakeLlm } from "./server.mjs";
import { arbitration, ask, askJson, complete, objectOf } from "./support.mjs";

/** @param {number} index */
const claim = (index) => `In plot ${index}, yield rose.`;
/** @param {number} index */
const passages = (index) => [`We saw that in plot ${index} yield rose.`];
const gold = Array.from({ length: 300 }, (_, index) => ({
  claim: claim(index),
  relation: "supported",
  quote: `in plot ${index} yield rose`,
}));
const double = await startFakeLlm({ gold });
after(() => double.close());
afterEach(() => {
  double.reset();
});

/** @param {number} index @param {Parameters<typeof complete>[2] & { stream?: boolean }} [how] */
const asked = (index, { stream = false, ...how } = {}) =>
  complete(double.url, arbitration(claim(index), passages(index), { stream }), how);
/** @param {string} fault */
const wanting = (fault) => ({ headers: { "X-Fault": fault } });

test("429 with and without Retry-After, 500, 503: in the words of such servers, whole and in pieces", async () => {
  for (const stream of [false, true]) {
    const plain = await asked(1, { stream, ...wanting("429") });
    assert.deepEqual([plain.status, plain.headers.get("retry-after")], [429, null]);
    assert.equal((await asked(1, { stream, ...wanting("429:7") })).headers.get("retry-after"), "7");
    for (const status of [500, 503]) {
      const failed = await asked(1, { stream, ...wanting(String(status)) });
      assert.deepEqual(
        [failed.status, failed.error],
        [status, "The server had an error while processing your request."],
      );
    }
  }
});

test("hang-ups before and during the answer, answers that stop or are cut", async () => {
  for (const stream of [false, true]) {
    for (const fault of ["reset", "reset:mid"]) await assert.rejects(asked(1, { stream, ...wanting(fault) }));
    for (const fault of ["hang", "hang:mid"]) {
      const signal = AbortSignal.timeout(150);
      await assert.rejects(asked(1, { stream, ...wanting(fault), signal }), { name: "TimeoutError" });
    }
    const cut = await asked(1, { stream, ...wanting("truncate") });
    assert.deepEqual([cut.status, cut.ended, cut.usage], [200, false, undefined]);
  }
  const { outcomes } = double.log.summary();
  assert.deepEqual(outcomes, { cut: 8, failed: 2 });
});

test("slowness: a latency, a drip; the answer is whole", async () => {
  for (const fault of ["latency:150", "drip:200"])
    for (const stream of [false, true]) {
      const before = performance.now();
      assert.equal(objectOf(await asked(2, { stream, ...wanting(fault) })).relation, "supported");
      assert.ok(performance.now() - before >= 140, fault);
    }
  assert.deepEqual(double.log.summary().outcomes, { answered: 4 });
});

test("a reader who leaves is told from an answer", async () => {
  const signal = AbortSignal.timeout(60);
  await assert.rejects(asked(3, { ...wanting("latency:200"), signal }));
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.deepEqual(double.log.summary().outcomes, { abandoned: 1 });
  assert.deepEqual(double.log.balance().lost.length, 1);
});

test("faults by prompt, and refusals that have none", async () => {
  double.setFaults({ sources: { arbitration: "503*2" } });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await asked(4)).status);
  assert.deepEqual(statuses, [503, 503, 200]);
  double.setFaults({ sources: { arbitration: "503" } });
  assert.equal((await complete(double.url, { model: "double", messages: [] })).status, 400);
  assert.throws(() => {
    double.setFaults({ sources: { arbitration: "nonsense" } });
  }, /unknown fault/);
});

test("a fifth of faults: a caller that tries again loses nothing and doubles nothing, and the balance says so", async () => {
  double.set({ speed: 20 });
  double.setFaults({
    random: {
      rate: 0.2,
      seed: 4,
      kinds: ["429", "500", "503", "reset", "reset:mid", "truncate", "drip:200"],
    },
  });
  let attempts = 0;
  await Promise.all(
    gold.map(async (_, index) => {
      for (;;) {
        attempts += 1;
        const completion = await asked(index, { stream: index % 2 === 0 }).catch(() => undefined);
        if (completion?.status === 200 && completion.usage) return objectOf(completion);
      }
    }),
  );
  assert.ok(attempts > 320 && attempts < 420, String(attempts));
  assert.deepEqual(double.log.balance(), { questions: 300, answered: 300, lost: [], doubled: [] });
  double.set({ speed: 1 });
});

test("the balance finds what was lost and what was doubled; samples are no doubles", async () => {
  await asked(5);
  await asked(5);
  await asked(6, wanting("503"));
  const { lost, doubled, ...counts } = double.log.balance();
  assert.deepEqual([counts, lost.length, doubled.length], [{ questions: 2, answered: 2 }, 1, 1]);
  const [first, , last] = double.log.entries();
  assert.deepEqual([doubled, lost], [[first?.fingerprint], [last?.fingerprint]]);
  assert.deepEqual(double.log.balance(2).doubled, []);
  assert.deepEqual(
    double.log.entries().map(({ sample }) => sample),
    [0, 1, 0],
  );
});

test("many at once are counted", async () => {
  double.setFaults({ latency: 60 });
  await Promise.all([1, 2, 3, 4, 5].map((index) => asked(index)));
  assert.equal(double.log.summary().mostConcurrent, 5);
});

test("the control interface, over a double that was started by command", async () => {
  const child = spawn(
    process.execPath,
    ["tests/fake-llm/server.mjs", "--mode", "scripted", "--key-from", "DOUBLE_KEY"],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DOUBLE_KEY: "k-1" },
    },
  );
  try {
    const [line] = /** @type {[Buffer]} */ (await once(child.stdout, "data"));
    const url = line.toString().trim();
    /** @param {string} path @param {unknown} body @param {string} [method] */
    const send = (path, body, method = "PUT") =>
      ask(`${url}/control${path}`, { method, body: JSON.stringify(body) });
    assert.equal((await send("/script", ["from afar"])).status, 200);
    const body = arbitration(claim(1), passages(1));
    assert.equal((await complete(url, body, { key: "k-1" })).text, "from afar");
    assert.equal((await send("/settings", { mode: "oracle" })).status, 200);
    assert.equal((await send("/gold", gold.slice(0, 3))).status, 200);
    assert.equal(objectOf(await complete(url, body, { key: "k-1" })).relation, "supported");
    assert.equal((await send("/faults", { sources: { "*": "503" } })).status, 200);
    assert.equal((await complete(url, body, { key: "k-1" })).status, 503);
    assert.equal((await complete(url, body)).status, 401);
    const state = /** @type {{ gold: number, settings: { key: boolean, mode: string } }} */ (
      await askJson(`${url}/control`)
    );
    assert.deepEqual([state.gold, state.settings.key, state.settings.mode], [3, true, "oracle"]);
    const log = /** @type {{ outcome: string }[]} */ (await askJson(`${url}/control/log?since=1&limit=2`));
    assert.deepEqual(
      log.map(({ outcome }) => outcome),
      ["answered", "failed"],
    );
    const { outcomes } = /** @type {{ outcomes: object }} */ (await askJson(`${url}/control/summary`));
    assert.deepEqual(outcomes, { answered: 2, failed: 1, refused: 1 });
    const { doubled } = /** @type {{ doubled: string[] }} */ (
      await askJson(`${url}/control/balance?samples=1`)
    );
    assert.equal(doubled.length, 1);
    for (const [path, wrong] of /** @type {const} */ ([
      ["/settings", { mode: "nonsense" }],
      ["/settings", { colour: 1 }],
      ["/script", {}],
      ["/faults", { sources: { a: "b" } }],
    ]))
      assert.equal((await send(path, wrong)).status, 400, path);
    assert.equal((await ask(`${url}/control/log?since=x`)).status, 400);
    assert.equal((await ask(`${url}/control/nonsense`)).status, 404);
    assert.equal((await send("/reset", {}, "POST")).status, 200);
    assert.equal((await complete(url, body, { key: "k-1" })).status, 200);
  } finally {
    child.kill();
  }
});

test("a command that is none says how it goes", async () => {
  const child = spawn(process.execPath, ["tests/fake-llm/server.mjs", "--mode", "nonsense"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (/** @type {Buffer} */ data) => (told += data.toString()));
  const [code] = /** @type {[number]} */ (await once(child, "close"));
  assert.deepEqual([code, told.includes("must be one of oracle"), told.includes("usage: ")], [2, true, true]);
});
