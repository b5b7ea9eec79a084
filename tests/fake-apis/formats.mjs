// A work in the formats of content negotiation and export: BibTeX, RIS, a formatted reference.
import { dateOf, fullName, pageRange } from "./identities.mjs";
import { words } from "./search.mjs";
import { fullTitle } from "./store.mjs";

/** @typedef {import("./store.mjs").Work} Work */

/** @type {Record<string, string>} Crossref's types in BibTeX */
const BIBTEX_TYPES = {
  "journal-article": "article",
  "proceedings-article": "inproceedings",
  "book-chapter": "inbook",
  book: "book",
  monograph: "book",
  dissertation: "phdthesis",
  report: "techreport",
};

/** @type {Record<string, string>} */
const RIS_TYPES = {
  "journal-article": "JOUR",
  "proceedings-article": "CONF",
  "book-chapter": "CHAP",
  book: "BOOK",
  "posted-content": "UNPB",
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** @param {Work} work */
const citationKey = (work) => `${words(work.authors[0]?.family ?? "unknown").join("")}_${work.year ?? "nd"}`;

/** @param {string} text */
const escapeTex = (text) => text.replace(/[&%#_]/g, "\\$&");

/**
 * One line, as Crossref writes it.
 *
 * @param {Work} work
 */
export function toBibtex(work) {
  const type = BIBTEX_TYPES[work.type] ?? "misc";
  const { first, last } = pageRange(work);
  const container = type === "inproceedings" || type === "inbook" ? "booktitle" : "journal";
  /** @type {[string, string | null][]} */
  const fields = [
    ["title", escapeTex(fullTitle(work))],
    ["volume", work.volume],
    ["ISSN", work.issn],
    ["url", work.doi ? `http://dx.doi.org/${work.doi}` : work.url],
    ["DOI", work.doi],
    ["number", work.issue],
    [container, work.venue ? escapeTex(work.venue) : null],
    ["publisher", work.publisher ? escapeTex(work.publisher) : null],
    [
      "author",
      work.authors.map(({ family, given }) => (given ? `${family}, ${given}` : family)).join(" and ") || null,
    ],
    ["year", work.year === null ? null : String(work.year)],
    ["pages", first && last ? `${first}–${last}` : first],
  ];
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}={${value}}`]));
  if (work.date) known.push(`month=${MONTHS[Number(work.date.slice(5, 7)) - 1] ?? "jan"}`);
  return ` @${type}{${citationKey(work)}, ${known.join(", ")} }\n`;
}

/** @param {Work} work */
export function toRis(work) {
  const { first, last } = pageRange(work);
  /** @type {[string, string | null][]} */
  const fields = [
    ["TY", RIS_TYPES[work.type] ?? "GEN"],
    ["TI", fullTitle(work)],
    ...work.authors.map(
      ({ family, given }) => /** @type {[string, string]} */ (["AU", given ? `${family}, ${given}` : family]),
    ),
    ["PY", work.year === null ? null : String(work.year)],
    ["T2", work.venue],
    ["VL", work.volume],
    ["IS", work.issue],
    ["SP", first],
    ["EP", last],
    ["DO", work.doi],
    ["UR", work.url],
    ["ER", ""],
  ];
  return fields.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}`])).join("\n") + "\n";
}

/** An APA-like reference. @param {Work} work */
export function toReference(work) {
  const names = work.authors.map(({ family, given }) =>
    given
      ? `${family}, ${given
          .split(/\s+/)
          .map((part) => `${part.slice(0, 1)}.`)
          .join(" ")}`
      : family,
  );
  const last = names.pop() ?? "";
  const authors = names.length > 0 ? `${names.join(", ")}, & ${last}` : last;
  const place = [work.venue, work.volume, work.pages].filter((part) => part !== null).join(", ");
  return `${authors} (${work.year ?? "n.d."}). ${fullTitle(work)}. ${place}.${work.doi ? ` https://doi.org/${work.doi}` : ""}\n`;
}

/** Dates as Crossref and CSL write them. @param {string} date YYYY-MM-DD */
export const dateParts = (date) => ({ "date-parts": [date.split("-").map(Number)] });

/** CSL-JSON. @param {Work} work */
export function toCsl(work) {
  return {
    type:
      {
        "journal-article": "article-journal",
        "proceedings-article": "paper-conference",
        "posted-content": "article",
      }[work.type] ?? work.type,
    id: `https://doi.org/${work.doi ?? work.id}`,
    title: fullTitle(work),
    author: work.authors.map(({ family, given }) => (given ? { family, given } : { literal: family })),
    issued: work.date ? dateParts(work.date) : { "date-parts": [[work.year]] },
    ...(work.venue ? { "container-title": work.venue } : {}),
    ...(work.volume ? { volume: work.volume } : {}),
    ...(work.issue ? { issue: work.issue } : {}),
    ...(work.pages ? { page: work.pages } : {}),
    ...(work.publisher ? { publisher: work.publisher } : {}),
    ...(work.doi ? { DOI: work.doi } : {}),
    ...(work.url ? { URL: work.url } : {}),
  };
}

/** A landing page with the metas that indexers read. @param {Work} work */
export function citationMetas(work) {
  /** @type {[string, string | null][]} */
  const metas = [
    ["citation_title", fullTitle(work)],
    ...work.authors.map((author) => /** @type {[string, string]} */ (["citation_author", fullName(author)])),
    ["citation_publication_date", dateOf(work).replaceAll("-", "/")],
    [
      work.type === "proceedings-article" ? "citation_conference_title" : "citation_journal_title",
      work.venue,
    ],
    ["citation_volume", work.volume],
    ["citation_doi", work.doi],
    ["citation_arxiv_id", work.arxiv],
    ["citation_abstract", work.abstract],
  ];
  return metas.filter((meta) => meta[1] !== null);
}
