/** What the address of the worker's script says: `?wasm=URL`, `?workers=N`. */

/** More workers than cores make nothing faster, and each keeps its own copy of the models. */
export const MOST_WORKERS = 4;

export interface WorkerOptions {
  /** URL of the folder of WebAssembly builds: beside the script unless another one is named. */
  wasm: string;
  /** Workers that run models: one for each core unless the address says otherwise, which is for measuring. */
  workers: number;
}

/** Reads them. What is no number of workers is an error: whoever measures would measure something else. */
export function optionsOf(script: string, cores: number): WorkerOptions {
  const given = new URL(script).searchParams;
  const workers = given.get("workers");
  if (workers !== null && !/^[1-9]\d*$/.test(workers))
    throw new Error(`“${workers}” is no number of workers; give ?workers=1 or more, or leave it out`);
  // Some browsers do not tell how many cores there are.
  const wanted = workers === null ? cores || 1 : Number(workers);
  return {
    wasm: new URL(given.get("wasm") ?? "./wasm/", script).href,
    workers: Math.max(1, Math.min(MOST_WORKERS, wanted)),
  };
}
