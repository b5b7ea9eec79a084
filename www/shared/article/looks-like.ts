/** Whether a page is an article with a reference list: asked where nobody clicked. */

/** Entries from which on a list is one of references. */
const FEWEST = 3;

const LISTS = [
  ".ltx_bibliography li",
  "[role=doc-bibliography] li",
  "[id*=references i] li, [class*=references i] li, [id*=reference-list i] li",
  "[id*=bibliograph i] li, [class*=bibliograph i] li",
  "[class*=ref-list i] li, [class*=citation-list i] li",
  "li[itemprop=citation], [itemprop=citation]",
];

/** Only where the page says so by its markup: a page that is not known to be an article is left alone. */
export function looksLikeArticle(page: Document): boolean {
  const isPaper =
    page.querySelector("meta[name='citation_title' i], meta[name='dc.title' i], article.ltx_document") !==
      null || declaresArticle(page);
  return isPaper && LISTS.some((selector) => page.querySelectorAll(selector).length >= FEWEST);
}

/** schema.org's word for it, in the page's own data. */
function declaresArticle(page: Document): boolean {
  const scripts = page.querySelectorAll("script[type='application/ld+json']");
  return [...scripts].some((script) => /"@type"\s*:\s*"ScholarlyArticle"/.test(script.textContent));
}
