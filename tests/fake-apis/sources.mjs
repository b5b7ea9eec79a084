// The table of sources: prefix, the real hosts behind it, who answers, and what browsers are told (CORS).
import { arxiv } from "./apis/arxiv.mjs";
import { crossref } from "./apis/crossref.mjs";
import { datacite } from "./apis/datacite.mjs";
import { dblp } from "./apis/dblp.mjs";
import { doi } from "./apis/doi.mjs";
import { europepmc } from "./apis/europepmc.mjs";
import { openalex } from "./apis/openalex.mjs";
import { openlibrary } from "./apis/openlibrary.mjs";
import { openreview, openreview2 } from "./apis/openreview.mjs";
import { pubmed } from "./apis/pubmed.mjs";
import { semanticscholar } from "./apis/semanticscholar.mjs";
import { unpaywall } from "./apis/unpaywall.mjs";
import { web } from "./apis/web.mjs";
import { zotero } from "./apis/zotero.mjs";

/**
 * @typedef {object} Source
 * @property {import("./answer.mjs").Api} answer
 * @property {string[]} hosts the real ones
 * @property {(path: string) => boolean} open whether other sites' pages may read the answer
 * @property {string} [expose] response headers that they may read
 * @property {boolean} [tagged] whether answers carry an ETag
 */

const everywhere = () => true;
const nowhere = () => false;

/** @type {Record<string, Source>} */
export const SOURCES = {
  crossref: { answer: crossref, hosts: ["api.crossref.org"], open: everywhere, expose: "Link" },
  openalex: { answer: openalex, hosts: ["api.openalex.org"], open: everywhere },
  semanticscholar: { answer: semanticscholar, hosts: ["api.semanticscholar.org"], open: everywhere },
  // The query API sends no CORS headers; PDFs by their short address do.
  arxiv: {
    answer: arxiv,
    hosts: ["export.arxiv.org", "arxiv.org"],
    open: (path) => path.startsWith("/pdf/") && !path.endsWith(".pdf"),
    tagged: true,
  },
  dblp: { answer: dblp, hosts: ["dblp.org"], open: everywhere },
  europepmc: { answer: europepmc, hosts: ["www.ebi.ac.uk"], open: everywhere },
  pubmed: {
    answer: pubmed,
    hosts: ["eutils.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"],
    open: everywhere,
    expose: "X-RateLimit-Limit,X-RateLimit-Remaining,Retry-After",
  },
  datacite: {
    answer: datacite,
    hosts: ["api.datacite.org", "data.crosscite.org"],
    open: everywhere,
    tagged: true,
  },
  unpaywall: { answer: unpaywall, hosts: ["api.unpaywall.org"], open: everywhere },
  openreview: {
    answer: openreview,
    hosts: ["api.openreview.net", "openreview.net"],
    open: nowhere,
    tagged: true,
  },
  openreview2: { answer: openreview2, hosts: ["api2.openreview.net"], open: nowhere, tagged: true },
  openlibrary: { answer: openlibrary, hosts: ["openlibrary.org"], open: everywhere },
  zotero: { answer: zotero, hosts: [], open: nowhere },
  doi: { answer: doi, hosts: ["doi.org", "dx.doi.org"], open: everywhere },
  // Some sites of open copies let pages read them, most do not.
  web: { answer: web, hosts: [], open: nowhere },
};

/** Real host → prefix: for recordings, and for clients that rewrite addresses found in answers. */
export const HOSTS = Object.fromEntries(
  Object.entries(SOURCES).flatMap(([prefix, { hosts }]) => hosts.map((host) => [host, prefix])),
);

/**
 * The CORS headers of an answer.
 *
 * @param {Source | undefined} source undefined for control and landing pages
 * @param {string} path
 * @param {"real" | "all" | "none"} mode
 * @returns {Record<string, string>}
 */
export function corsHeaders(source, path, mode) {
  if (source && (mode === "none" || (mode === "real" && !source.open(path)))) return {};
  return {
    "Access-Control-Allow-Origin": "*",
    ...(source?.expose ? { "Access-Control-Expose-Headers": source.expose } : {}),
  };
}

/** What a preflight of a source that is open is answered. */
export const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE, HEAD, OPTIONS",
  "Access-Control-Allow-Headers":
    "Accept, Content-Type, User-Agent, X-Api-Key, X-Fault, X-Requested-With, X-Virtual-Time",
  "Access-Control-Max-Age": "600",
};
