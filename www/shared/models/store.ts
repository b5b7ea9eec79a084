/**
 * Models that the reader chose, in the browser's origin private file system.
 *
 *     const store = await ModelStore.open();
 *     await store.download(model, { onProgress, signal });   // resumed where it broke off
 *     const graph = await store.read(model.id, "graph");     // a Blob, hash checked when it was stored
 *     await store.remove(model.id);
 *
 * Every failure is a `ModelStoreError`, whose `kind` says what happened and whose message what to do. Nothing is sent to
 * anyone but the hub, and that only by `download`. It works in pages and in workers alike.
 */

import { addressOf, bytesOf, filesOf, HUB, type FileEntry, type OptionalModel } from "./catalogue";
import { fetchRest, type Fetch } from "./download";
import { ModelStoreError, size } from "./errors";
import { contentOf, folderIn, remove, write, type Folder } from "./folder";
import { Chunks } from "./chunks";
import { ENTRY, entryIn, FOLDER, guarded, StoredModels } from "./stored-models";

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
export interface StoreEnvironment {
  readonly root: Folder;
  readonly fetch: Fetch;
  readonly storage: Pick<StorageManager, "estimate" | "persisted"> & Partial<Pick<StorageManager, "persist">>;
  /** Runs alone under a name, over all pages and workers; false at once if that name is taken. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<boolean>;
}

export class ModelStore extends StoredModels {
  constructor(private readonly around: StoreEnvironment) {
    super(around.root);
  }

  /** The store of this origin. */
  static override async open(): Promise<ModelStore> {
    return guarded("models", async () => {
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
    });
  }

  /** All that is stored, whole or not, in the order of ids. */
  async list(): Promise<readonly StoredModel[]> {
    return guarded("the list of models", async () => {
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

  /** Whether this very entry is stored, whole: a catalogue may come to say something else of the same files. */
  async has(model: OptionalModel): Promise<boolean> {
    return guarded(model.id, async () => {
      const models = await folderIn(this.around.root, FOLDER);
      const folder = models === null ? null : await folderIn(models, model.id);
      const entry = folder === null ? null : await entryIn(folder);
      return entry !== null && JSON.stringify(entry) === JSON.stringify(model);
    });
  }

  /**
   * Fetches what is missing of a model, checks it and stores it. What broke off before is gone on with; a file whose
   * SHA-256 is not the entry's is deleted and refused.
   */
  async download(model: OptionalModel, options: DownloadOptions = {}): Promise<void> {
    if (await this.has(model)) return;
    await this.alone(model.id, () => this.fetchAll(model, options));
  }

  /** Deletes a model, or what came of it; not while it is being fetched. */
  async remove(id: string): Promise<void> {
    await this.alone(id, async () => {
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
    const pieces = await Chunks.open(folder, file.sha256);
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

  /**
   * Asks once that models be kept when space gets scarce. The browser may put a question to the reader: nothing waits for
   * the answer. Workers cannot ask.
   */
  private async askToKeep(models: Folder): Promise<void> {
    const { storage } = this.around;
    if (storage.persist === undefined || (await contentOf(models, ASKED)) !== null) return;
    await write(models, ASKED, "");
    // A browser that will not even be asked keeps models as long as it likes.
    if (!(await storage.persisted())) storage.persist().catch(() => undefined);
  }

  /** Does what no other page or worker may do with a model at the same time. */
  private async alone(id: string, run: () => Promise<void>): Promise<void> {
    const free = await this.around.alone(`citelight-model-${id}`, () => guarded(id, run));
    if (free) return;
    throw new ModelStoreError(
      "busy",
      `${id} is being fetched by another page. Wait for it, or close that page.`,
    );
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

async function bytesIn(folder: Folder): Promise<number> {
  let bytes = 0;
  for await (const name of folder.keys()) {
    if (name !== ENTRY) bytes += (await Chunks.content(folder, name))?.size ?? 0;
  }
  return bytes;
}

async function sha256(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
