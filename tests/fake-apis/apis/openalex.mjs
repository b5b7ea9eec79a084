// OpenAlex: /works (filters, search, paging, select) and /works/{id}, where an id is W…, a DOI, a PMID; /sources by ids.
import { decode, integer, json, pick, raw, remember } from "../answer.mjs";
import { authorNumber, dateOf, fullName, hash, openAlexId, orcidOf, pageRange } from "../identities.mjs";
import { doiOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").Answer} Answer */
/** @typedef {import("../answer.mjs").World} World */

/** @type {Record<string, string>} Crossref's types in OpenAlex */
const TYPES = {
  "journal-article": "article",
  "proceedings-article": "article",
  "posted-content": "preprint",
  monograph: "book",
};
const MOST_VALUES = 50;
const ID = "https://openalex.org/";

const missing = () =>
  raw(
    "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>\n",
    "text/html; charset=utf-8",
    404,
  );

/** @param {string} message */
const invalid = (message) => json({ error: "Invalid query parameters error.", message }, 400);

/** @param {string | null} text */
function invertedIndex(text) {
  if (text === null) return null;
  /** @type {Map<string, number[]>} */
  const places = new Map();
  text.split(/\s+/).forEach((word, place) => places.set(word, [...(places.get(word) ?? []), place]));
  return Object.fromEntries(places);
}

/** @param {Work} work */
function locationOf(work) {
  const preprint = work.type === "posted-content" || (work.arxiv !== null && !work.venue);
  const publisher = work.publisher ?? work.venue ?? "";
  const landing = work.doi
    ? `https://doi.org/${work.doi}`
    : work.arxiv
      ? `https://arxiv.org/abs/${work.arxiv}`
      : work.url;
  return {
    is_oa: isOpen(work),
    landing_page_url: landing,
    pdf_url: work.oa_url ?? (work.arxiv ? `https://arxiv.org/pdf/${work.arxiv}` : null),
    source: work.venue
      ? {
          id: `${ID}S${authorNumber(work.venue)}`,
          display_name: work.venue,
          issn_l: work.issn,
          issn: work.issn ? [work.issn] : null,
          is_oa: isOpen(work),
          is_in_doaj: false,
          is_indexed_in_scopus: !preprint,
          is_core: !preprint,
          host_organization: `${ID}P${authorNumber(publisher)}`,
          host_organization_name: publisher,
          host_organization_lineage: [],
          host_organization_lineage_names: [],
          type: preprint ? "repository" : work.type === "proceedings-article" ? "conference" : "journal",
        }
      : null,
    license: null,
    license_id: null,
    version: preprint ? "submittedVersion" : "publishedVersion",
    is_accepted: !preprint,
    is_published: !preprint,
  };
}

/** @param {Work} work */
function topicOf({ field }) {
  if (field === null) return null;
  const named = (/** @type {string} */ kind) => ({
    id: `${ID}${kind}/${hash(field) % 30}`,
    display_name: field,
  });
  return {
    id: `${ID}T${hash(field) % 10_000}`,
    display_name: `Topics in ${field}`,
    score: 0.99,
    subfield: named("subfields"),
    field: named("fields"),
    domain: named("domains"),
  };
}

/** @param {Work} work */
const isOpen = (work) => work.oa_url !== null || work.arxiv !== null || work.pmcid !== null;

const rendered = remember((/** @type {Work} */ work) => {
  const id = `${ID}${openAlexId(work)}`;
  const location = locationOf(work);
  const { first, last } = pageRange(work);
  const title = fullTitle(work);
  const cited = work.cited_by ?? hash(work.id) % 200;
  const oaUrl = work.oa_url ?? (work.arxiv ? `https://arxiv.org/abs/${work.arxiv}` : null);
  const position = (/** @type {number} */ index) =>
    index === 0 ? "first" : index === work.authors.length - 1 ? "last" : "middle";
  return {
    id,
    doi: work.doi ? `https://doi.org/${work.doi}` : null,
    title,
    display_name: title,
    publication_year: work.year,
    publication_date: dateOf(work),
    ids: {
      openalex: id,
      ...(work.doi ? { doi: `https://doi.org/${work.doi}` } : {}),
      ...(work.pmid ? { pmid: `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}` } : {}),
      ...(work.pmcid ? { pmcid: `https://www.ncbi.nlm.nih.gov/pmc/articles/${work.pmcid.slice(3)}` } : {}),
    },
    language: "en",
    primary_location: location,
    type: TYPES[work.type] ?? work.type,
    type_crossref: work.type,
    indexed_in: work.doi ? ["crossref"] : [],
    open_access: {
      is_oa: isOpen(work),
      oa_status: isOpen(work) ? "green" : "closed",
      oa_url: oaUrl,
      any_repository_has_fulltext: isOpen(work),
    },
    authorships: work.authors.map((author, index) => ({
      author_position: position(index),
      author: {
        id: `${ID}A${authorNumber(fullName(author))}`,
        display_name: fullName(author),
        orcid: `https://orcid.org/${orcidOf(fullName(author))}`,
      },
      institutions: [],
      countries: [],
      is_corresponding: false,
      raw_author_name: fullName(author),
      raw_affiliation_strings: [],
      affiliations: [],
    })),
    institution_assertions: [],
    countries_distinct_count: 0,
    institutions_distinct_count: 0,
    corresponding_author_ids: [],
    corresponding_institution_ids: [],
    apc_list: null,
    apc_paid: null,
    fwci: null,
    has_fulltext: false,
    cited_by_count: cited,
    citation_normalized_percentile:
      work.percentile === null
        ? null
        : {
            value: work.percentile,
            is_in_top_1_percent: work.percentile >= 0.99,
            is_in_top_10_percent: work.percentile >= 0.9,
          },
    cited_by_percentile_year: { min: 0, max: 99 },
    biblio: { volume: work.volume, issue: work.issue, first_page: first, last_page: last },
    is_retracted: work.retracted,
    is_paratext: false,
    primary_topic: topicOf(work),
    topics: [],
    keywords: [],
    concepts: [],
    mesh: [],
    locations_count: 1,
    locations: [location],
    best_oa_location: isOpen(work) ? location : null,
    sustainable_development_goals: [],
    grants: [],
    datasets: [],
    versions: [],
    referenced_works_count: work.references.length,
    referenced_works: work.references.map((cites) => `${ID}${cites}`),
    related_works: [],
    abstract_inverted_index: invertedIndex(work.abstract),
    cited_by_api_url: `https://api.openalex.org/works?filter=cites:${openAlexId(work)}`,
    counts_by_year: [],
    updated_date: "2026-06-01T00:00:00.000000",
    created_date: dateOf(work),
  };
});

const FIELDS = new Set([
  ...Object.keys(
    rendered({
      id: "W0",
      title: "",
      type: "",
      authors: [],
      year: 0,
      date: null,
      venue: null,
      venue_short: null,
      doi: null,
      url: null,
      arxiv: null,
      pmid: null,
      pmcid: null,
      openreview: null,
      isbn: null,
      issn: null,
      volume: null,
      issue: null,
      pages: null,
      publisher: null,
      subtitle: null,
      abstract: null,
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
    }),
  ),
  "relevance_score",
]);

/**
 * @param {URLSearchParams} query
 * @returns {{ names: Set<string> | undefined } | Answer}
 */
function selection(query) {
  const names = query.get("select")?.split(",");
  const bad = names?.find((name) => !FIELDS.has(name));
  if (bad === undefined) return { names: names && new Set(names) };
  return invalid(
    `${bad} is not a valid select field. Valid fields for select are: ${[...FIELDS].join(", ")}.`,
  );
}

/** @typedef {Map<Work, number>} Scored */

/**
 * What one filter lets through; a search filter also scores.
 *
 * @param {string} name
 * @param {string} value
 * @param {World} world
 * @returns {Scored | ((work: Work) => boolean) | Answer}
 */
function filterOf(name, value, world) {
  const index = world.store.of.openalex;
  const values = value.split("|");
  if (values.length > MOST_VALUES)
    return invalid(
      `Maximum number of values exceeded for ${name}. Decrease values to ${MOST_VALUES} or below.`,
    );
  /** @param {(text: string) => Work | undefined} find */
  const any = (find) =>
    new Map(
      values.flatMap((one) => {
        const work = find(one.trim());
        return work ? [/** @type {[Work, number]} */ ([work, 1])] : [];
      }),
    );
  /** @param {string} one */
  const byId = (one) => workById(one.replace(ID, ""), world);
  switch (name) {
    case "doi":
      return any((one) => index.byDoi.get(doiOf(one) ?? ""));
    case "openalex":
    case "openalex_id":
    case "ids.openalex":
      return any(byId);
    case "pmid":
    case "ids.pmid":
      return any((one) => index.byPmid.get(/\d+$/.exec(one)?.[0] ?? ""));
    case "title.search":
    case "display_name.search":
    case "default.search":
    case "title_and_abstract.search": {
      // Words and phrases, joined by OR.
      const hits = value.split(/ OR /).flatMap((one) => index.titles.containing(one.replace(/["\\]/g, "")));
      return new Map(
        hits.flatMap(({ index: place, score }) => {
          const work = index.works[place];
          return work ? [/** @type {[Work, number]} */ ([work, score * 10])] : [];
        }),
      );
    }
    case "publication_year": {
      const range = /^(\d*)-(\d*)$/.exec(value);
      if (range)
        return ({ year }) =>
          (year ?? 0) >= Number(range[1]) && (year ?? 0) <= Number(range[2] === "" ? 9999 : range[2]);
      return ({ year }) => values.includes(String(year));
    }
    case "from_publication_date":
      return (work) => dateOf(work) >= value;
    case "to_publication_date":
      return (work) => dateOf(work) <= value;
    case "is_oa":
    case "open_access.is_oa":
      return (work) => String(isOpen(work)) === value;
    case "is_retracted":
      return ({ retracted }) => String(retracted) === value;
    case "type":
      return ({ type }) => values.includes(TYPES[type] ?? type);
    case "author.orcid":
    case "authorships.author.orcid":
      return ({ authors }) =>
        authors.some((author) => values.some((one) => one.endsWith(orcidOf(fullName(author)))));
    case "cites": {
      const ids = new Set(values.map((one) => byId(one)?.id ?? one));
      return ({ references }) => references.some((cited) => ids.has(cited));
    }
    case "cited_by": {
      const cited = new Set(values.flatMap((one) => byId(one)?.references ?? []));
      return ({ id }) => cited.has(id);
    }
    default:
      return invalid(
        `${name} is not a valid field. Valid fields are underscore or hyphenated versions of: cited_by, cites, doi, openalex, publication_year, title.search.`,
      );
  }
}

/**
 * @param {string} id
 * @param {World} world
 */
const workById = (id, world) =>
  world.store.of.openalex.byMadeKey(id.toUpperCase(), (work) => [openAlexId(work)]);

/**
 * Filters are parted by commas: an unescaped comma in a title breaks the query, as it does at OpenAlex.
 *
 * @param {string} text
 */
const parts = (text) => text.match(/(?:\\,|"[^"]*"|[^,])+/g) ?? [];

/**
 * @param {URLSearchParams} query
 * @param {World} world
 * @returns {Answer}
 */
function list(query, world) {
  const chosen = selection(query);
  if ("status" in chosen) return chosen;
  const index = world.store.of.openalex;
  /** @type {Scored | undefined} */
  let found;
  /** @type {((work: Work) => boolean)[]} */
  const tests = [];
  const all = parts(query.get("filter") ?? "").map((part) => {
    const colon = part.indexOf(":");
    return colon < 0
      ? { name: part, value: undefined }
      : { name: part.slice(0, colon).trim(), value: part.slice(colon + 1) };
  });
  const search = query.get("search");
  if (search !== null) all.push({ name: "default.search", value: search });
  for (const { name, value } of all) {
    if (value === undefined)
      return invalid(`${name} is not a valid filter. A filter is a field and a value, parted by a colon.`);
    const filter = filterOf(name, value, world);
    if (typeof filter === "function") tests.push(filter);
    else if (filter instanceof Map) {
      const before = found;
      found = before ? new Map([...filter].filter(([work]) => before.has(work))) : filter;
    } else return filter;
  }
  const scored = found !== undefined && all.some(({ name }) => name.endsWith("search"));
  const works = [...(found?.keys() ?? index.works)].filter((work) => tests.every((test) => test(work)));
  if (query.get("sort")?.startsWith("cited_by_count"))
    works.sort((one, other) => rendered(other).cited_by_count - rendered(one).cited_by_count);

  const size = integer(query, "per-page", integer(query, "per_page", 25), 200);
  const cursor = query.get("cursor");
  const number = Math.max(1, integer(query, "page", 1));
  const start =
    cursor === null
      ? (number - 1) * size
      : cursor === "*"
        ? 0
        : Number(Buffer.from(cursor, "base64url").toString());
  const page = works.slice(start, start + size);
  const end = start + page.length;
  const next = end < works.length ? Buffer.from(String(end)).toString("base64url") : null;
  return json({
    meta: {
      count: works.length,
      db_response_time_ms: 8,
      page: cursor === null ? number : null,
      per_page: size,
      ...(cursor === null ? {} : { next_cursor: next }),
      groups_count: null,
    },
    results: page.map((work) => {
      const item = scored ? { ...rendered(work), relevance_score: found?.get(work) ?? 0 } : rendered(work);
      return chosen.names ? pick(item, chosen.names) : item;
    }),
    group_by: [],
  });
}

/**
 * Venues by their ids, each with how often its works are cited.
 *
 * @param {URLSearchParams} query
 * @param {World} world
 * @returns {Answer}
 */
function sources(query, world) {
  const ids = /^openalex:(.+)$/.exec(query.get("filter") ?? "")?.[1]?.split("|") ?? [];
  if (ids.length > MOST_VALUES)
    return invalid(
      `Maximum number of values exceeded for openalex. Decrease values to ${MOST_VALUES} or below.`,
    );
  const venues = new Set(world.store.of.openalex.works.flatMap(({ venue }) => venue ?? []));
  const results = [...venues].flatMap((venue) => {
    const number = authorNumber(venue);
    if (!ids.includes(`S${number}`)) return [];
    const item = {
      id: `${ID}S${number}`,
      display_name: venue,
      summary_stats: { "2yr_mean_citedness": (number % 100) / 10, h_index: 10, i10_index: 12 },
    };
    return [pick(item, new Set(query.get("select")?.split(",") ?? Object.keys(item)))];
  });
  const meta = { count: results.length, db_response_time_ms: 8, page: 1, per_page: 25, groups_count: null };
  return json({ meta, results, group_by: [] });
}

/** @type {import("../answer.mjs").Api} */
export function openalex(ask, world) {
  if (ask.path === "/sources") return sources(ask.query, world);
  if (ask.path === "/works" || ask.path === "/works/") return list(ask.query, world);
  const name = /^\/works\/(.+)$/.exec(ask.path)?.[1];
  if (!name) return missing();
  const chosen = selection(ask.query);
  if ("status" in chosen) return chosen;
  const id = decode(name);
  const index = world.store.of.openalex;
  const doi = doiOf(id);
  const work = doi
    ? index.byDoi.get(doi)
    : (index.byPmid.get(/^pmid:(?:https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)?(\d+)$/i.exec(id)?.[1] ?? "") ??
      workById(id.replace(ID, ""), world));
  if (!work) return missing();
  return json(chosen.names ? pick(rendered(work), chosen.names) : rendered(work));
}
