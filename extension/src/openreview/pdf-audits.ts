/** Audits of submissions that nobody looks at: one at a time, and only while no reader waits for another one. */

import { newOrder } from "@citelight/shared/audit/order";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { Online } from "@citelight/shared/generated/Online";
import type { PdfText } from "@citelight/shared/generated/PdfText";
import type { WorkerClient } from "@citelight/shared/worker/client";
import { fromBase64 } from "../base64";
import { permissionsFor } from "../offscreen/tab-audit";
import type { CheckedSubmission } from "./audit-queue";
import { CountedAudit } from "./counted-audit";
import { HOST } from "./site";
import type { SubmissionCounts } from "./submission-counts";
import type * as PdfTextScript from "./pdf-text";

/** How often it is looked whether readers are served. */
const LOOK_MS = 1000;

/** A submission's file. */
export interface PdfFile {
  /** In pieces of base64. */
  parts: readonly string[];
  origin: string;
  /** Whether a page of a private window sent it. */
  isPrivate: boolean;
}

/** What it needs; tests hand in their own. */
export interface PdfAuditContext {
  client: Pick<WorkerClient, "audit" | "drop">;
  /** Whether a reader waits for an audit of their own. */
  isBusy(): boolean;
  read(parts: readonly string[], signal: AbortSignal): Promise<PdfText>;
  /** How references may be looked up now; null if they may not. */
  online(isPrivate: boolean): Promise<Online | null>;
  lookMs?: number;
}

/** @param isBusy whether a reader waits for an audit of their own. */
export function pdfAuditContext(client: WorkerClient, isBusy: () => boolean): PdfAuditContext {
  return {
    client,
    isBusy,
    async read(parts, signal) {
      const { textOfPdf } = (await import(chrome.runtime.getURL("pdf-text.js"))) as typeof PdfTextScript;
      return textOfPdf(await decoded(parts), signal);
    },
    online: async (isPrivate) => (await permissionsFor([HOST], "click", isPrivate)).online,
  };
}

export class PdfAudits {
  readonly #context: PdfAuditContext;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: PdfAuditContext) {
    this.#context = context;
  }

  /** Audits a PDF when its turn comes, and tells how far it is. */
  audit(
    file: PdfFile,
    signal: AbortSignal,
    told: (counts: SubmissionCounts) => void,
  ): Promise<CheckedSubmission> {
    const audited = this.#last.then(() => this.#audit(file, signal, told));
    this.#last = audited.catch(() => undefined);
    return audited;
  }

  async #audit(
    { parts, origin, isPrivate }: PdfFile,
    signal: AbortSignal,
    told: (counts: SubmissionCounts) => void,
  ): Promise<CheckedSubmission> {
    while (this.#context.isBusy()) {
      signal.throwIfAborted();
      await new Promise((done) => setTimeout(done, this.#context.lookMs ?? LOOK_MS));
    }
    signal.throwIfAborted();
    const pdf = await this.#context.read(parts, signal);
    // What is sent of a submission in confidence: the entries of its reference list, if the reader allowed that. No model and
    // no committee is asked in bulk.
    const online = await this.#context.online(isPrivate);
    signal.throwIfAborted();
    const document = { content: { pdf }, origin, address: null };
    const order = newOrder({ kind: "sent", id: null, document }, { online });
    const { counts, references } = await this.#run(order, signal, told);
    return { counts, references, lookedUp: online !== null };
  }

  #run(
    order: Parameters<WorkerClient["audit"]>[0],
    signal: AbortSignal,
    told: (counts: SubmissionCounts) => void,
  ): Promise<CountedAudit> {
    const counted = new CountedAudit();
    const unsubscribe = counted.subscribe(() => {
      told(counted.counts);
    });
    const ended = new Promise<void>((done, fail) => {
      const audit = this.#context.client.audit(order, (message: FromWorker) => {
        counted.apply(message);
        if (message.kind === "failed") fail(new Error(message.message));
        if (message.kind === "event" && message.event.kind === "finished") done();
      });
      signal.addEventListener("abort", () => {
        this.#context.client.drop(audit);
        fail(signal.reason as Error);
      });
    });
    return ended.then(() => counted).finally(unsubscribe);
  }
}

async function decoded(parts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts.map(fromBase64)).arrayBuffer());
}
