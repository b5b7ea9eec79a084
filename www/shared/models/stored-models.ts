/** The models that the reader added, to be read: all that the worker needs of their store. It asks no server. */

import type { OptionalModel } from "../generated/OptionalModel";
import { ModelStoreError, storageError } from "./errors";
import { contentOf, folderIn, type Folder } from "./folder";
import { Chunks } from "./chunks";

/** Folder of all models. */
export const FOLDER = "models";
/** Stands in a model's folder as soon as all of it is there. */
export const ENTRY = "entry.json";

export class StoredModels {
  constructor(private readonly root: Folder) {}

  /** Those of this origin. */
  static async open(): Promise<StoredModels> {
    return guarded("models", async () => new StoredModels(await navigator.storage.getDirectory()));
  }

  /** The ids of all that are stored, whole. */
  async ids(): Promise<readonly string[]> {
    return guarded("the list of models", async () => {
      const models = await folderIn(this.root, FOLDER);
      if (models === null) return [];
      const ids: string[] = [];
      for await (const id of models.keys()) {
        const folder = await folderIn(models, id);
        if (folder !== null && (await entryIn(folder)) !== null) ids.push(id);
      }
      return ids.sort();
    });
  }

  /** The entry of a model that is stored, whole. */
  async entry(id: string): Promise<OptionalModel> {
    return guarded(id, async () => (await this.whole(id)).entry);
  }

  /** The content of a file of a model. */
  async read(id: string, which: "graph" | "tokenizer"): Promise<Blob> {
    return guarded(id, async () => {
      const { folder, entry } = await this.whole(id);
      const content = await Chunks.content(folder, entry[which].sha256);
      if (content?.size !== entry[which].bytes) throw missing(id);
      return content;
    });
  }

  private async whole(id: string): Promise<{ folder: Folder; entry: OptionalModel }> {
    const models = await folderIn(this.root, FOLDER);
    const folder = models === null ? null : await folderIn(models, id);
    const entry = folder === null ? null : await entryIn(folder);
    if (folder === null || entry === null) throw missing(id);
    return { folder, entry };
  }
}

/** The entry of a model's folder; null as long as it is not whole. */
export async function entryIn(folder: Folder): Promise<OptionalModel | null> {
  const content = await contentOf(folder, ENTRY);
  return content === null ? null : (JSON.parse(await content.text()) as OptionalModel);
}

/** Does something with the storage, whose faults say what to do. */
export async function guarded<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (fault) {
    throw storageError(what, fault);
  }
}

function missing(id: string): ModelStoreError {
  return new ModelStoreError(
    "missing",
    `The model ${id} is not stored, or the browser deleted it. Add it again.`,
  );
}
