/** Where the full text of an article is that a page is only about: what its abstract or landing page links to. */

import type { AuditState } from "./state";

export type FullTextFormat = "html" | "pdf";

/** A version of the full text. */
export interface FullText {
  readonly format: FullTextFormat;
  /** An absolute address with http or https, and without credentials. The page's word: readers are shown its host. */
  readonly url: string;
}

/** What a page says of the full texts of what it is about. */
export interface FullTexts {
  readonly links: readonly FullText[];
  /** It is about many articles: search results, a table of contents. */
  readonly isListing: boolean;
}

/** An address that a link may lead to, from whatever a page or a message holds; null for all others. */
export function webAddress(address: string, base?: string): URL | null {
  if (address.length > 2048 || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : null;
}

/** Whether a document shows no text that cites, and can be gone on from: by its references, or to the full text. */
export function isBeginning({ document, fullTexts }: AuditState): boolean {
  if (document === null || document.citations.length > 0) return false;
  if (!["html", "latexml", "bibliography"].includes(document.format)) return false;
  return (
    document.references.length > 0 ||
    (fullTexts !== null && (fullTexts.isListing || fullTexts.links.length > 0))
  );
}
