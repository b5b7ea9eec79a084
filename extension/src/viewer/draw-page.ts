/** Draws pages of a PDF for a model, with pdf.js. */

import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { DrawnPage } from "@citelight/shared/worker/page-images";
import { codeOf, greyOf, isBlank, pngOf, sizeOf, withCode, type GreyImage } from "./page-image";

/** A page that takes longer is made to hold readers up. */
const DRAWN_MS = 30_000;

/** Draws a page, from 0, for a model; nothing of it stays in memory. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  index: number,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const failed = (reason: string): DrawnPage => ({ kind: "failed", reason });
  signal.throwIfAborted();
  if (index >= pdf.numPages) return failed("the file has no such page");
  const page = await pdf.getPage(index + 1);
  const { width, height } = page.getViewport({ scale: 1 });
  const size = sizeOf(width, height);
  if (size === null) return failed("the page could not be drawn");
  const grey = await drawn(page, size, signal);
  if (grey === null) return failed("drawing the page took too long");
  if (isBlank(grey)) return failed("the page is blank");
  const code = await codeOf(grey);
  return { kind: "image", png: await pngOf(withCode(grey, code)), code };
}

/** Null where it takes too long. */
async function drawn(
  page: PDFPageProxy,
  { scale, across, down }: { scale: number; across: number; down: number },
  signal: AbortSignal,
): Promise<GreyImage | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [across, down];
  try {
    const canvasContext = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (canvasContext === null) throw new Error("the browser gives no canvas to draw on");
    const task = page.render({
      canvas: null,
      canvasContext,
      viewport: page.getViewport({ scale }),
      annotationMode: AnnotationMode.ENABLE,
      // On screens pages are drawn frame by frame: in a tab behind others, not at all.
      intent: "print",
    });
    const given = AbortSignal.any([signal, AbortSignal.timeout(DRAWN_MS)]);
    const stop = (): void => {
      task.cancel();
    };
    given.addEventListener("abort", stop);
    try {
      await task.promise;
    } catch (error) {
      signal.throwIfAborted();
      if (given.aborted) return null;
      throw error;
    } finally {
      given.removeEventListener("abort", stop);
    }
    return greyOf(canvasContext.getImageData(0, 0, across, down).data, across);
  } finally {
    // Its pixels would stay until somebody collects garbage.
    canvas.width = canvas.height = 0;
  }
}
