/** What the core's worker and its model workers say to each other. Numbers of crate/web-models are passed on as they are. */

import type { ModelEntry } from "../generated/ModelEntry";

export type ModelRole = ModelEntry["role"];

/** Vectors of texts, probabilities or scores of pairs, one input after the other. */
export type Numbers = Float32Array | Float64Array;

/** What a model gave, and its name with what ran it. */
export interface ModelAnswer {
  numbers: Numbers;
  name: string;
}

/** Orders, and what each is answered with. */
export interface ModelOrders {
  /** First of all: the compiled module of the models' build, the folder of all builds, whether to try the graphics processor. */
  start: { order: { wasm: string; module: WebAssembly.Module; graphics: boolean }; answer: null };
  /** Which models a manifest (JSON) asks for. */
  wanted: { order: { manifest: string }; answer: ModelEntry[] };
  /**
   * Load a model, by the general build if its compiled module comes along. Answered with the model's name and hash, and what
   * runs it; null if only the general build may know the graph.
   */
  load: {
    order: {
      entry: ModelEntry;
      /** Read by each worker for itself: bytes would be copied for each. */
      graph: Blob;
      tokenizer: Blob;
      general: WebAssembly.Module | null;
    };
    answer: string | null;
  };
  /** Run a loaded model on columns of inputs, equally long: texts, premises and hypotheses, claims and passages. */
  run: { order: { role: ModelRole; columns: string[][] }; answer: ModelAnswer };
}

export type ModelOrderKind = keyof ModelOrders;

export type ToModelWorker = {
  [K in ModelOrderKind]: { id: number; kind: K; order: ModelOrders[K]["order"] };
}[ModelOrderKind];

export type FromModelWorker =
  { id: number; answer: ModelOrders[ModelOrderKind]["answer"] } | { id: number; failed: string };
