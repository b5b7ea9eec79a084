/**
 * The audit of one document: ordered from the worker, followed, asked about again and stopped. It runs where the worker's client is: in the
 * page itself (demo, component), or in the extension's page that owns the worker (one for each tab).
 */

import type { AuditOrder } from "../generated/AuditOrder";
import type { DocumentInput } from "../generated/DocumentInput";
import type { FromWorker } from "../generated/FromWorker";
import type { ModelEndpoint } from "../generated/ModelEndpoint";
import type { PdfText } from "../generated/PdfText";
import type { Online } from "../generated/Online";
import type { KeptDocument, WorkerClient } from "../worker/client";
import type { DrawPage } from "../worker/page-images";
import { AuditMemory, NOT_KEPT, type Keepable, type Recalled } from "../persistence/audit-memory";
import type { AuditStore } from "../persistence/audit-store";
import {
  findingsOf,
  standing,
  suffices,
  uncoveredOf,
  type AvailableServices,
} from "../persistence/kept-audit";
import type { DocumentView } from "../generated/DocumentView";
import { AuditLog, type AuditEvent } from "./audit-log";
import { hostOf, isOpenClaim, unaskedEndpoint, type EndpointUse } from "./endpoint-choice";
import { newOrder } from "./order";
import { offeredIn } from "./offered-copies";
import { isOpenCopies } from "./open-copies";
import { PairChecks } from "./pair-checks";
import { pairKey, type PairKey, type RecheckTarget } from "./state";

/** What the reader allows for a document; who may not be asked is null. */
export interface AuditPermissions {
  /** Whether the document may be checked at all. */
  mayCheck: boolean;
  /** How references may be looked up. */
  online: Online | null;
  /** Whether those who cite a work that cannot be read are asked. */
  committees: boolean;
  /** Whether a search for passages of works that cannot be read is sent claims, where the document is published. */
  passages: boolean;
  /** Hosts whose open copies of works may be read; null where none may be offered. */
  copies: readonly string[] | null;
  /** Who may be asked what stays open. */
  endpoint: EndpointUse | null;
  /** Whether pages of a PDF that hold no text may be sent to it as images. */
  pageImages: boolean;
}

/** Pages of a PDF that hold no text, where they can be drawn. */
export interface PageImages {
  draw: DrawPage;
  /** Hears the text layer with what was read on them: the document, from then on. */
  read: (text: PdfText) => void;
}

/** How a document is checked. */
export interface CheckOptions {
  settings?: AuditOrder["settings"];
  /** By what its results are found again, and what may be kept of them: nothing unless it is said. */
  keepable?: Keepable;
  /** Results of an earlier visit are shown instead, if they are whole. */
  mayRecall?: boolean;
  /** Its pages as images; without them none is sent. */
  pages?: PageImages | null;
}

export class AuditSession {
  readonly log: AuditLog;
  readonly #memory: AuditMemory | null;
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
  #reading: AbortController | null = null;

  /**
   * @param permissions what the reader allows now
   * @param happened hears of each event
   * @param store where results are kept; null where none are
   */
  constructor(
    client: WorkerClient,
    permissions: () => Promise<AuditPermissions>,
    happened: (event: AuditEvent) => void,
    store: AuditStore | null = null,
  ) {
    this.#client = client;
    this.#permissions = permissions;
    this.#checks = new PairChecks(client);
    this.log = new AuditLog((event) => {
      happened(event);
      this.#memory?.heard(event);
    });
    this.#memory =
      store === null
        ? null
        : new AuditMemory(
            store,
            () => this.log.events,
            (event) => {
              this.log.record(event);
            },
          );
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
  async check(
    document: DocumentInput,
    { settings = null, keepable = NOT_KEPT, mayRecall = false, pages = null }: CheckOptions = {},
  ): Promise<boolean> {
    const begun = Symbol();
    this.#begun = begun;
    const isOver = (): boolean => this.#begun !== begun;
    const allowed = await this.#permissions();
    if (isOver()) return true;
    if (!allowed.mayCheck) return false;
    const whole = pages === null ? document : await this.#readPages(document, allowed, pages, keepable);
    if (whole === null || isOver()) return true;
    await this.#memory?.attach(whole.content, keepable);
    if (isOver()) return true;
    const kept = this.#open(whole, settings);
    if (mayRecall) {
      const recalled = await this.#recalled(kept);
      if (isOver()) return true;
      // What was cut off goes on, and a reader who allows more by now wants more.
      if (recalled?.complete === true && suffices(recalled.means, meansOf(allowed))) {
        this.#show(recalled, allowed);
        return true;
      }
    }
    this.#offer(allowed.endpoint);
    this.#isRunning = true;
    this.#memory?.begin(meansOf(allowed));
    const order = this.#order(kept, allowed, unaskedEndpoint(allowed.endpoint));
    this.#audit = this.#client.audit(order, (message) => {
      if (isEnd(message)) this.#isRunning = false;
      // What nobody may be asked for is not offered.
      if (allowed.copies === null && isOpenCopies(message)) return;
      this.log.record({ kind: "worker", message });
    });
    return true;
  }

  /** Shows what is kept of a document, if enough is: nobody is asked and no model runs. Whether it did. */
  async recall(
    document: DocumentInput,
    { settings = null, keepable = NOT_KEPT }: CheckOptions,
    found: () => void,
  ): Promise<boolean> {
    const begun = Symbol();
    this.#begun = begun;
    const isOver = (): boolean => this.#begun !== begun;
    const allowed = await this.#permissions();
    if (isOver() || !allowed.mayCheck) return false;
    await this.#memory?.attach(document.content, keepable);
    if (isOver()) return false;
    const recalled = await this.#recalled(this.#open(document, settings));
    if (isOver()) return false;
    if (recalled === null) {
      this.reset();
      return false;
    }
    found();
    this.#show(recalled, allowed);
    return true;
  }

  /** Checks the citations that what was recalled does not cover. */
  async checkNew(): Promise<void> {
    const document = this.#mapped;
    if (document === null) return;
    const found = findingsOf(
      this.log.events.flatMap((event) => (event.kind === "worker" ? [event.message] : [])),
    );
    const uncovered = new Set(uncoveredOf(document, (pair) => found.has(pair)));
    for (const { id, references } of document.citations)
      for (const reference of uncovered.has(id) ? references : []) {
        const key = pairKey({ citation: id, reference });
        if (!found.has(key)) await this.ask(key, "sources");
      }
  }

  /** Knows again what another session knew of a document, which may then be asked about. */
  async restore(
    document: DocumentInput,
    events: readonly AuditEvent[],
    keepable: Keepable = NOT_KEPT,
  ): Promise<void> {
    this.reset();
    this.log.restore(events);
    const kept = this.#open(document, null);
    await this.#memory?.attach(document.content, keepable);
    if (this.#document === kept) this.#memory?.takeOver();
  }

  /** Puts one finding to the endpoint, or checks it once more as whole documents are, with what is allowed by now. */
  ask(key: PairKey, whom: RecheckTarget): Promise<void> {
    return this.#ask([key], whom);
  }

  /** Puts all that stays open to the endpoint. */
  askOpen(): Promise<void> {
    const told = this.log.events.flatMap((event) => (event.kind === "worker" ? [event.message] : []));
    const open = [...findingsOf(told)].filter(([, finding]) => isOpenClaim(finding));
    return this.#ask(
      open.map(([key]) => key),
      "endpoint",
    );
  }

  /** Ends whatever the reader asked about. */
  stopAskingAll(): void {
    this.#checks.stopAll();
  }

  async #ask(keys: readonly PairKey[], whom: RecheckTarget): Promise<void> {
    const document = this.#document;
    if (this.#isPublished) return;
    const allowed = await this.#permissions();
    if (document === null || document !== this.#document) return;
    this.#offer(allowed.endpoint);
    const { endpoint: use } = allowed;
    const endpoint = whom === "endpoint" ? (use?.endpoint ?? null) : unaskedEndpoint(use);
    if (whom === "endpoint" && endpoint === null) return;
    const waiting = new Set(keys.filter((key) => !this.#checks.isAsked(key)));
    for (const key of waiting) this.log.record({ kind: "asking", key, whom });
    this.#checks.ask([...waiting], this.#order(document, allowed, endpoint), {
      found: (message) => {
        if (allowed.copies !== null || !isOpenCopies(message)) this.log.record({ kind: "worker", message });
        if (message.kind !== "event" || message.event.kind !== "found") return;
        const key = pairKey(message.event.finding);
        // Of several, each that is answered is shown so.
        if (keys.length > 1 && waiting.delete(key)) this.log.record({ kind: "asked", key, failure: null });
      },
      ended: (failure) => {
        for (const key of waiting) this.log.record({ kind: "asked", key, failure });
      },
    });
  }

  /** Has the open copies read that the reader allowed since they were offered, and judges those pairs again that they are of. */
  async readCopies(): Promise<void> {
    const document = this.#document;
    const allowed = await this.#permissions();
    if (document === null || document !== this.#document) return;
    const hosts = new Set(allowed.copies);
    const works = offeredIn(this.log.events).filter((work) => work.hosts.some((host) => hosts.has(host)));
    const references = works.flatMap((work) => work.references);
    const keys = pairsOf(this.log.events, new Set(references));
    const order = this.#order(document, allowed, unaskedEndpoint(allowed.endpoint));
    if (keys.length === 0) return;
    this.log.record({ kind: "reading-copies", references });
    const isBegun = this.#checks.ask(keys, order, {
      found: (message) => {
        this.log.record({ kind: "worker", message });
      },
      ended: (failure) => {
        this.log.record({ kind: "copies-read", failure });
      },
    });
    if (!isBegun) this.log.record({ kind: "copies-read", failure: null });
  }

  stopAsking(key: PairKey): void {
    this.#checks.stop(key);
  }

  /** Tells of the endpoint that holds from now on, or that there is none. */
  async refreshEndpoint(): Promise<void> {
    const document = this.#document;
    if (document === null || this.#isPublished) return;
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
    this.#reading?.abort();
    this.#reading = null;
    this.#checks.drop();
    this.#memory?.release();
    if (this.#audit !== null) this.#client.drop(this.#audit);
    this.#audit = null;
    if (this.#document !== null) this.#client.release(this.#document);
    this.#document = null;
    this.log.clear();
  }

  /** The document with what a model read on its pages without text, if the reader wants them sent; null if nothing comes of it. */
  async #readPages(
    document: DocumentInput,
    { endpoint, pageImages }: AuditPermissions,
    { draw, read }: PageImages,
    { keeping }: Keepable,
  ): Promise<DocumentInput | null> {
    if (!pageImages || endpoint === null || !("pdf" in document.content)) return document;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    let count = 0;
    const counted: DrawPage = (page) => {
      // Before the first is sent, the reader is told to whom.
      if (count === 0) this.#offer(endpoint);
      count += 1;
      this.log.record({ kind: "page-images", count });
      return draw(page);
    };
    try {
      // What the model answers are the document's own words: where none of them may be kept, no answer is.
      const asked = keeping === "all" ? endpoint.endpoint : { ...endpoint.endpoint, forgets: true };
      const order = { document, endpoint: asked };
      const text = await this.#client.readPages(order, counted, reading.signal);
      if (text === null || reading.signal.aborted) return document;
      read(text);
      return { ...document, content: { pdf: text } };
    } catch (error) {
      if (reading.signal.aborted) return null;
      const message = error instanceof Error ? error.message : String(error);
      this.log.record({ kind: "worker", message: { kind: "failed", audit: null, message } });
      return null;
    }
  }

  /** The document as it was mapped last. */
  get #mapped(): DocumentView | null {
    for (const event of this.log.events.toReversed())
      if (event.kind === "worker" && event.message.kind === "event" && event.message.event.kind === "mapped")
        return event.message.event.document;
    return null;
  }

  #recalled(document: KeptDocument): Promise<Recalled | null> {
    return this.#memory?.recall(() => this.#map(document)) ?? Promise.resolve(null);
  }

  /** Has a document mapped, and no more of it done; null if that fails. */
  #map(document: KeptDocument): Promise<DocumentView | null> {
    return new Promise((done) => {
      const audit = this.#client.audit(newOrder(document), (message) => {
        if (message.kind === "failed") done(null);
        if (message.kind !== "event" || message.event.kind !== "mapped") return;
        this.#client.drop(message.audit);
        done(message.event.document);
      });
      this.#audit = audit;
    });
  }

  #show(recalled: Recalled, allowed: AuditPermissions): void {
    const { at, events, dismissals, uncovered } = recalled;
    this.#audit = null;
    this.#offer(allowed.endpoint);
    this.#memory?.replay(recalled, () => {
      for (const message of events) this.log.record({ kind: "worker", message });
      for (const event of standing(dismissals, findingsOf(events))) this.log.record(event);
      this.log.record({ kind: "restored", at, uncovered });
    });
  }

  /** When all that was to be kept so far is. */
  settled(): Promise<void> {
    return this.#memory?.settled() ?? Promise.resolve();
  }

  /** What is shown was made elsewhere: there is no document here to ask about. */
  get #isPublished(): boolean {
    return this.log.events.some(({ kind }) => kind === "published");
  }

  #open(document: DocumentInput, settings: AuditOrder["settings"]): KeptDocument {
    this.#settings = settings;
    const kept = this.#client.keep(document);
    this.#document = kept;
    return kept;
  }

  #order(document: KeptDocument, allowed: AuditPermissions, endpoint: ModelEndpoint | null): AuditOrder {
    const { online, committees } = allowed;
    const copies = [...(allowed.copies ?? [])];
    const snippets = allowed.passages ? "published-document" : "off";
    return newOrder(document, { settings: this.#settings, online, committees, snippets, copies, endpoint });
  }

  #offer(use: EndpointUse | null): void {
    const host = use === null ? null : hostOf(use.endpoint.settings);
    const ask = use === null ? "off" : use.always ? "always" : "on-request";
    const known = this.log.events.findLast((event) => event.kind === "endpoint");
    if (known?.host !== host || known.ask !== ask) this.log.record({ kind: "endpoint", host, ask });
  }
}

function meansOf({ online, committees, passages, endpoint }: AuditPermissions): AvailableServices {
  return {
    online: online !== null,
    committees,
    passages,
    endpoint: endpoint?.always === true ? hostOf(endpoint.endpoint.settings) : null,
  };
}

/** The pairs of these references that a log holds findings of. */
function pairsOf(events: readonly AuditEvent[], references: ReadonlySet<string>): PairKey[] {
  const keys = new Set<PairKey>();
  for (const event of events)
    if (event.kind === "worker" && event.message.kind === "event" && event.message.event.kind === "found") {
      const { finding } = event.message.event;
      if (references.has(finding.reference)) keys.add(pairKey(finding));
    }
  return [...keys];
}

function isEnd(message: FromWorker): boolean {
  return message.kind === "failed" || (message.kind === "event" && message.event.kind === "finished");
}
