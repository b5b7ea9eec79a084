/**
 * By which name results of an article are found again once its words changed: its DOI, else its arXiv id and version, else its address. A page
 * may say anything here: it is only a hint.
 */

const DOI = /\b10\.\d{4,9}\/[^\s"'<>?#]+/i;
const DOI_NAMES = new Set([
  "citation_doi",
  "bepress_citation_doi",
  "prism.doi",
  "dc.identifier",
  "dc.identifier.doi",
  "dcterms.identifier",
  "doi",
]);
const ARXIV_NAME = "citation_arxiv_id";
const ARXIV = /^(?:arxiv:)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?)$/i;
const ARXIV_HOSTS = new Set(["arxiv.org", "www.arxiv.org", "export.arxiv.org", "ar5iv.org"]);
const ARXIV_PATH = /^\/(?:abs|html|pdf|format)\/(.+?)(?:\.pdf)?\/?$/;
const LONGEST = 300;

/** Null for files of this computer: what is kept of them has no name. */
export function articleName(head: ParentNode | null, address: string): string | null {
  const stated = statedIn(head);
  const doi = stated.doi ?? doiIn(address);
  if (doi !== null) return `doi:${doi}`;
  // The address knows the version, the metadata often does not.
  const arxiv = arxivAt(address) ?? stated.arxiv;
  if (arxiv !== null) return `arxiv:${arxiv}`;
  return /^https?:/i.test(address) ? `page:${address.replace(/#.*$/, "").slice(0, LONGEST)}` : null;
}

function statedIn(head: ParentNode | null): { doi: string | null; arxiv: string | null } {
  let doi: string | null = null;
  let arxiv: string | null = null;
  for (const meta of head?.querySelectorAll("meta[content]") ?? []) {
    const name = (meta.getAttribute("name") ?? meta.getAttribute("property") ?? "").toLowerCase();
    const content = (meta.getAttribute("content") ?? "").trim();
    if (DOI_NAMES.has(name)) doi ??= doiIn(content);
    if (name === ARXIV_NAME) arxiv ??= arxivIn(content);
  }
  return { doi, arxiv };
}

function doiIn(text: string): string | null {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // As it is.
  }
  // Files and views of an article stand at addresses that end in a word of their own.
  const doi = DOI.exec(plain)?.[0].replace(/(?:\.pdf|\/(?:full|abstract|pdf|epdf|html))?[.,;)\]/]*$/i, "");
  return doi === undefined || doi.length > LONGEST ? null : doi.toLowerCase();
}

function arxivAt(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  if (!ARXIV_HOSTS.has(hostname) && !hostname.endsWith(".ar5iv.org") && hostname !== "ar5iv.labs.arxiv.org")
    return null;
  return arxivIn(ARXIV_PATH.exec(pathname)?.[1] ?? "");
}

function arxivIn(text: string): string | null {
  return ARXIV.exec(text)?.[1]?.toLowerCase() ?? null;
}
