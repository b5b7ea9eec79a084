/**
 * Models that the reader chose, in the browser's origin private file system.
 *
 *     const store = await ModelStore.open();
 *     await store.download(model, { onProgress, signal });   // resumed where it broke off
 *     const graph = await store.read(model.id, "graph");     // an ArrayBuffer, hash checked when it was stored
 *     await store.remove(model.id);
 *
 * Every failure is a `ModelStoreError`, whose `kind` says what happened and whose message what to do. Nothing is sent to
 * anyone but the hub, and that only by `download`. It works in pages and in workers alike.
 */

import { addressOf, bytesOf, filesOf, HUB, type FileEntry, type OptionalModel } from "./catalogue";
import { fetchRest, type Fetch } from "./download";
import { ModelStoreError, size, storageError } from "./errors";
import { contentOf, folderIn, remove, write, type Folder } from "./folder";
import { Pieces } from "./pieces";

const FOLDER = "models";
/** Stands in a model's folder as soon as all of it is there. */
const ENTRY = "entry.json";
/** Stands beside the models' folders as soon as the browser was asked to keep them. */
const ASKED = "asked-to-keep";
/** Bytes that are left to the browser beyond what a model takes. */
const MARGIN = 1024 * 1024;

export interface StoredModel {
  readonly id: string;
  /** Bytes that are stored. */
  readonly bytes: number;
  /** Its entry of the catalogue, as it was when it was stored; null as long as it is not whole. */
  readonly model: OptionalModel | null;
}

export interface Progress {
  /** The file that is coming. */
  readonly file: string;
  /** Bytes of the model that are there. */
  readonly received: number;
  readonly total: number;
}

export interface DownloadOptions {
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** A mirror of the hub. */
  readonly hub?: string;
}

/** What the store asks of the browser. */
export interface Surroundings {
  readonly root: Folder;
  readonly fetch: Fetch;
  readonly storage: Pick<StorageManager, "estimate" | "persist" | "persisted">;
  /** Runs alone under a name, over all pages and workers; false at once if that name is taken. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<boolean>;
}

export class ModelStore {
  constructor(private readonly around: Surroundings) {}

  /** The store of this origin. */
  static async open(): Promise<ModelStore> {
    try {
      const root = await navigator.storage.getDirectory();
      return new ModelStore({
        root,
        fetch: (url, init) => fetch(url, init),
        storage: navigator.storage,
        alone: (name, run) =>
          navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
            if (lock !== null) await run();
            return lock !== null;
          }),
      });
    } catch (fault) {
      throw storageError("models", fault);
    }
  }

  /** All that is stored, whole or not, in the order of ids. */
  async list(): Promise<readonly StoredModel[]> {
    return this.guarded("the list of models", async () => {
      const models = await folderIn(this.around.root, FOLDER);
      if (models === null) return [];
      const stored: StoredModel[] = [];
      for await (const id of models.keys()) {
        const folder = await folderIn(models, id);
        if (folder !== null) stored.push({ id, bytes: await bytesIn(folder), model: await entryIn(folder) });
      }
      return stored.sort((a, b) => (a.id < b.id ? -1 : 1));
    });
  }

  /** Whether the very files of this entry are stored, whole. */
  async has(model: OptionalModel): Promise<boolean> {
    return this.guarded(model.id, async () => {
      const folder = await this.folderOf(model.id);
      const entry = folder === null ? null : await entryIn(folder);
      return entry !== null && hashes(entry) === hashes(model);
    });
  }

  /**
   * Fetches what is missing of a model, checks it and stores it. What broke off before is gone on with; a file whose
   * SHA-256 is not the entry's is deleted and refused.
   */
  async download(model: OptionalModel, options: DownloadOptions = {}): Promise<void> {
    if (await this.has(model)) return;
    const free = await this.around.alone(`citelight-model-${model.id}`, () =>
      this.guarded(model.id, () => this.fetchAll(model, options)),
    );
    if (!free)
      throw new ModelStoreError(
        "busy",
        `${model.id} is being fetched by another page. Wait for it, or close that page.`,
      );
  }

  /** The content of a file of a model. */
  async read(id: string, which: "graph" | "tokenizer"): Promise<ArrayBuffer> {
    return this.guarded(id, async () => {
      const folder = await this.folderOf(id);
      const entry = folder === null ? null : await entryIn(folder);
      const content =
        folder === null || entry === null ? null : await Pieces.content(folder, entry[which].sha256);
      if (entry === null || content?.size !== entry[which].bytes)
        throw new ModelStoreError(
          "missing",
          `The model ${id} is not stored, or the browser deleted it. Add it again.`,
        );
      return content.arrayBuffer();
    });
  }

  /** Deletes a model, or what came of it. */
  async remove(id: string): Promise<void> {
    await this.guarded(id, async () => {
      const models = await folderIn(this.around.root, FOLDER);
      if (models === null) return;
      const folder = await folderIn(models, id);
      // First it stops being whole, so that one that is half deleted is never used.
      if (folder !== null) await remove(folder, ENTRY);
      await remove(models, id);
    });
  }

  private async fetchAll(model: OptionalModel, options: DownloadOptions): Promise<void> {
    const models = await this.around.root.getDirectoryHandle(FOLDER, { create: true });
    const folder = await models.getDirectoryHandle(model.id, { create: true });
    await forgetOthers(folder, model);
    await this.askToKeep(models);
    const total = bytesOf(model);
    await this.makeSure(model, total - (await bytesIn(folder)));
    let before = 0;
    for (const file of filesOf(model)) {
      await this.fetchOne(model, file, folder, options, (bytes) =>
        options.onProgress?.({ file: file.path, received: before + bytes, total }),
      );
      before += file.bytes;
    }
    await write(folder, ENTRY, JSON.stringify(model));
  }

  private async fetchOne(
    model: OptionalModel,
    file: FileEntry,
    folder: Folder,
    { signal, hub = HUB }: DownloadOptions,
    onProgress: (bytes: number) => void,
  ): Promise<void> {
    const what = `${model.id}, ${file.path}`;
    const pieces = await Pieces.open(folder, file.sha256);
    const url = addressOf(model, file, hub);
    await fetchRest({ fetch: this.around.fetch, url, file, what, signal, onProgress }, pieces);
    const found = await sha256(await pieces.content());
    if (found === file.sha256) return;
    await remove(folder, file.sha256);
    throw new ModelStoreError(
      "refused",
      `${what} is refused: its SHA-256 is ${found}, the catalogue says ${file.sha256}. It was changed or damaged on ` +
        "its way, and was deleted. Add the model again; if that happens twice, look for a newer Citelight.",
    );
  }

  /** Whether the browser grants the room, as far as it tells. */
  private async makeSure(model: OptionalModel, missing: number): Promise<void> {
    const { quota, usage } = await this.around.storage.estimate();
    if (quota === undefined || usage === undefined || quota - usage >= missing + MARGIN) return;
    const granted = size(Math.max(0, quota - usage));
    throw new ModelStoreError(
      "quota",
      `${model.id} needs ${size(missing)} more, and the browser grants ${granted}. Remove a model or free space on the ` +
        "disk, then add it again.",
    );
  }

  /** Asks once that models be kept when space gets scarce: it may put a question to the reader. */
  private async askToKeep(models: Folder): Promise<void> {
    if ((await contentOf(models, ASKED)) !== null) return;
    await write(models, ASKED, "");
    const { storage } = this.around;
    if (!(await storage.persisted())) await storage.persist();
  }

  private async folderOf(id: string): Promise<Folder | null> {
    const models = await folderIn(this.around.root, FOLDER);
    return models === null ? null : folderIn(models, id);
  }

  private async guarded<T>(what: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (fault) {
      throw storageError(what, fault);
    }
  }
}

/** Deletes files of an earlier entry of the same id. */
async function forgetOthers(folder: Folder, model: OptionalModel): Promise<void> {
  const wanted = new Set(filesOf(model).map(({ sha256 }) => sha256));
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  // The entry first: without its files it is none.
  names.sort((a, b) => Number(b === ENTRY) - Number(a === ENTRY));
  for (const name of names) if (!wanted.has(name)) await remove(folder, name);
}

async function entryIn(folder: Folder): Promise<OptionalModel | null> {
  const content = await contentOf(folder, ENTRY);
  return content === null ? null : (JSON.parse(await content.text()) as OptionalModel);
}

async function bytesIn(folder: Folder): Promise<number> {
  let bytes = 0;
  for await (const name of folder.keys()) {
    if (name !== ENTRY) bytes += (await Pieces.content(folder, name))?.size ?? 0;
  }
  return bytes;
}

function hashes(model: OptionalModel): string {
  return filesOf(model)
    .map(({ sha256 }) => sha256)
    .join(" ");
}

async function sha256(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
