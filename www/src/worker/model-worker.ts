/** A worker that runs models: as many as there are share the inputs (pool.ts). */

import type { Answer, FromModelWorker, Kind, Orders, Role, ToModelWorker, Wanted } from "./model-messages";
import { loadBuild } from "./wasm";

interface Model {
  name(): string;
  embed(texts: string[]): Promise<Float32Array>;
  infer(premises: string[], hypotheses: string[]): Promise<Float64Array>;
}

interface Graphics {
  load(entry: string, graph: Uint8Array, tokenizer: Uint8Array): Promise<Model>;
}

/** What crate/web-models exports. */
interface Models {
  Graphics: { open(): Promise<Graphics | undefined> };
  Model: new (entry: string, graph: Uint8Array, tokenizer: Uint8Array) => Model;
  wanted(manifest: string): Wanted[];
}

class ModelWorker {
  #wasm = "";
  #build: Models | null = null;
  #general: Promise<Models> | null = null;
  #graphics: Graphics | undefined;
  readonly #models = new Map<Role, Model>();

  async start({ wasm, module, graphics }: Orders["start"]["order"]): Promise<null> {
    this.#wasm = wasm;
    this.#build = await loadBuild<Models>(wasm, "models", module);
    if (graphics) this.#graphics = await this.#build.Graphics.open();
    return null;
  }

  wanted({ manifest }: Orders["wanted"]["order"]): Wanted[] {
    return this.#started().wanted(manifest);
  }

  async load({ wanted, graph, tokenizer }: Orders["load"]["order"]): Promise<string> {
    const build = this.#started();
    const { entry } = wanted;
    let model: Model;
    try {
      model =
        (await this.#graphics?.load(entry, graph, tokenizer)) ?? new build.Model(entry, graph, tokenizer);
    } catch (error) {
      if (!(error instanceof Error && error.name === "UnknownGraph")) throw error;
      this.#general ??= loadBuild<Models>(this.#wasm, "general");
      model = new (await this.#general).Model(entry, graph, tokenizer);
    }
    this.#models.set(wanted.role, model);
    return model.name();
  }

  async run({ role, columns }: Orders["run"]["order"]): Promise<Answer> {
    const model = this.#models.get(role);
    const [first = [], second = []] = columns;
    if (model === undefined) throw new Error(`no ${role} model is loaded; this is a defect worth reporting`);
    const numbers = await (role === "nli" ? model.infer(first, second) : model.embed(first));
    return { numbers, name: model.name() };
  }

  #started(): Models {
    if (this.#build === null)
      throw new Error("the models' build was not started; this is a defect worth reporting");
    return this.#build;
  }
}

const worker = new ModelWorker();

async function answer({ id, kind, order }: ToModelWorker): Promise<FromModelWorker> {
  try {
    const act = worker[kind].bind(worker) as (
      order: unknown,
    ) => Orders[Kind]["answer"] | Promise<Orders[Kind]["answer"]>;
    return { id, answer: await act(order) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

// Orders are worked off one after the other, so a model is never asked while another is being loaded.
let last: Promise<void> = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<ToModelWorker>) => {
  last = last.then(async () => {
    self.postMessage(await answer(data));
  });
});
