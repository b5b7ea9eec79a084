/**
 * Pages of a PDF that hold no text, as images for an endpoint's model: the worker asks for one, whoever shows the document draws it.
 * Each goes through a channel of its own, as requests do that the page carries.
 */

/** An image of a page, or why there is none, as crate/web reads it. */
export type DrawnPage =
  | { kind: "image"; png: Uint8Array; code: string }
  /** In a clause of English: the core says it in a sentence of its own. */
  | { kind: "failed"; reason: string };

/** Draws a page, from 0. */
export type DrawPage = (page: number) => Promise<DrawnPage>;

/** From the worker, with the end of a channel. */
export interface DrawRequest {
  kind: "draw";
  reading: string;
  page: number;
}

/** In the worker: hands everything to the page. */
export function drawOnPage(
  post: (request: DrawRequest, ports: Transferable[]) => void,
): (reading: string, page: number) => Promise<DrawnPage> {
  return (reading, page) =>
    new Promise((done) => {
      const { port1: mine, port2: theirs } = new MessageChannel();
      mine.onmessage = ({ data }: MessageEvent<DrawnPage>) => {
        mine.close();
        done(data);
      };
      post({ kind: "draw", reading, page }, [theirs]);
    });
}

/** In the page: draws what the worker asked for, and answers through the channel. */
export function serveDrawRequest({ page }: DrawRequest, channel: MessagePort, draw: DrawPage): void {
  void draw(page)
    .catch((error: unknown): DrawnPage => ({ kind: "failed", reason: reasonOf(error) }))
    .then((drawn) => {
      channel.postMessage(drawn);
      channel.close();
    });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
