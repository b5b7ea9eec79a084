/** What the benchmark asks its worker, and what it answers. */

export type Model = "minilm" | "nli-minilm";

export interface Input {
  ids: number[];
  types: number[];
}

/** Encoders that are compared. `int8` is ours, from both builds; `tract` what ran before; `ort` is onnxruntime-web. */
export type Runner = "int8 simd" | "int8 relaxed" | "tract" | "ort f32" | "ort int8";

export interface Order {
  models: Model[];
  runners: Runner[];
  /** Measured, interleaved, `rounds` times after `warmUp` rounds. */
  timed: Record<Model, Input[]>;
  rounds: number;
  warmUp: number;
  /** Run once, for their numbers. */
  compared: Record<Model, Input[]>;
}

export interface Report {
  /** Milliseconds of preparing, by model and runner. */
  prepared: Record<string, number>;
  /** Milliseconds for all timed inputs, by model, runner and round. */
  times: Record<Model, Partial<Record<Runner, number[]>>>;
  /** For each compared input one vector: a bi-encoder's unit vector, a classifier's logits. */
  vectors: Record<Model, Partial<Record<Runner, number[][]>>>;
  /** Gop/s of the innermost loops, by round. */
  integer: number[];
  float: number[];
}

/** A worker of the two-workers measurement: prepares ours, then encodes for so long whenever asked. */
export interface Shift {
  timed: Input[];
  milliseconds: number;
}

/** Tokens for each millisecond: over the whole while, and in the best turn. */
export interface Worked {
  speed: number;
  best: number;
}
