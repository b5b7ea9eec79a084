/** The text layer of a PDF: a script of its own, as pdf.js is large and most readers never need it. */

import type { PdfText } from "../shared/generated/PdfText";
import { isLocked, openPdf } from "../shared/pdf/open-pdf";
import { readLayer } from "../shared/pdf/read-layer";
import { LocalizedError } from "../shared/ui/errors";
import type { Messages } from "../shared/ui/locales/messages";

export async function textOfPdf(
  bytes: Uint8Array,
  name: string,
  words: Messages,
  signal: AbortSignal,
): Promise<PdfText> {
  const opening = openPdf(bytes);
  try {
    const pdf = await opening.document.catch((error: unknown) => {
      const { locked, damaged } = words.viewer;
      throw new LocalizedError(isLocked(error) ? locked(name) : damaged(name));
    });
    return (await readLayer(words, pdf, signal)).text;
  } finally {
    await opening.close();
  }
}
