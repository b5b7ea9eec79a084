// What the network does to `citelight bib`, and what it does to the network: faults, limits, the cache, a sudden death.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startFakeApis } from "../fake-apis/server.mjs";
import { endure } from "../bench/endurance.mjs";
import { begin, bibtex, entriesOf, folder, gold, HALLMARK, run } from "./support.mjs";

const web = await startFakeApis({ records: [HALLMARK.world] });
const home = folder();
after(async () => {
  await web.close();
  home.remove();
});
afterEach(() => {
  web.setLimits("off");
  web.setFaults({});
  web.reset();
});

const file = home.write("refs.bib", bibtex(gold().slice(0, 40)));
const some = home.write("some.bib", bibtex(gold().slice(0, 12)));
const fast = ["--format", "json", "--sources-url", web.url, "--no-limits"];
/** @param {Awaited<ReturnType<typeof run>>} outcome */
const labels = (outcome) => new Map(entriesOf(outcome).map((entry) => [entry.key, entry.label]));

test("a fault makes nothing wrong that was right, and loses no entry", async () => {
  const healthy = labels(await run(["bib", file, ...fast, "--no-cache"]));
  const kinds = [
    "429",
    "429:1",
    "500",
    "503",
    "truncate",
    "type",
    "portal",
    "reset",
    "reset:mid",
    "redirect:private",
  ];
  for (const seed of [1, 2]) {
    web.reset();
    web.setFaults({ random: { rate: 0.2, seed, kinds } });
    const outcome = await run(["bib", file, ...fast, "--no-cache"]);
    const faulty = labels(outcome);
    assert.deepEqual([...faulty.keys()], [...healthy.keys()]);
    const turned = [...faulty].filter(
      ([key, label]) => label === "HALLUCINATED" && healthy.get(key) !== label,
    );
    assert.deepEqual(turned, []);
    assert.ok(Object.values(web.log.summary().sources).some(({ faults }) => faults > 5));
  }
});

test("with a source down nothing is called missing, and the reader is told", async () => {
  for (const [source, name] of /** @type {const} */ ([
    ["crossref", "Crossref"],
    ["openalex", "OpenAlex"],
    ["semanticscholar", "Semantic Scholar"],
  ])) {
    web.reset();
    web.setFaults({ sources: { [source]: "503" } });
    const outcome = await run(["bib", some, ...fast, "--no-cache"]);
    const entries = entriesOf(outcome);
    assert.equal(entries.length, 12);
    for (const entry of entries) {
      assert.notEqual(entry.status, "not_found", `${entry.key} while ${source} is down`);
      if (entry.label === "UNCERTAIN") assert.match(entry.failures.join(" "), new RegExp(name), entry.key);
    }
  }
});

test("limits are kept, the caller says who it is, and nothing is asked twice", async () => {
  web.setLimits("record");
  const outcome = await run(["bib", some, "--format", "json", "--no-cache"], {
    CITELIGHT_SOURCES_URL: web.url,
    CITELIGHT_MAILTO: "reader@example.org",
    CITELIGHT_SEMANTICSCHOLAR_KEY: "k-1",
  });
  assert.equal(entriesOf(outcome).length, 12);
  const log = web.log.entries();
  assert.ok(log.length > 12);
  assert.deepEqual(
    log.filter(({ violations }) => violations.length > 0),
    [],
  );
  assert.deepEqual(
    log.filter(({ duplicate }) => duplicate),
    [],
  );
  assert.deepEqual(
    log.filter(({ userAgent }) => !userAgent.startsWith("Citelight/")),
    [],
  );
  for (const { source, mailto } of log) {
    if (["crossref", "openalex"].includes(source)) assert.equal(mailto, "reader@example.org");
  }
  assert.ok(log.some(({ source, key }) => source === "semanticscholar" && key));
  assert.ok(!outcome.stderr.includes("k-1") && !outcome.stdout.includes("k-1"));
});

test("a second run asks nothing", async () => {
  const cached = [...fast, "--cache", home.at("cache-1")];
  const first = await run(["bib", file, ...cached]);
  const asked = web.log.summary().requests;
  assert.ok(asked > 0);
  const second = await run(["bib", file, ...cached]);
  assert.equal(web.log.summary().requests, asked);
  assert.deepEqual(entriesOf(second), entriesOf(first));
  assert.equal(
    web.log.entries().some(({ duplicate }) => duplicate),
    false,
  );
});

test("killed in the middle, the next run goes on where it ended", async () => {
  const whole = labels(await run(["bib", file, ...fast, "--no-cache"]));
  const asked = web.log.summary().requests;
  web.reset();
  web.setFaults({ latency: 40 });
  const cached = [...fast, "--cache", home.at("cache-2"), "--jobs", "4"];
  const { child, ended } = begin(["bib", file, ...cached]);
  while (web.log.summary().requests < asked / 2) await wait(5);
  child.kill("SIGKILL");
  assert.equal((await ended).code, null);
  await wait(100);
  assert.ok(web.log.entries().length < asked, "it was killed before its end");
  web.setFaults({});
  const second = await run(["bib", file, ...cached]);
  assert.deepEqual(labels(second), whole);
  // What was under way when it died, at most one request for each job, may have to be asked again.
  const again = web.log.entries().filter(({ duplicate }) => duplicate);
  assert.ok(again.length <= 4, JSON.stringify(again));
});

test("two runs at once share the cache", async () => {
  const cached = [...fast, "--cache", home.at("cache-3")];
  const [one, other] = await Promise.all([run(["bib", some, ...cached]), run(["bib", some, ...cached])]);
  assert.deepEqual(labels(one), labels(other));
  assert.equal(
    /cache failed|going on without/.test(one.stderr + other.stderr),
    false,
    one.stderr + other.stderr,
  );
});

test("a reference costs three requests at most in the mean", async (context) => {
  const whole = home.write("whole.bib", bibtex(gold()));
  const entries = gold().length;
  for (const [name, options] of /** @type {const} */ ([
    ["all sources", []],
    ["the three that hold every field", ["--sources", "crossref,openalex,semanticscholar"]],
  ])) {
    web.reset();
    const good = gold().filter(({ label }) => label === "VALID");
    await run(["bib", whole, ...fast, "--no-cache", ...options]);
    const all = web.log.summary().requests / entries;
    web.reset();
    await run(["bib", home.write("good.bib", bibtex(good)), ...fast, "--no-cache", ...options]);
    const right = web.log.summary().requests / good.length;
    context.diagnostic(
      `${name}: ${right.toFixed(2)} requests for each right reference, ${all.toFixed(2)} for each of HALLMARK's`,
    );
    assert.ok(right <= 3, `${name}: ${right}`);
  }
});

test("a long run under every fault ends, is killed, and loses nothing", async (context) => {
  const found = await endure({ entries: 150, early: 60, jobs: 16 });
  context.diagnostic(JSON.stringify(found));
  const { killed } = found;
  assert.deepEqual([found.lost, found.accused, found.ghosts], [0, 0, 0]);
  assert.deepEqual([killed.lost, killed.turned], [0, 0]);
  assert.ok(found.requests > 300 && found.faults > 40, `${found.requests} requests, ${found.faults} faults`);
  assert.ok(killed.before < found.requests, "it was killed before its end");
  assert.ok(killed.doubled <= 16, `${killed.doubled} requests were made twice`);
});
