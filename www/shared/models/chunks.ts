/** A file of a model, stored in pieces: each is written as a whole, so that a page that is closed loses one at most. */

import { contentOf, folderIn, remove, write, type Folder } from "./folder";

/** Bytes that are gathered before they are written. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
const TAG = "tag";

export class Chunks {
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private waitingBytes = 0;

  private constructor(
    private readonly folder: Folder,
    private count: number,
    /** Bytes that came, those that wait to be written among them. */
    public length: number,
  ) {}

  /** The pieces that are there, in the folder of their file. */
  static async open(model: Folder, name: string): Promise<Chunks> {
    const folder = await model.getDirectoryHandle(name, { create: true });
    const found = await read(folder);
    return new Chunks(folder, found.length, bytesOf(found));
  }

  /** What the pieces hold; null if there are none. */
  static async content(model: Folder, name: string): Promise<Blob | null> {
    const folder = await folderIn(model, name);
    return folder === null ? null : new Blob(await read(folder));
  }

  /** What identifies the content on its server, as it was noted when the first piece came. */
  async tag(): Promise<string | null> {
    const tag = await contentOf(this.folder, TAG);
    return tag === null ? null : await tag.text();
  }

  async begin(tag: string | null): Promise<void> {
    await this.empty();
    if (tag !== null) await write(this.folder, TAG, tag);
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.byteLength;
    this.length += bytes.byteLength;
    if (this.waitingBytes >= CHUNK_BYTES) await this.flush();
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    if (this.waitingBytes === 0) return;
    const piece = new Uint8Array(this.waitingBytes);
    let at = 0;
    for (const bytes of this.waiting) {
      piece.set(bytes, at);
      at += bytes.byteLength;
    }
    // Whatever becomes of it: what could not be written now is not there, and has to come again.
    this.waiting = [];
    this.waitingBytes = 0;
    try {
      await write(this.folder, `${this.count}`, piece);
    } catch (fault) {
      this.length -= piece.byteLength;
      throw fault;
    }
    this.count += 1;
  }

  async empty(): Promise<void> {
    const names: string[] = [];
    for await (const name of this.folder.keys()) names.push(name);
    // From the end, so that what is left of it is a beginning; the tag says of what, so it goes last.
    const place = (name: string): number => (name === TAG ? -1 : Number(name));
    names.sort((a, b) => place(b) - place(a));
    for (const name of names) await remove(this.folder, name);
    this.waiting = [];
    [this.waitingBytes, this.count, this.length] = [0, 0, 0];
  }

  /** All that was written. */
  async content(): Promise<Blob> {
    return new Blob(await read(this.folder));
  }
}

/** The pieces of a folder in their order, up to the first that is missing. */
async function read(folder: Folder): Promise<Blob[]> {
  const pieces: Blob[] = [];
  for (;;) {
    const piece = await contentOf(folder, `${pieces.length}`);
    // A piece that a crash left empty was never written.
    if (piece === null || piece.size === 0) return pieces;
    pieces.push(piece);
  }
}

function bytesOf(pieces: readonly Blob[]): number {
  return pieces.reduce((sum, piece) => sum + piece.size, 0);
}
