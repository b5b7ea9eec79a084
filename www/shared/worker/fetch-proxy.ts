/**
 * Requests to an endpoint that the worker does not send itself: the page carries them, or hands them on to whoever holds the
 * key. Each goes through a channel of its own, so that giving one up reaches whoever carries it.
 */

/** What became of a request, as crate/web reads it. */
export type ProxyAnswer =
  | { kind: "answered"; status: number; headers: [string, string][]; body: string }
  /** It was not sent, and will not be. */
  | { kind: "refused"; reason: string }
  /** It was sent, and nothing came back. */
  | { kind: "lost"; reason: string };

/** Carries one request until it is answered or given up. */
export type FetchProxy = (
  url: string,
  body: string,
  headers: readonly Header[],
  signal: AbortSignal,
) => Promise<ProxyAnswer>;

/** Name, in lower case, and value. */
export type Header = [string, string];

/** From the worker, with the end of a channel. */
export interface ProxyRequest {
  kind: "carry";
  url: string;
  body: string;
  headers: readonly Header[];
}

export const lost = (error: unknown): ProxyAnswer => ({
  kind: "lost",
  reason: error instanceof Error ? error.message : String(error),
});

/** In the worker: a carrier that hands everything to the page. */
export function proxyToPage(post: (order: ProxyRequest, ports: Transferable[]) => void): FetchProxy {
  return (url, body, headers, signal) =>
    new Promise((done) => {
      const { port1: mine, port2: theirs } = new MessageChannel();
      const end = (): void => {
        mine.close();
        signal.removeEventListener("abort", give);
      };
      const give = (): void => {
        mine.postMessage("given up");
        end();
        done({ kind: "lost", reason: "it was given up" });
      };
      mine.onmessage = ({ data }: MessageEvent<ProxyAnswer>) => {
        end();
        done(data);
      };
      signal.addEventListener("abort", give);
      post({ kind: "carry", url, body, headers }, [theirs]);
    });
}

/** In the page: carries what the worker ordered, and answers through the channel. */
export function serveProxyRequest(
  { url, body, headers }: ProxyRequest,
  channel: MessagePort,
  carrier: FetchProxy,
): void {
  const given = new AbortController();
  channel.onmessage = () => {
    given.abort();
    channel.close();
  };
  carrier(url, body, headers, given.signal)
    .catch(lost)
    .then(
      (carried) => {
        if (given.signal.aborted) return;
        channel.postMessage(carried);
        channel.close();
      },
      () => undefined,
    );
}
