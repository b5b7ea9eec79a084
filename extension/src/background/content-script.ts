/** The script that reads a page that the reader clicked on: which it is, and how it gets there. */

import { isOpenReviewSite, isReadable } from "../openreview/site";
import { siteOf } from "../sites";

/** Chrome was seen to refuse a script right after a click, in a page that takes it a moment later. */
const MOST_TRIES = 3;
const RETRY_MS = 300;

/** Null for pages that are not read: lists on OpenReview's other pages hold submissions in confidence, not references. */
export function contentScriptFor(address: string): string | null {
  if (isReadable(address)) return "openreview.js";
  return isOpenReviewSite(siteOf(address)) ? null : "content.js";
}

/** Fails where the browser lets no extension in. */
export async function injectContentScript(tab: number, script: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await chrome.scripting.executeScript({ target: { tabId: tab }, files: [script] });
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
}
