/** Putting single findings to the endpoint, or to the sources once more: each is a small audit of that pair alone. */

import type { FromWorker } from "../generated/FromWorker";
import type { AuditOrder } from "../generated/AuditOrder";
import type { WorkerClient } from "../worker/client";
import type { PairKey } from "./state";

export interface PairCheckHandlers {
  /** The finding, or its reference's record, as it is now. */
  found(message: FromWorker): void;
  /** It was asked; or what kept it from being asked at all. */
  ended(failure: string | null): void;
}

export class PairChecks {
  readonly #client: WorkerClient;
  readonly #running = new Map<PairKey, string>();

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  /** Checks a pair as the order says, unless it is being asked about already. */
  ask(key: PairKey, order: AuditOrder, handlers: PairCheckHandlers): void {
    const [citation, reference] = key.split("\u001f");
    if (citation === undefined || reference === undefined || this.#running.has(key)) return;
    // A worker that cannot be started says so before its audit has an id.
    this.#running.set(key, "");
    const audit = this.#client.audit({ ...order, only: { citation, reference } }, (message) => {
      const isEnd =
        message.kind === "failed" || (message.kind === "event" && message.event.kind === "finished");
      const isOfPair =
        message.kind === "event" &&
        (message.event.kind === "found" ||
          (message.event.kind === "resolved" && message.event.reference === reference));
      if (isOfPair) handlers.found(message);
      if (!isEnd) return;
      this.#running.delete(key);
      handlers.ended(message.kind === "failed" ? message.message : null);
    });
    if (this.#running.has(key)) this.#running.set(key, audit);
  }

  /** Ends one; it answers as ended. */
  stop(key: PairKey): void {
    const audit = this.#running.get(key);
    if (audit !== undefined) this.#client.cancel(audit);
  }

  /** Ends all; they answer as ended. */
  stopAll(): void {
    for (const key of [...this.#running.keys()]) this.stop(key);
  }

  /** Ends all without another word. */
  drop(): void {
    for (const audit of this.#running.values()) this.#client.drop(audit);
    this.#running.clear();
  }
}
