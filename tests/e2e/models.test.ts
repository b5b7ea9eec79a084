import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { OptionalModel } from "@citelight/shared/models/catalogue";
import { CHUNK_BYTES } from "@citelight/shared/models/chunks";
import { noise, sha256, startHub } from "../network/fake-model-hub.mjs";
import { launch } from "./support/browser";
import { storeScript } from "./support/model-store";

const MEGABYTE = 1024 * 1024;
const GRAPH = noise(10 * MEGABYTE, 1);
const TOKENIZER = noise(5000, 2);

interface Outcome {
  failure: { kind: string; message: string } | null;
  received: number[];
}

let hub: Awaited<ReturnType<typeof startHub>>;
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let url: string;

before(async () => {
  hub = await startHub({ small: { graph: GRAPH, tokenizer: TOKENIZER } });
  const script = await storeScript();
  server = createServer((request, response) => {
    const [type, text] =
      request.url === "/store.js"
        ? ["text/javascript", script]
        : ["text/html", '<!doctype html><title>models</title><script type="module" src="store.js"></script>'];
    response.writeHead(200, { "Content-Type": type }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launch();
  context = await browser.newContext();
  page = await context.newPage();
  await load();
});

after(async () => {
  await browser.close();
  await hub.close();
  server.closeAllConnections();
  server.close();
});

async function load(): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => "store" in globalThis);
}

const model = (): OptionalModel => hub.optional[0] as OptionalModel;

/** Downloads in the page; what went wrong is an outcome. */
function download(): Promise<Outcome> {
  return page.evaluate(
    async ([model, hub]) => {
      const received: number[] = [];
      try {
        await store.download(model, { hub, onProgress: (progress) => received.push(progress.received) });
        return { failure: null, received };
      } catch (fault) {
        const { kind, message } = fault as { kind: string; message: string };
        return { failure: { kind, message }, received };
      }
    },
    [model(), hub.url] as const,
  );
}

const stored = (): Promise<{ id: string; bytes: number; whole: boolean }[]> =>
  page.evaluate(async () =>
    (await store.list()).map(({ id, bytes, model }) => ({ id, bytes, whole: model !== null })),
  );

function hashOf(which: "graph" | "tokenizer"): Promise<string> {
  return page.evaluate(async (which) => {
    const content = await (await store.read("small", which)).arrayBuffer();
    const digest = await crypto.subtle.digest("SHA-256", content);
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }, which);
}

test(
  "a model that is cut off is gone on with after a reload, and is there after another",
  { timeout: 60_000 },
  async () => {
    let release: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    hub.fault({ cutAfter: 6 * MEGABYTE, cuts: 1, hold });
    const broken = download();
    while (((await stored())[0]?.bytes ?? 0) < CHUNK_BYTES) await sleep(20);
    release();
    const cut = await broken;
    assert.equal(cut.failure?.kind, "interrupted", cut.failure?.message);
    const kept = (await stored())[0];
    assert.ok(kept !== undefined && !kept.whole && kept.bytes >= CHUNK_BYTES, JSON.stringify(kept));
    assert.ok(kept.bytes <= 6 * MEGABYTE);
    await load();
    assert.deepEqual(await stored(), [kept]);
    hub.asked();
    const { failure, received } = await download();
    assert.equal(failure, null);
    assert.deepEqual(hub.asked()[0], {
      path: "/owner/small/resolve/abc123/onnx/model.onnx",
      range: `bytes=${kept.bytes}-`,
      ifRange: null,
    });
    assert.equal(received[0], kept.bytes);
    assert.equal(received.at(-1), GRAPH.byteLength + TOKENIZER.byteLength);
    await load();
    assert.equal(await hashOf("graph"), sha256(GRAPH));
    assert.equal(await hashOf("tokenizer"), sha256(TOKENIZER));
    assert.equal((await download()).failure, null);
    assert.deepEqual(hub.asked(), [], "what is there is not asked for");
    await page.evaluate(() => store.remove("small"));
    assert.deepEqual(await stored(), []);
    await load();
    assert.deepEqual(await stored(), []);
  },
);

test("another content is refused and deleted", async () => {
  const changed = Buffer.from(GRAPH);
  changed.writeUInt8(changed.readUInt8(7) ^ 1, 7);
  hub.fault({});
  hub.replace("small", changed);
  const { failure } = await download();
  assert.equal(failure?.kind, "refused", failure?.message);
  assert.match(failure.message, /its SHA-256 is/);
  assert.equal((await stored())[0]?.bytes ?? 0, 0);
  hub.replace("small", GRAPH);
  assert.equal((await download()).failure, null);
  await page.evaluate(() => store.remove("small"));
});

test("where the storage holds less than the browser promised, what came is kept until there is room", async () => {
  const session = await context.newCDPSession(page);
  const origin = new URL(url).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 6 * MEGABYTE });
  const full = await download();
  assert.equal(full.failure?.kind, "quota", full.failure?.message);
  assert.match(full.failure.message, /free space/);
  const kept = (await stored())[0]?.bytes ?? 0;
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  hub.asked();
  assert.equal((await download()).failure, null);
  assert.equal(hub.asked()[0]?.range ?? null, kept === 0 ? null : `bytes=${kept}-`);
  assert.equal(await hashOf("graph"), sha256(GRAPH));
});

test("two pages do not fetch the same model at once", async () => {
  await page.evaluate(() => store.remove("small"));
  hub.fault({ pause: 20, chunk: 256 * 1024 });
  const other = await context.newPage();
  const first = download();
  await other.goto(url);
  await other.waitForFunction(() => "store" in globalThis);
  const kind = await other.evaluate(
    async ([model, hub]) => {
      try {
        await store.download(model, { hub });
        return "none";
      } catch (fault) {
        return (fault as { kind: string }).kind;
      }
    },
    [model(), hub.url] as const,
  );
  assert.equal(kind, "busy");
  assert.equal((await first).failure, null);
  await other.close();
});
