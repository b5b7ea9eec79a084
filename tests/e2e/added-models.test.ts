import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { Pong } from "@citelight/shared/heartbeat";
import { serve } from "../../scripts/build/serve.mjs";
import { launch } from "./support/browser";
import { addModels } from "./support/model-store";
import { DIST, paragraph, waitForEnd } from "./support/reading";

type Ready = Extract<FromWorker, { kind: "ready" }>;

let server: { url: string; close: () => Promise<void> };
let browser: Browser;
let context: BrowserContext;
/** A page of the demo's origin that does nothing by itself. */
let page: Page;

before(async () => {
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(new URL("component.css", server.url).href);
  await addModels(page, [
    { folder: "models", id: "nli-minilm", as: "my-nli" },
    { folder: "tests/fixtures/models/small", id: "roberta-rank", as: "my-rank" },
  ]);
});

after(async () => {
  await browser.close();
  await server.close();
});

/** What a worker of the page could load. */
function load(added: readonly string[]): Promise<Ready> {
  return page.evaluate(
    (added) =>
      new Promise<Ready>((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<FromWorker | Pong>) => {
          if (data.kind === "loading" || data.kind === "pong") return;
          worker.terminate();
          if (data.kind === "ready") resolve(data);
          else reject(new Error(JSON.stringify(data)));
        };
        worker.postMessage({ kind: "load", models: `${location.origin}/models/`, added, library: null });
      }),
    added,
  );
}

test("added models take the places of the shipped ones, a graph of another kind on the general build", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const ready = await load(["my-nli", "my-rank"]);
  assert.deepEqual(ready.problems, []);
  assert.deepEqual(ready.models, [
    "all-MiniLM-L6-v2@3225c34d (int8)",
    "my-rank@8bea3af3 (tract)",
    "my-nli@9d61c02b (int8)",
  ]);
  assert.ok(!asked.some((path) => path.includes("nli-minilm")), "the shipped one is not fetched");
});

test("an added model that is gone is told, and the shipped one works", async () => {
  const ready = await load(["never-added"]);
  assert.match(ready.problems.join(), /^The model never-added .* is not stored.* Add it again\.$/);
  assert.deepEqual(ready.models, ["all-MiniLM-L6-v2@3225c34d (int8)", "nli-minilm@9d61c02b (int8)"]);
});

test("the demo audits with the models that its address names", async () => {
  const demo = await context.newPage();
  const asked: string[] = [];
  demo.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await demo.route("**/articles/sample.html", (route) =>
    route.fulfill({ contentType: "text/html", body: paragraph() }),
  );
  await demo.goto(`${server.url}?model=my-nli&model=my-rank`);
  await waitForEnd(demo);
  assert.ok(!asked.some((path) => path.includes("nli-minilm")), "the shipped one is not fetched");
  const panel = (await demo.locator("#panel").evaluate((panel) => panel.shadowRoot?.textContent)) ?? "";
  assert.doesNotMatch(panel, /could not be loaded|model failed/);
  await demo.close();
});
