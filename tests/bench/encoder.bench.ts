/**
 * Our encoder against onnxruntime-web and tract: one page, one worker, one thread each, turn by turn. `./build.sh bench`
 * prepares it and says how to add onnxruntime's own int8.
 *
 * Bars: at least as fast as onnxruntime-web's f32 on both models (goal 1.25 times, and as fast as its int8), two workers
 * 1.8 times one; cosine at least 0.99 and the same label for 99 % of pairs, which fails if it is not so.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { launch } from "../e2e/support/browser";
import { serve } from "../../scripts/build/serve.mjs";
import {
  agreementOf,
  figuresOf,
  least,
  median,
  OURS,
  peaksOf,
  ratioOf,
  speedOf,
  tokensOf,
  type Agreement,
} from "./encoders/figures";
import type { Model, Order, Report, Runner, Worked } from "./encoders/messages";
import { inputs, makeSite } from "./encoders/site";
import { clocked, resultsPath, writeResults, type Measured } from "./results.mjs";

const MODELS: Model[] = ["minilm", "nli-minilm"];
const ROUNDS = 10;
const WARM_UP = 2;
/** Asks a new worker of the page. */
function ask<Answer>(page: Page, message: object): Promise<Answer> {
  return page.evaluate(
    (message) =>
      new Promise<Answer>((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<{ done: Answer } | { failed: string }>) => {
          worker.terminate();
          if ("done" in data) resolve(data.done);
          else reject(new Error(data.failed));
        };
        worker.onerror = ({ message }) => {
          reject(new Error(message));
        };
        worker.postMessage(message);
      }),
    message,
  );
}

/** How far a runner agrees with onnxruntime's f32, in words; fails below the bars if it is ours. */
function told(runner: Runner, found: Agreement): string {
  const isOurs = OURS.includes(runner);
  if (found.of === "vectors") {
    assert.ok(!isOurs || found.leastCosine >= 0.99, `${runner}: cosine ${found.leastCosine}`);
    return `least cosine ${found.leastCosine.toFixed(6)} of ${found.pairs}`;
  }
  const { same, pairs, apart } = found;
  assert.ok(!isOurs || same >= 0.99 * pairs, `${runner}: same label for ${same}`);
  return `same label ${same} of ${pairs}, logits apart by at most ${apart.toFixed(4)}`;
}

function tell(order: Order, report: Report): void {
  const peak = peaksOf(report);
  console.log(
    `innermost loops: ${peak.integer.toFixed(0)} Gop/s in integers, ${peak.float.toFixed(0)} in floats ` +
      `(medians ${median(report.integer).toFixed(0)}, ${median(report.float).toFixed(0)})`,
  );
  for (const model of order.models) {
    console.log(`${model}: ${order.timed[model].length} inputs, ${tokensOf(order.timed[model])} tokens`);
    for (const runner of order.runners) {
      const speed = speedOf(order, report, model, runner);
      console.log(
        `  ${runner.padEnd(12)} ${speed.median.toFixed(0).padStart(5)} tokens/s median, ` +
          `${speed.best.toFixed(0)} best (${(100 * speed.share).toFixed(0)} % of the loop's peak), ` +
          `prepared in ${(report.prepared[`${model} on ${runner}`] ?? NaN).toFixed(0)} ms; ` +
          told(runner, agreementOf(report, model, runner)),
      );
    }
    for (const own of OURS)
      for (const other of order.runners.filter((runner) => !OURS.includes(runner))) {
        const ratio = ratioOf(report, model, own, other);
        console.log(
          `  ${own} is ${ratio.median.toFixed(2)} times as fast as ${other} ` +
            `(least ${ratio.least.toFixed(2)}, by best times ${ratio.byBest.toFixed(2)})`,
        );
      }
  }
}

const figures: Measured[] = [];
after(() => {
  if (figures.length > 0)
    writeResults(resultsPath("encoder"), {
      title: "The encoder against onnxruntime-web and tract",
      about:
        "In Chromium, one page, one worker, one thread each, turn by turn, on paragraphs of 60 to 250 tokens (MiniLM) and pairs of 80 to 200 " +
        "(NLI). Ratios are within a round; tokens a second and peaks are of this machine. “int8 relaxed” needs relaxed SIMD.",
      command: "./build.sh bench encoder",
      models: MODELS,
      figures,
    });
});

test("our encoder against onnxruntime-web and tract", async () => {
  const { folder, hasInt8 } = await makeSite();
  const server = await serve(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const runners: Runner[] = [...OURS, "tract", "ort f32", ...(hasInt8 ? (["ort int8"] as const) : [])];
    if (!hasInt8) console.log("without onnxruntime's int8: scripts/data/make_int8.py makes its files");
    const order: Order = { models: MODELS, runners, ...inputs(), rounds: ROUNDS, warmUp: WARM_UP };
    const report = await ask<Report>(page, { compare: order });
    tell(order, report);
    const { integer } = peaksOf(report);
    figures.push(
      clocked({
        key: "peak",
        section: "Innermost loop",
        row: "integers",
        column: "Gop/s",
        value: integer,
        unit: "per-second",
      }),
      ...figuresOf(order, report),
    );
  } finally {
    await browser.close();
    await server.close();
  }
});

test("two workers against one", async () => {
  const { folder } = await makeSite();
  const server = await serve(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const timed = inputs().timed.minilm.slice(4, 5);
    const rounds = await page.evaluate(
      async ({ timed, rounds }) => {
        const workers = [0, 1].map(() => new Worker("/worker.js", { type: "module" }));
        const work = (worker: Worker, milliseconds: number): Promise<Worked> =>
          new Promise((resolve, reject) => {
            worker.onmessage = ({ data }: MessageEvent<{ done: Worked } | { failed: string }>) => {
              if ("done" in data) resolve(data.done);
              else reject(new Error(data.failed));
            };
            worker.onerror = ({ message }) => {
              reject(new Error(message));
            };
            worker.postMessage({ work: { timed, milliseconds } });
          });
        const [first] = workers;
        if (!first) throw new Error("no worker");
        // Prepared and warm.
        await Promise.all(workers.map((worker) => work(worker, 1500)));
        const all: { one: Worked; two: Worked[] }[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const one = await work(first, 1000);
          all.push({ one, two: await Promise.all(workers.map((worker) => work(worker, 1000))) });
        }
        return all;
      },
      { timed, rounds: ROUNDS },
    );
    const sum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    const ratios = rounds.map(({ one, two }) => sum(two.map(({ speed }) => speed)) / one.speed);
    // Best turns are those in which nothing else had the core: what two workers leave each other of the memory.
    const alone = Math.max(...rounds.map(({ one }) => one.best));
    const together = rounds.map(({ two }) => sum(two.map(({ best }) => best)));
    const byBest = Math.max(...together) / alone;
    const cell = (column: string) =>
      ({ section: "Two workers", row: "two against one", column, unit: "ratio" }) as const;
    figures.push(
      clocked({ key: "two-workers/median", ...cell("median"), value: median(ratios), of: ROUNDS }),
      clocked({
        key: "two-workers/best",
        ...cell("in their best turns"),
        value: byBest,
        bar: { is: "at-least", value: 1.8 },
      }),
    );
    console.log(
      `two workers are ${median(ratios).toFixed(2)} times one (least ${least(ratios).toFixed(2)}, ` +
        `most ${Math.max(...ratios).toFixed(2)}), in their best turns ${byBest.toFixed(2)} times; ` +
        "bar 1.8, on two cores with nothing else to do",
    );
  } finally {
    await browser.close();
    await server.close();
  }
});
