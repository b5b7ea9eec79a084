/** Opens a folder of models: fetches its files once and has every model worker load them. */

import { fetchFile } from "./fetch-file";
import type { Numbers, Role, Wanted } from "./model-messages";
import { ModelPort, type Port } from "./model-port";
import { ModelPool } from "./pool";
import { compileBuild } from "./wasm";

/** One model as the core asks it (`RemoteModel` in crate/web). */
export interface RemoteModel {
  /** With what has run it: `nli-minilm@9d61c02b (int8)`. */
  readonly name: string;
  ask(columns: string[][]): Promise<Numbers>;
}

/** What could be loaded, and what not (`OpenedModels` in crate/web). */
export interface OpenedModels {
  readonly embedder?: RemoteModel;
  readonly inferrer?: RemoteModel;
  readonly problems: string[];
  readonly workers: number;
}

/** Told of each file: bytes that came, bytes in all. */
export type Tell = (file: string, received: number, total: number) => void;

/** What the surroundings give; tests hand in their own. */
export interface Surroundings {
  /** Starts a model worker. */
  open: () => Port;
  /** How many there shall be. */
  workers: number;
  /** URL of the folder of WebAssembly builds. */
  wasm: string;
  compile: (wasm: string) => Promise<WebAssembly.Module>;
}

/** More workers than cores make nothing faster, and each keeps its own copy of the models. */
export const MOST_WORKERS = 4;

const LARGEST_MANIFEST = 1024 * 1024;

/** What a worker finds around itself. `workers` is for measuring; otherwise the cores decide. */
export function surroundings(wasm: string, workers = navigator.hardwareConcurrency): Surroundings {
  const script = new URL("model-worker.js", self.location.href);
  return {
    open: () => new Worker(script, { type: "module" }),
    workers: Math.max(1, Math.min(MOST_WORKERS, workers)),
    wasm,
    compile: (wasm) => compileBuild(wasm, "models"),
  };
}

export async function openModels(folder: string, tell: Tell, around: Surroundings): Promise<OpenedModels> {
  const ports = Array.from({ length: around.workers }, () => new ModelPort(around.open()));
  const [first] = ports;
  try {
    if (first === undefined) throw new Error("no worker was asked for");
    const base = new URL(folder.endsWith("/") ? folder : `${folder}/`, self.location.href);
    const [manifest, module] = await Promise.all([
      fetchFile(new URL("manifest.json", base), LARGEST_MANIFEST, () => undefined),
      around.compile(around.wasm),
    ]);
    // Workers that shared a graphics processor would only wait for each other.
    const { wasm } = around;
    const start = (port: ModelPort): Promise<null> =>
      port.ask("start", { wasm, module, graphics: port === first });
    await Promise.all(ports.map(start));
    const wanted = await first.ask("wanted", { manifest: new TextDecoder().decode(manifest) });
    return await loadAll(wanted, new ModelFolder(base, tell), ports);
  } catch (error) {
    for (const port of ports) port.close();
    throw error;
  }
}

async function loadAll(
  wanted: readonly Wanted[],
  folder: ModelFolder,
  ports: readonly ModelPort[],
): Promise<OpenedModels> {
  const names = new Map<Role, string>();
  const problems: string[] = [];
  for (const model of wanted) {
    try {
      names.set(model.role, await load(model, folder, ports));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`The model ${model.id} could not be loaded: ${reason}`);
    }
  }
  const pool = new ModelPool(ports.filter((port) => !port.isLost));
  const remote = (role: Role): RemoteModel | undefined => {
    const name = names.get(role);
    if (name === undefined) return undefined;
    return {
      get name() {
        return pool.nameOf(role) ?? name;
      },
      ask: (columns) => pool.run(role, columns),
    };
  };
  const [embedder, inferrer] = [remote("bi-encoder"), remote("nli")];
  return {
    ...(embedder && { embedder }),
    ...(inferrer && { inferrer }),
    problems,
    workers: pool.workers,
  };
}

/** Has every worker load a model and gives its name. A worker that cannot while others can is done without. */
async function load(model: Wanted, folder: ModelFolder, ports: readonly ModelPort[]): Promise<string> {
  const [graph, tokenizer] = [await folder.fetch(model.graph), await folder.fetch(model.tokenizer)];
  folder.forget(model.graph);
  const loads = await Promise.allSettled(
    ports.map((port) => port.ask("load", { wanted: model, graph, tokenizer })),
  );
  const done = loads.find((load) => load.status === "fulfilled");
  if (done === undefined) throw (loads[0] as PromiseRejectedResult).reason;
  for (const [index, load] of loads.entries()) if (load.status === "rejected") ports[index]?.close();
  return done.value;
}

/** A folder of models while they are being loaded: models share tokenizers. */
class ModelFolder {
  readonly #files = new Map<string, Promise<Uint8Array>>();

  constructor(
    readonly base: URL,
    readonly tell: Tell,
  ) {}

  fetch({ path, bytes }: Wanted["graph"]): Promise<Uint8Array> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    this.tell(path, 0, bytes);
    const file = fetchFile(new URL(path, this.base), bytes, (received) => {
      this.tell(path, received, bytes);
    });
    this.#files.set(path, file);
    return file;
  }

  forget({ path }: Wanted["graph"]): void {
    this.#files.delete(path);
  }
}
