/** What the service worker does for pages of OpenReview: opens their PDFs in the viewer, and keeps what consoles checked. */

import { openBeside } from "../background/pdf-tab";
import { logRequests } from "../background/request-log-writer";
import { messagesForBackground } from "../locale";
import { keepChecked, keepWanted, storedQueue } from "./queue-store";
import { isPdf } from "./site";
import { KeptAnswers } from "./chairs/kept-store";
import type { KeptMessage, OpenReviewRequestSent, QueueMessage, OpenPdf, PageStatus } from "./messages";

export type FromOpenReview = OpenPdf | QueueMessage | KeptMessage | PageStatus | OpenReviewRequestSent;

export const OPENREVIEW_KINDS: readonly FromOpenReview["kind"][] = [
  "openreview-pdf",
  "openreview-queue",
  "openreview-wanted",
  "openreview-checked",
  "openreview-kept",
  "openreview-keep",
  "openreview-page",
  "openreview-asked",
];

export function isOfOpenReview(message: { kind: string }): message is FromOpenReview {
  return (OPENREVIEW_KINDS as readonly string[]).includes(message.kind);
}

const kept = new KeptAnswers();

/** The content script speaks from its page (sender.ts); other pages' have no say here. */
export async function fromOpenReview(
  message: FromOpenReview,
  { tab }: chrome.runtime.MessageSender,
): Promise<unknown> {
  switch (message.kind) {
    case "openreview-pdf": {
      const { url, parts } = message;
      if (!URL.canParse(url) || !isPdf(new URL(url)) || tab === undefined) return false;
      await openBeside({ url, parts }, tab);
      return true;
    }
    case "openreview-queue":
      return isPrivate(tab) ? null : storedQueue(message.group, message.ids);
    case "openreview-wanted":
      if (!isPrivate(tab)) await keepWanted(message.group, message.isWanted);
      return true;
    case "openreview-checked":
      if (!isPrivate(tab)) await keepChecked(message.id, message.checked);
      return true;
    case "openreview-kept":
      return isPrivate(tab) ? null : kept.get(message.name).catch(() => null);
    case "openreview-keep":
      // What cannot be kept is asked again.
      if (!isPrivate(tab)) await kept.put(message.name, message.value).catch(() => undefined);
      return true;
    case "openreview-asked": {
      const { method, url, sent, status } = message;
      logRequests([{ at: Date.now(), method, url, sent, status }]);
      return true;
    }
    case "openreview-page":
      if (tab?.id !== undefined) await tellStatus(tab.id, message.status);
      return true;
  }
}

/** Of a private window nothing is kept, and what was kept elsewhere is not told there. */
function isPrivate(tab: chrome.tabs.Tab | undefined): boolean {
  return tab?.incognito !== false;
}

/** Shows in the toolbar that nothing of the page is read. */
export function tellUnread(tabId: number): Promise<void> {
  return tellStatus(tabId, "unread");
}

async function tellStatus(tabId: number, status: PageStatus["status"]): Promise<void> {
  const { openReview: text, extension } = await messagesForBackground();
  const [badge, title] = {
    read: ["", extension.action],
    unread: ["–", text.unknownPage],
    left: ["❚❚", text.leftConsole],
  }[status];
  await chrome.action.setBadgeText({ tabId, text: badge ?? "" });
  await chrome.action.setTitle({ tabId, title: title ?? "" });
}
