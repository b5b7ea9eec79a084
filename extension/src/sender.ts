/** Who speaks. Content scripts have the extension's id like its own pages, and run in pages: what they say is worth what pages say. */

import { ORIGIN } from "./openreview/site";

type Sender = chrome.runtime.MessageSender;

/** Whether a page of the extension speaks. */
export function isOurs(sender: Sender | undefined): boolean {
  return sender?.id === chrome.runtime.id && isFrom(sender, chrome.runtime.getURL("").replace(/\/$/, ""));
}

/** Whether the content script speaks from OpenReview. */
export function isOpenReview(sender: Sender | undefined): boolean {
  return sender?.id === chrome.runtime.id && sender.tab !== undefined && isFrom(sender, ORIGIN);
}

/**
 * Whether it may be a page that speaks. Of what the background says, Chrome tells no origin: but it is in no tab, and content scripts
 * always are.
 */
export function isOfPage(sender: Sender): boolean {
  return sender.tab !== undefined && !isOurs(sender);
}

/** Firefox once told no origins; addresses, it always did. */
function isFrom({ origin, url }: Sender, wanted: string): boolean {
  return origin === undefined ? url?.startsWith(`${wanted}/`) === true : origin === wanted;
}
