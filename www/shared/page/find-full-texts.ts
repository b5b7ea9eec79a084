/** Finds where a page says that the full text is, by what repositories and publishers write for indexes and readers. */

import { webAddress, type FullText, type FullTextFormat, type FullTexts } from "../audit/full-texts";

/** Articles that a page has to link to before it is a list of them. */
const FEWEST_LISTED = 5;
/** Links that are looked at. */
const MOST_LINKS = 5000;

/** Best first. Attributes beside `content` are links of the page. */
const PLACES: readonly (readonly [FullTextFormat, string])[] = [
  // arXiv: what LaTeXML made, or what the authors sent.
  ["html", "a#latexml-download-link, a.download-html"],
  ["html", "meta[name='citation_fulltext_html_url' i]"],
  ["html", "a[href*='//ar5iv.']"],
  ["pdf", "meta[name='citation_pdf_url' i]"],
  ["pdf", "link[rel~='alternate' i][type='application/pdf' i], a.download-pdf"],
];

/** Addresses of single articles. */
const ARTICLE = /\/(?:abs|articles?|doi|paper|papers|html)\/[^/]|^\/pdf\/|\.pdf$/i;

/**
 * @param address of the page, from which relative links count; null if it is not known
 */
export function findFullTexts(page: Document, address: string | null): FullTexts {
  const links = new Map<FullTextFormat, FullText>();
  for (const [format, selector] of PLACES) {
    if (links.has(format)) continue;
    for (const place of page.querySelectorAll(selector)) {
      const url = leadsTo(place.getAttribute("content") ?? place.getAttribute("href"), address);
      if (url === null) continue;
      links.set(format, { format, url });
      break;
    }
  }
  const isAboutOne =
    page.querySelector("meta[name='citation_title' i], meta[name='dc.title' i]") !== null || links.size > 0;
  return { links: [...links.values()], isListing: !isAboutOne && listsArticles(page, address) };
}

/** An address that leads from the page to another. */
function leadsTo(link: string | null, address: string | null): string | null {
  const here = address === null ? null : webAddress(address);
  const url = webAddress(link?.trim() ?? "", here?.href);
  if (url === null) return null;
  // Old metadata names sites as they were before they were encrypted.
  if (here !== null && here.protocol === "https:" && url.host === here.host) url.protocol = "https:";
  url.hash = "";
  return here !== null && placeOf(url) === placeOf(here) ? null : url.href;
}

function placeOf({ host, pathname, search }: URL): string {
  return `${host}${pathname.replace(/\/$/, "")}${search}`;
}

function listsArticles(page: Document, address: string | null): boolean {
  const here = address === null ? null : webAddress(address);
  const articles = new Set<string>();
  let looked = 0;
  for (const link of page.querySelectorAll("a[href]")) {
    looked += 1;
    if (looked > MOST_LINKS || articles.size >= FEWEST_LISTED) break;
    const url = webAddress(link.getAttribute("href") ?? "", here?.href);
    if (url === null) continue;
    if (/(?:^|\.)doi\.org$/.test(url.host) || ARTICLE.test(url.pathname)) articles.add(placeOf(url));
  }
  return articles.size >= FEWEST_LISTED;
}
