/** The offscreen document's end of a page of OpenReview: looks entries up, compares works and audits PDFs, on the page's word. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import { newOrder, textAlone } from "@citelight/shared/audit/order";
import type { WorkerClient } from "@citelight/shared/worker/client";
import { servePort } from "../offscreen/port-server";
import { isOfPrivate, permissionsFor } from "../offscreen/tab-audit";
import { HOST, ORIGIN } from "./site";
import { INSTITUTION_TABLES } from "./institution-tables";
import {
  MOST_ENTRIES,
  OPENREVIEW_PORT,
  type AssignmentRequest,
  type OpenReviewReply,
  type OpenReviewRequest,
} from "./messages";
import { findSources } from "../suggest/search";
import type { ListedElsewhere } from "./listed-elsewhere";
import type { PdfAudits } from "./pdf-audits";
import { findPublications } from "./publications";

export { OPENREVIEW_PORT };

export class OpenReviewServer {
  readonly #port: chrome.runtime.Port;
  readonly #client: WorkerClient;
  readonly #pdfs: PdfAudits;
  readonly #audits = new Set<string>();
  /** Pieces of PDFs that are still coming, and audits that may be given up, by request. */
  readonly #parts = new Map<number, string[]>();
  readonly #running = new Map<number, AbortController>();
  readonly #isPrivate: boolean;
  #isClosed = false;

  constructor(port: chrome.runtime.Port, client: WorkerClient, pdfs: PdfAudits) {
    this.#port = port;
    this.#client = client;
    this.#pdfs = pdfs;
    this.#isPrivate = isOfPrivate(port);
    servePort(port, (message: OpenReviewRequest) => {
      void this.#receive(message);
    });
  }

  /** The page is gone. */
  close(): void {
    this.#isClosed = true;
    for (const audit of this.#audits) this.#client.drop(audit);
    for (const running of this.#running.values()) running.abort();
  }

  async #receive(message: OpenReviewRequest): Promise<void> {
    const { request } = message;
    switch (message.kind) {
      case "look-up":
        await this.#lookUp(request, message.entries.slice(0, MOST_ENTRIES));
        break;
      case "assess":
        this.#say({ kind: "assessed", request, assessment: await this.#assessed(message.order) });
        break;
      case "pdf-part":
        this.#parts.set(request, [...(this.#parts.get(request) ?? []), message.base64]);
        break;
      case "audit-pdf":
        await this.#audit(request, message.origin);
        break;
      case "may-look-up": {
        const { online } = await permissionsFor([HOST], "click", this.#isPrivate);
        this.#say({ kind: "may-look-up", request, isAllowed: online !== null });
        break;
      }
      case "search":
        await this.#search(request, message.sentence, message.query);
        break;
      case "publications":
        await this.#publications(request, message.listed);
        break;
      case "give-up":
        this.#parts.delete(request);
        this.#running.get(request)?.abort();
        break;
    }
  }

  #assessed(order: AssignmentRequest): Promise<Assessment> {
    return this.#client.assess({ ...order, institutions: INSTITUTION_TABLES });
  }

  async #audit(request: number, origin: string): Promise<void> {
    const parts = this.#parts.get(request) ?? [];
    this.#parts.delete(request);
    const running = new AbortController();
    this.#running.set(request, running);
    try {
      const file = { parts, origin, isPrivate: this.#isPrivate };
      const checked = await this.#pdfs.audit(file, running.signal, (counts) => {
        this.#say({ kind: "counted", request, counts });
      });
      this.#say({ kind: "audited", request, checked });
    } catch (error) {
      this.#say({ kind: "ended", request, failure: error instanceof Error ? error.message : String(error) });
    }
    this.#running.delete(request);
  }

  /**
   * An audit of a document that is a reference list alone: no claim of anybody is in it, and nothing is read. Where it comes from is
   * the site, not the address of a submission.
   */
  async #lookUp(request: number, entries: readonly string[]): Promise<void> {
    const { online } = await permissionsFor([HOST], "click", this.#isPrivate);
    if (this.#isClosed) return;
    if (online === null) {
      this.#say({ kind: "not-allowed", request });
      return;
    }
    const audit = this.#client.audit(
      newOrder(
        {
          kind: "sent",
          id: null,
          document: { content: textAlone(listOf(entries)), origin: ORIGIN, address: null },
        },
        { online },
      ),
      (message) => {
        this.#told(request, message);
        if (isLast(message)) this.#audits.delete(audit);
      },
    );
    this.#audits.add(audit);
  }

  async #search(request: number, sentence: string, query: string): Promise<void> {
    const { online } = await permissionsFor([HOST], "click", this.#isPrivate);
    if (this.#isClosed) return;
    if (online === null) this.#say({ kind: "not-allowed", request });
    else {
      const found = await findSources(sentence, query, (order) => this.#assessed(order));
      this.#say({ kind: "searched", request, found });
    }
  }

  async #publications(request: number, listed: ListedElsewhere): Promise<void> {
    const { online } = await permissionsFor([HOST], "click", this.#isPrivate);
    if (this.#isClosed) return;
    if (online === null) this.#say({ kind: "not-allowed", request });
    else this.#say({ kind: "publications", request, found: await findPublications(listed) });
  }

  #told(request: number, message: FromWorker): void {
    if (message.kind === "failed") this.#say({ kind: "ended", request, failure: message.message });
    if (message.kind !== "event") return;
    const { event } = message;
    if (event.kind === "resolved") {
      const entry = Number(/^suggested-(\d+)$/.exec(event.reference)?.[1] ?? NaN);
      if (Number.isInteger(entry))
        this.#say({ kind: "looked-up", request, entry, resolution: event.resolution });
    }
    if (event.kind === "finished") this.#say({ kind: "ended", request, failure: null });
  }

  #say(message: OpenReviewReply): void {
    if (!this.#isClosed) this.#port.postMessage(message);
  }
}

function isLast(message: FromWorker): boolean {
  return message.kind === "failed" || (message.kind === "event" && message.event.kind === "finished");
}

/** A document for the core's parser, in JATS: there even a list of one entry is a list. The words of others are text in it, never markup. */
function listOf(entries: readonly string[]): string {
  const refs = entries.map(
    (entry, at) => `<ref id="suggested-${at}"><mixed-citation>${escaped(entry)}</mixed-citation></ref>`,
  );
  return `<?xml version="1.0"?><article><front><article-meta></article-meta></front><body></body><back><ref-list>${refs.join("")}</ref-list></back></article>`;
}

function escaped(text: string): string {
  // What XML cannot hold, not even escaped.
  const allowed = text.replace(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, " ");
  return allowed.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
