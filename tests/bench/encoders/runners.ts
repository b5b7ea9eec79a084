/** Encoders behind one function each. */

import type { Input, Model, Runner } from "./messages";

/** The wasm of crate/web/examples/encoders.rs. */
export interface Encoders {
  default: (options: { module_or_path: string }) => Promise<unknown>;
  Encoder: new (
    backend: string,
    graph: Uint8Array,
  ) => {
    tokens_per_run: () => number;
    pads: () => boolean;
    run: (ids: BigInt64Array, types: BigInt64Array, lengths: Uint32Array) => Float32Array;
  };
  integer_products: (numbers: Int32Array, repeats: number) => number;
  float_products: (numbers: Float32Array, repeats: number) => number;
}

interface Tensor {
  data: Float32Array;
}
interface Session {
  run: (inputs: Record<string, unknown>) => Promise<Record<string, Tensor>>;
}
interface Ort {
  env: { wasm: { numThreads: number; wasmPaths: string } };
  Tensor: new (type: string, data: BigInt64Array, shape: number[]) => unknown;
  InferenceSession: { create: (file: Uint8Array, options: object) => Promise<Session> };
}

/** The numbers of each input, and the milliseconds that they took. */
export type Run = (inputs: Input[]) => Promise<{ values: Float32Array[]; time: number }>;

/** Served beside the page. */
const ORT = new URL("/ort/ort.wasm.min.mjs", location.href).href;

const HIDDEN = 384;
const LOGITS = 3;

/** Numbers that a model gives for an input. */
const sizeOf = (model: Model, { ids }: Input): number => (model === "minilm" ? ids.length * HIDDEN : LOGITS);

export async function fetched(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const wide = (numbers: readonly number[]): BigInt64Array => BigInt64Array.from(numbers, BigInt);

const modules = new Map<string, Promise<Encoders>>();

export function encodersOf(build: "simd" | "relaxed"): Promise<Encoders> {
  const known = modules.get(build);
  if (known) return known;
  const loading = (async () => {
    const encoders = (await import(`/${build}/encoders.js`)) as Encoders;
    await encoders.default({ module_or_path: `/${build}/encoders_bg.wasm` });
    return encoders;
  })();
  modules.set(build, loading);
  return loading;
}

/** As crate/models groups them: by length, at most so many tokens, padding included where there is any. */
function groups(inputs: readonly Input[], budget: number, pads: boolean): number[][] {
  const length = (index: number): number => inputs[index]?.ids.length ?? 0;
  const order = inputs.map((_, index) => index).sort((a, b) => length(a) - length(b));
  const all: number[][] = [];
  for (const index of order) {
    const group = all.at(-1);
    const tokens = pads
      ? ((group?.length ?? 0) + 1) * length(index)
      : (group ?? []).reduce((sum, other) => sum + length(other), 0) + length(index);
    if (group && tokens <= budget) group.push(index);
    else all.push([index]);
  }
  return all;
}

async function ours(model: Model, backend: "int8" | "tract", build: "simd" | "relaxed"): Promise<Run> {
  const { Encoder } = await encodersOf(build);
  const encoder = new Encoder(backend, await fetched(`/models/${model}/model.onnx`));
  return (inputs) => {
    const values: Float32Array[] = [];
    let time = 0;
    for (const group of groups(inputs, encoder.tokens_per_run(), encoder.pads())) {
      const chosen = group.map((index) => inputs[index] ?? { ids: [], types: [] });
      const ids = wide(chosen.flatMap((input) => input.ids));
      const types = wide(chosen.flatMap((input) => input.types));
      const lengths = Uint32Array.from(chosen, (input) => input.ids.length);
      const start = performance.now();
      const all = encoder.run(ids, types, lengths);
      time += performance.now() - start;
      let from = 0;
      for (const [place, input] of chosen.entries()) {
        const size = sizeOf(model, input);
        values[group[place] ?? 0] = all.subarray(from, from + size);
        from += size;
      }
    }
    return Promise.resolve({ values, time });
  };
}

/** One input at a time: onnxruntime gains nothing from batches, and padding would cost it. */
async function ort(model: Model, kind: "f32" | "int8"): Promise<Run> {
  const runtime = (await import(ORT)) as Ort;
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = "/ort/";
  const file = kind === "f32" ? `/models/${model}/model.onnx` : `/int8/${model}.onnx`;
  const session = await runtime.InferenceSession.create(await fetched(file), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
    // Without it onnxruntime quantises the activations of our files, which is neither exact nor fast.
    extra: { session: { disable_quant_qdq: "1" } },
  });
  return async (inputs) => {
    const values: Float32Array[] = [];
    let time = 0;
    for (const { ids, types } of inputs) {
      const matrix = (numbers: readonly number[]): unknown =>
        new runtime.Tensor("int64", wide(numbers), [1, numbers.length]);
      const named = {
        input_ids: matrix(ids),
        attention_mask: matrix(ids.map(() => 1)),
        token_type_ids: matrix(types),
      };
      const start = performance.now();
      const outputs = await session.run(named);
      time += performance.now() - start;
      values.push(Float32Array.from(Object.values(outputs)[0]?.data ?? []));
    }
    return { values, time };
  };
}

export function prepare(model: Model, runner: Runner): Promise<Run> {
  switch (runner) {
    case "int8 simd":
      return ours(model, "int8", "simd");
    case "int8 relaxed":
      return ours(model, "int8", "relaxed");
    case "tract":
      return ours(model, "tract", "relaxed");
    case "ort f32":
      return ort(model, "f32");
    case "ort int8":
      return ort(model, "int8");
  }
}

/** One vector for an input: the mean of a bi-encoder's token vectors scaled to length one, a classifier's logits. */
export function pooled(model: Model, values: Float32Array): number[] {
  if (model !== "minilm") return [...values];
  const sums = new Array<number>(HIDDEN).fill(0);
  for (const [index, value] of values.entries()) sums[index % HIDDEN] = (sums[index % HIDDEN] ?? 0) + value;
  const norm = Math.hypot(...sums);
  return sums.map((sum) => sum / norm);
}
