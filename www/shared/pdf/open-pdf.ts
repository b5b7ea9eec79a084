/** pdf.js, set up as we want it, for files that are in memory. The build for older browsers is taken: the other one wants the newest. */

import {
  getDocument,
  GlobalWorkerOptions,
  VerbosityLevel,
  type PDFDocumentProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { READING } from "./read-pdf";

const at = (path: string): string => new URL(path, location.href).href;

export interface Opening {
  document: Promise<PDFDocumentProxy>;
  close(): Promise<void>;
}

/** Loads a file that is in memory. Whatever it asks for is in the package; its scripts and forms are never run. */
export function openPdf(bytes: Uint8Array): Opening {
  GlobalWorkerOptions.workerSrc = at("pdf.worker.js");
  const task = getDocument({
    data: bytes,
    cMapUrl: at("pdfjs/cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: at("pdfjs/standard_fonts/"),
    wasmUrl: at("pdfjs/wasm/"),
    iccUrl: at("pdfjs/iccs/"),
    ...READING,
    // What it makes of odd files concerns nobody who reads.
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    // A picture larger than this is not drawn: a few bytes may promise any size.
    maxImageSize: 64 * 1024 * 1024,
  });
  const opened = new Promise<PDFDocumentProxy>((done, fail) => {
    // It would wait for a password for ever.
    task.onPassword = () => {
      fail(new Locked());
    };
    task.promise.then(done, fail);
  });
  return { document: opened, close: () => task.destroy() };
}

class Locked extends Error {}

/** Whether a file could not be opened for want of its password. */
export function isLocked(error: unknown): boolean {
  return error instanceof Locked;
}
