/**
 * Findings that were published for a page: by its makers, who name them in its head (`<link rel="citelight-findings" href="…">`), or at a place
 * that the reader chose.
 */

import { articleOf } from "@citelight/shared/article/parse";
import { BadFindings, fetchFindings } from "@citelight/shared/findings/file";
import { fitOf, isOfAnotherText } from "@citelight/shared/findings/published";
import { TextAnchors } from "@citelight/shared/findings/text-anchors";
import { articleName } from "@citelight/shared/persistence/article-name";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { addressAt, findingsPlaceFromBackground } from "../findings-place";
import type { Fetched, FoundFindings } from "./page-audit";

/** What comes is passed on to the panel in one message. */
const MOST_BYTES = 16e6;

/** Where the page says that its findings are; null where it says nothing, or names what is neither its own nor encrypted. */
export function addressOfFindings(page: Document): URL | null {
  const link = page.head.querySelector('link[rel~="citelight-findings" i][href]');
  const address = link?.getAttribute("href") ?? "";
  if (address === "" || !URL.canParse(address, page.baseURI)) return null;
  const url = new URL(address, page.baseURI);
  const isOwn = url.origin === new URL(page.URL).origin && /^https?:$/.test(url.protocol);
  return isOwn || url.protocol === "https:" ? url : null;
}

/** Where findings of this page may be: where it says, else at the place that the reader chose for its DOI. */
async function candidate(): Promise<{ url: URL; isChosen: boolean } | null> {
  const linked = addressOfFindings(document);
  if (linked !== null) return { url: linked, isChosen: false };
  const doi = /^doi:(.+)/.exec(articleName(document.head, location.href) ?? "")?.[1];
  // Of a file on this computer nobody is told.
  if (doi === undefined || !/^https?:$/.test(location.protocol)) return null;
  const place = await findingsPlaceFromBackground();
  const url = place === null ? null : addressAt(place, doi);
  return url === null ? null : { url, isChosen: true };
}

/** Fetches what was published for this page, and looks whether it fits. */
export async function publishedFindings(
  words: ExtensionMessages,
  signal: AbortSignal,
  fetched: Fetched,
): Promise<FoundFindings | null> {
  const found = await candidate();
  signal.throwIfAborted();
  if (found === null) return null;
  const { url, isChosen } = found;
  // Whoever answers in the end is who published it.
  let host = url.host;
  const answer: { status: number | null } = { status: null };
  const ask: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      answer.status = response.status;
      if (URL.canParse(response.url)) host = new URL(response.url).host;
      return response;
    } finally {
      fetched(url.href, answer.status);
    }
  };
  try {
    const file = await fetchFindings(words, url.href, signal, { ask, mostBytes: MOST_BYTES });
    const places = await TextAnchors.of(articleOf(document), file.document, signal);
    const fit = fitOf(file, places);
    if (isOfAnotherText(fit))
      throw new BadFindings(
        words.beforehand.otherArticle(url.pathname.split("/").at(-1) ?? "", fit.citations.all),
      );
    const from = host === location.host ? "site" : isChosen ? "chosen" : "link";
    return { kind: "findings", published: { ...fit, host, from }, file, places };
  } catch (error) {
    signal.throwIfAborted();
    // A place holds findings of some articles only.
    if (isChosen && (answer.status === 404 || answer.status === 410)) return null;
    return { kind: "unusable", host, reason: error instanceof Error ? error.message : String(error) };
  }
}
