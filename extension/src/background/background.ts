/**
 * The service worker (in Firefox the event page): opens doors and passes on. It may be stopped at any moment: nothing is lost with it but a PDF that was
 * taken from a tab a moment ago, which the viewer then fetches.
 */

import { openWorkerHost } from "../browser/worker-host";
import { restrictStorage } from "../browser/secret-store";
import { openSidePanel } from "../browser/side-panel";
import { readFindingsPlace } from "../findings-place";
import { spokenLanguage, watchLanguage } from "../language";
import { messagesForBackground } from "../locale";
import {
  FETCH_PROXY_PORT,
  type AskPermissions,
  type AskFindingsPlace,
  type AskLanguage,
  type AskPolicy,
  type CheckFullText,
  type CheckViewer,
  type ClearLog,
  type FindLocalModels,
  type FromOptions,
  type InjectLocale,
  type PolicyChanged,
  type ProblemsFound,
  type WorkerHostOpened,
  type ReleaseHosts,
  type RequestsSent,
  type Wake,
} from "../messages";
import { showProblems } from "./badge";
import { permissionsFor } from "./allowed";
import { serveFetchProxy } from "./fetch-proxy";
import { fromOptions } from "./endpoint";
import {
  fromOpenReview,
  isOfOpenReview,
  OPENREVIEW_KINDS,
  tellUnread,
  type FromOpenReview,
} from "../openreview/background";
import { findLocalModels, PORTS } from "../local-models";
import { readPolicy, watchPolicy } from "../policy-choice";
import { isOpenReview, isOurs } from "../sender";
import { checkFullText } from "./full-text";
import { handOver, isHandOver, isViewer, openAsPdf } from "./pdf-tab";
import { forgetTab, recallIn, rememberTab } from "./recall";
import { clearLog, fetchLogged, logRequests } from "./request-log-writer";
import { contentScriptFor, injectContentScript } from "./content-script";
import { injectLocale } from "./inject-locale";
import { siteChoice, siteOf, SITES_KEY } from "../sites";
import { registerAutomatic } from "./automatic";
import { forgetUngranted, giveBack, givingBack, hostsNoLongerOpen } from "./needed-hosts";

const HOST = "offscreen.html";

async function check(tab: number, shown: chrome.tabs.Tab): Promise<void> {
  // Not awaited: the page is read meanwhile. It opens the host, too, and tells the reader if that fails.
  void openWorkerHost(HOST).catch(() => undefined);
  // A viewer's document is of another site than its page.
  if (isViewer(shown)) {
    await chrome.runtime.sendMessage<CheckViewer>({ kind: "check-viewer", tab }).catch(() => undefined);
    return;
  }
  if ((await siteChoice(siteOf(shown.url))).check === "never") return;
  await rememberTab(tab, shown.url);
  if (await openAsPdf(tab, shown.url ?? "")) return;
  const script = contentScriptFor(shown.url ?? "");
  if (script === null) {
    await tellUnread(tab);
    return;
  }
  try {
    await injectContentScript(tab, script);
  } catch (error) {
    console.warn("Citelight: the page could not be read.", error);
    // Pages of the browser and of the web store cannot be read; the toolbar says so for this tab.
    await chrome.action.setBadgeText({ tabId: tab, text: "–" });
    const { extension } = await messagesForBackground();
    await chrome.action.setTitle({ tabId: tab, title: extension.cannotRead });
  }
}

chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return;
  openSidePanel(tab.id);
  void check(tab.id, tab);
});

void restrictStorage();

/** The manifest names the button in the browser's language; the reader may have chosen another one. */
async function nameButton(): Promise<void> {
  const { extension } = await messagesForBackground();
  await chrome.action.setTitle({ title: extension.action });
}

void nameButton();
watchLanguage(() => {
  void nameButton();
});

chrome.tabs.onUpdated.addListener((tab, { status }, { url }) => {
  if (status !== undefined) void recallIn(tab, url);
});
chrome.tabs.onRemoved.addListener((tab) => {
  void forgetTab(tab);
});

chrome.runtime.onInstalled.addListener(({ reason }) => {
  void registerAutomatic();
  if (reason === "install") void chrome.tabs.create({ url: chrome.runtime.getURL("welcome.html") });
});
chrome.storage.local.onChanged.addListener((changes) => {
  const { [SITES_KEY]: sites } = changes;
  if (sites === undefined) return;
  void registerAutomatic();
  void giveBack(hostsNoLongerOpen(sites.oldValue, sites.newValue));
});
chrome.permissions.onRemoved.addListener(() => {
  // In the browser's own settings, perhaps.
  void forgetUngranted().then(registerAutomatic);
});
chrome.permissions.onAdded.addListener(() => {
  void registerAutomatic();
});

/** Content scripts hear only what is said to their tab. */
async function tellTabs(message: WorkerHostOpened | PolicyChanged): Promise<void> {
  for (const { id } of await chrome.tabs.query({}))
    if (id !== undefined)
      chrome.tabs.sendMessage(id, message).catch(() => {
        // Nothing of ours is there.
      });
}

watchPolicy(() => void tellTabs({ kind: "policy-changed" }));

type BackgroundMessage =
  | Wake
  | WorkerHostOpened
  | CheckFullText
  | AskLanguage
  | InjectLocale
  | AskFindingsPlace
  | AskPolicy
  | ProblemsFound
  | AskPermissions
  | ReleaseHosts
  | RequestsSent
  | ClearLog
  | FindLocalModels
  | FromOptions
  | FromOpenReview;

async function reply(message: BackgroundMessage, sender: chrome.runtime.MessageSender): Promise<unknown> {
  if (message.kind === "wake") {
    await openWorkerHost(HOST);
    return true;
  }
  if (message.kind === "language") return spokenLanguage();
  if (message.kind === "inject-locale")
    return sender.id === chrome.runtime.id ? injectLocale(message, sender) : null;
  if (message.kind === "findings-place") return sender.id === chrome.runtime.id ? readFindingsPlace() : null;
  if (message.kind === "policy") return sender.id === chrome.runtime.id ? readPolicy() : null;
  if (message.kind === "problems") {
    const { id, tab, frameId } = { ...sender, tab: sender.tab?.id };
    // A script in a page speaks of its own tab alone.
    if (id === chrome.runtime.id && tab !== undefined && frameId === 0 && Number.isInteger(message.count))
      await showProblems(tab, message.count);
    return true;
  }
  if (isOfOpenReview(message)) return isOpenReview(sender) ? fromOpenReview(message, sender) : null;
  if (!isOurs(sender)) return null;
  switch (message.kind) {
    case "host-opened":
      await tellTabs(message);
      return true;
    case "check-full-text":
      await checkFullText(message, check);
      return true;
    case "allowed":
      return permissionsFor(message);
    case "release-hosts":
      await giveBack(message.origins);
      return true;
    case "requests-sent":
      logRequests(message.requests);
      return true;
    case "clear-log":
      clearLog();
      return true;
    case "find-local-models":
      return findLocalModels(PORTS, fetchLogged);
    case "endpoint":
    case "set-endpoint":
    case "remove-key":
    case "forget-endpoint":
      return givingBack(() => fromOptions(message));
  }
}

const KINDS: ReadonlySet<string> = new Set<BackgroundMessage["kind"]>([
  "wake",
  "language",
  "inject-locale",
  "findings-place",
  "policy",
  "problems",
  "host-opened",
  "check-full-text",
  "allowed",
  "release-hosts",
  "requests-sent",
  "clear-log",
  "find-local-models",
  "endpoint",
  "set-endpoint",
  "remove-key",
  "forget-endpoint",
  ...OPENREVIEW_KINDS,
]);

chrome.runtime.onMessage.addListener(
  (message: BackgroundMessage | null, sender, answer: (value: unknown) => void) => {
    if (message === null || !KINDS.has(message.kind)) return false;
    reply(message, sender).then(answer, () => {
      answer(null);
    });
    return true; // answered later
  },
);

chrome.runtime.onConnect.addListener((port) => {
  if (isHandOver(port)) handOver(port);
  if (port.name !== FETCH_PROXY_PORT) return;
  const from = isOurs(port.sender) ? port.sender?.url : undefined;
  const of = (page: string): boolean => from?.startsWith(chrome.runtime.getURL(page)) === true;
  if (of("options.html")) serveFetchProxy(port, true);
  else if (of(HOST)) serveFetchProxy(port, false);
  else port.disconnect();
});
