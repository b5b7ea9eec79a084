/** Every request that the worker makes, told to whoever shows readers what leaves their browser. */

/** One request that left the browser. */
export interface LoggedRequest {
  /** When, in milliseconds since 1970. */
  at: number;
  method: string;
  url: string;
  /** Bytes of its body. */
  sent: number;
  /** Of the answer; null if there was none. */
  status: number | null;
}

/** From the worker. */
export interface Requested {
  kind: "requested";
  request: LoggedRequest;
}

/** What a script can ask servers with. */
interface Scope {
  fetch: typeof fetch;
  XMLHttpRequest: typeof XMLHttpRequest;
}

/** Has each request to a server told once it ended; files of the package are none. */
export function watchRequests(scope: Scope, tell: (request: LoggedRequest) => void): void {
  const ask = scope.fetch.bind(globalThis);
  scope.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, self.location.href);
    if (isOfPackage(url)) return ask(input, init);
    const request = new Request(input, init);
    const sent = request.body === null ? 0 : (await request.clone().arrayBuffer()).byteLength;
    const told = { at: Date.now(), method: request.method, url: shownAddress(request.url), sent };
    try {
      const answer = await ask(request);
      tell({ ...told, status: answer.status });
      return answer;
    } catch (error) {
      tell({ ...told, status: null });
      throw error;
    }
  };
  scope.XMLHttpRequest = class extends scope.XMLHttpRequest {
    override open(method: string, address: string | URL): void {
      super.open(method, address);
      const url = new URL(address, self.location.href);
      if (isOfPackage(url)) return;
      const told = { at: Date.now(), method, url: shownAddress(url.href), sent: 0 };
      this.addEventListener("loadend", () => {
        tell({ ...told, status: this.status === 0 ? null : this.status });
      });
    }
  };
}

function isOfPackage({ protocol, origin }: URL): boolean {
  return !/^https?:$/.test(protocol) || origin === self.location.origin;
}

/** An address as it may be shown: without the key that it may hold. */
export function shownAddress(url: string): string {
  return url.replace(/([?&]api_key=)[^&#]*/g, "$1…");
}
