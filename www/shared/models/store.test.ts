import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { addressOf, bytesOf, filesOf, HUB, type OptionalModel } from "./catalogue";
import { SILENCE } from "./download";
import { ModelStoreError, type ModelFailure } from "./errors";
import type { Manifest } from "../generated/Manifest";
import { write } from "./folder";
import { CHUNK_BYTES, Chunks } from "./chunks";
import { ModelStore, type Progress, type StoreEnvironment } from "./store";
import { entryOf, noise as hubNoise } from "../../../tests/network/fake-model-hub.mjs";
import { MemoryFolder, room } from "@citelight/test-support/memory-folder";

/** Its bytes lie in a buffer of their own. */
const noise = (length: number, seed: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hubNoise(length, seed));

const TOKENIZER = noise(20, 7);

const modelOf = (graph: Uint8Array, id = "small"): OptionalModel =>
  entryOf(id, { graph, tokenizer: TOKENIZER });

/** A hub with one model, and what may go wrong there. */
class Hub {
  asked: { path: string; range: string | null }[] = [];
  tag: string | null = '"one"';
  /** Bytes after which the connection breaks, once. */
  breakAfter = Number.POSITIVE_INFINITY;
  knowsRanges = true;
  status: number | null = null;
  /** It says nothing: to the question, or after so many bytes. */
  isSilent = false;
  silentAfter = Number.POSITIVE_INFINITY;
  /** Bytes of a chunk. */
  chunk = 7;
  onChunk: () => void = () => undefined;

  constructor(public graph: Uint8Array<ArrayBuffer>) {}

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const path = new URL(url).pathname;
    const range = new Headers(init.headers).get("Range");
    this.asked.push({ path, range });
    if (this.isSilent)
      return new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => {
          reject(init.signal?.reason as Error);
        });
      });
    if (this.status !== null) return Promise.resolve(new Response(null, { status: this.status }));
    const whole = path.endsWith("/tokenizer.json") ? TOKENIZER : this.graph;
    const from = this.knowsRanges && range !== null ? Number(/\d+/.exec(range)?.[0]) : 0;
    if (from > 0 && from >= whole.byteLength) return Promise.resolve(new Response(null, { status: 416 }));
    const headers = new Headers(this.tag === null ? {} : { ETag: this.tag });
    if (from > 0) headers.set("Content-Range", `bytes ${from}-${whole.byteLength - 1}/${whole.byteLength}`);
    const body = this.stream(whole.subarray(from), init.signal ?? null);
    return Promise.resolve(new Response(body, { status: from > 0 ? 206 : 200, headers }));
  };

  private stream(rest: Uint8Array<ArrayBuffer>, signal: AbortSignal | null): ReadableStream<Uint8Array> {
    let at = 0;
    // One chunk at a time, each when it is asked for: what is queued when a stream breaks is lost.
    return new ReadableStream(
      {
        pull: (controller) => {
          this.onChunk();
          if (at >= this.silentAfter) return new Promise<void>(() => undefined);
          if (signal?.aborted === true) {
            controller.error(new DOMException("stopped", "AbortError"));
          } else if (this.breakAfter === 0) {
            this.breakAfter = Number.POSITIVE_INFINITY;
            controller.error(new TypeError("network error"));
          } else if (at === rest.byteLength) {
            controller.close();
          } else {
            const left = Math.min(this.breakAfter, this.chunk, rest.byteLength - at);
            controller.enqueue(rest.slice(at, at + left));
            at += left;
            this.breakAfter -= left;
          }
          return undefined;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

async function bytesIn(file: Promise<Blob>): Promise<Uint8Array> {
  return new Uint8Array(await (await file).arrayBuffer());
}

/** A store over a hub and a file system of its own. */
function made(hub: Hub) {
  const space = room();
  const root = new MemoryFolder(space);
  let asked = 0;
  const taken = new Set<string>();
  const around: StoreEnvironment = {
    root,
    fetch: hub.fetch,
    storage: {
      estimate: () => Promise.resolve({ quota: space.quota, usage: space.usage }),
      persisted: () => Promise.resolve(false),
      persist: () => {
        asked += 1;
        return Promise.resolve(true);
      },
    },
    alone: async (name, run) => {
      if (taken.has(name)) return false;
      taken.add(name);
      try {
        await run();
      } finally {
        taken.delete(name);
      }
      return true;
    },
  };
  return {
    around,
    store: new ModelStore(around),
    again: () => new ModelStore(around),
    space,
    root,
    asked: () => asked,
  };
}

const failsAs = (kind: ModelFailure, words: RegExp) => (fault: unknown) => {
  assert.ok(fault instanceof ModelStoreError, String(fault));
  assert.equal(fault.kind, kind, fault.message);
  assert.match(fault.message, words);
  return true;
};

test("a model is fetched, checked, read and removed", async () => {
  const graph = noise(100, 1);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  const { store, again, root, asked } = made(hub);
  assert.deepEqual(await store.list(), []);
  assert.equal(await store.has(model), false);
  const told: Progress[] = [];
  await store.download(model, { onProgress: (progress) => told.push(progress) });
  assert.deepEqual(told.at(0), { file: "onnx/model.onnx", received: 0, total: 120 });
  assert.deepEqual(told.at(-1), { file: "tokenizer.json", received: 120, total: 120 });
  assert.ok(told.every(({ received }, at) => at === 0 || received >= (told[at - 1]?.received ?? 0)));
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
  assert.deepEqual(await bytesIn(again().read("small", "tokenizer")), TOKENIZER);
  assert.equal(await again().has(model), true);
  assert.deepEqual(await again().ids(), ["small"]);
  assert.deepEqual(
    (await store.list()).map(({ id, model }) => [id, model?.good_for]),
    [["small", "Tests."]],
  );
  const requests = hub.asked.length;
  await store.download(model);
  assert.equal(hub.asked.length, requests, "what is there is not fetched again");
  assert.equal(asked(), 1, "the reader is asked once");
  await store.remove("small");
  assert.equal(root.bytes, 0);
  await assert.rejects(store.read("small", "graph"), failsAs("missing", /Add it again/));
  await store.remove("small");
  await store.download(model);
  assert.equal(asked(), 1);
});

test("cut off at any byte it goes on where it stopped", async () => {
  const graph = noise(61, 2);
  for (let at = 1; at < 61 + TOKENIZER.byteLength; at += 1) {
    const [hub, model] = [new Hub(graph), modelOf(graph)];
    const { store, again } = made(hub);
    hub.breakAfter = at;
    await assert.rejects(store.download(model), failsAs("interrupted", /kept; add the model again/));
    assert.equal(await store.has(model), false);
    assert.equal((await store.list())[0]?.model, null);
    assert.deepEqual(await store.ids(), []);
    hub.asked = [];
    await again().download(model);
    // A whole graph is not asked for again.
    const first = hub.asked[0];
    const wanted = at === 61 ? null : `bytes=${at < 61 ? at : at - 61}-`;
    assert.equal(first?.range, wanted, `cut at ${at}`);
    assert.equal(
      hub.asked.some(({ path }) => path.endsWith("onnx/model.onnx")),
      at < 61,
    );
    assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
  }
});

test("a tab that is closed loses one piece at most", async () => {
  const graph = noise(2 * CHUNK_BYTES + 1000, 3);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  hub.chunk = CHUNK_BYTES / 4 + 1;
  const { store, again, space } = made(hub);
  let stored = 0;
  space.beforeStoring = () => {
    // Folder's mark, tag, first piece; the second is never stored, nor anything after it.
    stored += 1;
    if (stored > 3) throw new DOMException("the tab is gone", "AbortError");
  };
  await assert.rejects(store.download(model), failsAs("storage", /the tab is gone/));
  space.beforeStoring = () => undefined;
  hub.asked = [];
  await again().download(model);
  assert.equal(hub.asked[0]?.range, `bytes=${4 * (CHUNK_BYTES / 4 + 1)}-`);
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
});

test("a server without ranges, or with another content meanwhile, starts over", async () => {
  const graph = noise(50, 4);
  for (const change of ["no ranges", "new tag", "no tags"] as const) {
    const [hub, model] = [new Hub(change === "new tag" ? noise(50, 5) : graph), modelOf(graph)];
    if (change === "no tags") hub.tag = null;
    const { store } = made(hub);
    hub.breakAfter = 20;
    await assert.rejects(store.download(model), failsAs("interrupted", /broke off/));
    if (change === "no ranges") hub.knowsRanges = false;
    if (change === "new tag") [hub.graph, hub.tag] = [graph, '"two"'];
    hub.asked = [];
    await store.download(model);
    assert.deepEqual(await bytesIn(store.read("small", "graph")), graph, change);
    const ranges = hub.asked.filter(({ path }) => path.endsWith(".onnx")).map(({ range }) => range);
    assert.deepEqual(ranges, change === "new tag" ? ["bytes=20-", null] : ["bytes=20-"], change);
  }
});

test("another content is refused and deleted, whatever it is", async () => {
  const graph = noise(50, 6);
  const model = modelOf(graph);
  const changed = graph.slice();
  changed[49] = (changed[49] ?? 0) ^ 1;
  for (const [content, words] of [
    [changed, /SHA-256 is [0-9a-f]{64}, the catalogue says/],
    [noise(51, 6), /another size than the 50 bytes/],
    [noise(49, 6), /49 bytes instead of the 50/],
    [new Uint8Array(0), /0 bytes instead of the 50/],
  ] as const) {
    const hub = new Hub(content);
    const { store, root } = made(hub);
    await assert.rejects(store.download(model), failsAs("refused", words));
    assert.equal(root.bytes, 0, "nothing of it is kept");
    await assert.rejects(store.read("small", "graph"), failsAs("missing", /not stored/));
    hub.graph = graph;
    await store.download(model);
    assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
  }
});

test("a part of another content is told by the hash and does not come back", async () => {
  const graph = noise(50, 8);
  const hub = new Hub(noise(50, 9));
  hub.tag = null;
  const { store } = made(hub);
  hub.breakAfter = 20;
  await assert.rejects(store.download(modelOf(graph)), failsAs("interrupted", /broke off/));
  hub.graph = graph;
  await assert.rejects(store.download(modelOf(graph)), failsAs("refused", /was deleted/));
  await store.download(modelOf(graph));
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
});

test("what the server says is told with what to do", async () => {
  const graph = noise(50, 10);
  const hub = new Hub(graph);
  const { store } = made(hub);
  for (const [status, words] of [
    [404, /answered 404\. The model may have moved/],
    [403, /answered 403/],
    [503, /answered 503\. Try again later/],
    [416, /answered 416/],
  ] as const) {
    hub.status = status;
    await assert.rejects(store.download(modelOf(graph)), failsAs("server", words));
  }
  hub.status = null;
  await store.download(modelOf(graph), { hub: "https://mirror.example/" });
  assert.equal(hub.asked.at(-1)?.path, "/owner/small/resolve/abc123/tokenizer.json");
});

test("a full storage is told before and meanwhile, and keeps what came", async () => {
  const graph = noise(3 * CHUNK_BYTES, 11);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  hub.chunk = CHUNK_BYTES / 2;
  const { store, space } = made(hub);
  space.quota = CHUNK_BYTES;
  await assert.rejects(store.download(model), failsAs("quota", /needs 12\.6 MB more.*grants 4\.2 MB/));
  assert.deepEqual(hub.asked, [], "nothing is fetched that cannot be stored");
  // The browser promised more than there is.
  space.quota = 4 * CHUNK_BYTES + 2 * 1024 * 1024;
  space.usage = 0;
  hub.onChunk = () => (space.quota = CHUNK_BYTES + 100);
  await assert.rejects(store.download(model), failsAs("quota", /Remove a model or free space/));
  hub.onChunk = () => undefined;
  space.quota = Number.MAX_SAFE_INTEGER;
  hub.asked = [];
  await store.download(model);
  assert.equal(hub.asked[0]?.range, `bytes=${CHUNK_BYTES}-`);
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
});

test("it can be stopped, and two do not fetch the same", async () => {
  const graph = noise(50, 12);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  const { store, again } = made(hub);
  const stop = new AbortController();
  const others: Promise<void>[] = [];
  hub.onChunk = () => {
    if (others.length === 0)
      others.push(assert.rejects(again().download(model), failsAs("busy", /another page/)));
  };
  await assert.rejects(
    store.download(model, {
      signal: stop.signal,
      onProgress: ({ received }) => {
        if (received > 20) stop.abort();
      },
    }),
    failsAs("stopped", /was stopped.*kept/),
  );
  assert.equal(others.length, 1, "the other one was tried");
  await Promise.all(others);
  hub.onChunk = () => undefined;
  hub.asked = [];
  await store.download(model);
  assert.match(hub.asked[0]?.range ?? "", /^bytes=\d\d-$/);
});

test("a server that says nothing is left, with what came kept, and the model is free for others", async (t) => {
  const graph = noise(50, 19);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  const { store } = made(hub);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silence = async (): Promise<void> => {
    const left = assert.rejects(store.download(model), failsAs("interrupted", /said nothing for 30 seconds/));
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    t.mock.timers.tick(SILENCE);
    await left;
  };
  hub.isSilent = true;
  await silence();
  hub.isSilent = false;
  hub.silentAfter = 21;
  await silence();
  hub.silentAfter = Number.POSITIVE_INFINITY;
  hub.asked = [];
  await store.download(model);
  assert.equal(hub.asked[0]?.range, "bytes=21-");
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
});

test("a new entry of the same name takes the place of the old one", async () => {
  const [before, after] = [noise(50, 13), noise(60, 14)];
  const hub = new Hub(before);
  const { store, root } = made(hub);
  await store.download(modelOf(before));
  assert.equal(await store.has(modelOf(after)), false);
  hub.graph = after;
  await store.download(modelOf(after));
  assert.deepEqual(await bytesIn(store.read("small", "graph")), after);
  const requests = hub.asked.map(({ path }) => path.split("/").at(-1));
  assert.deepEqual(requests, ["model.onnx", "tokenizer.json", "model.onnx"], "the tokenizer is the same");
  await store.remove("small");
  assert.equal(root.bytes, 0);
});

test("an entry that says something else of the same files takes the place of the old one, and nothing is fetched", async () => {
  const graph = noise(50, 15);
  const hub = new Hub(graph);
  const { store } = made(hub);
  await store.download(modelOf(graph));
  const corrected = { ...modelOf(graph), max_length: 8 };
  assert.equal(await store.has(corrected), false);
  hub.asked = [];
  await store.download(corrected);
  assert.deepEqual(hub.asked, []);
  assert.equal((await store.entry("small")).max_length, 8);
  assert.equal(await store.has(corrected), true);
});

test("what is being fetched is not removed meanwhile", async () => {
  const graph = noise(50, 16);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  const { store, again } = made(hub);
  const removals: Promise<void>[] = [];
  hub.onChunk = () => {
    if (removals.length === 0)
      removals.push(assert.rejects(again().remove("small"), failsAs("busy", /being fetched/)));
  };
  await store.download(model);
  assert.equal(removals.length, 1, "it was tried");
  await Promise.all(removals);
  assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
  await store.remove("small");
  assert.deepEqual(await store.list(), []);
});

test("neither a reader who does not answer nor a worker, which cannot ask, keeps a model from coming", async () => {
  const graph = noise(50, 17);
  for (const persist of [
    () => new Promise<boolean>(() => undefined),
    () => Promise.reject(new Error("not here")),
    undefined,
  ]) {
    const { around, root, space } = made(new Hub(graph));
    const { estimate, persisted } = around.storage;
    const storage = { estimate, persisted, ...(persist && { persist }) };
    const store = new ModelStore({ ...around, storage });
    await store.download(modelOf(graph));
    assert.deepEqual(await bytesIn(store.read("small", "graph")), graph);
    if (persist !== undefined) continue;
    let asked = 0;
    const page = { ...storage, persist: () => Promise.resolve((asked += 1) > 0) };
    await new ModelStore({ ...around, root, storage: page })
      .download(modelOf(noise(50, 18), "other"))
      .catch(() => undefined);
    assert.equal(asked, 1, "a page asks where a worker could not");
    assert.ok(space.usage > 0);
  }
});

test("pieces are emptied from the end, and their tag last", async () => {
  const { root } = made(new Hub(noise(1, 1)));
  const folder = await root.getDirectoryHandle("file", { create: true });
  // As a file system may list them.
  for (const name of ["10", "2", "tag", "0", "11", "1", "9"]) await write(folder, name, "x");
  const removed: string[] = [];
  const remove = folder.removeEntry.bind(folder);
  folder.removeEntry = (name, options) => {
    removed.push(name);
    return remove(name, options);
  };
  await (await Chunks.open(root, "file")).empty();
  assert.deepEqual(removed, ["11", "10", "9", "2", "1", "0", "tag"]);
});

test("the catalogue that is shipped leads to pinned files", () => {
  const manifest = JSON.parse(readFileSync("models/manifest.json", "utf8")) as Manifest;
  const models = manifest.optional ?? [];
  assert.ok(models.length > 0);
  for (const model of models) {
    assert.ok(bytesOf(model) > 1e6);
    for (const file of filesOf(model)) {
      assert.match(file.sha256, /^[0-9a-f]{64}$/);
      const url = new URL(addressOf(model, file, `${HUB}/`));
      assert.equal(url.origin, HUB);
      assert.match(url.pathname, /^\/[\w-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/[\w./]+$/);
    }
  }
});
