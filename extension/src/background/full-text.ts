/** From a page that is only about an article to its full text, which is then checked: one click of the reader's in the panel. */

import { webAddress } from "@citelight/shared/audit/full-texts";
import type { CheckFullText } from "../messages";
import { openLinkedPdf } from "./pdf-tab";

/** A page that was not loaded by then is checked when the reader clicks the button on it. */
const LOADED_MS = 30_000;

/** @param check what a click on the button does in a tab */
export async function checkFullText(
  { tab, link }: CheckFullText,
  check: (tab: number, shown: chrome.tabs.Tab) => Promise<void>,
): Promise<void> {
  const wanted = webAddress(link.url);
  if (wanted === null) return;
  if (link.format === "pdf") {
    await openLinkedPdf(tab, wanted.href);
    return;
  }
  const loaded = isLoaded(tab);
  await chrome.tabs.update(tab, { url: wanted.href });
  if (!(await loaded)) return;
  const shown = await chrome.tabs.get(tab).catch(() => null);
  // The browser tells the address of pages that the reader let us read. Led elsewhere, a page waits for a click of its own.
  if (shown?.url !== undefined && new URL(shown.url).host === wanted.host) await check(tab, shown);
}

function isLoaded(tab: number): Promise<boolean> {
  return new Promise((done) => {
    const end = (isLoaded: boolean): void => {
      clearTimeout(timer);
      chrome.tabs.onUpdated.removeListener(hear);
      done(isLoaded);
    };
    const hear = (updated: number, change: { status?: string }): void => {
      if (updated === tab && change.status === "complete") end(true);
    };
    const timer = setTimeout(() => {
      end(false);
    }, LOADED_MS);
    chrome.tabs.onUpdated.addListener(hear);
  });
}
