/** Runs the embedded models on WebGPU and on the processor, away from the page's own thread. */

import { agreement, batches, mean, type Batch, type Case } from "./compare";
import type { FromWorker, Row, Start } from "./messages";

/** One model on both (crate/gpu/examples/parity.rs). */
interface Both {
  adapter(): string;
  on_device(ids: BigInt64Array, types: BigInt64Array, lengths: Uint32Array): Promise<Float32Array>;
  on_processor(ids: BigInt64Array, types: BigInt64Array, lengths: Uint32Array): Float32Array;
}

interface Module {
  default: (options: { module_or_path: URL }) => Promise<unknown>;
  Both: { open: (onnx: Uint8Array, imitation: boolean) => Promise<Both> };
}

const MODELS = [
  { name: "all-MiniLM-L6-v2", file: "minilm", fixture: "embeddings", width: 384, areLogits: false },
  { name: "nli-minilm", file: "nli-minilm", fixture: "logits", width: 3, areLogits: true },
];
/** Tokens of a batch: those of a run on the device. The processor gets the same. */
const TOKENS = 1024;
const ROUNDS = 5;
/** Inputs on an imitation, which takes seconds for each. */
const FEW = 2;

const post = (message: FromWorker): void => {
  self.postMessage(message);
};

async function fetched(path: string): Promise<Response> {
  const response = await fetch(new URL(path, self.location.href));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

/** The results of each input of a batch. */
function cut(batch: Batch, values: Float32Array, width: number, areLogits: boolean): Float32Array[] {
  let start = 0;
  return batch.cases.map(({ ids }) => {
    const length = areLogits ? width : ids.length * width;
    start += length;
    return values.subarray(start - length, start);
  });
}

/** The best time of several rounds over all batches, in milliseconds. */
async function fastest(rounds: number, all: Batch[], run: (batch: Batch) => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (const batch of all) await run(batch);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function compare(module: Module, model: (typeof MODELS)[number], imitation: boolean): Promise<void> {
  post({ kind: "state", text: `Preparing ${model.name} …` });
  const onnx = new Uint8Array(await (await fetched(`models/${model.file}/model.onnx`)).arrayBuffer());
  const lines = (await (await fetched(`fixtures/${model.fixture}.jsonl`)).text()).trim().split("\n");
  const both = await module.Both.open(onnx, imitation);
  const every = lines.map((line) => JSON.parse(line) as Case).sort((a, b) => a.ids.length - b.ids.length);
  const cases = imitation ? every.slice(0, FEW) : every;
  const all = batches(cases, TOKENS);
  const tokens = cases.reduce((sum, { ids }) => sum + ids.length, 0);

  post({ kind: "state", text: `Comparing ${model.name} …` });
  const [device, processor, reference]: [Float32Array[], Float32Array[], number[][]] = [[], [], []];
  for (const batch of all) {
    const { ids, types, lengths } = batch;
    device.push(...cut(batch, await both.on_device(ids, types, lengths), model.width, model.areLogits));
    processor.push(...cut(batch, both.on_processor(ids, types, lengths), model.width, model.areLogits));
    reference.push(...batch.cases.map(({ embedding, logits }) => embedding ?? logits ?? []));
  }
  const whole = model.areLogits ? device : device.map((vectors) => mean(vectors, model.width));
  const near = agreement(device, processor, model.areLogits);

  post({ kind: "state", text: `Timing ${model.name} …` });
  const rounds = imitation ? 1 : ROUNDS;
  const onDevice = await fastest(rounds, all, ({ ids, types, lengths }) =>
    both.on_device(ids, types, lengths),
  );
  const onProcessor = await fastest(rounds, all, ({ ids, types, lengths }) =>
    both.on_processor(ids, types, lengths),
  );
  const row: Row = {
    model: model.name,
    inputs: cases.length,
    tokens,
    processor: near.text,
    reference: agreement(whole, reference, model.areLogits).text,
    onDevice: (tokens / onDevice) * 1000,
    onProcessor: (tokens / onProcessor) * 1000,
    agrees: near.agrees,
  };
  post({ kind: "row", adapter: both.adapter(), row });
}

async function start({ imitation }: Start): Promise<void> {
  const base = new URL("wasm/", self.location.href);
  const module = (await import(new URL("parity.js", base).href)) as Module;
  await module.default({ module_or_path: new URL("parity_bg.wasm", base) });
  for (const model of MODELS) await compare(module, model, imitation);
  post({ kind: "done" });
}

self.addEventListener("message", ({ data }: MessageEvent<Start>) => {
  start(data).catch((error: unknown) => {
    post({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
  });
});
