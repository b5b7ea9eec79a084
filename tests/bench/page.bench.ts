/**
 * A whole page as a reader waits for it: `npm run bench page` after a build. The sample article, whose sources are
 * readable, with one model worker and with as many as there are cores, turn by turn.
 *
 * Bars: first finding within 5 s of loading, all citations within 25 s with two workers on two cores and 60 s with one, at most 300 MB in
 * the tab. Times on the clock mean little on a busy machine, so nothing fails here but a wrong count.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch } from "../e2e/support/browser";
import { DIST } from "../e2e/support/reading";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { ToWorker } from "@citelight/shared/generated/ToWorker";
import { serve } from "../../scripts/build/serve.mjs";
import { clocked, inputOf, resultsPath, writeResults, type Measured } from "./results.mjs";

const ROUNDS = 3;

const ARTICLE = "www/demo/articles/sample.html";

interface Told {
  /** All in ms. `first`: the first finding that shows a passage of its source, counted from `ready`. */
  ready: number;
  first: number;
  finished: number;
  pairs: number;
  judged: number;
  verdicts: Record<string, number>;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** One audit in a new worker of the page. */
function audit(page: Page, workers: number): Promise<Told> {
  return page.evaluate(async (workers) => {
    const content = await (await fetch("/articles/sample.html")).text();
    return new Promise<Told>((resolve, reject) => {
      const start = performance.now();
      const worker = new Worker(`/worker.js?workers=${workers}`, { type: "module" });
      const told: Told = { ready: NaN, first: NaN, finished: NaN, pairs: 0, judged: 0, verdicts: {} };
      worker.onerror = ({ message }) => {
        reject(new Error(message));
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        const now = performance.now() - start;
        if (data.kind === "failed") reject(new Error(data.message));
        if (data.kind === "ready") {
          told.ready = now;
          if (data.models.length !== 2) reject(new Error(data.problems.join()));
        }
        if (data.kind !== "event") return;
        if (data.event.kind === "found") {
          const { verdict, evidence } = data.event.finding;
          told.verdicts[verdict] = (told.verdicts[verdict] ?? 0) + 1;
          if (evidence.length > 0) {
            told.judged += 1;
            if (Number.isNaN(told.first)) told.first = now - told.ready;
          }
        }
        if (data.event.kind === "finished") {
          told.finished = now - told.ready;
          told.pairs = data.event.summary.pairs;
          worker.terminate();
          resolve(told);
        }
      };
      const here = (path: string): string => new URL(path, location.href).href;
      worker.postMessage({ kind: "load", models: here("/models/"), added: [], library: here("/library/") });
      worker.postMessage({
        kind: "audit",
        audit: "a",
        order: {
          document: {
            kind: "sent",
            id: null,
            document: { content: { text: { text: content } }, origin: "sample.html", address: null },
          },
          settings: { complete_records: true, ghost_sources: 1 },
          online: null,
          endpoint: null,
          committees: false,
          snippets: "off",
          copies: [],
          only: null,
        },
      } satisfies ToWorker);
    });
  }, workers);
}

/** The most memory, in MB, that the page's process had for itself while something ran. */
async function peakOf<Answer>(browser: Browser, run: () => Promise<Answer>): Promise<[Answer, number]> {
  const session = await browser.newBrowserCDPSession();
  let peak = 0;
  const look = async (): Promise<void> => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    for (const { type, id } of processInfo.filter(({ type }) => type === "renderer")) {
      assert.equal(type, "renderer");
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      const own = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +([0-9]+) kB/gm)];
      peak = Math.max(peak, own.reduce((sum, [, kB]) => sum + Number(kB), 0) / 1024);
    }
  };
  const watching = setInterval(() => void look(), 250);
  try {
    return [await run(), peak];
  } finally {
    clearInterval(watching);
  }
}

function sheet(name: string, row: string, told: readonly Told[], peaks: readonly number[]): Measured[] {
  const cell = (key: string, column: string) => ({
    key: `${name}/${key}`,
    section: "From loading to the last finding",
    row,
    column,
  });
  const of = (time: (one: Told) => number): number => median(told.map(time)) / 1000;
  const figures: Measured[] = [
    { ...cell("ready", "models ready"), value: of(({ ready }) => ready), unit: "seconds" },
    {
      ...cell("first", "first finding after that"),
      value: of(({ first }) => first),
      unit: "seconds",
      bar: { is: "at-most", value: 5 },
    },
    {
      ...cell("finished", "all findings after that"),
      value: of(({ finished }) => finished),
      unit: "seconds",
      bar: { is: "at-most", value: name === "all" ? 25 : 60 },
    },
    {
      ...cell("memory", "most memory of the tab"),
      value: Math.max(...peaks),
      unit: "megabytes",
      bar: { is: "at-most", value: 300 },
    },
  ];
  const [{ pairs, judged } = { pairs: NaN, judged: NaN }] = told;
  return [
    ...figures.map(clocked),
    { ...cell("citations", "citations"), value: pairs, unit: "count" },
    { ...cell("judged", "with passages of their source"), value: judged, unit: "count" },
  ];
}

test("a page of sixty citations", async () => {
  const server = await serve(join(DIST, "www"));
  const browser = await launch();
  try {
    const cores = await (await browser.newPage()).evaluate(() => navigator.hardwareConcurrency);
    const times = new Map<number, Told[]>();
    const peaks = new Map<number, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const workers of [1, Math.min(4, cores)]) {
        const page = await browser.newPage();
        await page.goto(server.url.replace(/\/$/, "") + "/component.css");
        const [told, peak] = await peakOf(browser, () => audit(page, workers));
        await page.close();
        times.set(workers, [...(times.get(workers) ?? []), told]);
        peaks.set(workers, [...(peaks.get(workers) ?? []), peak]);
        console.log(
          `${workers} worker${workers === 1 ? "" : "s"}: models loaded after ${(told.ready / 1000).toFixed(1)} s, ` +
            `first finding ${(told.first / 1000).toFixed(1)} s later, all ${told.pairs} ` +
            `(${told.judged} with passages) ${(told.finished / 1000).toFixed(1)} s, at most ${peak.toFixed(0)} MB`,
          told.verdicts,
        );
      }
    }
    const [one = [], all = []] = [...times.values()];
    const ratios = one.map(({ finished }, round) => finished / (all[round]?.finished ?? NaN));
    console.log(`all workers are ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")} times as fast as one`);
    const verdicts = [...one, ...all].map(({ verdicts }) => JSON.stringify(Object.entries(verdicts).sort()));
    assert.equal(new Set(verdicts).size, 1, "the number of workers changes no verdict");
    writeResults(resultsPath("page"), {
      title: "A whole page as a reader waits for it",
      about:
        "The sample article with its readable sources in the browser, audited by one model worker and by as many as there are cores (at most four), in turns; medians, for memory the maximum. Times are of this machine; the last figure is a ratio within the run.",
      command: "./build.sh bench page",
      inputs: [inputOf(ARTICLE)],
      figures: [
        ...sheet("one", "one worker", one, peaks.get(1) ?? []),
        ...(times.size > 1 ? sheet("all", "all workers", all, [...peaks.values()].at(-1) ?? []) : []),
        ...(times.size > 1
          ? [
              clocked({
                key: "all/faster",
                section: "Workers",
                row: "all workers against one",
                column: "times as fast",
                value: median(ratios),
                unit: "ratio",
                of: ROUNDS,
              }),
            ]
          : []),
      ],
    });
  } finally {
    await browser.close();
    await server.close();
  }
});
