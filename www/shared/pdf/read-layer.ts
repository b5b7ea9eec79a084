/** The text of an open PDF, or why it is not read in the reader's language. */

import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { LocalizedError } from "../ui/errors";
import type { Messages } from "../ui/locales/messages";
import { PdfLimit, readPdf, type PdfLayer } from "./read-pdf";

export function readLayer(words: Messages, pdf: PDFDocumentProxy, signal: AbortSignal): Promise<PdfLayer> {
  return readPdf(pdf, signal).catch((error: unknown) => {
    throw error instanceof PdfLimit ? new LocalizedError(limitIn(words, error)) : error;
  });
}

function limitIn({ viewer }: Messages, { limit, count }: PdfLimit): string {
  switch (limit) {
    case "pages":
      return viewer.tooLong(count);
    case "text":
      return viewer.tooMuch(count);
    case "time":
      return viewer.tooSlow(count);
  }
}
