/** Files over the network, with progress. */

/**
 * Fetches a file whole, telling how many bytes came. More than `limit` bytes are refused.
 *
 * By `XMLHttpRequest`, which reports progress and leaves the bytes with the browser until somebody reads them. The chunks of a `fetch`
 * stream stay in this process until the next garbage collection, and models are large.
 */
export async function fetchFile(
  url: URL,
  limit: number,
  onProgress: (received: number) => void,
): Promise<Blob> {
  try {
    return await sent(url, limit, onProgress);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.href} could not be fetched: ${reason}`, { cause: error });
  }
}

function sent(url: URL, limit: number, onProgress: (received: number) => void): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const refused = (received: number): boolean => {
      const reason = refusal(request, received, limit);
      if (reason !== null) reject(new Error(reason));
      return reason !== null;
    };
    request.addEventListener("progress", ({ loaded }) => {
      if (refused(loaded)) request.abort();
      else onProgress(loaded);
    });
    request.addEventListener("load", () => {
      const file = request.response as Blob;
      if (refused(file.size)) return;
      onProgress(file.size);
      resolve(file);
    });
    request.addEventListener("error", () => {
      reject(new Error("no answer; check the connection and the page's content security policy"));
    });
    request.open("GET", url);
    request.responseType = "blob";
    request.send();
  });
}

/** Why an answer cannot be used; null if it can. */
function refusal({ status, statusText }: XMLHttpRequest, received: number, limit: number): string | null {
  if (status < 200 || status > 299) return `the server answered ${status} ${statusText}`.trimEnd();
  return received > limit ? `it is larger than ${limit} bytes` : null;
}
