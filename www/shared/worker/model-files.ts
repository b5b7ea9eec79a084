/** Where the files of models come from: the folder that is served with the page, or the reader's own store. */

import type { ModelEntry } from "../generated/ModelEntry";
import { fetchFile } from "./fetch-file";

type Which = "graph" | "tokenizer";

/** Told of each file: bytes that came, bytes in all. */
export type Tell = (file: string, received: number, total: number) => void;

export interface Files {
  read(entry: ModelEntry, which: Which): Promise<Blob>;
}

/** A model that may be loaded. */
export interface Model {
  readonly entry: ModelEntry;
  readonly files: Files;
  /** Whether the reader chose it. */
  readonly isChosen: boolean;
}

/** What is needed of the store of models that were added (`StoredModels`). */
export interface Added {
  entry(id: string): Promise<ModelEntry>;
  read(id: string, which: Which): Promise<Blob>;
}

/** A folder of models while they are being loaded: models share tokenizers. */
export class ServedFiles implements Files {
  readonly #tokenizers = new Map<string, Promise<Blob>>();

  constructor(
    readonly base: URL,
    readonly tell: Tell,
  ) {}

  read(entry: ModelEntry, which: Which): Promise<Blob> {
    const { path, bytes } = entry[which];
    const known = this.#tokenizers.get(path);
    if (known !== undefined) return known;
    this.tell(path, 0, bytes);
    const file = fetchFile(new URL(path, this.base), bytes, (received) => {
      this.tell(path, received, bytes);
    });
    if (which === "tokenizer") this.#tokenizers.set(path, file);
    return file;
  }
}

/** The added models that were chosen. What is not there is told as a problem. */
export async function addedModels(
  ids: readonly string[],
  open: () => Promise<Added>,
  tell: Tell,
  problems: string[],
): Promise<Model[]> {
  const models: Model[] = [];
  for (const id of ids) {
    try {
      const store = await open();
      const entry = await store.entry(id);
      models.push({ entry, files: storedFiles(store, tell), isChosen: true });
    } catch (error) {
      problems.push(unloaded(id, error));
    }
  }
  return models;
}

function storedFiles(store: Added, tell: Tell): Files {
  return {
    async read({ id, ...entry }, which) {
      const { path, bytes } = entry[which];
      const content = await store.read(id, which);
      tell(path, content.size, bytes);
      return content;
    },
  };
}

/** What to tell of a model that could not be loaded. */
export function unloaded(id: string, error: unknown): string {
  return `The model ${id} could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
}
