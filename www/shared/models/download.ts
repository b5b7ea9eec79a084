/** One file of a model over the network, from the byte where it broke off. */

import { interrupted, ModelStoreError, size, stopped, storageError } from "./errors";
import type { FileEntry } from "../generated/FileEntry";
import type { Chunks } from "./chunks";

/** Milliseconds that a server may say nothing: whoever waits longer waits for one that is gone, and holds the model. */
export const SILENCE = 30_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface DownloadRequest {
  readonly fetch: Fetch;
  readonly url: string;
  readonly file: FileEntry;
  /** What is being fetched, for messages. */
  readonly what: string;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (bytes: number) => void;
}

/** Fetches what the pieces lack. They hold as many bytes as the file then; whether the right ones is for others to see. */
export async function fetchRest(asking: DownloadRequest, pieces: Chunks): Promise<void> {
  const { file, onProgress } = asking;
  if (pieces.length > file.bytes) await pieces.empty();
  onProgress(pieces.length);
  for (let restarts = 0; pieces.length < file.bytes; restarts += 1) {
    const response = await ask(asking, pieces.length);
    if (response.status === 416 && restarts === 0) {
      await pieces.empty();
      continue;
    }
    if (response.status !== 200 && response.status !== 206) {
      await response.body?.cancel();
      throw refusal(asking, response);
    }
    if (response.status === 206 && !(await goesOn(response, asking, pieces))) {
      await response.body?.cancel();
      await pieces.empty();
      if (restarts > 1) throw otherSize(asking, null);
      continue;
    }
    // A server that knows no ranges sends all of it.
    if (response.status === 200) await pieces.begin(response.headers.get("ETag"));
    await store(response, asking, pieces);
  }
}

async function ask({ fetch, url, what, signal }: DownloadRequest, from: number): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => {
    silence.abort(silent());
  }, SILENCE);
  try {
    return await fetch(url, {
      // No If-Range: across origins it would need the server's leave, which hubs do not give. The tag is compared instead.
      headers: from > 0 ? { Range: `bytes=${from}-` } : {},
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.any(signal === undefined ? [silence.signal] : [signal, silence.signal]),
    });
  } catch (fault) {
    throw signal?.aborted === true ? stopped(what) : interrupted(what, fault);
  } finally {
    clearTimeout(timer);
  }
}

function silent(): Error {
  return new Error(`the server said nothing for ${SILENCE / 1000} seconds`);
}

/** Whether this is the rest of what the pieces are the beginning of, as far as the server lets it be seen. */
async function goesOn(response: Response, { file }: DownloadRequest, pieces: Chunks): Promise<boolean> {
  const [tag, noted] = [response.headers.get("ETag"), await pieces.tag()];
  if (tag !== null && noted !== null && tag !== noted) return false;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "");
  if (range === null) return true;
  const [, start, total] = range;
  return Number(start) === pieces.length && (total === "*" || Number(total) === file.bytes);
}

async function store(response: Response, asking: DownloadRequest, pieces: Chunks): Promise<void> {
  const { file, what, signal, onProgress } = asking;
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  try {
    for (;;) {
      const { done, value } = await next(reader, asking);
      if (done) break;
      if (pieces.length + value.byteLength > file.bytes) {
        await pieces.empty();
        throw otherSize(asking, null);
      }
      await pieces.append(value);
      onProgress(pieces.length);
    }
    await pieces.flush();
  } catch (fault) {
    // Nobody reads the rest; a stream that broke by itself cannot be cancelled.
    await reader.cancel().catch(() => undefined);
    await keep(pieces);
    throw signal?.aborted === true ? stopped(what) : storageError(what, fault);
  }
  if (pieces.length < file.bytes) {
    const found = pieces.length;
    await pieces.empty();
    throw otherSize(asking, found);
  }
}

async function next(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  { what }: DownloadRequest,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(silent());
    }, SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (fault) {
    throw interrupted(what, fault);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes what waits where that is still possible: the first fault is the one to tell. */
async function keep(pieces: Chunks): Promise<void> {
  try {
    await pieces.flush();
  } catch {
    // The storage is full or gone; the pieces before are there.
  }
}

function refusal({ what, url }: DownloadRequest, { status, statusText }: Response): ModelStoreError {
  const advice =
    status === 429 || status >= 500
      ? "Try again later."
      : "The model may have moved: look for a newer Citelight, or fetch it from another hub.";
  const answer = `${status} ${statusText}`.trim();
  return new ModelStoreError("server", `${what}: ${new URL(url).host} answered ${answer}. ${advice}`);
}

function otherSize({ what, file }: DownloadRequest, found: number | null): ModelStoreError {
  const is = found === null ? "another size than the" : `${found} bytes instead of the`;
  return new ModelStoreError(
    "refused",
    `${what}: the server's file has ${is} ${file.bytes} bytes (${size(file.bytes)}) that are due, so it is another file. ` +
      "Nothing was kept. Look for a newer Citelight, or fetch it from another hub.",
  );
}
