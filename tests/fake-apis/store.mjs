// The record store: works from record lines, and for each source an index of what it holds and says of them.
import { readFileSync } from "node:fs";
import { parseJson } from "./answer.mjs";
import { TextIndex } from "./search.mjs";

/**
 * @typedef {object} Author
 * @property {string} family
 * @property {string} given may be empty
 */

/**
 * A notice about a work (on the article: `updated_by`) or a notice's article (on the notice: `update_to`).
 *
 * @typedef {object} Update
 * @property {string} doi of the other side
 * @property {string} type "retraction", "correction", "expression_of_concern" …
 * @property {string} [date] YYYY-MM-DD
 */

/**
 * What one source says of a work. The names are those of the record lines.
 *
 * @typedef {object} Work
 * @property {string} id
 * @property {string} title
 * @property {string} type Crossref's name of it: journal-article, proceedings-article, posted-content …
 * @property {Author[]} authors
 * @property {number | null} year
 * @property {string | null} date YYYY-MM-DD where known
 * @property {string | null} venue
 * @property {string | null} venue_short
 * @property {string | null} doi lower case
 * @property {string | null} url
 * @property {string | null} arxiv without version
 * @property {string | null} pmid
 * @property {string | null} pmcid with "PMC"
 * @property {string | null} openreview forum id
 * @property {string | null} isbn
 * @property {string | null} issn
 * @property {string | null} volume
 * @property {string | null} issue
 * @property {string | null} pages
 * @property {string | null} publisher
 * @property {string | null} subtitle
 * @property {string | null} abstract
 * @property {string | null} comment of arXiv ("This paper has been withdrawn …")
 * @property {string[]} references ids of works in the store
 * @property {Update[]} updated_by
 * @property {Update[]} update_to
 * @property {boolean} retracted
 * @property {string | null} oa_url
 * @property {number | null} cited_by how often it is cited; made up where null
 * @property {number | null} percentile of its citations, 0..1
 * @property {string | null} field of research, in OpenAlex's words
 * @property {Record<string, string[]>} quotes sentences in which it cites works, by their ids
 */

/** Sources that records name. `doi` and `zotero` answer from the others. */
export const HOLDERS = /** @type {const} */ ([
  "crossref",
  "openalex",
  "semanticscholar",
  "dblp",
  "arxiv",
  "europepmc",
  "pubmed",
  "datacite",
  "unpaywall",
  "openreview",
  "openlibrary",
]);

/** @typedef {typeof HOLDERS[number]} Holder */

/** Registrants that are DataCite's, not Crossref's. */
const DATACITE = new Set([
  "10.48550",
  "10.5281",
  "10.5061",
  "10.6084",
  "10.4230",
  "10.7910",
  "10.17863",
  "10.3929",
  "10.57967",
]);

/** @param {string} doi */
export const agencyOf = (doi) => (DATACITE.has(doi.split("/", 1)[0] ?? "") ? "DataCite" : "Crossref");

/**
 * A DOI in lower case, without resolver or label; null if there is none.
 *
 * @param {string} text
 */
export function doiOf(text) {
  const found = /10\.\d{4,9}(?:\.\d+)*\/\S+/.exec(text.trim().toLowerCase());
  return found ? found[0] : null;
}

/**
 * An arXiv id in its parts, or null where the form is wrong.
 *
 * @param {string} text
 */
export function arxivOf(text) {
  const found = /^(?:arxiv:)?((?:\d{4}\.\d{4,5})|(?:[a-z][a-z-]+(?:\.[a-z]{2})?\/\d{7}))(v\d+)?$/i.exec(
    text.trim(),
  );
  return found?.[1] ? { id: found[1], version: found[2] ?? null } : null;
}

/** What one source holds. */
export class SourceIndex {
  /** @type {Work[]} */
  works = [];
  /** @type {Map<string, Work>} */
  byDoi = new Map();
  /** @type {Map<string, Work>} */
  byArxiv = new Map();
  /** @type {Map<string, Work>} */
  byPmid = new Map();
  /** @type {Map<string, Work>} */
  byPmcid = new Map();
  /** @type {Map<string, Work>} */
  byId = new Map();

  /** @param {Work} work */
  add(work) {
    this.works.push(work);
    /** @type {[Map<string, Work>, string | null][]} */
    const keys = [
      [this.byDoi, work.doi],
      [this.byArxiv, work.arxiv],
      [this.byPmid, work.pmid],
      [this.byPmcid, work.pmcid],
      [this.byId, work.id],
    ];
    for (const [map, key] of keys) if (key !== null && !map.has(key)) map.set(key, work);
  }

  /** @type {TextIndex | undefined} */
  #titles;
  /** @type {TextIndex | undefined} */
  #everything;

  get titles() {
    return (this.#titles ??= new TextIndex(this.works.map(fullTitle)));
  }

  /** Title, names, venue and year: what a bibliographic query runs over. */
  get everything() {
    return (this.#everything ??= new TextIndex(
      this.works.map(
        (work) =>
          `${fullTitle(work)} ${work.authors.map(({ given, family }) => `${given} ${family}`).join(" ")} ${work.venue ?? ""} ${work.year ?? ""}`,
      ),
    ));
  }

  /** @type {Map<string, Work> | undefined} */
  #byMadeKey;

  /**
   * A work by a key that a source makes up itself (S2's paperId, DBLP's key).
   *
   * @param {string} key
   * @param {(work: Work) => string[]} keysOf
   */
  byMadeKey(key, keysOf) {
    this.#byMadeKey ??= new Map(this.works.flatMap((work) => keysOf(work).map((made) => [made, work])));
    return this.#byMadeKey.get(key);
  }
}

/** @param {Work} work */
export const fullTitle = (work) => (work.subtitle ? `${work.title}: ${work.subtitle}` : work.title);

/** @typedef {Record<string, unknown>} Line */

/** @param {unknown} value */
const textOrNull = (value) =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;

/**
 * @param {unknown} value
 * @returns {Update[]}
 */
const updates = (value) => (Array.isArray(value) ? /** @type {Update[]} */ (value) : []);

/**
 * @param {string} id
 * @param {Line} line
 * @returns {Work}
 */
function workOf(id, line) {
  const url = textOrNull(line.url);
  const doi = doiOf(textOrNull(line.doi) ?? "");
  const fromUrl =
    /arxiv\.org\/abs\/([^\s?#]+)/.exec(url ?? "")?.[1] ?? /^10\.48550\/arxiv\.(.+)$/.exec(doi ?? "")?.[1];
  return {
    id,
    title: textOrNull(line.title) ?? "",
    type: textOrNull(line.type) ?? "journal-article",
    authors: Array.isArray(line.authors) ? /** @type {Author[]} */ (line.authors) : [],
    year: typeof line.year === "number" ? line.year : null,
    date: textOrNull(line.date),
    venue: textOrNull(line.venue),
    venue_short: textOrNull(line.venue_short),
    doi,
    url,
    arxiv: arxivOf(textOrNull(line.arxiv) ?? fromUrl ?? "")?.id ?? null,
    pmid: textOrNull(line.pmid),
    pmcid: textOrNull(line.pmcid),
    openreview:
      textOrNull(line.openreview) ??
      /openreview\.net\/(?:forum|pdf)\?id=([\w-]+)/.exec(url ?? "")?.[1] ??
      null,
    isbn: textOrNull(line.isbn),
    issn: textOrNull(line.issn),
    volume: textOrNull(line.volume),
    issue: textOrNull(line.issue),
    pages: textOrNull(line.pages),
    publisher: textOrNull(line.publisher),
    subtitle: textOrNull(line.subtitle),
    abstract: textOrNull(line.abstract),
    comment: textOrNull(line.comment),
    references: Array.isArray(line.references) ? line.references.map(String) : [],
    updated_by: updates(line.updated_by),
    update_to: updates(line.update_to),
    retracted: line.retracted === true || updates(line.updated_by).some(({ type }) => type === "retraction"),
    oa_url: textOrNull(line.oa_url),
    cited_by: typeof line.cited_by === "number" ? line.cited_by : null,
    percentile: typeof line.percentile === "number" ? line.percentile : null,
    field: textOrNull(line.field),
    quotes: /** @type {Record<string, string[]>} */ (line.quotes ?? {}),
  };
}

/** All works, by source. */
export class Store {
  /** @type {Record<Holder, SourceIndex>} */
  of = /** @type {Record<Holder, SourceIndex>} */ (
    Object.fromEntries(HOLDERS.map((name) => [name, new SourceIndex()]))
  );
  /** DOIs that resolve at doi.org, each with a landing page if one is known. @type {Map<string, string | null>} */
  registered = new Map();

  /**
   * Adds one record line: a clean record (`sources` lists who holds it; absent: the four large indexes) or
   * a line of a noisy world (`sources` maps each holder to its own version of the record).
   *
   * @param {Line} line
   */
  add(line) {
    const id = textOrNull(line.id) ?? `R${this.of.openalex.works.length}`;
    /** @type {Map<Holder, Work>} */
    const views = new Map();
    const named = line.sources ?? ["crossref", "openalex", "semanticscholar", "dblp"];
    if (Array.isArray(named)) {
      const work = workOf(id, line);
      for (const name of named) if (isHolder(name)) views.set(name, work);
    } else {
      for (const [name, view] of Object.entries(/** @type {Record<string, Line>} */ (named)))
        if (isHolder(name)) views.set(name, workOf(id, view));
    }
    if (line.sources === undefined && agencyOf(doiOf(textOrNull(line.doi) ?? "") ?? "") === "DataCite")
      views.delete("crossref");
    this.#derive(views);
    for (const [name, work] of views) this.of[name].add(work);
    const registered = textOrNull(line.registered_doi);
    if (registered) this.#register(registered, null);
    for (const work of views.values()) if (work.doi) this.#register(work.doi, work.url);
  }

  /**
   * Identifiers say who else must hold a work: an arXiv id arXiv, a DataCite DOI DataCite, a PMID PubMed.
   *
   * @param {Map<Holder, Work>} views
   */
  #derive(views) {
    const all = [...views.values()];
    /** @param {(work: Work) => boolean} test */
    const fullest = (test) =>
      all
        .filter(test)
        .reduce(
          /** @param {Work | undefined} best */ (best, work) =>
            best && best.authors.length >= work.authors.length ? best : work,
          undefined,
        );
    /** @type {[Holder, Work | undefined][]} */
    const derived = [
      ["arxiv", fullest((work) => work.arxiv !== null)],
      ["datacite", fullest((work) => work.doi !== null && agencyOf(work.doi) === "DataCite")],
      ["pubmed", fullest((work) => work.pmid !== null)],
      ["europepmc", fullest((work) => work.pmid !== null || work.pmcid !== null)],
      ["openreview", fullest((work) => work.openreview !== null)],
      ["unpaywall", views.get("crossref")?.doi ? views.get("crossref") : undefined],
    ];
    for (const [name, work] of derived) if (work && !views.has(name)) views.set(name, work);
  }

  /**
   * @param {string} doi
   * @param {string | null} url
   */
  #register(doi, url) {
    const key = doi.toLowerCase();
    if (!this.registered.get(key)) this.registered.set(key, url);
    const versionless = key.replace(/^(10\.48550\/arxiv\..+?)v\d+$/, "$1");
    if (versionless !== key && !this.registered.has(versionless)) this.registered.set(versionless, url);
  }

  /**
   * Makes addresses that begin with a slash this server's.
   *
   * @param {string} base
   */
  rebase(base) {
    for (const { works } of Object.values(this.of))
      for (const work of works) {
        if (work.oa_url?.startsWith("/")) work.oa_url = base + work.oa_url;
        if (work.url?.startsWith("/")) work.url = base + work.url;
      }
    for (const [doi, url] of this.registered) if (url?.startsWith("/")) this.registered.set(doi, base + url);
  }

  /**
   * Adds the lines of a JSON Lines file. A line without id and title (a header about the file) is passed over.
   *
   * @param {string} file
   */
  load(file) {
    readFileSync(file, "utf8")
      .split("\n")
      .forEach((text, number) => {
        if (text.trim() === "") return;
        const line = /** @type {Line | undefined} */ (parseJson(text));
        if (line === undefined) throw new Error(`${file}: line ${number + 1} is no JSON`);
        if (line.id !== undefined || line.title !== undefined) this.add(line);
      });
  }
}

/**
 * @param {unknown} name
 * @returns {name is Holder}
 */
const isHolder = (name) => HOLDERS.some((holder) => holder === name);
