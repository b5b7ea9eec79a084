/**
 * The script of a worker that reads one PDF of somebody else's: pdf.js with nothing to draw on, in threads that whoever started them can
 * end. Whatever the file does, it does it here.
 */

import { getDocument, GlobalWorkerOptions, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { FromPdfWorker } from "./pdf-reader";
import { PdfLimit, READING, readPdf, type PdfLimits } from "./read-pdf";

/** Of a work that is cited, not of a document that a reader opened: a longer one is a book, and its reading would hold up all others. */
const CITED: PdfLimits = { pages: 400, pieces: 400_000, characters: 4_000_000, pageMs: 20_000 };

const at = (path: string): string => new URL(path, self.location.href).href;

async function read(data: Uint8Array): Promise<FromPdfWorker> {
  // Of the fonts, names and widths are wanted; of the pictures, nothing.
  GlobalWorkerOptions.workerPort = new Worker(at("pdf.worker.js"), { type: "module" });
  const task = getDocument({
    data,
    cMapUrl: at("pdfjs/cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: at("pdfjs/standard_fonts/"),
    wasmUrl: at("pdfjs/wasm/"),
    useWorkerFetch: true,
    ...READING,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    disableWorkerRendering: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 0,
  });
  const locked = new Promise<never>((_, fail) => {
    // It would wait for a password for ever.
    task.onPassword = () => {
      fail(new Error("the PDF is locked with a password"));
    };
  });
  const pdf = await Promise.race([task.promise, locked]);
  const { text } = await readPdf(pdf, new AbortController().signal, CITED);
  return { kind: "read", text };
}

/** For the core, which says it in a sentence of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof PdfLimit)
    switch (error.limit) {
      case "pages":
        return `the PDF has more than ${error.count} pages`;
      case "text":
        return "the PDF holds more text than a paper has";
      case "time":
        return `page ${error.count} of the PDF takes too long to read`;
    }
  return error instanceof Error ? error.message : "it could not be read as a PDF";
}

self.addEventListener("message", ({ data }: MessageEvent<Uint8Array>) => {
  read(data)
    .catch((error: unknown): FromPdfWorker => ({ kind: "failed", reason: reasonOf(error) }))
    .then(
      (answer) => {
        self.postMessage(answer);
      },
      () => undefined,
    );
});
