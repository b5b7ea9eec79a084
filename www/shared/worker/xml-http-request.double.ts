/** Test double: as much of `XMLHttpRequest` as files are fetched with, over whatever `fetch` is. */

class FetchedRequest extends EventTarget {
  responseType = "";
  response: Blob | null = null;
  status = 0;
  statusText = "";
  #url: URL | null = null;
  #isAborted = false;

  open(_method: string, url: URL): void {
    this.#url = url;
  }

  send(): void {
    void this.#send();
  }

  abort(): void {
    this.#isAborted = true;
    this.status = 0;
  }

  async #send(): Promise<void> {
    try {
      const { status, statusText, body } = await fetch(this.#url ?? "");
      Object.assign(this, { status, statusText });
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let loaded = 0;
      const reader = body?.getReader();
      for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
        chunks.push(next.value);
        loaded += next.value.length;
        this.dispatchEvent(Object.assign(new Event("progress"), { loaded }));
        if (this.#isAborted) return;
      }
      this.response = new Blob(chunks);
      this.dispatchEvent(new Event("load"));
    } catch {
      this.dispatchEvent(new Event("error"));
    }
  }
}

/** Puts it where the browser's own would be. */
export function useFetchedRequests(): void {
  Object.assign(globalThis, { XMLHttpRequest: FetchedRequest });
}
