/** What the core's worker and its model workers say to each other. Numbers of crate/web-models are passed on as they are. */

export type Role = "bi-encoder" | "nli";

/** One file of a model (`FileEntry` of crate/models). */
export interface FileEntry {
  /** Path within the folder of models; the manifest's reader saw to it that it stays there. */
  path: string;
  bytes: number;
  sha256: string;
}

/** A model that the manifest asks for, as crate/web-models tells it. */
export interface Wanted {
  /** Its manifest entry, JSON. */
  entry: string;
  id: string;
  role: Role;
  graph: FileEntry;
  tokenizer: FileEntry;
}

/** Vectors of texts, or probabilities of pairs, one input after the other. */
export type Numbers = Float32Array | Float64Array;

/** What a model gave, and its name with what ran it. */
export interface Answer {
  numbers: Numbers;
  name: string;
}

/** Orders, and what each is answered with. */
export interface Orders {
  /** First of all: the compiled module of the models' build, the folder of all builds, whether to try the graphics processor. */
  start: { order: { wasm: string; module: WebAssembly.Module; graphics: boolean }; answer: null };
  /** Which models a manifest (JSON) asks for. */
  wanted: { order: { manifest: string }; answer: Wanted[] };
  /** Load a model; answered with its name and hash, and what runs it. */
  load: { order: { wanted: Wanted; graph: Uint8Array; tokenizer: Uint8Array }; answer: string };
  /** Run a loaded model on columns of inputs, equally long: texts, or premises and hypotheses. */
  run: { order: { role: Role; columns: string[][] }; answer: Answer };
}

export type Kind = keyof Orders;

export type ToModelWorker = { [K in Kind]: { id: number; kind: K; order: Orders[K]["order"] } }[Kind];

export type FromModelWorker = { id: number; answer: Orders[Kind]["answer"] } | { id: number; failed: string };
