// Europe PMC's REST service: /webservices/rest/search (lite, core, idlist; JSON and XML) and /{PMCID}/fullTextXML.
import { decode, element, escapeXml, integer, json, raw, remember } from "../answer.mjs";
import { dateOf, hash, initials, issnOf } from "../identities.mjs";
import { words } from "../search.mjs";
import { fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").World} World */

/** @param {unknown} held */
const flag = (held) => (held ? "Y" : "N");

/** @param {Work} work */
const authorString = (work) =>
  `${work.authors.map(({ family, given }) => `${family} ${initials(given)}`.trim()).join(", ")}.`;

/** @param {Work} work */
const identifiers = (work) => ({
  id: work.pmid ?? work.pmcid ?? `PPR${hash(work.id) % 900_000}`,
  source: work.pmid ? "MED" : work.pmcid ? "PMC" : "PPR",
  ...(work.pmid ? { pmid: work.pmid } : {}),
  ...(work.pmcid ? { pmcid: work.pmcid, fullTextIdList: { fullTextId: [work.pmcid] } } : {}),
});

/** @param {Work} work */
function pubTypes(work) {
  if (work.retracted) return ["Retracted Publication", "Journal Article"];
  return work.update_to.some(({ type }) => type === "retraction")
    ? ["Retraction of Publication"]
    : ["Journal Article"];
}

/** @param {Work} work */
const holdings = (work) => ({
  isOpenAccess: flag(work.pmcid),
  inEPMC: flag(work.pmcid),
  inPMC: flag(work.pmcid),
  hasPDF: flag(work.pmcid),
  hasBook: "N",
  hasSuppl: "N",
  citedByCount: work.cited_by ?? hash(work.id) % 200,
});

/** @param {Work} work */
const dates = (work) => ({ firstIndexDate: dateOf(work), firstPublicationDate: dateOf(work) });

const lite = remember((/** @type {Work} */ work) => ({
  ...identifiers(work),
  ...(work.doi ? { doi: work.doi } : {}),
  title: `${fullTitle(work).replace(/\.$/, "")}.`,
  ...(work.authors.length > 0 ? { authorString: authorString(work) } : {}),
  ...(work.venue ? { journalTitle: work.venue_short ?? work.venue } : {}),
  ...(work.issue ? { issue: work.issue } : {}),
  ...(work.volume ? { journalVolume: work.volume } : {}),
  pubYear: String(work.year ?? ""),
  ...(work.venue ? { journalIssn: `${issnOf(work) ?? ""}; ` } : {}),
  ...(work.pages ? { pageInfo: work.pages } : {}),
  pubType: pubTypes(work).join("; ").toLowerCase(),
  ...holdings(work),
  hasReferences: flag(work.references.length > 0),
  hasTextMinedTerms: "N",
  hasDbCrossReferences: "N",
  hasLabsLinks: "N",
  hasTMAccessionNumbers: "N",
  ...dates(work),
}));

const core = remember((/** @type {Work} */ work) => ({
  ...identifiers(work),
  ...(work.doi ? { doi: work.doi } : {}),
  title: `${fullTitle(work).replace(/\.$/, "")}.`,
  ...(work.authors.length > 0
    ? {
        authorString: authorString(work),
        authorList: {
          author: work.authors.map(({ family, given }) => ({
            fullName: `${family} ${initials(given)}`.trim(),
            firstName: given,
            lastName: family,
            initials: initials(given),
          })),
        },
      }
    : {}),
  journalInfo: {
    ...(work.issue ? { issue: work.issue } : {}),
    ...(work.volume ? { volume: work.volume } : {}),
    journalIssueId: hash(`${work.venue ?? ""}${work.volume ?? ""}${work.issue ?? ""}`) % 4_000_000,
    dateOfPublication: String(work.year ?? ""),
    monthOfPublication: Number(dateOf(work).slice(5, 7)),
    yearOfPublication: work.year,
    printPublicationDate: dateOf(work),
    journal: {
      title: work.venue ?? "",
      medlineAbbreviation: work.venue_short ?? work.venue ?? "",
      isoabbreviation: work.venue_short ?? work.venue ?? "",
      nlmid: `${hash(work.venue ?? "") % 9_000_000}R`,
      ...(work.venue ? { issn: issnOf(work) } : {}),
    },
  },
  pubYear: String(work.year ?? ""),
  ...(work.pages ? { pageInfo: work.pages } : {}),
  ...(work.abstract ? { abstractText: work.abstract } : {}),
  publicationStatus: "ppublish",
  language: "eng",
  pubModel: "Print",
  pubTypeList: { pubType: pubTypes(work) },
  ...(work.pmcid || work.doi
    ? {
        fullTextUrlList: {
          fullTextUrl: [
            ...(work.pmcid
              ? [
                  {
                    availability: "Open access",
                    availabilityCode: "OA",
                    documentStyle: "html",
                    site: "Europe_PMC",
                    url: `https://europepmc.org/articles/${work.pmcid}`,
                  },
                ]
              : []),
            ...(work.doi
              ? [
                  {
                    availability: "Subscription required",
                    availabilityCode: "S",
                    documentStyle: "doi",
                    site: "DOI",
                    url: `https://doi.org/${work.doi}`,
                  },
                ]
              : []),
          ],
        },
      }
    : {}),
  ...(work.updated_by.length > 0
    ? {
        commentCorrectionList: {
          commentCorrection: work.updated_by.map(({ doi, type }, order) => ({
            id: String(hash(doi) % 40_000_000),
            source: "MED",
            reference: `doi: ${doi}`,
            type: type === "retraction" ? "Retraction in" : "Erratum in",
            orderIn: order + 1,
          })),
        },
      }
    : {}),
  ...holdings(work),
  hasData: "N",
  hasReferences: flag(work.references.length > 0),
  hasTextMinedTerms: "N",
  hasDbCrossReferences: "N",
  hasLabsLinks: "N",
  hasEvaluations: "N",
  authMan: "N",
  epmcAuthMan: "N",
  nihAuthMan: "N",
  hasTMAccessionNumbers: "N",
  dateOfCreation: dateOf(work),
  dateOfRevision: dateOf(work),
  ...dates(work),
}));

/**
 * The works that a query finds: FIELD:value, FIELD:"a phrase", words; joined by AND (also unwritten) and OR.
 *
 * @param {string} text
 * @param {World} world
 * @returns {Work[]}
 */
export function searched(text, world) {
  const index = world.store.of.europepmc;
  /** @param {string} piece */
  const one = (piece) => {
    const [, field = "", quoted, bare] = /^(?:(\w+):)?(?:["(]+([^")]*)[")]+|(.*))$/.exec(piece) ?? [];
    const value = quoted ?? bare ?? "";
    /** @param {Work | undefined} work */
    const only = (work) => (work ? [work] : []);
    /** @param {import("../search.mjs").Hit[]} hits */
    const works = (hits) => hits.flatMap((hit) => index.works[hit.index] ?? []);
    switch (field.toUpperCase()) {
      case "DOI":
        return only(index.byDoi.get(value.toLowerCase()));
      case "EXT_ID":
      case "PMID":
        return only(index.byPmid.get(value));
      case "PMCID":
        return only(index.byPmcid.get(value.toUpperCase()));
      case "SRC":
        return index.works.filter((work) => identifiers(work).source === value.toUpperCase());
      case "CITES": {
        const [, id = "", source = ""] = /^(.+)_(\w+)$/.exec(value) ?? [];
        const cited = index.works.find((work) => {
          const own = identifiers(work);
          return own.id === id && own.source === source.toUpperCase();
        });
        return cited ? index.works.filter(({ references }) => references.includes(cited.id)) : [];
      }
      case "OPEN_ACCESS":
        return index.works.filter((work) => flag(work.pmcid) === value.toUpperCase());
      case "TITLE":
        return works(index.titles.containing(value));
      case "AUTH":
        return index.works.filter(({ authors }) => {
          const family = words(value)[0];
          return authors.some((author) => words(author.family).includes(family ?? ""));
        });
      case "PUB_YEAR":
      case "FIRST_PDATE":
        return index.works.filter(({ year }) => String(year) === value);
      default:
        return works(index.everything.containing(value));
    }
  };
  const alternatives = text.split(/\s+OR\s+/).map((part) => {
    const pieces = part.match(/(?:\w+:)?(?:\("[^"]*"\)|"[^"]*"|\([^)]*\))|\w+:[^\s"()]+|[^\s"()]+/g) ?? [];
    const sets = pieces.filter((piece) => piece !== "AND").map(one);
    const [first = [], ...others] = sets;
    return first.filter((work) => others.every((set) => set.includes(work)));
  });
  return [...new Set(alternatives.flat())];
}

/**
 * The XML form of an answer: lists repeat their element.
 *
 * @param {string} name
 * @param {unknown} value
 * @returns {string}
 */
function xml(name, value) {
  if (Array.isArray(value)) return value.map((one) => xml(name, one)).join("");
  if (typeof value === "object" && value !== null)
    return element(
      name,
      Object.entries(value)
        .map(([inner, one]) => xml(inner, one))
        .join(""),
    );
  return element(name, escapeXml(String(value)));
}

/** @type {import("../answer.mjs").Api} */
export function europepmc(ask, world) {
  const path = decode(ask.path)
    .replace(/^\/europepmc/, "")
    .replace(/^\/webservices\/rest/, "");
  const full = /^\/(?:\w+\/)?(PMC\d+)\/fullTextXML$/.exec(path);
  if (full?.[1]) {
    const text = world.texts.find([full[1]], [".xml", ".nxml"]);
    return text ? raw(text, "application/xml") : raw("", "application/xml", 404);
  }
  if (path !== "/search") return raw("", "application/xml", 404);
  const { query } = ask;
  const queryString = query.get("query") ?? "";
  const resultType = query.get("resultType") ?? "lite";
  const pageSize = integer(query, "pageSize", 25, 1000);
  const cursor = query.get("cursorMark") ?? "*";
  const start = cursor === "*" ? 0 : Number(Buffer.from(cursor, "base64").toString());
  const found = searched(queryString, world);
  const page = found.slice(start, start + pageSize);
  const next = Buffer.from(String(start + page.length)).toString("base64");
  const asJson = query.get("format") === "json";
  const link = `https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=${queryString}&cursorMark=${next}&resultType=${resultType}&format=${asJson ? "json" : "xml"}`;
  const render = resultType === "core" ? core : resultType === "idlist" ? identifiers : lite;
  const answer = {
    version: "6.9",
    hitCount: found.length,
    ...(found.length > 0 ? { nextCursorMark: next, nextPageUrl: link } : {}),
    request: {
      queryString,
      resultType,
      cursorMark: cursor === "*" ? "%2A" : cursor,
      pageSize,
      sort: query.get("sort") ?? "",
      synonym: false,
    },
    resultList: { result: page.map((work) => render(work)) },
  };
  if (asJson) return json(answer, 200, "application/json;charset=UTF-8");
  return raw(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml("responseWrapper", answer)}`,
    "application/xml;charset=UTF-8",
  );
}
