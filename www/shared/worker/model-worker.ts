/** A worker that runs models: as many as there are share the inputs (pool.ts). */

import type { ModelEntry } from "../generated/ModelEntry";
import type {
  ModelAnswer,
  FromModelWorker,
  ModelOrderKind,
  Numbers,
  ModelOrders,
  ModelRole,
  ToModelWorker,
} from "./model-messages";
import { loadBuild } from "./wasm";

interface Model {
  name(): string;
  embed(texts: string[]): Promise<Float32Array>;
  infer(premises: string[], hypotheses: string[]): Promise<Float64Array>;
  rerank(claims: string[], passages: string[]): Promise<Float32Array>;
}

/** A file in a build's memory. Whatever loads it takes it over. */
interface ModelFile {
  append(piece: Uint8Array): void;
}

interface Graphics {
  load(entry: string, graph: ModelFile, tokenizer: Uint8Array): Promise<Model>;
}

/** What crate/web-models exports. */
interface Models {
  Graphics: { open(): Promise<Graphics | undefined> };
  Model: new (entry: string, graph: ModelFile, tokenizer: Uint8Array) => Model;
  ModelFile: new () => ModelFile;
  wanted(manifest: string): ModelEntry[];
}

class ModelWorker {
  #wasm = "";
  #build: Models | null = null;
  #general: Promise<Models> | null = null;
  #graphics: Graphics | undefined;
  readonly #models = new Map<ModelRole, Model>();

  async start({ wasm, module, graphics }: ModelOrders["start"]["order"]): Promise<null> {
    this.#wasm = wasm;
    this.#build = await loadBuild<Models>(wasm, "models", module);
    if (graphics) this.#graphics = await this.#build.Graphics.open();
    return null;
  }

  wanted({ manifest }: ModelOrders["wanted"]["order"]): ModelEntry[] {
    return this.#started().wanted(manifest);
  }

  async load({
    entry,
    graph,
    tokenizer,
    general,
  }: ModelOrders["load"]["order"]): Promise<ModelOrders["load"]["answer"]> {
    const started = this.#started();
    const build =
      general === null
        ? started
        : await (this.#general ??= loadBuild<Models>(this.#wasm, "general", general));
    const json = JSON.stringify(entry);
    const words = new Uint8Array(await tokenizer.arrayBuffer());
    const file = await copied(graph, build);
    let model: Model;
    try {
      const graphics = general === null ? this.#graphics : undefined;
      model = (await graphics?.load(json, file, words)) ?? new build.Model(json, file, words);
    } catch (error) {
      if (general === null && error instanceof Error && error.name === "UnknownGraph") return null;
      throw error;
    }
    this.#models.set(entry.role, model);
    return model.name();
  }

  async run({ role, columns }: ModelOrders["run"]["order"]): Promise<ModelAnswer> {
    const model = this.#models.get(role);
    if (model === undefined) throw new Error(`no ${role} model is loaded; this is a defect worth reporting`);
    return { numbers: await ask(model, role, columns), name: model.name() };
  }

  #started(): Models {
    if (this.#build === null)
      throw new Error("the models' build was not started; this is a defect worth reporting");
    return this.#build;
  }
}

/** Bytes of a file that are copied at once. */
const PIECE = 1024 * 1024;

/** Copies a file into a build's memory in pieces: this worker's own memory never holds the whole of it. */
async function copied(file: Blob, build: Models): Promise<ModelFile> {
  const copy = new build.ModelFile();
  const read = pieces(file.stream());
  for (let piece = await read(); piece !== undefined; piece = await read()) copy.append(piece);
  return copy;
}

/**
 * Reads into one buffer over and over. Chromium keeps every buffer that it hands out until its next garbage collection, by when whole models
 * have piled up. A browser that cannot read files into a given buffer (`TypeError`) hands out its own.
 */
function pieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>): () => Promise<Uint8Array | undefined> {
  try {
    const reader = stream.getReader({ mode: "byob" });
    let buffer = new ArrayBuffer(PIECE);
    return async () => {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return undefined;
      buffer = value.buffer;
      return value;
    };
  } catch {
    const reader = stream.getReader();
    return async () => (await reader.read()).value;
  }
}

function ask(model: Model, role: ModelRole, [first = [], second = []]: string[][]): Promise<Numbers> {
  switch (role) {
    case "bi-encoder":
      return model.embed(first);
    case "cross-encoder":
      return model.rerank(first, second);
    case "nli":
      return model.infer(first, second);
  }
}

const worker = new ModelWorker();

async function answer({ id, kind, order }: ToModelWorker): Promise<FromModelWorker> {
  try {
    const act = worker[kind].bind(worker) as (
      order: unknown,
    ) => ModelOrders[ModelOrderKind]["answer"] | Promise<ModelOrders[ModelOrderKind]["answer"]>;
    return { id, answer: await act(order) };
  } catch (error) {
    // After a trap (no memory, a panic) nobody knows what the module's memory holds: it must not answer again.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

// Orders are worked off one after the other, so a model is never asked while another is being loaded.
let last: Promise<void> = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<ToModelWorker>) => {
  last = last.then(async () => {
    self.postMessage(await answer(data));
  });
  // The core hears of it and ends this worker; another one does what it was asked.
  last.catch(reportError);
});
