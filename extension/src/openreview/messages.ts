/** What OpenReview's pages, the offscreen document and the service worker say to each other. */

import type { Assessment } from "../../../www/src/generated/Assessment";
import type { AssignmentOrder } from "../../../www/src/generated/AssignmentOrder";
import type { Counts, KeptQueue } from "./audit-queue";
import type { Resolution } from "../../../www/src/generated/Resolution";

/** Name of the ports by which a page of OpenReview asks the offscreen document. */
export const DESK_PORT = "citelight-openreview";

export type ToDesk =
  /** Have entries looked up, if the reader allowed it. */
  | { kind: "look-up"; request: number; entries: string[] }
  | { kind: "assess"; request: number; order: AssignmentOrder }
  /** A piece of a PDF, in base64. */
  | { kind: "pdf-part"; request: number; base64: string }
  /** The pieces are all there: audit the PDF when nobody else is being served. */
  | { kind: "audit-pdf"; request: number; origin: string }
  | { kind: "give-up"; request: number };

export type FromDesk =
  /** The reader did not allow references to be looked up: nobody was asked. */
  | { kind: "not-allowed"; request: number }
  /** One entry was looked up, by its place. */
  | { kind: "looked-up"; request: number; entry: number; resolution: Resolution }
  /** No more come; a failure says why. */
  | { kind: "ended"; request: number; failure: string | null }
  | { kind: "counted"; request: number; counts: Counts }
  | { kind: "assessed"; request: number; assessment: Assessment };

/** Asks the service worker to show a PDF of OpenReview that the page's script took; answered with `true`. */
export interface OpenPdf {
  kind: "openreview-pdf";
  url: string;
  /** In base64: messages are text. */
  parts: string[];
}

/** What consoles have the service worker keep; content scripts cannot read the extension's storage. */
export type ForQueue =
  /** Answered with `KeptQueue`. */
  | { kind: "openreview-queue"; group: string; ids: string[] }
  | { kind: "openreview-wanted"; group: string; isWanted: boolean }
  | { kind: "openreview-checked"; id: string; counts: Counts };

export type { KeptQueue };

/** Told to the service worker: the page looks otherwise than is known here. */
export interface Unread {
  kind: "openreview-unread";
}
