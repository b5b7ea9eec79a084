/**
 * How long a worker takes until both embedded models are ready to be asked: `npm run bench models` after a build. From the
 * folder that is served with the page, and from the browser's own storage, turn by turn.
 *
 * Bar: 2 s from files that are stored to models that are ready. Times on the clock mean little on a busy machine, so
 * nothing fails here but a model that is missing.
 */

import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { FromWorker } from "../../www/src/generated/FromWorker";
import type { Pong } from "../../www/src/watch";
import { launch } from "../e2e/support/browser";
import { addModels } from "../e2e/support/model-store";
import { DIST } from "../e2e/support/reading";
import { serve } from "../tools/serve.mjs";

const ROUNDS = 5;
const STORED = [
  { folder: "models", id: "all-MiniLM-L6-v2", as: "stored-bi-encoder" },
  { folder: "models", id: "nli-minilm", as: "stored-nli" },
];

/** Milliseconds from the start of a worker to its models. */
function load(page: Page, added: readonly string[], workers: number): Promise<number> {
  return page.evaluate(
    ([added, workers]) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now();
        const worker = new Worker(`/worker.js?workers=${workers}`, { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<FromWorker | Pong>) => {
          if (data.kind === "loading" || data.kind === "pong") return;
          const now = performance.now() - start;
          worker.terminate();
          if (data.kind === "ready" && data.problems.length === 0 && data.models.length === 2) resolve(now);
          else reject(new Error(JSON.stringify(data)));
        };
        worker.postMessage({ kind: "load", models: `${location.origin}/models/`, added, library: null });
      }),
    [added, workers] as const,
  );
}

test("both models from the page's folder and from the browser's storage", async () => {
  const server = await serve(join(DIST, "www"));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(new URL("component.css", server.url).href);
    await addModels(page, STORED);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const workers of new Set([1, Math.min(4, cores)])) {
        const served = await load(page, [], workers);
        const stored = await load(
          page,
          STORED.map(({ as }) => as),
          workers,
        );
        console.log(
          `${workers} worker${workers === 1 ? "" : "s"}: ready ${served.toFixed(0)} ms after the start from the folder, ` +
            `${stored.toFixed(0)} ms from the storage`,
        );
      }
  } finally {
    await browser.close();
    await server.close();
  }
});
