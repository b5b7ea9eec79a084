/** Files over fetch, with progress. */

/** Bytes between two reports of progress. */
const REPORT_EVERY = 256 * 1024;

/** Fetches a file whole, telling how many bytes came. More than `limit` bytes are refused. */
export async function fetchFile(
  url: URL,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Uint8Array> {
  try {
    const response = await fetch(url);
    if (!response.ok)
      throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
    return await readBody(response, limit, onProgress);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.href} could not be fetched: ${reason}`, { cause: error });
  }
}

async function readBody(
  response: Response,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let [received, reported] = [0, 0];
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    pieces.push(piece.value);
    received += piece.value.length;
    if (received > limit) {
      await reader?.cancel();
      throw new Error(`it is larger than ${limit} bytes`);
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
