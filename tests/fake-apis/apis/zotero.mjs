// A Zotero Translation Server: POST /web (a URL), /search (an identifier or words), /export?format=….
// HTTP 300 means several candidates: /search names them by DOI, /web gives a session to choose in.
import { json, parseJson, raw } from "../answer.mjs";
import { toBibtex, toCsl, toRis } from "../formats.mjs";
import { hash } from "../identities.mjs";
import { arxivOf, doiOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").World} World */

const MOST_CANDIDATES = 3;

/** @type {Record<string, string>} */
const ITEM_TYPES = {
  "journal-article": "journalArticle",
  "proceedings-article": "conferencePaper",
  "posted-content": "preprint",
  "book-chapter": "bookSection",
  book: "book",
  monograph: "book",
};

/** @param {Work} work */
function itemOf(work) {
  const itemType = ITEM_TYPES[work.type] ?? "document";
  const container =
    itemType === "conferencePaper"
      ? "proceedingsTitle"
      : itemType === "bookSection"
        ? "bookTitle"
        : "publicationTitle";
  return {
    key: hash(work.id).toString(36).toUpperCase().padStart(8, "A").slice(0, 8),
    version: 0,
    itemType,
    creators: work.authors.map(({ given, family }) => ({
      firstName: given,
      lastName: family,
      creatorType: "author",
    })),
    tags: [],
    title: fullTitle(work),
    ...(work.venue ? { [container]: work.venue } : {}),
    ...(work.volume ? { volume: work.volume } : {}),
    ...(work.issue ? { issue: work.issue } : {}),
    ...(work.pages ? { pages: work.pages } : {}),
    date: work.date ?? String(work.year ?? ""),
    ...(work.doi ? { DOI: work.doi } : {}),
    ...(work.arxiv ? { archiveID: `arXiv:${work.arxiv}`, repository: "arXiv" } : {}),
    ...(work.issn ? { ISSN: work.issn } : {}),
    ...(work.isbn ? { ISBN: work.isbn } : {}),
    ...(work.abstract ? { abstractNote: work.abstract } : {}),
    url: work.url ?? (work.doi ? `https://doi.org/${work.doi}` : ""),
    libraryCatalog: "DOI.org (Crossref)",
    accessDate: "2026-06-01T00:00:00Z",
  };
}

/**
 * The work that an identifier in a text means; null if there is no identifier, undefined if it is unknown.
 *
 * @param {string} text
 * @param {World} world
 */
function identified(text, world) {
  const { crossref, datacite, arxiv, pubmed } = world.store.of;
  const doi = doiOf(text.replace(/%2F/gi, "/"))?.replace(/[.,;]+$/, "");
  if (doi) return crossref.byDoi.get(doi) ?? datacite.byDoi.get(doi);
  const id = arxivOf(/arxiv\.org\/(?:abs|pdf|html)\/([^\s?#]+?)(?:\.pdf)?$/i.exec(text)?.[1] ?? text);
  if (id) return arxiv.byArxiv.get(id.id);
  const pmid = /(?:^\s*(?:pmid:)?\s*|pubmed\.ncbi\.nlm\.nih\.gov\/)(\d{1,8})\/?\s*$/i.exec(text)?.[1];
  if (pmid) return pubmed.byPmid.get(pmid);
  const isbn = /^(?:isbn[:\s]*)?((?:97[89])?\d{9}[\dX])$/i.exec(text.replace(/[\s-]/g, ""))?.[1];
  if (isbn) return crossref.works.find((work) => work.isbn?.replaceAll("-", "") === isbn);
  return null;
}

/** @param {Work} work */
function description(work) {
  const families = work.authors.slice(0, 3).map(({ family }) => family);
  return [families.join(", "), work.year, work.venue]
    .filter((part) => part !== null && part !== "")
    .join(" – ");
}

/**
 * @param {string} text
 * @param {World} world
 */
function search(text, world) {
  const work = identified(text, world);
  if (work === undefined)
    return raw("No items returned from any translator", "text/plain; charset=utf-8", 501);
  if (work !== null) return json([itemOf(work)]);
  const index = world.store.of.crossref;
  const candidates = index.titles
    .containing(text)
    .flatMap((hit) => index.works[hit.index] ?? [])
    .filter(({ doi }) => doi !== null)
    .slice(0, MOST_CANDIDATES);
  if (candidates.length === 0) return json([]);
  return json(
    Object.fromEntries(
      candidates.map((one) => [
        one.doi ?? "",
        { itemType: itemOf(one).itemType, title: fullTitle(one), description: description(one) },
      ]),
    ),
    300,
  );
}

/**
 * A page's works: by the identifier in its address, by the address itself, or candidates of a search page (?q=, ?query=,
 * ?term=).
 *
 * @param {string} body a URL, or the JSON of an earlier 300 with the unwanted items left out
 * @param {World} world
 */
function web(body, world) {
  const chosen = /** @type {{ items?: Record<string, unknown> } | undefined} */ (parseJson(body));
  const { crossref, openalex } = world.store.of;
  if (typeof chosen === "object" && chosen.items) {
    const works = Object.keys(chosen.items).flatMap(
      (id) => crossref.byId.get(id) ?? openalex.byId.get(id) ?? [],
    );
    return works.length > 0
      ? json(works.map(itemOf))
      : raw("No items returned from any translator", "text/plain; charset=utf-8", 501);
  }
  const address = body.trim();
  if (!URL.canParse(address) || !/^https?:/.test(address))
    return raw("URL not provided", "text/plain; charset=utf-8", 400);
  const work =
    identified(address, world) ?? [...crossref.works, ...openalex.works].find(({ url }) => url === address);
  if (work) return json([itemOf(work)]);
  const { searchParams } = new URL(address);
  const term = searchParams.get("q") ?? searchParams.get("query") ?? searchParams.get("term");
  const candidates =
    term === null ? [] : crossref.titles.containing(term).flatMap((hit) => crossref.works[hit.index] ?? []);
  if (candidates.length === 0)
    return raw("No items returned from any translator", "text/plain; charset=utf-8", 501);
  const items = Object.fromEntries(candidates.slice(0, 20).map((one) => [one.id, { title: fullTitle(one) }]));
  return json({ url: address, session: hash(address).toString(36), items }, 300);
}

/**
 * A work again from a Zotero item: what is exported is what was sent.
 *
 * @param {Record<string, unknown>} item
 * @returns {Work}
 */
function workOf(item) {
  /** @param {string} name */
  const text = (name) => (typeof item[name] === "string" && item[name] !== "" ? item[name] : null);
  const creators = /** @type {{ firstName?: string, lastName?: string, name?: string }[]} */ (
    Array.isArray(item.creators) ? item.creators : []
  );
  const type = Object.entries(ITEM_TYPES).find(([, name]) => name === item.itemType)?.[0];
  return {
    id: text("key") ?? "",
    title: text("title") ?? "",
    type: type ?? "other",
    authors: creators.map(({ firstName, lastName, name }) => ({
      given: firstName ?? "",
      family: lastName ?? name ?? "",
    })),
    year: Number(/\d{4}/.exec(text("date") ?? "")?.[0] ?? Number.NaN) || null,
    date: null,
    venue: text("publicationTitle") ?? text("proceedingsTitle") ?? text("bookTitle"),
    venue_short: null,
    doi: text("DOI"),
    url: text("url"),
    arxiv: null,
    pmid: null,
    pmcid: null,
    openreview: null,
    isbn: text("ISBN"),
    issn: text("ISSN"),
    volume: text("volume"),
    issue: text("issue"),
    pages: text("pages"),
    publisher: text("publisher"),
    subtitle: null,
    abstract: text("abstractNote"),
    comment: null,
    references: [],
    updated_by: [],
    update_to: [],
    retracted: false,
    oa_url: null,
    cited_by: null,
    percentile: null,
    field: null,
    quotes: {},
  };
}

/**
 * @param {string} body
 * @param {string | null} format
 */
function exported(body, format) {
  const items = parseJson(body);
  if (!Array.isArray(items))
    return raw("Input must be an array of items as JSON", "text/plain; charset=utf-8", 400);
  const works = /** @type {Record<string, unknown>[]} */ (items).map(workOf);
  if (format === "bibtex")
    return raw(
      works.map((work) => toBibtex(work).trim()).join("\n\n") + "\n",
      "application/x-bibtex; charset=utf-8",
    );
  if (format === "ris")
    return raw(works.map(toRis).join("\n"), "application/x-research-info-systems; charset=utf-8");
  if (format === "csljson")
    return json(works.map(toCsl), 200, "application/vnd.citationstyles.csl+json; charset=utf-8");
  return raw("Invalid format parameter", "text/plain; charset=utf-8", 400);
}

/** @type {import("../answer.mjs").Api} */
export function zotero(ask, world) {
  if (ask.method !== "POST") return raw("Method Not Allowed", "text/plain; charset=utf-8", 405);
  const type = ask.headers["content-type"] ?? "";
  const plain = type.startsWith("text/");
  if (ask.path === "/search") {
    if (!plain) return raw("Unsupported Media Type", "text/plain; charset=utf-8", 415);
    return ask.body.trim() === ""
      ? raw("POST data not provided\n", "text/plain; charset=utf-8", 400)
      : search(ask.body.trim(), world);
  }
  if (ask.path === "/web") {
    if (!plain && !type.startsWith("application/json"))
      return raw("Unsupported Media Type", "text/plain; charset=utf-8", 415);
    return ask.body === ""
      ? raw("POST data not provided\n", "text/plain; charset=utf-8", 400)
      : web(ask.body, world);
  }
  if (ask.path === "/export") return exported(ask.body, ask.query.get("format"));
  return raw("Not Found", "text/plain; charset=utf-8", 404);
}
