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
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { Pong } from "@citelight/shared/heartbeat";
import { launch } from "../e2e/support/browser";
import { addModels } from "../e2e/support/model-store";
import { DIST } from "../e2e/support/reading";
import { serve } from "../../scripts/build/serve.mjs";
import { clocked, resultsPath, writeResults } from "./results.mjs";

const ROUNDS = 5;
const STORED = [
  { folder: "models", id: "all-MiniLM-L6-v2", as: "stored-bi-encoder" },
  { folder: "models", id: "nli-minilm", as: "stored-nli" },
];

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

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
    const times = new Map<string, number[]>();
    const keep = (key: string, time: number): void => {
      times.set(key, [...(times.get(key) ?? []), time]);
    };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const workers of new Set([1, Math.min(4, cores)])) {
        const served = await load(page, [], workers);
        const stored = await load(
          page,
          STORED.map(({ as }) => as),
          workers,
        );
        const which = workers === 1 ? "one" : "all";
        keep(`${which}/folder`, served);
        keep(`${which}/storage`, stored);
        console.log(
          `${workers} worker${workers === 1 ? "" : "s"}: ready ${served.toFixed(0)} ms after the start from the folder, ` +
            `${stored.toFixed(0)} ms from the storage`,
        );
      }
    writeResults(resultsPath("models"), {
      title: "How long until both embedded models are ready",
      about:
        "From the start of a worker to models that answer, medians; “all” means as many model workers as there are cores, at most four. The times are of this machine.",
      command: "./build.sh bench models",
      figures: [...times].map(([key, values]) => {
        const [workers = "", from = ""] = key.split("/");
        const figure = clocked({
          key,
          section: "Time until the models are ready",
          row: workers === "one" ? "one worker" : "all workers",
          column: from === "folder" ? "from the page's folder" : "from the browser's storage",
          value: median(values),
          unit: "milliseconds",
          of: values.length,
        });
        return from === "storage" ? { ...figure, bar: { is: "at-most", value: 2000 } } : figure;
      }),
    });
  } finally {
    await browser.close();
    await server.close();
  }
});
