/** The service worker: opens doors and passes on. It keeps no state, for it may be stopped at any moment. */

import { online } from "../look-up";
import type { AskOnline, Wake } from "../messages";

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

async function check(tab: number): Promise<void> {
  await ensureOffscreen();
  try {
    await chrome.scripting.executeScript({ target: { tabId: tab }, files: ["content.js"] });
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
  void check(tab.id);
});

async function reply(message: Wake | AskOnline): Promise<unknown> {
  if (message.kind === "online") return online();
  await ensureOffscreen();
  return true;
}

chrome.runtime.onMessage.addListener(
  (message: Wake | AskOnline | null, _sender, answer: (value: unknown) => void) => {
    if (message?.kind !== "wake" && message?.kind !== "online") return false;
    reply(message).then(answer, () => {
      answer(null);
    });
    return true; // answered later
  },
);
