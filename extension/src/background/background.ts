/**
 * The service worker: opens doors and passes on. It may be stopped at any moment: nothing is lost with it but a PDF that was
 * taken from a tab a moment ago, which the viewer then fetches.
 */

import { lookedUp } from "../look-up";
import {
  CARRY_PORT,
  type Allowed,
  type AskAllowed,
  type CheckViewer,
  type FromOptions,
  type Wake,
} from "../messages";
import { carryFor } from "./carry";
import { closeStorage, endpointUse, fromOptions } from "./endpoint";
import {
  fromOpenReview,
  isOfOpenReview,
  isOpenReview,
  OPENREVIEW_KINDS,
  type FromOpenReview,
} from "../openreview/background";
import { pageKind } from "../openreview/markup";
import { handOver, isHandOver, isViewer, openAsPdf } from "./pdf-tab";

const OFFSCREEN = "offscreen.html";

let creating: Promise<void> | null = null;

/** Makes sure there is exactly one offscreen document. */
async function ensureOffscreen(): Promise<void> {
  const contexts = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT],
  });
  if (contexts.length > 0) return;
  creating ??= chrome.offscreen
    .createDocument({
      url: OFFSCREEN,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: "Runs the worker that reads the sources and compares them with the citing sentences.",
    })
    .finally(() => {
      creating = null;
    });
  await creating;
}

async function check(tab: number, shown: chrome.tabs.Tab): Promise<void> {
  await ensureOffscreen();
  if (isViewer(shown)) {
    await chrome.runtime.sendMessage<CheckViewer>({ kind: "check-viewer", tab }).catch(() => undefined);
    return;
  }
  if (await openAsPdf(tab, shown.url ?? "")) return;
  try {
    await chrome.scripting.executeScript({
      target: { tabId: tab },
      files: [pageKind(shown.url ?? "") === null ? "content.js" : "openreview.js"],
    });
  } catch {
    // Pages of the browser and of the web store cannot be read; the toolbar says so for this tab.
    await chrome.action.setBadgeText({ tabId: tab, text: "–" });
    await chrome.action.setTitle({
      tabId: tab,
      title: "Citelight cannot read this page. Open the article's own page.",
    });
  }
}

chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return;
  // Opening a side panel is allowed only while the click lasts: before anything is awaited.
  void chrome.sidePanel.setOptions({ tabId: tab.id, path: `panel.html?tab=${tab.id}`, enabled: true });
  chrome.sidePanel.open({ tabId: tab.id }).catch(() => {
    // The findings are in the text too; the panel can be opened from the browser's own list.
  });
  void check(tab.id, tab);
});

void closeStorage();

/** Content scripts run in pages: what they say is worth what pages say. */
function isOurs(sender: chrome.runtime.MessageSender | undefined): boolean {
  return sender?.id === chrome.runtime.id && sender.origin === new URL(chrome.runtime.getURL("")).origin;
}

async function allowed(): Promise<Allowed> {
  return { ...(await lookedUp()), endpoint: await endpointUse() };
}

type Asked = Wake | AskAllowed | FromOptions | FromOpenReview;

async function reply(message: Asked, sender: chrome.runtime.MessageSender): Promise<unknown> {
  if (message.kind === "wake") {
    await ensureOffscreen();
    return true;
  }
  if (isOfOpenReview(message)) return isOpenReview(sender) ? fromOpenReview(message, sender) : null;
  if (!isOurs(sender)) return null;
  return message.kind === "allowed" ? allowed() : fromOptions(message);
}

const KINDS: ReadonlySet<string> = new Set<Asked["kind"]>([
  "wake",
  "allowed",
  "endpoint",
  "set-endpoint",
  "remove-key",
  "forget-endpoint",
  ...OPENREVIEW_KINDS,
]);

chrome.runtime.onMessage.addListener((message: Asked | null, sender, answer: (value: unknown) => void) => {
  if (message === null || !KINDS.has(message.kind)) return false;
  reply(message, sender).then(answer, () => {
    answer(null);
  });
  return true; // answered later
});

chrome.runtime.onConnect.addListener((port) => {
  if (isHandOver(port)) handOver(port);
  if (port.name !== CARRY_PORT) return;
  const from = isOurs(port.sender) ? port.sender?.url : undefined;
  const of = (page: string): boolean => from?.startsWith(chrome.runtime.getURL(page)) === true;
  if (of("options.html")) carryFor(port, true);
  else if (of(OFFSCREEN)) carryFor(port, false);
  else port.disconnect();
});
