// Crossref's REST API: /works, /works/{doi}, …/agency, …/transform[/{type}], with or without /v1.
import { decode, integer, json, pick, raw, remember } from "../answer.mjs";
import { dateParts, toBibtex, toCsl, toReference, toRis } from "../formats.mjs";
import { dateOf, hash } from "../identities.mjs";
import { agencyOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").Ask} Ask */
/** @typedef {import("../answer.mjs").Answer} Answer */
/** @typedef {import("../answer.mjs").World} World */

const notFound = () => raw("Resource not found.", "text/plain", 404);

/** @param {{ type: string, value: string, message: string }[]} problems */
const invalid = (...problems) =>
  json({ status: "failed", "message-type": "validation-failure", message: problems }, 400);

/**
 * @param {string} type
 * @param {unknown} message
 */
const envelope = (type, message) =>
  json({ status: "ok", "message-type": type, "message-version": "1.0.0", message });

/** @param {string} date */
const stamped = (date) => ({
  ...dateParts(date),
  "date-time": `${date}T12:00:00Z`,
  timestamp: Date.parse(`${date}T12:00:00Z`),
});

/** @param {import("../store.mjs").Update} update */
const updateOf = ({ doi, type, date }) => ({
  updated: stamped(date ?? "2020-01-01"),
  DOI: doi,
  type,
  source: "publisher",
  label: type.slice(0, 1).toUpperCase() + type.slice(1).replaceAll("_", " "),
});

const message = remember((/** @type {Work} */ work) => {
  const doi = work.doi ?? "";
  const published = work.date ? dateParts(work.date) : { "date-parts": [[work.year]] };
  const deposited = stamped(dateOf(work));
  return {
    indexed: { ...stamped("2026-06-03"), version: "3.54.1" },
    ...(work.update_to.length > 0 ? { "update-to": work.update_to.map(updateOf) } : {}),
    ...(work.updated_by.length > 0 ? { "updated-by": work.updated_by.map(updateOf) } : {}),
    "reference-count": work.references.length,
    publisher: work.publisher ?? `Publisher ${doi.split("/", 1)[0] ?? ""}`,
    ...(work.issue ? { issue: work.issue } : {}),
    "content-domain": { domain: [], "crossmark-restriction": false },
    ...(work.abstract ? { abstract: `<jats:p>${work.abstract}</jats:p>` } : {}),
    "short-container-title": work.venue_short ? [work.venue_short] : [],
    DOI: doi,
    type: work.type,
    created: deposited,
    ...(work.pages ? { page: work.pages } : {}),
    source: "Crossref",
    "is-referenced-by-count": hash(work.id) % 200,
    title: work.title ? [work.title] : [],
    prefix: doi.split("/", 1)[0],
    ...(work.volume ? { volume: work.volume } : {}),
    ...(work.authors.length > 0
      ? {
          author: work.authors.map(({ given, family }, index) => ({
            ...(given ? { given } : {}),
            family,
            sequence: index === 0 ? "first" : "additional",
            affiliation: [],
          })),
        }
      : {}),
    member: String(hash(doi.split("/", 1)[0] ?? "") % 9000),
    "container-title": work.venue ? [work.venue] : [],
    "original-title": [],
    deposited,
    score: 1,
    resource: { primary: { URL: work.url ?? `https://doi.org/${doi}` } },
    subtitle: work.subtitle ? [work.subtitle] : [],
    "short-title": [],
    issued: published,
    "references-count": work.references.length,
    URL: `https://doi.org/${doi}`,
    relation: {},
    ...(work.issn ? { ISSN: [work.issn], "issn-type": [{ value: work.issn, type: "print" }] } : {}),
    ...(work.isbn ? { ISBN: [work.isbn], "isbn-type": [{ value: work.isbn, type: "print" }] } : {}),
    subject: [],
    published,
  };
});

/**
 * The message with the reference list, which needs the store.
 *
 * @param {Work} work
 * @param {World} world
 */
function whole(work, world) {
  if (work.references.length === 0) return message(work);
  const reference = work.references.map((id, index) => {
    const cited = world.store.of.crossref.byId.get(id) ?? world.store.of.openalex.byId.get(id);
    const key = `ref${index + 1}`;
    if (!cited) return { key, unstructured: id };
    if (cited.doi) return { key, "doi-asserted-by": "publisher", DOI: cited.doi };
    return {
      key,
      "article-title": fullTitle(cited),
      author: cited.authors[0]?.family,
      year: String(cited.year ?? ""),
      "journal-title": cited.venue,
    };
  });
  return { ...message(work), reference };
}

/**
 * The formats of content negotiation.
 *
 * @param {Work} work
 * @param {string} type MIME type asked for
 * @param {World} world
 * @returns {Answer}
 */
function transform(work, type, world) {
  if (type.includes("x-bibtex")) return raw(toBibtex(work), "application/x-bibtex");
  if (type.includes("research-info")) return raw(toRis(work), "application/x-research-info-systems");
  if (type.includes("x-bibliography")) return raw(toReference(work), "text/x-bibliography; charset=utf-8");
  if (!type.includes("citationstyles")) return raw("", "text/plain", 406);
  // Crossref's CSL is its own message with a few fields made single.
  return json(
    {
      ...whole(work, world),
      ...toCsl(work),
      type: work.type,
      title: work.title,
      subtitle: work.subtitle ? [work.subtitle] : [],
      "container-title": work.venue ?? "",
    },
    200,
    "application/vnd.citationstyles.csl+json",
  );
}

const SINGLE = new Set(["mailto"]);
const LISTED = new Set(
  "query query.title query.bibliographic query.author query.container-title filter rows offset cursor select sort order sample facet mailto".split(
    " ",
  ),
);
const SELECTABLE = new Set(
  "DOI ISBN ISSN URL abstract accepted alternative-id approved archive article-number assertion author chair clinical-trial-number container-title content-created content-domain created degree deposited editor event funder group-title indexed is-referenced-by-count issn-type issue issued license link member original-title page posted prefix published published-online published-print publisher publisher-location reference references-count relation resource score short-container-title short-title standards-body subject subtitle title translator type update-policy update-to updated-by volume".split(
    " ",
  ),
);

/**
 * @param {URLSearchParams} query
 * @param {ReadonlySet<string>} allowed
 */
function refusal(query, allowed) {
  for (const name of query.keys()) {
    if (allowed.has(name)) continue;
    return name.startsWith("query.")
      ? invalid({
          type: "parameter-not-allowed",
          value: "query.*",
          message: "This route does not support field query parameters",
        })
      : invalid({
          type: "parameter-not-allowed",
          value: name,
          message: `Unknown parameter ${name} specified`,
        });
  }
  return undefined;
}

/**
 * Filters of the works list: values of one name are alternatives, names must all hold.
 *
 * @param {string} text
 * @returns {((work: Work) => boolean) | Answer}
 */
function filterOf(text) {
  /** @type {Map<string, string[]>} */
  const wanted = new Map();
  // What has no colon goes on with the value before it: DOIs may hold commas.
  for (const part of text.split(/,(?=[^,]*:)/)) {
    const colon = part.indexOf(":");
    const name = part.slice(0, Math.max(0, colon));
    wanted.set(name, [...(wanted.get(name) ?? []), part.slice(colon + 1).toLowerCase()]);
  }
  /** @type {Record<string, (work: Work, values: string[]) => boolean>} */
  const known = {
    doi: (work, values) => values.some((value) => value === work.doi),
    type: (work, values) => values.includes(work.type),
    updates: (work, values) => work.update_to.some(({ doi }) => values.includes(doi.toLowerCase())),
    "is-update": (work) => work.update_to.length > 0,
    "from-pub-date": (work, [from = ""]) => String(work.year ?? 0) >= from.slice(0, 4),
    "until-pub-date": (work, [until = ""]) => String(work.year ?? 0) <= until.slice(0, 4),
  };
  for (const name of wanted.keys())
    if (!(name in known))
      return invalid({
        type: "filter-not-available",
        value: name,
        message: `Filter ${name} specified but there is no such filter for this route`,
      });
  return (work) => [...wanted].every(([name, values]) => known[name]?.(work, values));
}

/**
 * @param {Ask} ask
 * @param {World} world
 * @returns {Answer}
 */
function list({ query }, world) {
  const refused = refusal(query, LISTED);
  if (refused) return refused;
  const sample = query.get("sample");
  if (sample !== null && !(Number(sample) >= 1 && Number(sample) <= 100))
    return invalid({
      type: "integer-not-valid",
      value: sample,
      message: `Integer specified as ${sample} but must be a positive integer less than or equal to 100. `,
    });
  const filter = filterOf(query.get("filter") ?? "type:");
  const accepts = query.has("filter") ? filter : () => true;
  if (typeof accepts !== "function") return accepts;
  const select = query.get("select")?.split(",");
  const bad = select?.find((name) => !SELECTABLE.has(name));
  if (bad !== undefined)
    return invalid({
      type: "parameter-not-allowed",
      value: bad,
      message: `select ${bad} is not a valid field`,
    });

  const index = world.store.of.crossref;
  const titled = query.get("query.title");
  const named = query.get("query.author");
  const anything = [query.get("query"), query.get("query.bibliographic"), query.get("query.container-title")]
    .filter((text) => text !== null)
    .join(" ");
  /** @type {{ work: Work, score: number }[]} */
  let found;
  if (titled !== null || anything !== "" || named !== null) {
    // Several queries add up: a wrong title by the right authors may come before the right title.
    /** @type {Map<number, number>} */
    const scores = new Map();
    /** @param {import("../search.mjs").Hit[]} hits */
    const count = (hits) => {
      for (const hit of hits) scores.set(hit.index, (scores.get(hit.index) ?? 0) + hit.score);
    };
    if (titled !== null) count(index.titles.ranked(titled));
    if (anything !== "") count(index.everything.ranked(anything));
    if (named !== null) {
      const asked = named.toLowerCase();
      const positions = titled === null && anything === "" ? index.works.keys() : [...scores.keys()];
      for (const position of positions) {
        const same = index.works[position]?.authors.filter(({ family }) =>
          asked.includes(family.toLowerCase()),
        );
        if (same && same.length > 0)
          scores.set(position, (scores.get(position) ?? 0) + 4 * Math.min(3, same.length));
      }
    }
    found = [...scores]
      .sort(([one, a], [other, b]) => b - a || one - other)
      .flatMap(([position, score]) => {
        const work = index.works[position];
        return work && accepts(work) ? [{ work, score }] : [];
      });
  } else found = index.works.filter(accepts).map((work) => ({ work, score: 1 }));

  const rows = sample === null ? integer(query, "rows", 20, 1000) : Number(sample);
  const cursor = query.get("cursor");
  const start =
    cursor === null ? integer(query, "offset", 0) : cursor === "*" ? 0 : Number(decode(cursor).slice(2));
  if (Number.isNaN(start))
    return json(
      {
        status: "error",
        "message-type": "exception",
        "message-version": "1.0.0",
        message: { name: "class clojure.lang.ExceptionInfo" },
      },
      500,
    );
  const page = found.slice(start, start + rows);
  const names = select && new Set(select);
  return envelope("work-list", {
    facets: {},
    ...(cursor === null ? {} : { "next-cursor": `Dn${start + page.length}` }),
    "total-results": found.length,
    items: page.map(({ work, score }) => {
      const scored = { score: Math.round(score * 1e5) / 1e5 };
      if (!names) return { ...message(work), ...scored };
      return names.has("score") ? { ...pick(message(work), names), ...scored } : pick(message(work), names);
    }),
    "items-per-page": rows,
    query: { "start-index": start, "search-terms": query.get("query") },
  });
}

/** @type {import("../answer.mjs").Api} */
export function crossref(ask, world) {
  const path = ask.path.replace(/^\/v1(?=\/)/, "");
  if (path === "/works" || path === "/works/") return list(ask, world);
  const asked = /^\/works\/(.+?)(?:\/(agency|transform)(?:\/(.+))?)?$/.exec(path);
  if (!asked?.[1]) return notFound();
  const [, name, what, type] = asked;
  const doi = decode(name).toLowerCase();
  if (what === "agency") {
    if (!world.store.registered.has(doi)) return notFound();
    const label = agencyOf(doi);
    return envelope("work-agency", { DOI: doi, agency: { id: label.toLowerCase(), label } });
  }
  const work = world.store.of.crossref.byDoi.get(doi);
  if (!work) return notFound();
  if (what === "transform") return transform(work, type ? decode(type) : (ask.headers.accept ?? ""), world);
  return refusal(ask.query, SINGLE) ?? envelope("work", whole(work, world));
}
