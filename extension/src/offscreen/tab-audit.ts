/** The audit of one tab: between its page, its panels and the worker. */

import type { FromWorker } from "../../../www/src/generated/FromWorker";
import type { Online } from "../../../www/src/generated/Online";
import type { AuditOrder, WorkerClient } from "../../../www/src/worker/client";
import type { AskOnline, FromContent, FromPanel, ToContent, ToPanel } from "../messages";

export class TabAudit {
  readonly #client: WorkerClient;
  readonly #panels = new Set<chrome.runtime.Port>();
  #content: chrome.runtime.Port | null = null;
  #audit: string | null = null;
  // All that was told since the audit began: a panel that opens late hears it again.
  #told: ToPanel[] = [];
  #begun = false;
  #order: symbol | null = null;

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  /** Neither page nor panel is there. */
  get isDeserted(): boolean {
    return this.#content === null && this.#panels.size === 0;
  }

  attachContent(port: chrome.runtime.Port): void {
    this.#content = port;
    port.onMessage.addListener((message: FromContent) => {
      this.#fromContent(message);
    });
    port.onDisconnect.addListener(() => {
      if (this.#content !== port) return;
      this.#content = null;
      this.#drop();
      this.#told = [];
      this.#begun = false;
      this.#toPanels({ kind: "page", there: false });
    });
    this.#toPanels({ kind: "page", there: true });
  }

  attachPanel(port: chrome.runtime.Port): void {
    this.#panels.add(port);
    port.onMessage.addListener((message: FromPanel) => {
      if (message.kind === "stop") this.#cancel();
      else this.#toContent(message);
    });
    port.onDisconnect.addListener(() => {
      this.#panels.delete(port);
    });
    const say = (message: ToPanel): void => {
      port.postMessage(message);
    };
    say({ kind: "page", there: this.#content !== null });
    if (this.#begun) say({ kind: "begin" });
    for (const message of this.#told) say(message);
  }

  #fromContent(message: FromContent): void {
    switch (message.kind) {
      case "begin":
        this.#drop();
        this.#told = [];
        this.#begun = true;
        this.#toPanels({ kind: "begin" });
        break;
      case "audit":
        void this.#begin(message);
        break;
      case "stop":
        this.#cancel();
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
    const ask: AskOnline = { kind: "online" };
    const online = await chrome.runtime.sendMessage<AskOnline, Online | null>(ask).catch(() => null);
    if (this.#order !== order) return;
    this.#audit = this.#client.audit({ content, origin, online }, (answer) => {
      this.#fromWorker(answer);
    });
  }

  #fromWorker(message: FromWorker): void {
    const told: ToPanel = { kind: "worker", message };
    this.#told.push(told);
    this.#toPanels(told);
    this.#toContent({ kind: "worker", message });
  }

  #cancel(): void {
    if (this.#audit !== null) this.#client.cancel(this.#audit);
  }

  #drop(): void {
    this.#order = null;
    if (this.#audit !== null) this.#client.drop(this.#audit);
    this.#audit = null;
  }

  #toContent(message: ToContent): void {
    this.#content?.postMessage(message);
  }

  #toPanels(message: ToPanel): void {
    for (const panel of this.#panels) panel.postMessage(message);
  }
}
