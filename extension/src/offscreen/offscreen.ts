/** The offscreen document (in Firefox a frame of the event page): owns the worker and knows each tab's audit, so that pages and panels may come and go. */

import { WorkerClient } from "@citelight/shared/worker/client";
import { leave, stay } from "../browser/host-life";
import { throughBackground } from "../carrier";
import { CONTENT_PORT, PANEL_PORT, type EndpointChanged } from "../messages";
import { tellRequest } from "../request-log";
import { DeskEnd, DESK_PORT } from "../openreview/desk-end";
import { homeOf, PdfAudits } from "../openreview/pdf-audits";
import { isOfPage, isOpenReview, isOurs } from "../sender";
import { Arrivals } from "./arrivals";
import { announceHost } from "./line-end";
import { TabAudit } from "./tab-audit";

// A worker with models holds memory that nobody uses once all pages are gone.
const CLOSE_AFTER_MS = 5 * 60_000;

const client = new WorkerClient(
  {
    worker: chrome.runtime.getURL("worker.js"),
    models: chrome.runtime.getURL("models/"),
    library: chrome.runtime.getURL("library/"),
  },
  undefined,
  throughBackground,
  tellRequest,
);
const tabs = new Map<number, TabAudit>();
const arrivals = new Arrivals();
const desks = new Set<DeskEnd>();
const pdfs = new PdfAudits(homeOf(client, () => [...tabs.values()].some(({ isRunning }) => isRunning)));
let closing: ReturnType<typeof setTimeout> | null = null;

function auditOf(tab: number): TabAudit {
  const audit = tabs.get(tab) ?? new TabAudit(client);
  tabs.set(tab, audit);
  return audit;
}

function tidy(): void {
  for (const [tab, audit] of tabs) if (audit.isDeserted) tabs.delete(tab);
  if (closing !== null) clearTimeout(closing);
  closing = tabs.size > 0 || desks.size > 0 ? null : setTimeout(leave, CLOSE_AFTER_MS);
}

stay();

chrome.runtime.onConnect.addListener((port) => {
  port.onDisconnect.addListener(tidy);
  // Pages speak of their own tab alone; panels watch any tab, and desks have the reader's sources asked.
  const tab = port.sender?.tab?.id;
  if (port.name === CONTENT_PORT && tab !== undefined) {
    auditOf(tab).attachContent(port, arrivals.addressOf(port.sender));
  } else if (port.name.startsWith(PANEL_PORT) && isOurs(port.sender)) {
    const watched = Number(port.name.slice(PANEL_PORT.length));
    if (Number.isInteger(watched)) auditOf(watched).attachPanel(port);
  } else if (port.name === DESK_PORT && isOpenReview(port.sender)) attachDesk(port);
  tidy();
});

function attachDesk(port: chrome.runtime.Port): void {
  const desk = new DeskEnd(port, client, pdfs);
  desks.add(desk);
  port.onDisconnect.addListener(() => {
    desks.delete(desk);
    desk.close();
    tidy();
  });
}

chrome.runtime.onMessage.addListener((message: EndpointChanged | { kind: string } | null, sender) => {
  if (message?.kind === "endpoint-changed" && !isOfPage(sender))
    for (const audit of tabs.values()) void audit.refreshEndpoint();
  return false;
});

// Now that it hears.
announceHost();
