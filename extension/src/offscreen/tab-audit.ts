/** The audit of one tab: between its page, its panels and the worker. */

import { PairChecks } from "@citelight/shared/audit/pair-checks";
import { hostOf, unaskedEndpoint, type EndpointUse } from "@citelight/shared/audit/endpoint-choice";
import type { RecheckTarget, PairKey } from "@citelight/shared/audit/state";
import type { ReportFile } from "@citelight/shared/generated/ReportFile";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { AuditOrder, WorkerClient } from "@citelight/shared/worker/client";
import type {
  AuditPermissions,
  AskPermissions,
  AuditTrigger,
  FromContent,
  FromPanel,
  EndpointStatus,
  ToContent,
  ToPanel,
} from "../messages";
import { isOurs } from "../sender";
import { siteOf } from "../sites";
import { servePort } from "./port-server";

type WriteOrder = Extract<FromPanel, { kind: "write" }>;

export class TabAudit {
  readonly #client: WorkerClient;
  readonly #panels = new Set<chrome.runtime.Port>();
  #content: chrome.runtime.Port | null = null;
  #audit: string | null = null;
  // All that was told since the audit began: a panel that opens late hears it again.
  #told: ToPanel[] = [];
  #begun = false;
  #order: symbol | null = null;
  // Of which sites the document is; none where nobody knows.
  #sites: readonly string[] = [];
  // Where the document came from, of which the endpoint's budget is; null for the viewer, which itself says what it shows.
  #address: string | null = null;
  #cause: AuditTrigger = "click";
  #isRunning = false;
  // A panel asked for a check before the page had found the way here.
  #isStartWanted = false;
  readonly #asking: PairChecks;
  // What was checked last, to ask about a part of it again.
  #page: AuditOrder | null = null;

  constructor(client: WorkerClient) {
    this.#client = client;
    this.#asking = new PairChecks(client);
  }

  /** Neither page nor panel is there. */
  get isDeserted(): boolean {
    return this.#content === null && this.#panels.size === 0;
  }

  /** A reader waits for it. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** @param address at which the port's document came. */
  attachContent(port: chrome.runtime.Port, address: string | null): void {
    this.#content = port;
    const isViewer = isOurs(port.sender);
    this.#sites = isViewer ? [] : sitesOf(port.sender);
    this.#address = isViewer ? null : address;
    servePort(port, (message: FromContent) => {
      // Of a page that was left meanwhile.
      if (this.#content !== port) return;
      if (message.kind !== "document") this.#fromContent(message);
      else if (isViewer) this.#isOf(message.sites);
    });
    port.onDisconnect.addListener(() => {
      if (this.#content !== port) return;
      this.#content = null;
      this.#drop();
      this.#told = [];
      this.#begun = false;
      this.#toPanels({ kind: "page", there: false, site: this.#site });
    });
    this.#toPanels({ kind: "page", there: true, site: this.#site });
    if (this.#isStartWanted) this.#toContent({ kind: "start" });
    this.#isStartWanted = false;
  }

  attachPanel(port: chrome.runtime.Port): void {
    this.#panels.add(port);
    servePort(port, (message: FromPanel) => {
      if (message.kind === "stop") this.#cancel();
      else if (message.kind === "write") void this.#write(port, message);
      else if (message.kind === "start" && this.#content === null) this.#isStartWanted = true;
      else this.#toContent(message);
    });
    port.onDisconnect.addListener(() => {
      this.#panels.delete(port);
      if (this.#panels.size === 0) this.#isStartWanted = false;
    });
    const say = (message: ToPanel): void => {
      port.postMessage(message);
    };
    say({ kind: "page", there: this.#content !== null, site: this.#site });
    if (this.#begun) say({ kind: "begin" });
    for (const message of this.#told) say(message);
  }

  /** The site that readers are told of: where the document was in the end. */
  get #site(): string | null {
    return this.#sites.at(-1) ?? null;
  }

  #isOf(sites: readonly string[]): void {
    this.#sites = sites;
    this.#toPanels({ kind: "page", there: true, site: this.#site });
  }

  async #write(panel: chrome.runtime.Port, { order, format, report }: WriteOrder): Promise<void> {
    const origin = this.#page?.origin;
    const answer = (file: ReportFile | null, problem: string | null): void => {
      const written: ToPanel = { kind: "written", order, file, problem };
      if (this.#panels.has(panel)) panel.postMessage(written);
    };
    try {
      answer(await this.#client.write(format, origin === undefined ? report : { ...report, origin }), null);
    } catch (error) {
      answer(null, error instanceof Error ? error.message : String(error));
    }
  }

  #fromContent(message: Exclude<FromContent, { kind: "document" }>): void {
    switch (message.kind) {
      case "begin":
        this.#drop();
        this.#told = [];
        this.#begun = true;
        this.#cause = message.cause;
        this.#toPanels({ kind: "begin" });
        break;
      case "audit":
        void this.#begin(message);
        break;
      case "restore":
        void this.#restore(message);
        break;
      case "stop":
        this.#cancel();
        break;
      case "halted":
        this.#drop();
        this.#told = [];
        this.#begun = false;
        this.#toPanels(message);
        break;
      case "ask":
        void this.#ask(message.key, message.whom);
        break;
      case "stop-asking":
        this.#asking.stop(message.key);
        break;
      case "dismiss":
      case "lost":
      case "opened":
        if (message.kind !== "opened") this.#told.push(message);
        this.#toPanels(message);
        break;
    }
  }

  /** Starts the worker on what the page sent, unless the page has begun anew meanwhile. */
  async #begin({ content, origin }: AuditOrder): Promise<void> {
    const order = Symbol();
    this.#order = order;
    const { mayCheck, online, committees, endpoint: use } = await this.#allowed();
    if (this.#order !== order) return;
    if (!mayCheck) {
      this.#toContent({ kind: "halt" });
      return;
    }
    this.#page = { content, origin, document: this.#address, online, committees };
    this.#tellEndpoint(use);
    const endpoint = unaskedEndpoint(use);
    this.#isRunning = true;
    this.#audit = this.#client.audit({ ...this.#page, endpoint }, (answer) => {
      if (answer.kind === "failed" || (answer.kind === "event" && answer.event.kind === "finished"))
        this.#isRunning = false;
      this.#fromWorker(answer);
    });
  }

  /** Knows again what an earlier offscreen document knew of the page. */
  async #restore({ cause, content, origin, told }: Extract<FromContent, { kind: "restore" }>): Promise<void> {
    this.#drop();
    const order = Symbol();
    this.#order = order;
    this.#cause = cause;
    this.#begun = true;
    this.#told = told;
    this.#toPanels({ kind: "begin" });
    for (const message of told) this.#toPanels(message);
    const { online, committees } = await this.#allowed();
    if (this.#order === order) this.#page = { content, origin, document: this.#address, online, committees };
  }

  /** Puts one finding to the endpoint, or checks it once more as whole articles are, as the options are now. */
  async #ask(key: PairKey, whom: RecheckTarget): Promise<void> {
    const page = this.#page;
    const { online, committees, endpoint: use } = await this.#allowed();
    if (page === null || this.#page !== page) return;
    this.#tellEndpoint(use);
    const endpoint = whom === "endpoint" ? (use?.endpoint ?? null) : unaskedEndpoint(use);
    if (whom === "endpoint" && endpoint === null) return;
    this.#tell({ kind: "asking", key, whom });
    this.#asking.ask(
      key,
      { ...page, online, committees, endpoint },
      {
        found: (message) => {
          this.#fromWorker(message);
        },
        ended: (failure) => {
          this.#tell({ kind: "asked", key, failure });
        },
      },
    );
  }

  /** Tells page and panels of the endpoint as the options are now. */
  async refreshEndpoint(): Promise<void> {
    const page = this.#page;
    if (page === null) return;
    const { endpoint: use } = await this.#allowed();
    if (this.#page === page) this.#tellEndpoint(use);
  }

  #tellEndpoint(use: EndpointUse | null): void {
    const host = use === null ? null : hostOf(use.endpoint.settings);
    this.#tell({ kind: "endpoint", host, ask: use === null ? "off" : use.always ? "always" : "on-request" });
  }

  #tell(message: EndpointStatus): void {
    this.#told.push(message);
    this.#toPanels(message);
    this.#toContent(message);
  }

  #fromWorker(message: FromWorker): void {
    const told: ToPanel = { kind: "worker", message };
    this.#told.push(told);
    this.#toPanels(told);
    this.#toContent({ kind: "worker", message });
  }

  #cancel(): void {
    this.#asking.stopAll();
    if (this.#audit !== null) this.#client.cancel(this.#audit);
    else if (this.#begun) this.#toContent({ kind: "halt" });
  }

  #drop(): void {
    this.#order = null;
    this.#isRunning = false;
    this.#page = null;
    this.#asking.drop();
    if (this.#audit !== null) this.#client.drop(this.#audit);
    this.#audit = null;
  }

  #allowed(): Promise<AuditPermissions> {
    return allowed(this.#sites, this.#cause);
  }

  #toContent(message: ToContent): void {
    this.#content?.postMessage(message);
  }

  #toPanels(message: ToPanel): void {
    for (const panel of this.#panels) panel.postMessage(message);
  }
}

/** Of which site a page is, as the browser tells it: a document without an address of its own is of who made it. */
function sitesOf(sender: chrome.runtime.MessageSender | undefined): readonly string[] {
  const site = siteOf(sender?.url) ?? siteOf(sender?.origin);
  return site === null ? [] : [site];
}

/** What the reader allowed for a document of these sites, as the service worker knows it now. */
export async function allowed(sites: readonly string[], cause: AuditTrigger): Promise<AuditPermissions> {
  const ask: AskPermissions = { kind: "allowed", sites, cause };
  const nothing: AuditPermissions = { mayCheck: true, online: null, committees: false, endpoint: null };
  const answer = await chrome.runtime
    .sendMessage<AskPermissions, AuditPermissions | null>(ask)
    .catch(() => null);
  return answer ?? nothing;
}
