/** Compares encoders in one worker, turn by turn, so that whatever else the machine does meets all of them. */

import type { Order, Report, Runner, Shift, Worked } from "./messages";
import { encodersOf, pooled, prepare, type Run } from "./runners";

const REPEATS = 20_000;
/** Four rows of 512 numbers by eight columns, a product and a sum each. */
const OPERATIONS = REPEATS * 2 * 4 * 8 * 512;

/** Gop/s of the innermost loops on numbers that the compiler cannot know. */
async function peak(): Promise<{ integer: number; float: number }> {
  const encoders = await encodersOf("relaxed");
  const shorts = Int32Array.from({ length: 12 * 256 }, (_, index) => (index * 7919) % 65_536);
  const floats = Float32Array.from({ length: 12 * 512 }, (_, index) => Math.sin(index));
  const timed = (run: () => unknown): number => {
    const start = performance.now();
    run();
    return OPERATIONS / (performance.now() - start) / 1e6;
  };
  return {
    integer: timed(() => encoders.integer_products(shorts, REPEATS)),
    float: timed(() => encoders.float_products(floats, REPEATS)),
  };
}

async function compare(order: Order): Promise<Report> {
  const nothing = () => ({ minilm: {}, "nli-minilm": {} });
  const report: Report = { prepared: {}, times: nothing(), vectors: nothing(), integer: [], float: [] };
  for (const model of order.models) {
    const runs: [Runner, Run][] = [];
    for (const runner of order.runners) {
      const start = performance.now();
      runs.push([runner, await prepare(model, runner)]);
      report.prepared[`${model} on ${runner}`] = performance.now() - start;
    }
    for (const [runner, run] of runs) {
      const { values } = await run(order.compared[model]);
      report.vectors[model][runner] = values.map((numbers) => pooled(model, numbers));
    }
    for (let round = -order.warmUp; round < order.rounds; round += 1) {
      const { integer, float } = await peak();
      if (round >= 0) {
        report.integer.push(integer);
        report.float.push(float);
      }
      for (const [runner, run] of runs) {
        const { time } = await run(order.timed[model]);
        if (round >= 0) (report.times[model][runner] ??= []).push(time);
      }
    }
  }
  return report;
}

/** What was encoded in a while: tokens for each millisecond, of all and in the best turn. */
async function work({ timed, milliseconds }: Shift): Promise<Worked> {
  shift ??= prepare("minilm", "int8 relaxed");
  const run = await shift;
  const size = timed.reduce((sum, { ids }) => sum + ids.length, 0);
  const start = performance.now();
  let [tokens, best] = [0, Infinity];
  while (performance.now() - start < milliseconds) {
    best = Math.min(best, (await run(timed)).time);
    tokens += size;
  }
  return { speed: tokens / (performance.now() - start), best: size / best };
}

let shift: Promise<Run> | undefined;

onmessage = ({ data }: MessageEvent<{ compare: Order } | { work: Shift }>) => {
  const answer = "compare" in data ? compare(data.compare) : work(data.work);
  answer.then(
    (done) => {
      postMessage({ done });
    },
    (error: unknown) => {
      postMessage({ failed: String(error) });
    },
  );
};
