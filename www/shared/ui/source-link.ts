/** Where a reader can open a source: at the very words, where that can be. */

import type { Evidence } from "../generated/Evidence";
import type { Identifiers } from "../generated/Identifiers";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";

export interface SourceLink {
  readonly href: string;
  /** Whether the words that are shown stand on the page that opens, which then scrolls to them. */
  readonly isAtPassage: boolean;
}

/** Hosts of interfaces for programs: what they answer is not for readers. */
const APIS = /^(api\d?\.|export\.arxiv\.org$|eutils\.|www\.ebi\.ac\.uk$)/;
const EUROPE_PMC_TEXT = /\/rest\/(PMC\d+)\/fullTextXML$/;
/** Words at each end of a passage by which a browser finds it. */
const ENDS = 5;

/**
 * The place the text came from where that is a page, else the page of the work by its identifiers. Only http(s): a hostile record
 * must not smuggle in a script.
 */
export function sourceLink(
  reference: ReferenceView | null,
  resolution: Resolution | null,
  evidence: Evidence | undefined,
): SourceLink | null {
  const directive = evidence === undefined ? "" : textDirective(evidence.text);
  const page = pageOf(evidence?.place.origin ?? "");
  if (page !== null) {
    const isAtPassage = directive !== "" && !isPdf(page);
    page.hash = "";
    return { href: `${page.href}${isAtPassage ? directive : ""}`, isAtPassage };
  }
  const record = resolution?.kind === "resolved" ? resolution.record.identifiers : null;
  const href =
    (record === null ? null : identifierLink(record)) ??
    (reference === null ? null : identifierLink(reference));
  if (href === null) return null;
  // What a record says of its work is no passage. A full text may lie behind the page that opens: then nothing scrolls.
  const extent = evidence?.place.extent ?? null;
  return extent === null
    ? { href, isAtPassage: false }
    : { href: `${href}${directive}`, isAtPassage: directive !== "" && extent === "abstract" };
}

/** The page of a work by its identifiers. Absent ones are left out of messages, whatever their type says. */
export function identifierLink(identifiers: Partial<Identifiers>): string | null {
  const { doi, arxiv, pmcid, pmid } = identifiers;
  if (doi) return `https://doi.org/${encodeURI(wellFormed(doi)).replace(/[?#]/g, encodeURIComponent)}`;
  if (arxiv) return `https://arxiv.org/abs/${encodeURI(wellFormed(arxiv))}`;
  if (pmcid) return articleAtPmc(pmcid);
  if (pmid) return `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(wellFormed(pmid))}/`;
  return null;
}

/** Without halves of characters, which no address can hold: a file of findings may bring them, and a cut may make them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "");
}

/** A search for a title among the works that libraries and publishers register. */
export function titleSearch(title: string): string {
  return `https://search.crossref.org/search/works?q=${encodeURIComponent(wellFormed(title))}&from_ui=yes`;
}

function articleAtPmc(id: string): string {
  return `https://pmc.ncbi.nlm.nih.gov/articles/${encodeURIComponent(wellFormed(id))}/`;
}

/** The page behind an origin, for readers; null where the origin is a file, or an answer to a program. */
function pageOf(origin: string): URL | null {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return null;
  const url = new URL(origin);
  const [, pmcid] = EUROPE_PMC_TEXT.exec(url.pathname) ?? [];
  if (url.hostname === "www.ebi.ac.uk" && pmcid !== undefined) return new URL(articleAtPmc(pmcid));
  return APIS.test(url.hostname) ? null : url;
}

function isPdf({ pathname }: URL): boolean {
  return /\.pdf$/i.test(pathname) || /^\/pdf(\/|$)/.test(pathname);
}

/** `#:~:text=…`: a long passage by its first and last words. Formulas are shown in other letters than they are written in. */
export function textDirective(text: string): string {
  const plain = text
    .split(/\$[^$]*\$/)
    .map((part) => part.trim().split(/\s+/).filter(Boolean))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), []);
  if (plain.length === 0) return "";
  const encode = (part: readonly string[]): string =>
    encodeURIComponent(wellFormed(part.join(" "))).replaceAll("-", "%2D");
  const ends =
    plain.length <= 2 * ENDS
      ? encode(plain)
      : `${encode(plain.slice(0, ENDS))},${encode(plain.slice(-ENDS))}`;
  return `#:~:text=${ends}`;
}
