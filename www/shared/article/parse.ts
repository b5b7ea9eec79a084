/** Reading a whole HTML page in slices, without running or loading anything of it. */

import { nextTask } from "../page/time-slices";

// About what a slow machine parses in a few milliseconds.
const CHUNK = 16 * 1024;

/**
 * Parses markup into an inert document. Such a document has no window: scripts do not run, nothing is fetched.
 * Written in chunks, since a parser takes a whole article in one long task.
 */
export async function parseInSlices(html: string, signal?: AbortSignal): Promise<Document> {
  const inert = document.implementation.createHTMLDocument("");
  inert.open();
  for (let from = 0; from < html.length; from += CHUNK) {
    // The only way to feed a parser piece by piece; the document is inert.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    inert.write(html.slice(from, from + CHUNK));
    signal?.throwIfAborted();
    await nextTask();
  }
  inert.close();
  return inert;
}

/** The element that holds the article in a parsed page. */
export function articleOf(page: Document): Element {
  const candidates = [
    "article.ltx_document",
    ".ltx_page_main",
    "main article",
    "article",
    "main",
    "[role=main]",
  ];
  for (const selector of candidates) {
    const found = page.querySelectorAll(selector);
    // Several articles are teasers; the page's body holds them all.
    if (found.length === 1 && found[0] !== undefined) return found[0];
  }
  return page.body;
}
