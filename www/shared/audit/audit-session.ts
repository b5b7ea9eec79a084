/**
 * The audit of one document: ordered from the worker, followed, asked about again and stopped. It runs where the worker's client is: in the
 * page itself (demo, component), or in the extension's page that owns the worker (one for each tab).
 */

import type { AuditOrder } from "../generated/AuditOrder";
import type { DocumentInput } from "../generated/DocumentInput";
import type { FromWorker } from "../generated/FromWorker";
import type { ModelEndpoint } from "../generated/ModelEndpoint";
import type { Online } from "../generated/Online";
import type { KeptDocument, WorkerClient } from "../worker/client";
import { AuditLog, type AuditEvent } from "./audit-log";
import { hostOf, unaskedEndpoint, type EndpointUse } from "./endpoint-choice";
import { newOrder } from "./order";
import { PairChecks } from "./pair-checks";
import type { PairKey, RecheckTarget } from "./state";

/** What the reader allows for a document; who may not be asked is null. */
export interface AuditPermissions {
  /** Whether the document may be checked at all. */
  mayCheck: boolean;
  /** How references may be looked up. */
  online: Online | null;
  /** Whether those who cite a work that cannot be read are asked. */
  committees: boolean;
  /** Who may be asked what stays open. */
  endpoint: EndpointUse | null;
}

export class AuditSession {
  readonly log: AuditLog;
  readonly #client: WorkerClient;
  readonly #permissions: () => Promise<AuditPermissions>;
  readonly #checks: PairChecks;
  // The document that is checked, to ask about a part of it again.
  #document: KeptDocument | null = null;
  #settings: AuditOrder["settings"] = null;
  #audit: string | null = null;
  // What was begun last: whatever was begun before is nobody's any more.
  #begun: symbol | null = null;
  #isRunning = false;

  /**
   * @param permissions what the reader allows now
   * @param happened hears of each event
   */
  constructor(
    client: WorkerClient,
    permissions: () => Promise<AuditPermissions>,
    happened: (event: AuditEvent) => void,
  ) {
    this.#client = client;
    this.#permissions = permissions;
    this.#checks = new PairChecks(client);
    this.log = new AuditLog(happened);
  }

  /** Whether somebody waits for the audit of the whole document. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** URL or file name of the document; null before one is checked. */
  get origin(): string | null {
    return this.#document?.document.origin ?? null;
  }

  /** Checks a document; whether the reader allows it. Nothing comes of it if something else was begun meanwhile. */
  async check(document: DocumentInput, settings: AuditOrder["settings"] = null): Promise<boolean> {
    const begun = Symbol();
    this.#begun = begun;
    const allowed = await this.#permissions();
    if (this.#begun !== begun) return true;
    if (!allowed.mayCheck) return false;
    const kept = this.#open(document, settings);
    this.#offer(allowed.endpoint);
    this.#isRunning = true;
    const order = this.#order(kept, allowed, unaskedEndpoint(allowed.endpoint));
    this.#audit = this.#client.audit(order, (message) => {
      if (isEnd(message)) this.#isRunning = false;
      this.log.record({ kind: "worker", message });
    });
    return true;
  }

  /** Knows again what another session knew of a document, which may then be asked about. */
  restore(document: DocumentInput, events: readonly AuditEvent[]): void {
    this.reset();
    this.log.restore(events);
    this.#open(document, null);
  }

  /** Puts one finding to the endpoint, or checks it once more as whole documents are, with what is allowed by now. */
  async ask(key: PairKey, whom: RecheckTarget): Promise<void> {
    const document = this.#document;
    const allowed = await this.#permissions();
    if (document === null || document !== this.#document) return;
    this.#offer(allowed.endpoint);
    const { endpoint: use } = allowed;
    const endpoint = whom === "endpoint" ? (use?.endpoint ?? null) : unaskedEndpoint(use);
    if (whom === "endpoint" && endpoint === null) return;
    this.log.record({ kind: "asking", key, whom });
    this.#checks.ask(key, this.#order(document, allowed, endpoint), {
      found: (message) => {
        this.log.record({ kind: "worker", message });
      },
      ended: (failure) => {
        this.log.record({ kind: "asked", key, failure });
      },
    });
  }

  stopAsking(key: PairKey): void {
    this.#checks.stop(key);
  }

  /** Tells of the endpoint that holds from now on, or that there is none. */
  async refreshEndpoint(): Promise<void> {
    const document = this.#document;
    if (document === null) return;
    const { endpoint } = await this.#permissions();
    if (document === this.#document) this.#offer(endpoint);
  }

  /** Ends what is running, and keeps what was found; whether the worker was at it already. */
  cancel(): boolean {
    this.#checks.stopAll();
    if (this.#audit !== null) this.#client.cancel(this.#audit);
    return this.#audit !== null;
  }

  /** Forgets the document and all that happened to it. */
  reset(): void {
    this.#begun = null;
    this.#isRunning = false;
    this.#checks.drop();
    if (this.#audit !== null) this.#client.drop(this.#audit);
    this.#audit = null;
    if (this.#document !== null) this.#client.release(this.#document);
    this.#document = null;
    this.log.clear();
  }

  #open(document: DocumentInput, settings: AuditOrder["settings"]): KeptDocument {
    this.#settings = settings;
    const kept = this.#client.keep(document);
    this.#document = kept;
    return kept;
  }

  #order(document: KeptDocument, allowed: AuditPermissions, endpoint: ModelEndpoint | null): AuditOrder {
    const { online, committees } = allowed;
    return newOrder(document, { settings: this.#settings, online, committees, endpoint });
  }

  #offer(use: EndpointUse | null): void {
    const host = use === null ? null : hostOf(use.endpoint.settings);
    const ask = use === null ? "off" : use.always ? "always" : "on-request";
    const known = this.log.events.findLast((event) => event.kind === "endpoint");
    if (known?.host !== host || known.ask !== ask) this.log.record({ kind: "endpoint", host, ask });
  }
}

function isEnd(message: FromWorker): boolean {
  return message.kind === "failed" || (message.kind === "event" && message.event.kind === "finished");
}
