/** An article of a page that is not here: copied without anything that runs or is fetched. */

import { articleOf, parseInSlices } from "./parse";
import { copySafely } from "./sanitise";

export interface ShownArticle {
  element: HTMLElement;
  /** The page that it was taken from; inert. */
  page: Document;
}

/** @param figure what stands in the place of a figure */
export async function showableArticle(
  html: string,
  figure: (description: string) => string,
  signal: AbortSignal,
): Promise<ShownArticle> {
  const page = await parseInSlices(html, signal);
  const source = articleOf(page);
  const element = document.createElement(source.localName === "body" ? "div" : "article");
  element.className = source.getAttribute("class") ?? "";
  element.lang = source.getAttribute("lang") ?? page.documentElement.lang;
  element.dir = source.getAttribute("dir") ?? (page.documentElement.dir || "ltr");
  await copySafely(source, element, figure, signal);
  return { element, page };
}
