/** Findings that a page's makers published for it: `<link rel="citelight-findings" href="…">` in its head. */

import { articleOf } from "@citelight/shared/article/parse";
import { BadFindings, fetchFindings } from "@citelight/shared/findings/file";
import { fitOf, isOfAnotherText } from "@citelight/shared/findings/published";
import { TextAnchors } from "@citelight/shared/findings/text-anchors";
import type { Messages } from "@citelight/shared/ui/locales/messages";
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

/** Fetches what was published for this page, and looks whether it fits. */
export async function publishedFindings(
  words: Messages,
  signal: AbortSignal,
  fetched: Fetched,
): Promise<FoundFindings | null> {
  const url = addressOfFindings(document);
  if (url === null) return null;
  // Whoever answers in the end is who published it.
  let host = url.host;
  const ask: typeof fetch = async (input, init) => {
    try {
      const answer = await fetch(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      fetched(url.href, answer.status);
      if (URL.canParse(answer.url)) host = new URL(answer.url).host;
      return answer;
    } catch (error) {
      fetched(url.href, null);
      throw error;
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
    return { kind: "findings", published: { ...fit, host, isOwn: host === location.host }, file, places };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unusable", host, reason: error instanceof Error ? error.message : String(error) };
  }
}
