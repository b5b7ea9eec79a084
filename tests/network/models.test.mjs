// `citelight models`: optional models fetched from a stand-in for the hub that breaks off, changes its files or refuses.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
} from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { noise, startHub } from "./fake-model-hub.mjs";
import { begin, folder, run } from "./support.mjs";

const SMALL = { graph: noise(61, 1), tokenizer: noise(20, 2) };
const LARGE = { graph: noise(3_000_000, 3), tokenizer: noise(500, 4) };
const KINDS = "tests/fixtures/models/small";
/** A model that works, with random weights. @param {string} name */
const working = (name) => ({
  graph: readFileSync(join(KINDS, `${name}.onnx`)),
  tokenizer: readFileSync(join(KINDS, "tokenizer.json")),
});
const hub = await startHub({
  small: SMALL,
  large: LARGE,
  rank: working("roberta-rank"),
  two: working("fixed-two"),
});
/** @type {Record<string, object>} */
const kinds = { rank: {}, two: { role: "nli", labels: ["other", "contradiction"], temperature: 1 } };
for (const [id, more] of Object.entries(kinds))
  Object.assign(hub.optional.find((model) => model.id === id) ?? {}, more);
const home = folder();
const catalogue = home.write(
  "catalogue.json",
  JSON.stringify({ schema: 1, models: [], optional: hub.optional }),
);
after(async () => {
  await hub.close();
  home.remove();
});

/** What is said to have a model added. @param {string} id @param {string} data @param {string} from */
const adding = (id, data, from = hub.url) => [
  "models",
  "add",
  id,
  "--hub",
  from,
  "--data",
  data,
  "--catalogue",
  catalogue,
];

let folders = 0;
/** A data folder of its own, and what is said to every command about it. */
function place() {
  folders += 1;
  const data = home.at(`data-${folders}`);
  return {
    data,
    where: ["--data", data, "--catalogue", catalogue],
    /** @param {string} id */
    add: (id) => run(adding(id, data)),
    /** @param {string} path */
    read: (path) => readFileSync(join(data, "models", path)),
    /** @param {string} path */
    has: (path) => existsSync(join(data, "models", path)),
    list: async () => (await run(["models", "list", "--data", data, "--catalogue", catalogue])).stdout,
  };
}

test("a model is added, listed, verified and removed", async () => {
  hub.fault({});
  const { data, where, add, read, has, list } = place();
  assert.match(await list(), /small +cross-encoder +0\.0 MB {2}MIT, not added\n +Tests\./);
  const added = await add("small");
  assert.equal(added.code, 0, added.stderr);
  assert.match(added.stderr, /small: added to .*use it with --model small/);
  assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
  assert.deepEqual(read("small/tokenizer.json"), SMALL.tokenizer);
  assert.match(await list(), /small .*, added\n/);
  hub.asked();
  assert.equal((await add("small")).code, 0);
  assert.deepEqual(hub.asked(), [], "what is there is not fetched again");
  const verified = await run(["models", "verify", "--data", data, "--models", "models"]);
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(verified.stdout, /^ok {6}small onnx\/model\.onnx$/m);
  const changed = Buffer.from(SMALL.graph);
  changed.writeUInt8(changed.readUInt8(0) ^ 1, 0);
  writeFileSync(join(data, "models/small/onnx/model.onnx"), changed);
  const failed = await run(["models", "verify", "--data", data]);
  assert.equal(failed.code, 2);
  assert.match(failed.stdout, /^FAILED {2}small onnx\/model\.onnx: .*refused: its SHA-256/m);
  // A damaged file is fetched anew, the sound one beside it is not.
  assert.equal((await add("small")).code, 0);
  assert.deepEqual(
    hub.asked().map(({ path }) => path.split("/").at(-1)),
    ["model.onnx"],
  );
  assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
  const removed = await run(["models", "remove", "small", "--data", data]);
  assert.equal(removed.code, 0, removed.stderr);
  assert.equal(has("small"), false);
  for (const [id, words] of [
    ["small", /nothing of it/],
    ["../data-2", /nothing of it/],
    ["..", /nothing of it/],
  ]) {
    const gone = await run(["models", "remove", /** @type {string} */ (id), "--data", data]);
    assert.equal(gone.code, 2);
    assert.match(gone.stderr, /** @type {RegExp} */ (words));
  }
  const unknown = await run(["models", "add", "elsewhere", ...where]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /does not know it; it knows small, large, rank, two/);
});

test("cut off at any byte, it goes on there in the same run", async () => {
  const cuts = Array.from({ length: 60 }, (_, at) => at + 1);
  for (const at of cuts.filter((at) => at % 4 === 1)) {
    hub.fault({ cutAfter: at, cuts: 1 });
    const { add, read } = place();
    hub.asked();
    const { code, stderr } = await add("small");
    assert.equal(code, 0, stderr);
    assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
    const [first, second] = hub.asked();
    assert.equal(first?.range, null);
    // What the kernel did not deliver before the cut is asked for again.
    const from = Number(/^bytes=(\d+)-$/.exec(second?.range ?? "bytes=0-")?.[1]);
    assert.ok(from <= at, `${from} of ${at}`);
    if (from > 0) assert.match(second?.ifRange ?? "", /^"[0-9a-f]{16}"$/);
    assert.match(stderr, /trying again/);
  }
});

test("killed in the middle, the next run goes on with what is there", async () => {
  const { data, add, read, list } = place();
  hub.fault({ chunk: 100_000, pause: 40 });
  const { child, ended } = begin(adding("large", data));
  const part = join(data, "models/large/onnx/model.onnx.part");
  while (!existsSync(part) || statSync(part).size < 500_000)
    await new Promise((done) => setTimeout(done, 10));
  const rival = await add("large");
  assert.equal(rival.code, 2);
  assert.match(rival.stderr, /another citelight is fetching it/);
  const removed = await run(["models", "remove", "large", "--data", data]);
  assert.equal(removed.code, 2);
  assert.match(removed.stderr, /large was not removed: another citelight is fetching it/);
  child.kill("SIGKILL");
  await ended;
  const kept = statSync(part).size;
  assert.match(await list(), /large .*, begun: \d\.\d of 3\.0 MB|large .*, begun: \d\.\d MB of 3\.0 MB/);
  hub.fault({});
  hub.asked();
  const { code, stderr } = await add("large");
  assert.equal(code, 0, stderr);
  assert.match(stderr, new RegExp(`going on at byte ${kept} of 3000000`));
  assert.equal(hub.asked()[0]?.range, `bytes=${kept}-`);
  assert.deepEqual(read("large/onnx/model.onnx"), LARGE.graph);
});

test("a server that never gets far is given up, and what came is kept", async () => {
  const { data, add, read } = place();
  hub.fault({ cutAfter: 0 });
  const { code, stderr } = await add("small");
  assert.equal(code, 2);
  assert.match(stderr, /small was not added: .*what came is kept/);
  hub.fault({ cutAfter: 25 });
  assert.equal((await add("small")).code, 0, "25 bytes at a time are enough");
  assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
  const nobody = await run(adding("large", data, "http://127.0.0.1:9"));
  assert.equal(nobody.code, 2);
  assert.match(nobody.stderr, /large was not added: .*127\.0\.0\.1/);
});

test("a server without ranges, or with a new content, sends it from the start", async () => {
  for (const [fault, words] of /** @type {[import("./fake-model-hub.mjs").Faults, RegExp][]} */ ([
    [{ noRanges: true }, /sends the whole file; starting over/],
    [{ tag: '"another"' }, /sends the whole file; starting over/],
    [{ tag: "" }, /going on at byte 30/],
    [{ noLength: true }, /going on at byte 30/],
  ])) {
    const { data, add, read } = place();
    const into = join(data, "models/small/onnx");
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, "model.onnx.part"), SMALL.graph.subarray(0, 30));
    const tag = fault.tag === "" ? "" : '\n"the one before"';
    writeFileSync(join(into, "model.onnx.part.tag"), `${hub.optional[0]?.graph.sha256}${tag}`);
    if (fault.noLength === true)
      writeFileSync(join(into, "model.onnx.part.tag"), `${hub.optional[0]?.graph.sha256}`);
    hub.fault(fault);
    const { code, stderr } = await add("small");
    assert.equal(code, 0, stderr);
    assert.match(stderr, words, JSON.stringify(fault));
    assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
  }
});

test("a file that is not the very one is refused and deleted", async () => {
  const changed = Buffer.from(SMALL.graph);
  changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
  for (const [
    content,
    fault,
    words,
  ] of /** @type {[Buffer, import("./fake-model-hub.mjs").Faults, RegExp][]} */ ([
    [changed, {}, /is refused: its SHA-256 is [0-9a-f]{64}.*\. It was deleted and is not used/],
    [noise(62, 1), {}, /has 62 bytes where 61 were due/],
    [noise(60, 1), {}, /has 60 bytes where 61 were due/],
    [noise(62, 1), { noLength: true }, /has 62 bytes where 61 were due/],
    [noise(60, 1), { noLength: true }, /has 60 bytes where 61 were due/],
    [noise(60, 1), { noLength: true, noRanges: true }, /has 60 bytes where 61 were due/],
  ])) {
    const { add, read, has, list } = place();
    hub.replace("small", content);
    hub.fault(fault);
    const { code, stderr } = await add("small");
    assert.equal(code, 2, stderr);
    assert.match(stderr, words);
    assert.equal(has("small/manifest.json"), false);
    assert.equal(has("small/onnx/model.onnx"), false);
    assert.doesNotMatch(await list(), /small .*, added/);
    hub.replace("small", SMALL.graph);
    hub.fault({});
    assert.equal((await add("small")).code, 0);
    assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
  }
});

test("a part of another content is told by the hash and does not come back", async () => {
  const { data, add, read } = place();
  hub.fault({ tag: "" });
  const into = join(data, "models/small/onnx");
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, "model.onnx.part"), noise(30, 99));
  const refused = await add("small");
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /is refused/);
  assert.equal((await add("small")).code, 0);
  assert.deepEqual(read("small/onnx/model.onnx"), SMALL.graph);
});

test("what a server refuses is told, what it puts off is waited for", async () => {
  const { add } = place();
  for (const status of [404, 401, 403]) {
    hub.fault({ status });
    hub.asked();
    const { code, stderr } = await add("small");
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`answered ${status} to http.*another hub with --hub`));
    assert.equal(hub.asked().length, 1, "it is asked once");
  }
  hub.fault({ status: 503 });
  hub.asked();
  const { code, stderr } = await add("small");
  assert.equal(code, 2);
  assert.match(stderr, /answered 503/);
  assert.equal(hub.asked().length, 4);
});

test(
  "a full disk and a folder that cannot be written are told",
  { skip: process.platform !== "linux" },
  async () => {
    const { data, add } = place();
    hub.fault({});
    const into = join(data, "models/small/onnx");
    mkdirSync(into, { recursive: true });
    symlinkSync("/dev/full", join(into, "model.onnx.part"));
    const full = await add("small");
    assert.equal(full.code, 2);
    assert.match(full.stderr, /the disk of .*model\.onnx\.part is full: make room/);
    const nowhere = home.write("file", "");
    const blocked = await run(adding("small", nowhere));
    assert.equal(blocked.code, 2);
    assert.match(blocked.stderr, /could not be written: .*--data/);
    if (process.getuid?.() !== 0) {
      const shut = home.at("shut");
      mkdirSync(shut);
      chmodSync(shut, 0o500);
      const denied = await run(adding("small", shut));
      assert.match(denied.stderr, /could not be written: .*make the folder writable/);
    }
  },
);

test("a chosen model must be there, be of use, and be a model", async () => {
  hub.fault({});
  const { data, add } = place();
  const article = home.write(
    "article.txt",
    "Title\n\nText [1].\n\nReferences\n\n[1] A. Author. A work. 2020.\n",
  );
  const absent = await run(["check", article, "--model", "small", "--data", data]);
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /small cannot be used: it was not added .*citelight models add small/);
  assert.equal((await add("small")).code, 0);
  const noise = await run(["check", article, "--model", "small", "--data", data]);
  assert.equal(noise.code, 2);
  assert.match(noise.stderr, /tokenizer of the model small could not be read/);
  // Another model's damage is not this one's.
  mkdirSync(join(data, "models/damaged"));
  writeFileSync(join(data, "models/damaged/manifest.json"), "{");
  const beside = await run(["check", article, "--model", "small", "--data", data]);
  assert.match(beside.stderr, /tokenizer of the model small could not be read/);
  const other = await run(["find", "Oak weirs [CITATION].", "--model", "small", "--data", data]);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /role cross-encoder, which this command does not use/);
});

// The command of `./build.sh test` has no tract (crate/cli, feature any-model).
const WITH_TRACT = { skip: process.env.CITELIGHT_ENDURANCE === undefined && "./build.sh test-all runs it" };

test("a chosen model works, and the report names it", WITH_TRACT, async () => {
  hub.fault({});
  const { data, add } = place();
  for (const id of ["rank", "two"]) assert.equal((await add(id)).code, 0);
  const article = home.write(
    "article.html",
    `<!DOCTYPE html><html><head><title>Grasping and seeing</title></head><body><article><h1>Grasping and seeing</h1>
<h2>Introduction</h2><p>The anterior intraparietal area was more active when subjects grasped real objects than when they only
looked at them <a href="#r1">[1]</a>. We asked forty subjects to keep a diary of what they took into their hands for a month, and
compared what they wrote with what the gauges on their gloves recorded, at home and at work, on weekdays and on Sundays.</p>
${"<p>Most of what is known about hands comes from laboratories, in which little is at stake and the objects are clean, so that a diary of what people take into their hands at home says more about them than any picture of their brains does.</p>\n".repeat(8)}<h2>References</h2><ol class="references"><li id="r1">Cavina-Pratesi C, Goodale MA, Culham JC. FMRI reveals a dissociation between
grasping and perceiving the size of real 3D objects. PLoS ONE. 2007. doi:10.1371/journal.pone.0000424</li></ol></article></body></html>`,
  );
  const library = [
    "--records",
    "www/demo/library/records.jsonl",
    "--texts",
    "www/demo/library",
    "--models",
    "models",
  ];
  const checked = await run([
    "check",
    article,
    ...library,
    "--model",
    "rank",
    "--data",
    data,
    "--format",
    "json",
  ]);
  const report = /** @type {{ models: string[] }} */ (parseJson(checked.stdout));
  const name = `rank@${hub.optional.find(({ id }) => id === "rank")?.graph.sha256.slice(0, 8)} (tract)`;
  assert.ok(report.models.includes(name), report.models.join());
  const refused = await run(["check", article, ...library, "--model", "two", "--data", data]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /does not know entailment, so it cannot judge claims/);
  const pairs = home.write("pairs.jsonl", '{"premise":"It rose.","hypothesis":"It fell."}\n');
  const { stdout } = await run(["nli", "--pairs", pairs, "--model", "two", "--data", data]);
  const found = /** @type {{ entailment: number, neutral: number, contradiction: number }} */ (
    parseJson(stdout)
  );
  assert.equal(found.entailment, 0);
  assert.ok(Math.abs(found.neutral + found.contradiction - 1) < 1e-9);
});
