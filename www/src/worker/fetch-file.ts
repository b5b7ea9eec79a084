/** Files over fetch, with progress. */

/** Bytes between two reports of progress. */
const REPORT_EVERY = 256 * 1024;
/** Without a piece of a body: it is asked for again, and taken whole. */
const STALLED_MS = 15_000;

class Stalled extends Error {}

/** Fetches a file whole, telling how many bytes came. More than `limit` bytes are refused. */
export async function fetchFile(
  url: URL,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Uint8Array> {
  try {
    // Files of an extension are there at once: there is no progress to tell.
    if (url.protocol.endsWith("-extension:")) return await readWhole(await answered(url), limit, onProgress);
    try {
      return await readPieces(await answered(url), limit, onProgress);
    } catch (error) {
      if (!(error instanceof Stalled)) throw error;
      return await readWhole(await answered(url), limit, onProgress);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.href} could not be fetched: ${reason}`, { cause: error });
  }
}

async function answered(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
  return response;
}

async function readWhole(
  response: Response,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > limit) throw tooLarge(limit);
  onProgress(bytes.length);
  return bytes;
}

async function readPieces(
  response: Response,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let [received, reported] = [0, 0];
  const reader = response.body?.getReader();
  const next = async (): Promise<Uint8Array | undefined> =>
    reader === undefined ? undefined : (await unlessStalled(reader.read())).value;
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    pieces.push(piece);
    received += piece.length;
    if (received > limit) {
      await reader?.cancel();
      throw tooLarge(limit);
    }
    if (received - reported >= REPORT_EVERY) {
      reported = received;
      onProgress(received);
    }
  }
  onProgress(received);
  const bytes = new Uint8Array(received);
  let from = 0;
  for (const piece of pieces) {
    bytes.set(piece, from);
    from += piece.length;
  }
  return bytes;
}

function tooLarge(limit: number): Error {
  return new Error(`it is larger than ${limit} bytes`);
}

async function unlessStalled<T>(piece: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Stalled());
    }, STALLED_MS);
  });
  try {
    return await Promise.race([piece, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
