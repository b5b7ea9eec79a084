/** What OpenReview's pages, the offscreen document and the service worker say to each other. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { AssignmentOrder } from "@citelight/shared/generated/AssignmentOrder";
import type { CheckedSubmission, StoredQueue } from "./audit-queue";
import type { FoundSources } from "../suggest/sources";
import type { FoundPublications, ListedElsewhere } from "./listed-elsewhere";
import type { Ask } from "./policy";
import type { SubmissionCounts } from "./submission-counts";
import type { Resolution } from "@citelight/shared/generated/Resolution";

/** What a page has compared; the tables of institutions are added where the worker is asked. */
export type AssignmentRequest = Omit<AssignmentOrder, "institutions">;

/** Name of the ports by which a page of OpenReview asks the offscreen document. */
export const OPENREVIEW_PORT = "citelight-openreview";

/** Entries that are looked up at once. */
export const MOST_ENTRIES = 40;

export type OpenReviewRequest =
  /** Have entries looked up, if the reader allowed it. */
  | { kind: "look-up"; request: number; entries: string[] }
  | { kind: "assess"; request: number; order: AssignmentRequest }
  /** A piece of a PDF, in base64. */
  | { kind: "pdf-part"; request: number; base64: string }
  /** The pieces are all there: audit the PDF when nobody else is being served. */
  | { kind: "audit-pdf"; request: number; origin: string }
  /** Whether references would be looked up. */
  | { kind: "may-look-up"; request: number }
  /** Search for the source of a sentence, if the reader allowed references to be looked up. */
  | { kind: "search"; request: number; sentence: string; query: string }
  /** Ask indexes what somebody published, if the reader allowed references to be looked up. */
  | { kind: "publications"; request: number; listed: ListedElsewhere }
  | { kind: "give-up"; request: number };

export type OpenReviewReply =
  /** The reader did not allow references to be looked up: nobody was asked. */
  | { kind: "not-allowed"; request: number }
  /** One entry was looked up, by its place. */
  | { kind: "looked-up"; request: number; entry: number; resolution: Resolution }
  /** No more come; a failure says why. */
  | { kind: "ended"; request: number; failure: string | null }
  | { kind: "counted"; request: number; counts: SubmissionCounts }
  /** A PDF's audit came to its end; no more comes. */
  | { kind: "audited"; request: number; checked: CheckedSubmission }
  | { kind: "may-look-up"; request: number; isAllowed: boolean }
  | { kind: "searched"; request: number; found: FoundSources }
  | { kind: "publications"; request: number; found: FoundPublications }
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
  /** Answered with a `StoredQueue`; null in a private window. */
  | { kind: "openreview-queue"; group: string; ids: string[] }
  | { kind: "openreview-wanted"; group: string; isWanted: boolean }
  | { kind: "openreview-checked"; id: string; checked: CheckedSubmission };

/** What a chair's table has the service worker keep, by a name of its own. */
export type KeptMessage =
  /** Answered with what was kept, or null. */
  { kind: "openreview-kept"; name: string } | { kind: "openreview-keep"; name: string; value: unknown };

/** Told to the service worker, which lists for the reader what was asked. */
export interface OpenReviewRequestSent {
  kind: "openreview-asked";
  method: "GET" | "POST";
  url: string;
  sent: number;
  /** Of the answer; null if there was none. */
  status: number | null;
}

/** `fetch` in the page's session, of what may be asked; listed for the reader. */
export async function loggedFetch(
  ask: Ask,
  init: Pick<RequestInit, "cache" | "headers" | "signal">,
): Promise<Response> {
  const { url, body } = ask;
  const method = body === null ? "GET" : "POST";
  const sent = body === null ? 0 : new TextEncoder().encode(body).byteLength;
  const tell = (status: number | null): void => {
    const asked: OpenReviewRequestSent = { kind: "openreview-asked", method, url: url.href, sent, status };
    chrome.runtime.sendMessage(asked).catch(() => {
      // The background is being stopped; what was asked is only not listed.
    });
  };
  try {
    const answer = await fetch(url, { ...init, method, body, credentials: "include" });
    tell(answer.status);
    return answer;
  } catch (error) {
    tell(null);
    throw error;
  }
}

export type { StoredQueue };

/** Told to the service worker, which shows it in the toolbar. */
export interface PageStatus {
  kind: "openreview-page";
  /** Unread: nothing of the page is read. Left: a queue stopped because its console was left. */
  status: "read" | "unread" | "left";
}

/** Tells the service worker how the page is read. */
export function tell(status: PageStatus["status"]): void {
  const told: PageStatus = { kind: "openreview-page", status };
  void chrome.runtime.sendMessage(told);
}
