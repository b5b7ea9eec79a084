/**
 * Our encoder against onnxruntime-web and tract: one page, one worker, one thread each, turn by turn. `./build.sh bench`
 * prepares it and says how to add onnxruntime's own int8.
 *
 * Bars: at least as fast as onnxruntime-web's f32 on both models (goal 1.25 times, and as fast as its int8), two workers
 * 1.8 times one; cosine at least 0.99 and the same label for 99 % of pairs, which fails if it is not so.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { launch } from "../e2e/support/browser";
import { serve } from "../tools/serve.mjs";
import type { Input, Model, Order, Report, Runner, Worked } from "./encoders/messages";
import { inputs, makeSite } from "./encoders/site";

const MODELS: Model[] = ["minilm", "nli-minilm"];
const OURS: Runner[] = ["int8 simd", "int8 relaxed"];
const ROUNDS = 10;
const WARM_UP = 2;
/** Multiplications and additions of the linear layers for a token: six layers of 384 × (4 · 384 + 2 · 1536), twice. */
const LINEAR = 2 * 6 * 384 * (4 * 384 + 2 * 1536);

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const least = (values: readonly number[]): number => sorted(values)[0] ?? NaN;
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? NaN;
const tokensOf = (all: readonly Input[]): number => all.reduce((sum, { ids }) => sum + ids.length, 0);

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

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? NaN), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const label = (logits: readonly number[]): number => logits.indexOf(Math.max(...logits));

/** How close a runner's vectors are to onnxruntime's f32, in words; fails below the bars if they are ours. */
function agreement(model: Model, runner: Runner, found: number[][], reference: number[][]): string {
  const pairs = found.map((vector, index) => [vector, reference[index] ?? []] as const);
  const isOurs = OURS.includes(runner);
  if (model === "minilm") {
    const closest = least(pairs.map(([a, b]) => cosine(a, b)));
    assert.ok(!isOurs || closest >= 0.99, `${runner}: cosine ${closest}`);
    return `least cosine ${closest.toFixed(6)} of ${pairs.length}`;
  }
  const same = pairs.filter(([a, b]) => label(a) === label(b)).length;
  const apart = Math.max(
    ...pairs.flatMap(([a, b]) => a.map((value, place) => Math.abs(value - (b[place] ?? NaN)))),
  );
  assert.ok(!isOurs || same >= 0.99 * pairs.length, `${runner}: same label for ${same}`);
  return `same label ${same} of ${pairs.length}, logits apart by at most ${apart.toFixed(4)}`;
}

function tell(order: Order, report: Report): void {
  const peak = { integer: Math.max(...report.integer), float: Math.max(...report.float) };
  console.log(
    `innermost loops: ${peak.integer.toFixed(0)} Gop/s in integers, ${peak.float.toFixed(0)} in floats ` +
      `(medians ${median(report.integer).toFixed(0)}, ${median(report.float).toFixed(0)})`,
  );
  for (const model of order.models) {
    const tokens = tokensOf(order.timed[model]);
    console.log(`${model}: ${order.timed[model].length} inputs, ${tokens} tokens`);
    const times = report.times[model];
    const reference = report.vectors[model]["ort f32"] ?? [];
    for (const runner of order.runners) {
      const own = times[runner] ?? [];
      const speed = (time: number): number => (tokens / time) * 1000;
      const share =
        (speed(least(own)) * LINEAR) / 1e9 / (runner.includes("int8") ? peak.integer : peak.float);
      console.log(
        `  ${runner.padEnd(12)} ${speed(median(own)).toFixed(0).padStart(5)} tokens/s median, ` +
          `${speed(least(own)).toFixed(0)} best (${(100 * share).toFixed(0)} % of the loop's peak), ` +
          `prepared in ${(report.prepared[`${model} on ${runner}`] ?? NaN).toFixed(0)} ms; ` +
          agreement(model, runner, report.vectors[model][runner] ?? [], reference),
      );
    }
    for (const own of OURS)
      for (const other of order.runners.filter((runner) => !OURS.includes(runner))) {
        const ratios = (times[other] ?? []).map((time, round) => time / (times[own]?.[round] ?? NaN));
        console.log(
          `  ${own} is ${median(ratios).toFixed(2)} times as fast as ${other} ` +
            `(least ${least(ratios).toFixed(2)}, by best times ${(least(times[other] ?? []) / least(times[own] ?? [])).toFixed(2)})`,
        );
      }
  }
}

test("our encoder against onnxruntime-web and tract", async () => {
  const { folder, hasInt8 } = await makeSite();
  const server = await serve(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const runners: Runner[] = [...OURS, "tract", "ort f32", ...(hasInt8 ? (["ort int8"] as const) : [])];
    if (!hasInt8) console.log("without onnxruntime's int8: tests/tools/make_int8.py makes its files");
    const order: Order = { models: MODELS, runners, ...inputs(), rounds: ROUNDS, warmUp: WARM_UP };
    tell(order, await ask<Report>(page, { compare: order }));
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
    console.log(
      `two workers are ${median(ratios).toFixed(2)} times one (least ${least(ratios).toFixed(2)}, ` +
        `most ${Math.max(...ratios).toFixed(2)}), in their best turns ${(Math.max(...together) / alone).toFixed(2)} times; ` +
        "bar 1.8, on two cores with nothing else to do",
    );
  } finally {
    await browser.close();
    await server.close();
  }
});
