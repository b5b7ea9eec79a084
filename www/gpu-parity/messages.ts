/** What page and worker of the comparison tell each other. */

/** Starts the comparison; on an imitated graphics processor, too, if wanted. */
export interface Start {
  imitation: boolean;
}

/** What came of one model. */
export interface Row {
  model: string;
  inputs: number;
  tokens: number;
  /** Agreement of the device with the processor, and with the reference, in words. */
  processor: string;
  reference: string;
  /** Tokens a second, best of the rounds. */
  onDevice: number;
  onProcessor: number;
  /** Whether the device's results are near enough to be used. */
  agrees: boolean;
}

export type FromWorker =
  | { kind: "state"; text: string }
  | { kind: "row"; adapter: string; row: Row }
  | { kind: "done" }
  | { kind: "failed"; text: string };
