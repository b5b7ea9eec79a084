/** Putting findings to the endpoint, or to the sources once more: each time it is a small audit of these pairs alone. */

import type { FromWorker } from "../generated/FromWorker";
import type { AuditOrder } from "../generated/AuditOrder";
import type { OnlyPair } from "../generated/OnlyPair";
import type { WorkerClient } from "../worker/client";
import type { PairKey } from "./state";

export interface PairCheckHandlers {
  /** A finding, its reference's record or where its work lies open, as it is now. */
  found(message: FromWorker): void;
  /** They were asked about; or what kept them from being asked at all. */
  ended(failure: string | null): void;
}

/** One small audit. A worker that cannot be started says so before its audit has an id. */
interface PairAudit {
  id: string;
}

export class PairChecks {
  readonly #client: WorkerClient;
  readonly #running = new Map<PairKey, PairAudit>();

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  /** Checks pairs as the order says, but for those that are being asked about already; whether any is left. */
  ask(keys: readonly PairKey[], order: AuditOrder, handlers: PairCheckHandlers): boolean {
    const asked = keys.filter((key) => !this.#running.has(key));
    const only = asked.flatMap(pairOf);
    if (only.length === 0) return false;
    const audit: PairAudit = { id: "" };
    for (const key of asked) this.#running.set(key, audit);
    const references = new Set(only.map(({ reference }) => reference));
    audit.id = this.#client.audit({ ...order, only }, (message) => {
      const isEnd =
        message.kind === "failed" || (message.kind === "event" && message.event.kind === "finished");
      if (isOf(references, message)) handlers.found(message);
      if (!isEnd) return;
      for (const key of asked) if (this.#running.get(key) === audit) this.#running.delete(key);
      handlers.ended(message.kind === "failed" ? message.message : null);
    });
    return true;
  }

  /** Whether it is being asked about. */
  isAsked(key: PairKey): boolean {
    return this.#running.has(key);
  }

  /** Ends the audit of one, and of whatever is asked with it; it answers as ended. */
  stop(key: PairKey): void {
    const audit = this.#running.get(key);
    if (audit !== undefined) this.#client.cancel(audit.id);
  }

  /** Ends all; they answer as ended. */
  stopAll(): void {
    for (const { id } of this.#audits()) this.#client.cancel(id);
  }

  /** Ends all without another word. */
  drop(): void {
    for (const { id } of this.#audits()) this.#client.drop(id);
    this.#running.clear();
  }

  #audits(): ReadonlySet<PairAudit> {
    return new Set(this.#running.values());
  }
}

function pairOf(key: PairKey): OnlyPair[] {
  const [citation, reference] = key.split("\u001f");
  return citation === undefined || reference === undefined ? [] : [{ citation, reference }];
}

/** Whether a message tells something of the works that were asked about. */
function isOf(references: ReadonlySet<string>, message: FromWorker): boolean {
  if (message.kind !== "event") return false;
  const { event } = message;
  if (event.kind === "resolved") return references.has(event.reference);
  if (event.kind === "open-copies") return event.references.some((reference) => references.has(reference));
  return event.kind === "found";
}
