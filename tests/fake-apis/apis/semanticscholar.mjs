// Semantic Scholar's Graph API: /graph/v1/paper/{id}, …/references, …/citations, /paper/batch, /paper/search,
// /paper/search/match, /paper/search/bulk, /snippet/search.
import { decode, integer, json, parseJson, pick, remember } from "../answer.mjs";
import { authorNumber, corpusId, dblpKey, fullName, hash, paperId } from "../identities.mjs";
import { words } from "../search.mjs";
import { arxivOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").Answer} Answer */
/** @typedef {import("../answer.mjs").World} World */

/** The share of a query's words (by weight) that a title must have to be "the closest match". */
const MATCH_SHARE = 0.8;
const MOST_IDS = 500;

/** @param {string} error */
const problem = (error, status = 400) => json({ error }, status);

const rendered = remember((/** @type {Work} */ work) => {
  const id = paperId(work);
  const title = fullTitle(work);
  const conference = work.type === "proceedings-article";
  const key = `${words(work.authors[0]?.family ?? "anonymous").join("")}${work.year ?? ""}${words(title)[0] ?? ""}`;
  return {
    paperId: id,
    externalIds: {
      ...((work.url ?? "").includes("dblp.org") ? { DBLP: dblpKey(work) } : {}),
      ...(work.arxiv ? { ArXiv: work.arxiv } : {}),
      ...(work.doi ? { DOI: work.doi } : {}),
      ...(work.pmid ? { PubMed: work.pmid } : {}),
      ...(work.pmcid ? { PubMedCentral: work.pmcid.slice(3) } : {}),
      CorpusId: corpusId(work),
    },
    corpusId: corpusId(work),
    publicationVenue: work.venue
      ? {
          id: `${hash(work.venue)}`,
          name: work.venue,
          type: conference ? "conference" : "journal",
          url: "https://example.org/",
          ...(work.venue_short ? { alternate_names: [work.venue_short] } : {}),
        }
      : null,
    url: `https://www.semanticscholar.org/paper/${id}`,
    title,
    abstract: work.abstract,
    venue: work.venue ?? "",
    year: work.year,
    referenceCount: work.references.length,
    citationCount: work.cited_by ?? hash(work.id) % 200,
    influentialCitationCount: hash(work.id) % 20,
    isOpenAccess: work.oa_url !== null,
    openAccessPdf:
      work.oa_url || work.arxiv
        ? { url: work.oa_url ?? "", status: work.oa_url ? "GREEN" : null, license: null }
        : { url: "", status: "CLOSED", license: null },
    fieldsOfStudy: ["Computer Science"],
    s2FieldsOfStudy: [{ category: "Computer Science", source: "s2-fos-model" }],
    publicationTypes: conference ? ["JournalArticle", "Conference"] : ["JournalArticle"],
    publicationDate: work.date,
    journal: {
      ...(conference ? {} : { name: work.venue ?? (work.arxiv ? "ArXiv" : undefined) }),
      ...(work.pages ? { pages: work.pages } : {}),
      ...(work.volume ? { volume: work.volume } : {}),
    },
    citationStyles: {
      bibtex: `@Article{${key},\n author = {${work.authors.map(fullName).join(" and ")}},\n ${conference ? "booktitle" : "journal"} = {${work.venue ?? ""}},\n title = {${title}},\n year = {${work.year ?? ""}}\n}\n`,
    },
    authors: work.authors.map((author) => ({
      authorId: String(authorNumber(fullName(author))),
      name: fullName(author),
    })),
    tldr: null,
  };
});

const FIELDS = new Set(
  "paperId corpusId externalIds url title abstract venue publicationVenue year referenceCount citationCount influentialCitationCount isOpenAccess openAccessPdf fieldsOfStudy s2FieldsOfStudy publicationTypes publicationDate journal citationStyles authors tldr references citations embedding contexts intents contextsWithIntent isInfluential matchScore".split(
    " ",
  ),
);

/**
 * The fields asked for, paperId always with them.
 *
 * @param {URLSearchParams} query
 * @returns {Set<string> | Answer}
 */
function fieldsOf(query) {
  const asked = (query.get("fields") ?? "title").split(",").map((name) => name.split(".", 1)[0] ?? "");
  const bad = asked.find((name) => !FIELDS.has(name));
  if (bad !== undefined) return problem(`Unrecognized or unsupported fields: [${bad}]`);
  return new Set(["paperId", ...asked]);
}

/**
 * @param {string} id
 * @param {World} world
 * @returns {Work | undefined}
 */
function find(id, world) {
  const index = world.store.of.semanticscholar;
  const named = /^(DOI|ARXIV|CorpusId|PMID|PMCID|DBLP|MAG|ACL|URL):(.+)$/i.exec(id);
  const value = named?.[2] ?? id;
  switch (named?.[1]?.toUpperCase()) {
    case "DOI":
      return index.byDoi.get(value.toLowerCase());
    case "ARXIV":
      return index.byArxiv.get(arxivOf(value)?.id ?? "");
    case "PMID":
      return index.byPmid.get(value);
    case "PMCID":
      return index.byPmcid.get(/^PMC/i.test(value) ? value : `PMC${value}`);
    case "CORPUSID":
    case "DBLP":
      return index.byMadeKey(value, keysOf);
    case undefined:
      return value.startsWith("10.")
        ? index.byDoi.get(value.toLowerCase())
        : index.byMadeKey(value.toLowerCase(), keysOf);
    default:
      return undefined;
  }
}

/** @param {Work} work */
const keysOf = (work) => [paperId(work), String(corpusId(work)), dblpKey(work)];

/**
 * @param {Work} work
 * @param {"references" | "citations"} what
 * @param {URLSearchParams} query
 * @param {Set<string>} fields
 * @param {World} world
 */
function links(work, what, query, fields, world) {
  const index = world.store.of.semanticscholar;
  const name = what === "references" ? "citedPaper" : "citingPaper";
  /** @type {(Work | string)[]} */
  const others =
    what === "references"
      ? work.references.map((id) => index.byId.get(id) ?? id)
      : index.works.filter((other) => other.references.includes(work.id));
  const offset = integer(query, "offset", 0);
  const limit = integer(query, "limit", 100, 1000);
  const page = others.slice(offset, offset + limit);
  /** @param {Work | string} other */
  const about = (other) => {
    const citing = what === "references" ? work : other;
    const cited = what === "references" ? other : work;
    const contexts =
      typeof citing === "string" || typeof cited === "string" ? [] : (citing.quotes[cited.id] ?? []);
    const contextsWithIntent = contexts.map((context) => ({ context, intents: ["background"] }));
    const intents = contexts.length > 0 ? ["background"] : [];
    return pick({ contextsWithIntent, contexts, intents, isInfluential: false }, fields);
  };
  return json({
    offset,
    ...(offset + page.length < others.length ? { next: offset + page.length } : {}),
    data: page.map((other) => ({
      ...about(other),
      // A reference that was not recognised has a title and no id.
      [name]: typeof other === "string" ? { paperId: null, title: other } : pick(rendered(other), fields),
    })),
  });
}

/**
 * @param {import("../answer.mjs").Ask} ask
 * @param {Set<string>} fields
 * @param {World} world
 */
function batch(ask, fields, world) {
  const body = /** @type {{ ids?: unknown } | undefined} */ (parseJson(ask.body));
  const ids = body?.ids;
  if (!Array.isArray(ids) || ids.length === 0) return problem("No paper ids provided");
  if (ids.length > MOST_IDS) return problem(`Too many paper ids: at most ${MOST_IDS}`);
  return json(
    ids.map((id) => {
      const work = find(String(id), world);
      return work ? pick(rendered(work), fields) : null;
    }),
  );
}

/**
 * @param {URLSearchParams} query
 * @param {Set<string>} fields
 * @param {World} world
 */
function searchPapers(query, fields, world) {
  const index = world.store.of.semanticscholar;
  const [from = "", to = from] = (query.get("year") ?? "").split("-");
  const found = index.titles.ranked(query.get("query") ?? "").flatMap(({ index: place }) => {
    const work = index.works[place];
    const year = work?.year ?? 0;
    if (!work || (from !== "" && year < Number(from)) || (to !== "" && year > Number(to))) return [];
    return [work];
  });
  const offset = integer(query, "offset", 0);
  const limit = integer(query, "limit", 100, 100);
  if (found.length === 0) return json({ total: 0, offset });
  const page = found.slice(offset, offset + limit);
  const next = offset + page.length;
  return json({
    total: found.length,
    offset,
    ...(next < found.length ? { next } : {}),
    data: page.map((work) => pick(rendered(work), fields)),
  });
}

/**
 * The search of many works: phrases and words, joined by bars; everything that fits, unranked.
 *
 * @param {string} query
 * @param {Set<string>} fields
 * @param {World} world
 */
function searchBulk(query, fields, world) {
  const index = world.store.of.semanticscholar;
  const places = query.split("|").flatMap((one) => index.titles.containing(one.replaceAll('"', "")));
  const found = new Set(places.map(({ index: place }) => index.works[place]));
  const data = [...found].flatMap((work) => (work ? [pick(rendered(work), fields)] : []));
  return json({ total: data.length, token: null, data });
}

/** @type {import("../answer.mjs").Api} */
export function semanticscholar(ask, world) {
  const path = decode(ask.path).replace(/^\/graph\/v1/, "");
  const index = world.store.of.semanticscholar;
  if (path === "/snippet/search") {
    const papers = ask.query
      .get("paperIds")
      ?.split(",")
      .map((id) => find(id, world));
    const hits = index.titles
      .ranked(ask.query.get("query") ?? "")
      .filter(({ index: place }) => papers?.includes(index.works[place]) ?? true)
      .slice(0, integer(ask.query, "limit", 10, 1000));
    return json({
      data: hits.flatMap(({ index: place, score }) => snippet(index.works[place], score)),
      retrievalVersion: "v1.0.0",
    });
  }
  const fields = fieldsOf(ask.query);
  if (!(fields instanceof Set)) return fields;
  if (path === "/paper/batch")
    return ask.method === "POST" ? batch(ask, fields, world) : problem("Method not allowed", 405);
  if (path === "/paper/search/bulk") {
    const query = ask.query.get("query");
    return query ? searchBulk(query, fields, world) : problem("Missing required parameter: 'query'");
  }
  if (path === "/paper/search" || path === "/paper/search/match") {
    const query = ask.query.get("query");
    if (!query) return problem("Missing required parameter: 'query'");
    if (path === "/paper/search") return searchPapers(ask.query, fields, world);
    const hit = index.titles.best(query, MATCH_SHARE);
    const work = hit && index.works[hit.index];
    if (!work) return problem("Title match not found", 404);
    return json({
      data: [{ ...pick(rendered(work), fields), matchScore: Math.round(hit.score * 1e6) / 1e5 }],
    });
  }
  const asked = /^\/paper\/(.+?)(?:\/(references|citations))?$/.exec(path);
  if (!asked?.[1]) return problem(`${path} not found`, 404);
  const work = find(asked[1], world);
  if (!work) return problem(`Paper with id ${asked[1]} not found`, 404);
  if (asked[2])
    return links(work, asked[2] === "references" ? "references" : "citations", ask.query, fields, world);
  return json(pick(rendered(work), fields));
}

/**
 * @param {Work | undefined} work
 * @param {number} score
 */
function snippet(work, score) {
  if (!work?.abstract) return [];
  const end = work.abstract.length;
  return [
    {
      snippet: {
        text: work.abstract,
        snippetKind: "abstract",
        section: null,
        snippetOffset: { start: 0, end },
        annotations: { sentences: [{ start: 0, end }], refMentions: [] },
      },
      score: score / (score + 10),
      paper: {
        corpusId: String(corpusId(work)),
        title: fullTitle(work),
        authors: work.authors.map(fullName),
        openAccessInfo: null,
      },
    },
  ];
}
