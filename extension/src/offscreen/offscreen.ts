/** The offscreen document (in Firefox a frame of the event page): owns the worker and knows each tab's audit, so that pages and panels may come and go. */

import { StoredModels } from "@citelight/shared/models/stored-models";
import { AuditStore } from "@citelight/shared/persistence/audit-store";
import { WorkerClient } from "@citelight/shared/worker/client";
import { closeWorkerHost, keepWorkerHost } from "../browser/worker-host-lifetime";
import { fetchThroughBackground } from "../fetch-proxy";
import { CONTENT_PORT, PANEL_PORT, type EndpointChanged, type ModelsChanged } from "../messages";
import { tellRequest } from "../request-log";
import { OpenReviewServer, OPENREVIEW_PORT } from "../openreview/server";
import { pdfAuditContext, PdfAudits } from "../openreview/pdf-audits";
import { isOfPage, isOpenReview, isOurs } from "../sender";
import { DocumentAddresses } from "./document-addresses";
import { announceHost } from "./port-server";
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
  fetchThroughBackground,
  tellRequest,
);
const store = new AuditStore();
const tabs = new Map<number, TabAudit>();
const documentAddresses = new DocumentAddresses();
const servers = new Set<OpenReviewServer>();
const pdfAudits = new PdfAudits(
  pdfAuditContext(client, () => [...tabs.values()].some(({ isRunning }) => isRunning)),
);
let closing: ReturnType<typeof setTimeout> | null = null;

function auditOf(tab: number): TabAudit {
  const audit = tabs.get(tab) ?? new TabAudit(client, store);
  tabs.set(tab, audit);
  return audit;
}

function tidy(): void {
  for (const [tab, audit] of tabs) if (audit.isDeserted) tabs.delete(tab);
  if (closing !== null) clearTimeout(closing);
  closing = tabs.size > 0 || servers.size > 0 ? null : setTimeout(closeWorkerHost, CLOSE_AFTER_MS);
}

keepWorkerHost();

chrome.runtime.onConnect.addListener((port) => {
  port.onDisconnect.addListener(tidy);
  // Pages speak of their own tab alone; panels watch any tab, and desks have the reader's sources asked.
  const tab = port.sender?.tab?.id;
  if (port.name === CONTENT_PORT && tab !== undefined) {
    auditOf(tab).attachContent(port, documentAddresses.addressOf(port.sender));
  } else if (port.name.startsWith(PANEL_PORT) && isOurs(port.sender)) {
    const watched = Number(port.name.slice(PANEL_PORT.length));
    if (Number.isInteger(watched)) auditOf(watched).attachPanel(port);
  } else if (port.name === OPENREVIEW_PORT && (isOpenReview(port.sender) || isOurs(port.sender)))
    attachOpenReview(port);
  tidy();
});

function attachOpenReview(port: chrome.runtime.Port): void {
  const server = new OpenReviewServer(port, client, pdfAudits);
  servers.add(server);
  port.onDisconnect.addListener(() => {
    servers.delete(server);
    server.close();
    tidy();
  });
}

type Told = EndpointChanged | ModelsChanged | { kind: string };

chrome.runtime.onMessage.addListener((message: Told | null, sender) => {
  if (isOfPage(sender)) return false;
  if (message?.kind === "endpoint-changed") for (const audit of tabs.values()) void audit.refreshEndpoint();
  if (message?.kind === "models-changed") void useStoredModels();
  return false;
});

/** Has the models used that the reader added. */
async function useStoredModels(): Promise<void> {
  try {
    const stored = await StoredModels.open();
    client.useAdded(await stored.ids());
  } catch {
    // Where the browser stores nothing, as in private windows, none can be added.
  }
}

void useStoredModels();

// Now that it hears.
announceHost();
