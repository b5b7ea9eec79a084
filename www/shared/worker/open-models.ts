/** Opens models: has their files come once, and every model worker load them. */

import { StoredModels } from "../models/stored-models";
import { fetchFile } from "./fetch-file";
import { addedModels, ServedFiles, unloaded, type Added, type Model, type Tell } from "./model-files";
import type { Numbers, ModelRole } from "./model-messages";
import { ModelPort, WorkerLost, type ModelWorkerPort } from "./model-port";
import type { WorkerOptions } from "./options";
import { ModelPool } from "./pool";
import { compileBuild, type Build } from "./wasm";
import { TimedOut, withTimeout } from "../timeout";

/** One model as the core asks it (`RemoteModel` in crate/web). */
export interface RemoteModel {
  /** With what has run it: `nli-minilm@9d61c02b (int8)`. */
  readonly name: string;
  ask(columns: string[][]): Promise<Numbers>;
}

/** What could be loaded, and what not (`OpenedModels` in crate/web). */
export interface OpenedModels {
  readonly embedder?: RemoteModel;
  readonly reranker?: RemoteModel;
  readonly inferrer?: RemoteModel;
  readonly problems: string[];
  readonly workers: number;
}

/** What the surroundings give; tests hand in their own. */
export interface ModelEnvironment {
  /** Starts a model worker. */
  open: () => ModelWorkerPort;
  /** How many there shall be. */
  workers: number;
  /** URL of the folder of WebAssembly builds. */
  wasm: string;
  compile: (wasm: string, build: Build) => Promise<WebAssembly.Module>;
  /** Opens the models that the reader added. */
  store: () => Promise<Added>;
}

const LARGEST_MANIFEST = 1024 * 1024;

/** A model worker may fall silent before its first answer, as the core's worker may (client.ts). */
const START_MS = 30_000;
/** How often a worker that does not answer is replaced, the first start included. */
const MOST_STARTS = 3;

/** What a worker finds around itself. */
export function modelEnvironment({ wasm, workers }: WorkerOptions): ModelEnvironment {
  const script = new URL("model-worker.js", self.location.href);
  return {
    open: () => new Worker(script, { type: "module" }),
    workers,
    wasm,
    compile: compileBuild,
    store: () => StoredModels.open(),
  };
}

/** Opens the models of a folder; an added one takes the place of the folder's for the same task. */
export async function openModels(
  folder: string,
  added: readonly string[],
  tell: Tell,
  around: ModelEnvironment,
): Promise<OpenedModels> {
  const ports = Array.from({ length: around.workers }, () => new ModelPort(around.open()));
  try {
    const base = new URL(folder.endsWith("/") ? folder : `${folder}/`, self.location.href);
    const problems: string[] = [];
    const [manifest, module, chosen] = await Promise.all([
      fetchFile(new URL("manifest.json", base), LARGEST_MANIFEST, () => undefined),
      around.compile(around.wasm, "models"),
      addedModels(added, around.store, tell, problems),
    ]);
    await startAll(ports, around, module);
    const started = ports.filter((port) => !port.isLost);
    const [first] = started;
    if (first === undefined) throw new Error("no worker was asked for");
    const shipped = await first.ask("wanted", { manifest: await manifest.text() });
    const files = new ServedFiles(base, tell);
    const models = [...chosen, ...shipped.map((entry) => ({ entry, files, isChosen: false }))];
    return await loadAll(models, new Loader(started, around), problems);
  } catch (error) {
    for (const port of ports) port.close();
    throw error;
  }
}

/** Starts the workers and replaces those that do not answer. Fails only if none could be started. */
async function startAll(
  ports: ModelPort[],
  around: ModelEnvironment,
  module: WebAssembly.Module,
): Promise<void> {
  const start = async (first: ModelPort, index: number): Promise<void> => {
    // Workers that shared a graphics processor would only wait for each other.
    const order = { wasm: around.wasm, module, graphics: index === 0 };
    let port = first;
    for (let starts = 1; ; starts += 1)
      try {
        await withTimeout(START_MS, port.ask("start", order));
        return;
      } catch (error) {
        port.close();
        if (!(error instanceof TimedOut)) throw error;
        if (starts === MOST_STARTS) throw new WorkerLost();
        port = new ModelPort(around.open());
        ports[index] = port;
      }
  };
  const starts = await Promise.allSettled(ports.map(start));
  const failures = starts.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  const [failure] = failures;
  if (failure === undefined || failures.length < ports.length) return;
  if (!(failure instanceof WorkerLost)) throw failure;
  throw new Error(
    "the workers that run the models could not be started; put model-worker.js beside worker.js and let the page's " +
      "content policy allow workers",
    { cause: failure },
  );
}

/** Has the workers load, for each task, the first model that can be loaded. */
async function loadAll(models: readonly Model[], loader: Loader, problems: string[]): Promise<OpenedModels> {
  const loaded = new Map<ModelRole, { id: string; name: string }>();
  for (const model of models) {
    const { id, role } = model.entry;
    const other = loaded.get(role);
    if (other !== undefined) {
      if (model.isChosen)
        problems.push(
          `The model ${id} is not used: ${other.id} was chosen for the same task. Choose one of them.`,
        );
      continue;
    }
    try {
      loaded.set(role, { id, name: await loader.load(model) });
    } catch (error) {
      problems.push(unloaded(id, error));
    }
  }
  const pool = new ModelPool(loader.ports.filter((port) => !port.isLost));
  const remote = (role: ModelRole): RemoteModel | undefined => {
    const name = loaded.get(role)?.name;
    // Workers that a later model ended have taken the earlier ones with them.
    if (name === undefined || pool.workers === 0) return undefined;
    return {
      get name() {
        return pool.nameOf(role) ?? name;
      },
      ask: (columns) => pool.run(role, columns),
    };
  };
  const [embedder, reranker, inferrer] = [remote("bi-encoder"), remote("cross-encoder"), remote("nli")];
  return {
    ...(embedder && { embedder }),
    ...(reranker && { reranker }),
    ...(inferrer && { inferrer }),
    problems,
    workers: pool.workers,
  };
}

/** Has every worker load models. */
class Loader {
  #general: Promise<WebAssembly.Module> | null = null;

  constructor(
    readonly ports: readonly ModelPort[],
    readonly around: ModelEnvironment,
  ) {}

  /** Gives the model's name. A worker that cannot load it while others can is done without. */
  async load({ entry, files }: Model): Promise<string> {
    const graph = await files.read(entry, "graph");
    const tokenizer = await files.read(entry, "tokenizer");
    const order = { entry, graph, tokenizer };
    const load = async (port: ModelPort): Promise<string> => {
      const own = await port.ask("load", { ...order, general: null });
      if (own !== null) return own;
      this.#general ??= this.around.compile(this.around.wasm, "general");
      const name = await port.ask("load", { ...order, general: await this.#general });
      if (name === null) throw new Error("no build knows its graph");
      return name;
    };
    const loads = await Promise.allSettled(this.ports.map(load));
    const done = loads.find((load) => load.status === "fulfilled");
    if (done === undefined) throw (loads[0] as PromiseRejectedResult).reason;
    for (const [index, load] of loads.entries()) if (load.status === "rejected") this.ports[index]?.close();
    return done.value;
  }
}
