/** The text layer of a PDF that nobody looks at: a script of its own, as pdf.js is large and most readers never need it here. */

import type { PdfText } from "@citelight/shared/generated/PdfText";
import { messagesForOffscreen } from "../locale";
import { openPdf } from "@citelight/shared/pdf/open-pdf";
import { readLayer } from "@citelight/shared/pdf/read-layer";
import { problemOf } from "../viewer/pdfjs";

export async function textOfPdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
  const words = await messagesForOffscreen();
  const opening = openPdf(bytes);
  try {
    const pdf = await opening.document.catch((error: unknown) => {
      throw problemOf(words, error, "PDF");
    });
    return (await readLayer(words, pdf, signal)).text;
  } finally {
    await opening.close();
  }
}
