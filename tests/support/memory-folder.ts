/** A file system in memory, of the same manners as the browser's: faults have its names, nothing is stored before close. */

import type { Folder, StoredFile, FileWriter } from "@citelight/shared/models/folder";

function fault(name: string): DOMException {
  return new DOMException(name, name);
}

/** What may be stored, over all folders that share it. */
export interface Room {
  quota: number;
  usage: number;
  /** Called before a file is stored: the tab may be closed then. */
  beforeStoring: () => void;
}

export const room = (): Room => ({
  quota: Number.MAX_SAFE_INTEGER,
  usage: 0,
  beforeStoring: () => undefined,
});

export class MemoryFolder implements Folder {
  private readonly entries = new Map<string, MemoryFolder | Blob>();

  constructor(private readonly room: Room) {}

  getDirectoryHandle(name: string, options: { create?: boolean } = {}): Promise<MemoryFolder> {
    const found = this.entries.get(name);
    if (found instanceof Blob) return Promise.reject(fault("TypeMismatchError"));
    if (found !== undefined) return Promise.resolve(found);
    if (options.create !== true) return Promise.reject(fault("NotFoundError"));
    const made = new MemoryFolder(this.room);
    this.entries.set(name, made);
    return Promise.resolve(made);
  }

  getFileHandle(name: string, options: { create?: boolean } = {}): Promise<StoredFile> {
    const found = this.entries.get(name);
    if (found instanceof MemoryFolder) return Promise.reject(fault("TypeMismatchError"));
    if (found === undefined) {
      if (options.create !== true) return Promise.reject(fault("NotFoundError"));
      this.entries.set(name, new Blob([]));
    }
    return Promise.resolve({
      getFile: () => {
        const content = this.entries.get(name);
        return content instanceof Blob ? Promise.resolve(content) : Promise.reject(fault("NotFoundError"));
      },
      createWritable: () => Promise.resolve(this.writing(name)),
    });
  }

  private writing(name: string): FileWriter {
    const parts: BlobPart[] = [];
    return {
      write: (content) => {
        parts.push(content);
        const size = new Blob(parts).size;
        if (this.room.usage + size > this.room.quota) return Promise.reject(fault("QuotaExceededError"));
        return Promise.resolve();
      },
      close: () => {
        this.room.beforeStoring();
        const content = new Blob(parts);
        this.room.usage += content.size - bytesOf(this.entries.get(name));
        this.entries.set(name, content);
        return Promise.resolve();
      },
    };
  }

  removeEntry(name: string, options: { recursive?: boolean } = {}): Promise<void> {
    const found = this.entries.get(name);
    if (found === undefined) return Promise.reject(fault("NotFoundError"));
    if (found instanceof MemoryFolder && found.entries.size > 0 && options.recursive !== true)
      return Promise.reject(fault("InvalidModificationError"));
    this.room.usage -= bytesOf(found);
    this.entries.delete(name);
    return Promise.resolve();
  }

  async *keys(): AsyncGenerator<string> {
    for (const name of [...this.entries.keys()]) yield await Promise.resolve(name);
  }

  /** Bytes of all files in it. */
  get bytes(): number {
    return [...this.entries.values()].reduce((sum, entry) => sum + bytesOf(entry), 0);
  }
}

function bytesOf(entry: MemoryFolder | Blob | undefined): number {
  if (entry === undefined) return 0;
  return entry instanceof Blob ? entry.size : entry.bytes;
}
