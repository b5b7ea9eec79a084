/** The audit of one tab: between its page, its panels and the worker. */

import type { AuditEvent } from "@citelight/shared/audit/audit-log";
import { AuditSession, type AuditPermissions, type PageImages } from "@citelight/shared/audit/audit-session";
import type { DocumentInput } from "@citelight/shared/generated/DocumentInput";
import type { ReportFile } from "@citelight/shared/generated/ReportFile";
import type { WorkerClient } from "@citelight/shared/worker/client";
import type { DrawnPage } from "@citelight/shared/worker/page-images";
import type {
  AskPermissions,
  AuditTrigger,
  DrawnPageMessage,
  FromContent,
  FromPanel,
  ToContent,
  ToPanel,
} from "../messages";
import type { AuditStore } from "@citelight/shared/persistence/audit-store";
import type { Keepable } from "@citelight/shared/persistence/audit-memory";
import { isOpenReviewSite } from "../openreview/site";
import { fromBase64 } from "../base64";
import { tellRequest } from "../request-log";
import { isOurs } from "../sender";
import { FILES, siteOf } from "../sites";
import { servePort } from "./port-server";

type WriteOrder = Extract<FromPanel, { kind: "write" }>;

export class TabAudit {
  readonly #client: WorkerClient;
  readonly #session: AuditSession;
  readonly #panels = new Set<chrome.runtime.Port>();
  #content: chrome.runtime.Port | null = null;
  #begun = false;
  // Of which sites the document is; none where nobody knows.
  #sites: readonly string[] = [];
  // Where the document came from, of which the endpoint's budget is; null for the viewer, which itself says what it shows.
  #address: string | null = null;
  #cause: AuditTrigger = "click";
  // Whether the tab is of a private window.
  #isPrivate = false;
  // The page itself did what happens now.
  #isOfPage = false;
  // A panel asked for a check before the page had found the way here.
  #isStartWanted = false;
  // Only the viewer draws pages of its document.
  #isViewer = false;
  readonly #drawing = new Map<number, (drawn: DrawnPage) => void>();
  #orders = 0;

  /** @param store where results are kept. */
  constructor(client: WorkerClient, store: AuditStore | null) {
    this.#client = client;
    this.#session = new AuditSession(
      client,
      () => permissionsFor(this.#sites, this.#cause, this.#isPrivate),
      (event) => {
        this.#pass(event);
      },
      store,
    );
  }

  /** Neither page nor panel is there. */
  get isDeserted(): boolean {
    return this.#content === null && this.#panels.size === 0;
  }

  /** A reader waits for it. */
  get isRunning(): boolean {
    return this.#session.isRunning;
  }

  /** @param address at which the port's document came. */
  attachContent(port: chrome.runtime.Port, address: string | null): void {
    this.#content = port;
    const isViewer = isOurs(port.sender);
    this.#isViewer = isViewer;
    this.#giveUpDrawing();
    this.#sites = isViewer ? [] : sitesOf(port.sender);
    this.#address = isViewer ? null : address;
    // Where the browser does not say, nothing is kept either.
    this.#isPrivate = isOfPrivate(port);
    servePort(port, (message: FromContent) => {
      // Of a page that was left meanwhile.
      if (this.#content !== port) return;
      if (message.kind !== "document") this.#fromContent(message);
      else if (isViewer) this.#isOf(message.sites);
    });
    port.onDisconnect.addListener(() => {
      if (this.#content !== port) return;
      this.#content = null;
      this.#giveUpDrawing();
      this.#session.reset();
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
      else if (message.kind === "check-new") void this.#session.checkNew();
      else if (message.kind === "answer") this.#session.log.record(message);
      else if (message.kind === "ask-open") void this.#session.askOpen();
      else if (message.kind === "stop-asking-all") this.#session.stopAskingAll();
      else if (message.kind === "read-copies") void this.#session.readCopies();
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
    for (const event of this.#session.log.events) say(event);
  }

  /** The site that readers are told of: where the document was in the end. */
  get #site(): string | null {
    return this.#sites.at(-1) ?? null;
  }

  #isOf(sites: readonly string[]): void {
    this.#sites = sites;
    this.#toPanels({ kind: "page", there: true, site: this.#site });
  }

  async #write(panel: chrome.runtime.Port, { order, ...wanted }: WriteOrder): Promise<void> {
    const { origin } = this.#session;
    const answer = (file: ReportFile | null, problem: string | null): void => {
      const written: ToPanel = { kind: "written", order, file, problem };
      if (this.#panels.has(panel)) panel.postMessage(written);
    };
    try {
      answer(
        await this.#client.write(
          origin === null ? wanted : { ...wanted, report: { ...wanted.report, origin } },
        ),
        null,
      );
    } catch (error) {
      answer(null, error instanceof Error ? error.message : String(error));
    }
  }

  #fromContent(message: Exclude<FromContent, { kind: "document" }>): void {
    switch (message.kind) {
      case "begin":
        this.#session.reset();
        this.#begun = true;
        this.#cause = message.cause;
        this.#toPanels({ kind: "begin" });
        break;
      case "audit":
        void this.#check(message);
        break;
      case "recall":
        void this.#recall(message);
        break;
      case "restore":
        this.#cause = message.cause;
        this.#begun = true;
        this.#toPanels({ kind: "begin" });
        for (const event of message.told) this.#toPanels(event);
        void this.#session.restore(
          this.#addressed(message.document),
          message.told,
          this.#keepable(message.name),
        );
        // The options may have been changed meanwhile.
        void this.#session.refreshEndpoint();
        break;
      case "fetched":
        if (/^https?:/.test(message.url))
          tellRequest({ at: Date.now(), method: "GET", url: message.url, sent: 0, status: message.status });
        break;
      case "page-drawn":
        this.#drawing.get(message.order)?.(drawnFrom(message.drawn));
        this.#drawing.delete(message.order);
        break;
      case "stop":
        this.#cancel();
        break;
      case "halted":
        this.#session.reset();
        this.#begun = false;
        this.#toPanels(message);
        break;
      case "ask":
        void this.#session.ask(message.key, message.whom);
        break;
      case "stop-asking":
        this.#session.stopAsking(message.key);
        break;
      case "dismiss":
      case "answer":
      case "lost":
      case "full-texts":
      case "unusable":
        this.#isOfPage = true;
        this.#session.log.record(message);
        this.#isOfPage = false;
        break;
      case "opened":
        this.#toPanels(message);
        break;
    }
  }

  /** Has the worker check what the page sent, if the reader allows it. */
  async #check({ document, name, mayRecall }: Extract<FromContent, { kind: "audit" }>): Promise<void> {
    const keepable = this.#keepable(name);
    const pages: PageImages = {
      draw: (page) => this.#draw(page),
      read: (text) => {
        this.#toContent({ kind: "pages-read", text });
      },
    };
    const options = { keepable, mayRecall, pages: this.#isViewer ? pages : null };
    if (!(await this.#session.check(this.#addressed(document), options))) this.#toContent({ kind: "halt" });
  }

  #draw(page: number): Promise<DrawnPage> {
    this.#orders += 1;
    const order = this.#orders;
    return new Promise((done) => {
      this.#drawing.set(order, done);
      this.#toContent({ kind: "draw-page", order, page });
    });
  }

  /** The viewer that was to draw is gone. */
  #giveUpDrawing(): void {
    for (const done of this.#drawing.values()) done({ kind: "failed", reason: "the document was closed" });
    this.#drawing.clear();
  }

  /** Gives a page that was loaded anew what is kept of it; panels hear nothing where nothing is. */
  async #recall({ document, name }: Extract<FromContent, { kind: "recall" }>): Promise<void> {
    this.#session.reset();
    const options = { keepable: this.#keepable(name) };
    const isFound = await this.#session.recall(this.#addressed(document), options, () => {
      this.#begun = true;
      this.#toPanels({ kind: "begin" });
      this.#toContent({ kind: "recalled", found: true });
    });
    if (!isFound) this.#toContent({ kind: "recalled", found: false });
  }

  /** What may be kept of the document: of what may be in confidence verdicts alone, in private windows nothing. */
  #keepable(name: string | null): Keepable {
    const isConfidential =
      this.#sites.length === 0 || this.#sites.some((site) => site === FILES || isOpenReviewSite(site));
    return { name, keeping: this.#isPrivate ? "nothing" : isConfidential ? "verdicts" : "all" };
  }

  /** The document, by where the browser says that it came from: its page's word does not count. */
  #addressed(document: DocumentInput): DocumentInput {
    return { ...document, address: this.#address };
  }

  /** Tells page and panels of the endpoint as the options are now. */
  refreshEndpoint(): Promise<void> {
    return this.#session.refreshEndpoint();
  }

  /** Passes on what happened; what the page itself did, it knows. */
  #pass(event: AuditEvent): void {
    this.#toPanels(event);
    if (!this.#isOfPage) this.#toContent(event);
  }

  #cancel(): void {
    if (!this.#session.cancel() && this.#begun) this.#toContent({ kind: "halt" });
  }

  #toContent(message: ToContent): void {
    this.#content?.postMessage(message);
  }

  #toPanels(message: ToPanel): void {
    for (const panel of this.#panels) panel.postMessage(message);
  }
}

function drawnFrom(message: DrawnPageMessage): DrawnPage {
  return message.kind === "failed"
    ? message
    : { kind: "image", png: fromBase64(message.base64), code: message.code };
}

/** Of which site a page is, as the browser tells it: a document without an address of its own is of who made it. */
function sitesOf(sender: chrome.runtime.MessageSender | undefined): readonly string[] {
  const site = siteOf(sender?.url) ?? siteOf(sender?.origin);
  return site === null ? [] : [site];
}

/** Whether a port's page is in a private window; where the browser does not say, it is taken for one. */
export function isOfPrivate({ sender }: chrome.runtime.Port): boolean {
  return sender?.tab?.incognito !== false;
}

/**
 * What the reader allowed for a document of these sites, as the service worker knows it now.
 *
 * @param forgets whether nothing that is answered may be kept.
 */
export async function permissionsFor(
  sites: readonly string[],
  cause: AuditTrigger,
  forgets: boolean,
): Promise<AuditPermissions> {
  const ask: AskPermissions = { kind: "allowed", sites, cause };
  const nothing: AuditPermissions = {
    mayCheck: true,
    online: null,
    committees: false,
    passages: false,
    copies: null,
    endpoint: null,
    pageImages: false,
  };
  const answer = await chrome.runtime
    .sendMessage<AskPermissions, AuditPermissions | null>(ask)
    .catch(() => null);
  if (answer === null) return nothing;
  const { online, endpoint } = answer;
  return {
    ...answer,
    online: online === null ? null : { ...online, forgets },
    endpoint: endpoint === null ? null : { ...endpoint, endpoint: { ...endpoint.endpoint, forgets } },
  };
}
