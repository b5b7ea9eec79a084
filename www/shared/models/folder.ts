/** The part of the origin private file system that models need; tests give one that lives in memory. */

export interface Folder {
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<StoredFile>;
  removeEntry(name: string, options?: { recursive?: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
}

export interface StoredFile {
  getFile(): Promise<Blob>;
  createWritable(): Promise<FileWriter>;
}

/** Nothing is stored before `close`. */
export interface FileWriter {
  write(content: Uint8Array<ArrayBuffer> | string): Promise<void>;
  close(): Promise<void>;
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && fault.name === "NotFoundError";
}

function isFile(fault: unknown): boolean {
  return fault instanceof Error && fault.name === "TypeMismatchError";
}

/** A folder in a folder; null if none of that name is there. */
export async function folderIn(folder: Folder, name: string): Promise<Folder | null> {
  try {
    return await folder.getDirectoryHandle(name);
  } catch (fault) {
    if (isMissing(fault) || isFile(fault)) return null;
    throw fault;
  }
}

/** A file's content; null if it is not there. */
export async function contentOf(folder: Folder, name: string): Promise<Blob | null> {
  try {
    const file = await folder.getFileHandle(name);
    return await file.getFile();
  } catch (fault) {
    if (isMissing(fault)) return null;
    throw fault;
  }
}

/** Writes a file as a whole or not at all. */
export async function write(
  folder: Folder,
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true });
  const writing = await file.createWritable();
  await writing.write(content);
  await writing.close();
}

/** Deletes a file or a folder with all that is in it; what is not there is no fault. */
export async function remove(folder: Folder, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
}
