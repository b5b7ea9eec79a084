/** What the service worker does for pages of OpenReview: opens their PDFs in the viewer, and keeps what consoles checked. */

import { openBeside } from "../background/pdf-tab";
import { logRequests } from "../background/request-log-writer";
import { messagesForBackground } from "../language";
import { keepChecked, keepWanted, storedQueue } from "./queue-store";
import { HOST } from "./markup";
import type { OpenReviewRequestSent, QueueMessage, OpenPdf, PageUnreadable } from "./messages";

export type FromOpenReview = OpenPdf | QueueMessage | PageUnreadable | OpenReviewRequestSent;

export const OPENREVIEW_KINDS: readonly FromOpenReview["kind"][] = [
  "openreview-pdf",
  "openreview-queue",
  "openreview-wanted",
  "openreview-checked",
  "openreview-unread",
  "openreview-asked",
];

export function isOfOpenReview(message: { kind: string }): message is FromOpenReview {
  return (OPENREVIEW_KINDS as readonly string[]).includes(message.kind);
}

/** The content script speaks from its page (sender.ts); other pages' have no say here. */
export async function fromOpenReview(
  message: FromOpenReview,
  { tab }: chrome.runtime.MessageSender,
): Promise<unknown> {
  switch (message.kind) {
    case "openreview-pdf": {
      const { url, parts } = message;
      const isPdf = URL.canParse(url) && new URL(url).host === HOST && new URL(url).pathname === "/pdf";
      if (!isPdf || tab === undefined) return false;
      await openBeside({ url, parts }, tab);
      return true;
    }
    case "openreview-queue":
      return storedQueue(message.group, message.ids);
    case "openreview-wanted":
      await keepWanted(message.group, message.isWanted);
      return true;
    case "openreview-checked":
      await keepChecked(message.id, message.counts);
      return true;
    case "openreview-asked": {
      const { method, url, sent, status } = message;
      logRequests([{ at: Date.now(), method, url, sent, status }]);
      return true;
    }
    case "openreview-unread":
      if (tab?.id !== undefined) await tellUnread(tab.id);
      return true;
  }
}

/** Shows in the toolbar that nothing of the page is read. */
export async function tellUnread(tabId: number): Promise<void> {
  const { openReview } = await messagesForBackground();
  await chrome.action.setBadgeText({ tabId, text: "–" });
  await chrome.action.setTitle({
    tabId,
    title: openReview.unknownPage,
  });
}
