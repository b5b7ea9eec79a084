/**
 * pdf.js and its own viewer, set up as this package wants them. The build for older browsers is taken: the other one wants the newest.
 * The viewer takes the library from a global, so the library comes first.
 */

import {
  AnnotationEditorType,
  AnnotationMode,
  normalizeUnicode,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from "pdfjs-dist/legacy/web/pdf_viewer.mjs";

import type { PageBox } from "@citelight/shared/generated/PageBox";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { isLocked } from "@citelight/shared/pdf/open-pdf";
import { PdfProblem } from "./source";

export { EventBus, normalizeUnicode as normalise };

const at = (path: string): string => new URL(path, location.href).href;

/** Why a file could not be opened. */
export function problemOf(words: ExtensionMessages, error: unknown, name: string): PdfProblem {
  const text = isLocked(error) ? words.viewer.locked(name) : words.viewer.damaged(name);
  return new PdfProblem(text, ["choose"]);
}

/** What is used of pdf.js' PDFPageView. */
interface PageView {
  div?: HTMLElement;
  /** There once the page was read. */
  pdfPage?: PDFPageProxy;
}

/** pdf.js' own viewer: pages, text selection, links, search. */
export interface Pages {
  bus: EventBus;
  viewer: PDFViewer;
  /** Shows a document, or none. */
  show(document: PDFDocumentProxy | null): void;
  /** A page's element, from 0. */
  pageElement(page: number): Element | null;
  /** Brings a box of a page to the top of the view, or the page. */
  scrollTo(page: number, box: PageBox | null): void;
}

export function makePages(container: HTMLDivElement): Pages {
  const bus = new EventBus();
  const links = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: "noopener noreferrer nofollow",
    // Who chose a size keeps it.
    ignoreDestinationZoom: true,
  });
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    findController: new PDFFindController({ eventBus: bus, linkService: links }),
    // Without forms: nothing to fill in, nothing that a script could listen to.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    imageResourcesPath: at("pdfjs/images/"),
  });
  links.setViewer(viewer);
  const viewOf = (page: number): PageView | undefined => viewer.getPageView(page) as PageView | undefined;
  return {
    bus,
    viewer,
    pageElement: (page) => viewOf(page)?.div ?? null,
    scrollTo(page, box) {
      const view = viewOf(page)?.pdfPage?.getViewport({ scale: 1 });
      const pageNumber = page + 1;
      if (view === undefined || box === null) {
        viewer.scrollPageIntoView({ pageNumber });
        return;
      }
      // Boxes are in hundredths of a point, from the lower left corner.
      const [x, y] = view.convertToPdfPoint(
        box.x / 100,
        view.height - (box.y + box.height) / 100,
      ) as number[];
      const destArray = [null, { name: "XYZ" }, x, y, null];
      viewer.scrollPageIntoView({ pageNumber, destArray, ignoreDestinationZoom: true });
    },
    show(document) {
      viewer.setDocument(document);
      links.setDocument(document);
    },
  };
}
