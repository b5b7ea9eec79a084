/** Has PDFs of cited works read, each in a worker of its own, which is ended when it has answered or takes too long. */

import type { PdfText } from "../generated/PdfText";

/** What the worker answers to the bytes of a file. */
export type FromPdfWorker = { kind: "read"; text: PdfText } | { kind: "failed"; reason: string };

/** What is needed of a worker; tests hand in their own. */
export interface PdfWorkerPort {
  postMessage(message: Uint8Array, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<FromPdfWorker>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
  terminate(): void;
}

/** Time for one file. Papers take a second or two; what takes this long is made to. */
const MOST_MS = 45_000;

export class PdfReader {
  readonly #open: () => PdfWorkerPort;
  readonly #mostMs: number;
  // One file at a time: several side by side would take the memory of several.
  #last: Promise<unknown> = Promise.resolve();

  /** @param open starts a worker with pdf-text-worker.ts. */
  constructor(open: () => PdfWorkerPort, mostMs = MOST_MS) {
    this.#open = open;
    this.#mostMs = mostMs;
  }

  /** The text layer of a file, whose bytes are given away. Fails in a clause of English: the core says it in a sentence of its own. */
  read(file: Uint8Array): Promise<PdfText> {
    const reading = this.#last.then(() => this.#read(file));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  #read(file: Uint8Array): Promise<PdfText> {
    const port = this.#open();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reading = new Promise<PdfText>((done, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`reading the PDF took longer than ${this.#mostMs / 1000} s`));
      }, this.#mostMs);
      port.addEventListener("message", ({ data }) => {
        if (data.kind === "read") done(data.text);
        else fail(new Error(data.reason));
      });
      for (const type of ["error", "messageerror"] as const)
        port.addEventListener(type, (event) => {
          event.preventDefault();
          fail(new Error("the worker that reads PDFs ended, probably for want of memory"));
        });
      port.postMessage(file, [file.buffer]);
    });
    return reading.finally(() => {
      clearTimeout(timer);
      port.terminate();
    });
  }
}

/** Reads with the script beside this worker's. */
export function pdfReaderBeside(script: string): PdfReader {
  const url = new URL("pdf-text-worker.js", script);
  return new PdfReader(() => new Worker(url, { type: "module" }));
}
