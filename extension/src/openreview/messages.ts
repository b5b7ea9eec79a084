/** What OpenReview's pages, the offscreen document and the service worker say to each other. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { AssignmentOrder } from "@citelight/shared/generated/AssignmentOrder";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import type { StoredQueue } from "./audit-queue";
import type { Resolution } from "@citelight/shared/generated/Resolution";

/** Name of the ports by which a page of OpenReview asks the offscreen document. */
export const OPENREVIEW_PORT = "citelight-openreview";

export type OpenReviewRequest =
  /** Have entries looked up, if the reader allowed it. */
  | { kind: "look-up"; request: number; entries: string[] }
  | { kind: "assess"; request: number; order: AssignmentOrder }
  /** A piece of a PDF, in base64. */
  | { kind: "pdf-part"; request: number; base64: string }
  /** The pieces are all there: audit the PDF when nobody else is being served. */
  | { kind: "audit-pdf"; request: number; origin: string }
  | { kind: "give-up"; request: number };

export type OpenReviewReply =
  /** The reader did not allow references to be looked up: nobody was asked. */
  | { kind: "not-allowed"; request: number }
  /** One entry was looked up, by its place. */
  | { kind: "looked-up"; request: number; entry: number; resolution: Resolution }
  /** No more come; a failure says why. */
  | { kind: "ended"; request: number; failure: string | null }
  | { kind: "counted"; request: number; counts: CitationCounts }
  | { kind: "assessed"; request: number; assessment: Assessment };

/** Asks the service worker to show a PDF of OpenReview that the page's script took; answered with `true`. */
export interface OpenPdf {
  kind: "openreview-pdf";
  url: string;
  /** In base64: messages are text. */
  parts: string[];
}

/** What consoles have the service worker keep; content scripts cannot read the extension's storage. */
export type QueueMessage =
  /** Answered with `KeptQueue`. */
  | { kind: "openreview-queue"; group: string; ids: string[] }
  | { kind: "openreview-wanted"; group: string; isWanted: boolean }
  | { kind: "openreview-checked"; id: string; counts: CitationCounts };

/** Told to the service worker, which lists for the reader what was asked. */
export interface OpenReviewRequestSent {
  kind: "openreview-asked";
  method: "GET" | "POST";
  url: string;
  sent: number;
  /** Of the answer; null if there was none. */
  status: number | null;
}

/** `fetch` in the page's session, listed for the reader. */
export async function loggedFetch(url: URL, init: RequestInit & { body?: string | null }): Promise<Response> {
  const { body = null } = init;
  const told = {
    kind: "openreview-asked",
    method: body === null ? "GET" : "POST",
    url: url.href,
    sent: body === null ? 0 : new TextEncoder().encode(body).byteLength,
  } as const;
  const tell = (status: number | null): void => {
    const asked: OpenReviewRequestSent = { ...told, status };
    chrome.runtime.sendMessage(asked).catch(() => {
      // The background is being stopped; what was asked is only not listed.
    });
  };
  try {
    const answer = await fetch(url, init);
    tell(answer.status);
    return answer;
  } catch (error) {
    tell(null);
    throw error;
  }
}

export type { StoredQueue };

/** Told to the service worker: the page looks otherwise than is known here. */
export interface PageUnreadable {
  kind: "openreview-unread";
}
