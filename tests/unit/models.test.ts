import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { addressOf, bytesOf, filesOf, HUB, type OptionalModel } from "../../www/src/models/catalogue";
import { ModelStoreError, type ModelFailure } from "../../www/src/models/errors";
import type { Manifest } from "../../www/src/models/generated/Manifest";
import { PIECE } from "../../www/src/models/pieces";
import { ModelStore, type Progress, type Surroundings } from "../../www/src/models/store";
import { MemoryFolder, room } from "./support/memory-folder";

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Bytes that look like nothing in particular, the same for the same seed. */
function noise(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const TOKENIZER = noise(20, 7);

function modelOf(graph: Uint8Array, id = "small"): OptionalModel {
  return {
    id,
    role: "cross-encoder",
    max_length: 8,
    graph: { path: "onnx/model.onnx", bytes: graph.byteLength, sha256: sha256(graph) },
    tokenizer: { path: "tokenizer.json", bytes: TOKENIZER.byteLength, sha256: sha256(TOKENIZER) },
    licence: "MIT",
    good_for: "Tests.",
    hub: { repository: "owner/small", revision: "abc" },
  };
}

/** A hub with one model, and what may go wrong there. */
class Hub {
  asked: { path: string; range: string | null }[] = [];
  tag: string | null = '"one"';
  /** Bytes after which the connection breaks, once. */
  breakAfter = Number.POSITIVE_INFINITY;
  knowsRanges = true;
  status: number | null = null;
  /** Bytes of a chunk. */
  chunk = 7;
  onChunk: () => void = () => undefined;

  constructor(public graph: Uint8Array<ArrayBuffer>) {}

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const path = new URL(url).pathname;
    const range = new Headers(init.headers).get("Range");
    this.asked.push({ path, range });
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
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** A store over a hub and a file system of its own. */
function made(hub: Hub) {
  const space = room();
  const root = new MemoryFolder(space);
  let asked = 0;
  const taken = new Set<string>();
  const around: Surroundings = {
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
  assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
  assert.deepEqual(new Uint8Array(await again().read("small", "tokenizer")), TOKENIZER);
  assert.equal(await again().has(model), true);
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
    assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
  }
});

test("a tab that is closed loses one piece at most", async () => {
  const graph = noise(2 * PIECE + 1000, 3);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  hub.chunk = PIECE / 4 + 1;
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
  assert.equal(hub.asked[0]?.range, `bytes=${4 * (PIECE / 4 + 1)}-`);
  assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
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
    assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph, change);
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
    assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
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
  assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
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
  assert.equal(hub.asked.at(-1)?.path, "/owner/small/resolve/abc/tokenizer.json");
});

test("a full storage is told before and meanwhile, and keeps what came", async () => {
  const graph = noise(3 * PIECE, 11);
  const [hub, model] = [new Hub(graph), modelOf(graph)];
  hub.chunk = PIECE / 2;
  const { store, space } = made(hub);
  space.quota = PIECE;
  await assert.rejects(store.download(model), failsAs("quota", /needs 12\.6 MB more.*grants 4\.2 MB/));
  assert.deepEqual(hub.asked, [], "nothing is fetched that cannot be stored");
  // The browser promised more than there is.
  space.quota = 4 * PIECE + 2 * 1024 * 1024;
  space.usage = 0;
  hub.onChunk = () => (space.quota = PIECE + 100);
  await assert.rejects(store.download(model), failsAs("quota", /Remove a model or free space/));
  hub.onChunk = () => undefined;
  space.quota = Number.MAX_SAFE_INTEGER;
  hub.asked = [];
  await store.download(model);
  assert.equal(hub.asked[0]?.range, `bytes=${PIECE}-`);
  assert.deepEqual(new Uint8Array(await store.read("small", "graph")), graph);
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

test("a new entry of the same name takes the place of the old one", async () => {
  const [before, after] = [noise(50, 13), noise(60, 14)];
  const hub = new Hub(before);
  const { store, root } = made(hub);
  await store.download(modelOf(before));
  assert.equal(await store.has(modelOf(after)), false);
  hub.graph = after;
  await store.download(modelOf(after));
  assert.deepEqual(new Uint8Array(await store.read("small", "graph")), after);
  const requests = hub.asked.map(({ path }) => path.split("/").at(-1));
  assert.deepEqual(requests, ["model.onnx", "tokenizer.json", "model.onnx"], "the tokenizer is the same");
  await store.remove("small");
  assert.equal(root.bytes, 0);
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
