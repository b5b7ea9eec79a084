/** The page's end of the worker: starts it when first needed, keeps audits apart, starts anew after a crash. */

import type { Assessment } from "../generated/Assessment";
import type { AssignmentOrder } from "../generated/AssignmentOrder";
import type { AuditOrder } from "../generated/AuditOrder";
import type { DocumentInput } from "../generated/DocumentInput";
import type { DocumentSource } from "../generated/DocumentSource";
import type { ReportOrder } from "../audit/report";
import type { FromWorker } from "../generated/FromWorker";
import type { InputFile } from "../generated/InputFile";
import type { ModelEndpoint } from "../generated/ModelEndpoint";
import type { OpenedFiles } from "../generated/OpenedFiles";
import type { PdfText } from "../generated/PdfText";
import type { ReadingOrder } from "../generated/ReadingOrder";
import type { ReportFile } from "../generated/ReportFile";
import type { ToWorker } from "../generated/ToWorker";
import type { ConnectionTest } from "../generated/ConnectionTest";
import { codeOf } from "../error-codes";
import { Heartbeat, type HeartbeatLimits, type Ping, type Pong } from "../heartbeat";
import { isForOwnModel } from "../own-model/address";
import { OwnModel } from "../own-model/own-model";
import { serveProxyRequest, type FetchProxy, type ProxyRequest } from "./fetch-proxy";
import { serveDrawRequest, type DrawPage, type DrawRequest } from "./page-images";
import type { LoggedRequest, Requested } from "./requests";
import { SentDocuments } from "./sent-documents";

/** Where the worker and its files are. All absolute. */
export interface WorkerUrls {
  worker: string;
  /** Folder with the models' manifest; null to run without. */
  models: string | null;
  /** Ids of models that the reader added (models/store.ts): each takes the place of the folder's for the same task. */
  added?: readonly string[];
  /** Folder with the records and texts; null to run without. */
  library: string | null;
}

/** A document that will be asked about again: the worker is sent it once, and keeps it until it is released. */
export type KeptDocument = Extract<DocumentSource, { kind: "sent" }> & { id: string };

/** To the core, which says it in a sentence of its own. */
const NOBODY_CARRIES = "this page carries no requests; reload it";

/**
 * A worker may fall silent before it did anything: of Firefox's one in fifteen does, in the frame of an extension, without an error,
 * and its timers are silent with it. Later it may be busy with one audit for so long that no other, and no "stop", is heard.
 */
const PATIENCE = { everyMs: 2000, most: 9, mostHurried: 1 };
/** Before its first word: over a slow connection its script may take long to load. */
const PATIENCE_AT_FIRST = { everyMs: 2000, most: 30 };
/** Workers that may fall silent, one after another and for no known reason, before the reader is told. */
const MOST_SILENT = 2;
/** Workers that may fall silent at one audit before its first finding: the first time it need not be the audit's fault. */
const MOST_STRIKES = 2;

/** All that a worker says. */
type WorkerMessage = FromWorker | ProxyRequest | DrawRequest | Requested | Pong;

type Listener = (message: FromWorker) => void;

/** Pages that are being read. */
interface Reading {
  draw: DrawPage;
  done: (text: PdfText | null) => void;
  failed: (error: Error) => void;
}

/** What the client needs of a worker; tests hand in their own. */
export interface WorkerPort {
  postMessage(message: ToWorker | Ping): void;
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerMessage>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
  terminate(): void;
}

export class WorkerClient {
  #urls: WorkerUrls;
  readonly #open: (url: string) => WorkerPort;
  readonly #fetchProxy: FetchProxy;
  readonly #ownModel = new OwnModel();
  readonly #requested: (request: LoggedRequest) => void;
  readonly #audits = new Map<string, Listener>();
  readonly #trials = new Map<string, (outcome: ConnectionTest) => void>();
  readonly #writing = new Map<string, { done: (file: ReportFile) => void; failed: (error: Error) => void }>();
  readonly #assessments = new Map<string, (outcome: Assessment) => void>();
  readonly #openings = new Map<string, (outcome: OpenedFiles) => void>();
  readonly #readings = new Map<string, Reading>();
  #port: WorkerPort | null = null;
  #ready: FromWorker | null = null;
  #heartbeat: Heartbeat | null = null;
  // Whether the worker has said anything yet.
  #hasSpoken = false;
  readonly #documents = new SentDocuments();
  // The keys that the worker holds and the orders that it has not completed, for another worker to take over.
  #pending: ToWorker[] = [];
  #silent = 0;
  // Whether the worker runs other models than it should.
  #isOutdated = false;
  // The audit that the worker turned to last.
  #atWork: string | null = null;
  // Audits that have reported something, that were cancelled, and how often a worker fell silent at each.
  readonly #begun = new Set<string>();
  readonly #stopped = new Set<string>();
  readonly #strikes = new Map<string, number>();
  #counter = 0;

  /**
   * @param fetchProxy sends the requests of endpoints whose key this page, or somebody behind it, holds
   * @param requested hears of each request that the worker sent to a server itself
   */
  constructor(
    urls: WorkerUrls,
    open: (url: string) => WorkerPort = (url) => new Worker(url, { type: "module" }),
    fetchProxy: FetchProxy = () => Promise.resolve({ kind: "refused", reason: NOBODY_CARRIES }),
    requested: (request: LoggedRequest) => void = () => undefined,
  ) {
    this.#urls = urls;
    this.#open = open;
    // The browser's own model is asked where the page is: workers have none.
    this.#fetchProxy = (url, ...request) =>
      isForOwnModel(url) ? this.#ownModel.answer(url, ...request) : fetchProxy(url, ...request);
    this.#requested = requested;
  }

  /** Starts an audit; the listener hears loading, events and a failure. Gives the audit's id. */
  audit(order: AuditOrder, listener: Listener): string {
    this.#counter += 1;
    const audit = `a${this.#counter}`;
    this.#audits.set(audit, listener);
    try {
      this.#send({ kind: "audit", audit, order });
      // What could not be loaded concerns each audit, also one that comes after loading.
      if (this.#ready !== null) listener(this.#ready);
    } catch {
      this.#lose(codeOf("unloadable"));
    }
    return audit;
  }

  /** A document for several audits, which gets an id of its own. */
  keep(document: DocumentInput): KeptDocument {
    this.#counter += 1;
    return { kind: "sent", id: `d${this.#counter}`, document };
  }

  /** Nobody asks about a document again. */
  release({ id }: KeptDocument): void {
    if (this.#documents.release(id)) this.#port?.postMessage({ kind: "release", document: id });
  }

  /** Asks an audit to end; it answers with `finished`, incomplete, or with a failure if it keeps the worker from hearing. */
  cancel(audit: string): void {
    this.#port?.postMessage({ kind: "cancel", audit });
    this.#stopped.add(audit);
    if (this.#atWork === audit) this.#heartbeat?.hurry();
  }

  /** Cancels an audit and stops listening to it. */
  drop(audit: string): void {
    if (!this.#audits.has(audit)) return;
    this.#forget(audit);
    this.cancel(audit);
  }

  /** Has the worker keep the key of an address in its memory, or forget it. */
  keepKey(url: string, key: string | null): void {
    try {
      this.#send({ kind: "key", url, key });
    } catch {
      this.#lose(codeOf("unloadable"));
    }
  }

  /** Asks an endpoint one tiny question. */
  attempt(endpoint: ModelEndpoint): Promise<ConnectionTest> {
    this.#counter += 1;
    const trial = `t${this.#counter}`;
    return new Promise((done) => {
      this.#trials.set(trial, done);
      try {
        this.#send({ kind: "try", trial, endpoint });
      } catch {
        this.#lose(codeOf("unloadable"));
      }
    });
  }

  /** Has an audit written as a file; fails in words. */
  write(wanted: ReportOrder): Promise<ReportFile> {
    this.#counter += 1;
    const order = `w${this.#counter}`;
    return new Promise((done, failed) => {
      this.#writing.set(order, { done, failed });
      try {
        this.#send({ kind: "write", order, ...wanted });
      } catch {
        this.#lose(codeOf("unloadable"));
      }
    });
  }

  /** Compares a submission with works, and its authors with a reviewer, in the worker alone. */
  assess(order: AssignmentOrder): Promise<Assessment> {
    this.#counter += 1;
    const assessment = `s${this.#counter}`;
    return new Promise((done) => {
      this.#assessments.set(assessment, done);
      try {
        this.#send({ kind: "assess", assessment, order });
      } catch {
        this.#lose(codeOf("unloadable"));
      }
    });
  }

  /**
   * Opens the files of one document, whatever their format: a file, an archive, or a text with what belongs to it. A document becomes a
   * page to show and check; a PDF is handed back for pdf.js.
   */
  open(files: InputFile[]): Promise<OpenedFiles> {
    return this.#opened((opening) => ({ kind: "open", opening, files }));
  }

  /** Makes a page of the text layer of a PDF. */
  openPdfText(name: string, text: PdfText): Promise<OpenedFiles> {
    return this.#opened((opening) => ({ kind: "open-pdf-text", opening, name, text }));
  }

  /**
   * Has the pages of a PDF that hold no text read by a model, off images that are drawn when they are wanted. Gives the text layer with
   * them; null if there was nothing to read.
   */
  readPages(order: ReadingOrder, draw: DrawPage, signal: AbortSignal): Promise<PdfText | null> {
    signal.throwIfAborted();
    this.#counter += 1;
    const reading = `p${this.#counter}`;
    return new Promise((done, failed) => {
      this.#readings.set(reading, { draw, done, failed });
      signal.addEventListener("abort", () => {
        if (!this.#readings.has(reading)) return;
        this.#ended(reading);
        this.#port?.postMessage({ kind: "cancel", audit: reading });
        failed(signal.reason as Error);
      });
      try {
        this.#send({ kind: "read-pages", reading, order });
      } catch {
        this.#lose(codeOf("unloadable"));
      }
    });
  }

  /** Has added models used, in place of those used before: from the next order on, as soon as the worker has nothing to do. */
  useAdded(added: readonly string[]): void {
    if (added.join() === (this.#urls.added ?? []).join()) return;
    this.#urls = { ...this.#urls, added };
    this.#isOutdated = this.#port !== null;
    this.#endOutdated();
  }

  /** Ends the worker: nothing more is asked of it. */
  close(): void {
    this.#endHeartbeat();
    this.#port?.terminate();
    this.#port = null;
    this.#pending = [];
  }

  #opened(order: (opening: string) => ToWorker): Promise<OpenedFiles> {
    this.#counter += 1;
    const opening = `o${this.#counter}`;
    return new Promise((done) => {
      this.#openings.set(opening, done);
      try {
        this.#send(order(opening));
      } catch {
        this.#lose(codeOf("unloadable"));
      }
    });
  }

  #send(message: ToWorker): void {
    this.#port ??= this.#start();
    if (message.kind === "key") this.#withdraw((told) => told.kind === "key" && told.url === message.url);
    this.#pending.push(message);
    this.#port.postMessage(this.#documents.posted(message));
  }

  #start(): WorkerPort {
    const port = this.#open(this.#urls.worker);
    port.addEventListener("message", (event) => {
      // What a worker said before it was lost may arrive later.
      if (this.#port !== port) return;
      this.#heard(port, event.data);
      const [channel] = event.ports;
      if (event.data.kind === "pong") return;
      if (event.data.kind === "requested") this.#requested(event.data.request);
      else if (event.data.kind === "draw") {
        const reading = this.#readings.get(event.data.reading);
        if (channel !== undefined && reading !== undefined)
          serveDrawRequest(event.data, channel, reading.draw);
      } else if (event.data.kind !== "carry") this.#receive(event.data);
      else if (channel !== undefined) serveProxyRequest(event.data, channel, this.#fetchProxy);
      this.#endOutdated();
    });
    port.addEventListener("error", (event) => {
      event.preventDefault();
      if (this.#port === port) this.#lose(this.#failure);
    });
    port.addEventListener("messageerror", () => {
      if (this.#port === port) this.#lose(codeOf("crashed"));
    });
    const { models, added = [], library } = this.#urls;
    port.postMessage({ kind: "load", models, added: [...added], library });
    this.#isOutdated = false;
    this.#documents.clear();
    for (const message of this.#pending) port.postMessage(this.#documents.posted(message));
    this.#hasSpoken = false;
    this.#watch(port, PATIENCE_AT_FIRST);
    return port;
  }

  #heard(port: WorkerPort, message: WorkerMessage): void {
    if (isSignOfWork(message)) this.#silent = 0;
    if (message.kind === "event" && isSignOfWork(message)) this.#begun.add(message.audit);
    if (!this.#hasSpoken) this.#watch(port, PATIENCE);
    this.#hasSpoken = true;
    this.#heartbeat?.heard();
  }

  // A worker whose script cannot be had, offline for instance, fails before its first word.
  get #failure(): string {
    return codeOf(this.#hasSpoken ? "crashed" : "unloadable");
  }

  #watch(port: WorkerPort, patience: HeartbeatLimits): void {
    this.#endHeartbeat();
    const ping = (ping: Ping): void => {
      port.postMessage(ping);
    };
    this.#heartbeat = new Heartbeat(patience, ping, () => {
      if (this.#port === port) this.#replace();
    });
  }

  // Another worker takes over from one that fell silent, without the audit that kept it busy.
  #replace(): void {
    const culprit = this.#culprit();
    if (culprit === null) this.#silent += 1;
    if (this.#silent > MOST_SILENT) {
      this.#lose(this.#failure);
      return;
    }
    const listener = culprit === null ? undefined : this.#audits.get(culprit);
    if (culprit !== null) this.#forget(culprit);
    this.#endHeartbeat();
    this.#port?.terminate();
    this.#atWork = null;
    try {
      this.#port = this.#start();
      for (const audit of this.#stopped)
        if (this.#audits.has(audit)) this.#port.postMessage({ kind: "cancel", audit });
    } catch {
      this.#lose(codeOf("unloadable"));
    }
    if (culprit !== null) listener?.({ kind: "failed", audit: culprit, message: codeOf("stuck") });
  }

  // The audit at which the worker fell silent, if it is that audit's fault.
  #culprit(): string | null {
    const audit = this.#atWork;
    if (audit === null) return null;
    const strikes = (this.#strikes.get(audit) ?? 0) + 1;
    this.#strikes.set(audit, strikes);
    const isSure = this.#begun.has(audit) || strikes >= MOST_STRIKES || this.#stopped.has(audit);
    return isSure ? audit : null;
  }

  // The next order starts a worker with the right models, which is given the keys anew.
  #endOutdated(): void {
    if (!this.#isOutdated || this.#pending.some(({ kind }) => kind !== "key")) return;
    this.#isOutdated = false;
    this.#endHeartbeat();
    this.#port?.terminate();
    this.#port = null;
    this.#ready = null;
    this.#atWork = null;
  }

  // An audit is over: nobody listens to it, and no other worker takes it over.
  #forget(audit: string): void {
    this.#audits.delete(audit);
    this.#begun.delete(audit);
    this.#stopped.delete(audit);
    this.#strikes.delete(audit);
    this.#withdraw((told) => told.kind === "audit" && told.audit === audit);
  }

  // Pages are read, or nobody waits for them any more.
  #ended(reading: string): Reading | undefined {
    const known = this.#readings.get(reading);
    this.#readings.delete(reading);
    this.#withdraw((told) => told.kind === "read-pages" && told.reading === reading);
    return known;
  }

  #withdraw(is: (told: ToWorker) => boolean): void {
    this.#pending = this.#pending.filter((told) => !is(told));
  }

  #endHeartbeat(): void {
    this.#heartbeat?.end();
    this.#heartbeat = null;
  }

  #receive(message: FromWorker): void {
    if (message.kind === "working") {
      this.#atWork = message.audit;
      return;
    }
    if (message.kind === "unknown-document") {
      this.#sendAgain(message.audit);
      return;
    }
    if (message.kind === "ready") this.#ready = message;
    if (message.kind === "loading" || message.kind === "ready") {
      for (const listener of [...this.#audits.values()]) listener(message);
      return;
    }
    if (message.kind === "tried") {
      this.#trials.get(message.trial)?.(message.outcome);
      this.#trials.delete(message.trial);
      this.#withdraw((told) => told.kind === "try" && told.trial === message.trial);
      return;
    }
    if (message.kind === "written") {
      const waiting = this.#writing.get(message.order);
      this.#writing.delete(message.order);
      this.#withdraw((told) => told.kind === "write" && told.order === message.order);
      if (message.file !== null) waiting?.done(message.file);
      else waiting?.failed(new Error(message.problem ?? codeOf("crashed")));
      return;
    }
    if (message.kind === "assessed") {
      this.#assessments.get(message.assessment)?.(message.outcome);
      this.#assessments.delete(message.assessment);
      this.#withdraw((told) => told.kind === "assess" && told.assessment === message.assessment);
      return;
    }
    if (message.kind === "opened") {
      this.#openings.get(message.opening)?.(message.outcome);
      this.#openings.delete(message.opening);
      this.#withdraw((told) => "opening" in told && told.opening === message.opening);
      return;
    }
    if (message.kind === "pages-read") {
      this.#ended(message.reading)?.done(message.text);
      return;
    }
    if (message.audit === null) {
      this.#lose(message.kind === "failed" ? message.message : codeOf("crashed"));
      return;
    }
    const listener = this.#audits.get(message.audit);
    const isLast = message.kind === "failed" || message.event.kind === "finished";
    if (isLast) this.#forget(message.audit);
    listener?.(message);
  }

  // The worker does not have the document of an audit any more: now it comes along.
  #sendAgain(audit: string): void {
    const order = this.#pending.find((told) => told.kind === "audit" && told.audit === audit);
    if (order === undefined) return;
    this.#documents.lack(order);
    this.#port?.postMessage(this.#documents.posted(order));
  }

  // Every running audit hears that it ended; the next one gets a new worker, which is given the keys anew.
  #lose(message: string): void {
    this.#port?.terminate();
    this.#endHeartbeat();
    this.#port = null;
    this.#ready = null;
    this.#documents.clear();
    this.#pending = this.#pending.filter(({ kind }) => kind === "key");
    this.#silent = 0;
    this.#atWork = null;
    this.#begun.clear();
    this.#stopped.clear();
    this.#strikes.clear();
    const listeners = [...this.#audits];
    const trials = [...this.#trials.values()];
    const assessments = [...this.#assessments.values()];
    this.#audits.clear();
    this.#trials.clear();
    const writing = [...this.#writing.values()];
    this.#writing.clear();
    for (const { failed } of writing) failed(new Error(message));
    this.#assessments.clear();
    const readings = [...this.#readings.values()];
    this.#readings.clear();
    for (const { failed } of readings) failed(new Error(message));
    const openings = [...this.#openings.values()];
    this.#openings.clear();
    for (const done of openings) done({ kind: "unreadable", reason: message });
    for (const done of trials) done({ kind: "failed", reason: message });
    for (const done of assessments) done(notAssessed(message));
    for (const [audit, listener] of listeners) listener({ kind: "failed", audit, message });
  }
}

/** Whether a worker has shown that it does what it is there for: from the first such sign on it is no stillborn one. */
function isSignOfWork(message: WorkerMessage): boolean {
  if (message.kind === "event") return message.event.kind !== "progress";
  return message.kind !== "pong" && message.kind !== "loading" && message.kind !== "working";
}

function notAssessed(problem: string): Assessment {
  return { by_meaning: null, by_words: null, expertise: null, model: null, problem, conflicts: [], own: [] };
}
