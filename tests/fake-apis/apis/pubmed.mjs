// NCBI: E-utilities (esearch, esummary, efetch) over PubMed and PMC, and the identifier converter.
import { decode, element, escapeXml, integer, json, raw, textElement } from "../answer.mjs";
import { dateOf, hash, initials, pageRange } from "../identities.mjs";
import { words } from "../search.mjs";
import { doiOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").World} World */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONGEST_URL = 4000;

/**
 * The works that a term finds: text[Field] joined by AND or OR.
 *
 * @param {string} term
 * @param {World} world
 * @returns {Work[]}
 */
export function searched(term, world) {
  const index = world.store.of.pubmed;
  /** @param {string} piece */
  const one = (piece) => {
    const [, text = "", field = ""] =
      /^(.*?)(?:\[([^\]]+)\])?$/.exec(piece.trim().replace(/^\(|\)$/g, "")) ?? [];
    const value = text.trim().replace(/^"|"$/g, "");
    /** @param {import("../search.mjs").Hit[]} hits */
    const works = (hits) => hits.flatMap((hit) => index.works[hit.index] ?? []);
    switch (field.toLowerCase()) {
      case "doi":
      case "aid":
      case "article identifier":
      case "location id":
        return [index.byDoi.get(value.toLowerCase()) ?? []].flat();
      case "uid":
      case "pmid":
        return [index.byPmid.get(value) ?? []].flat();
      case "ti":
      case "title":
        return works(index.titles.containing(value));
      case "au":
      case "author":
      case "1au":
        return index.works.filter(({ authors }) =>
          authors.some(
            ({ family }) => words(family).join() === words(value.replace(/ [A-Z]{1,3}$/, "")).join(),
          ),
        );
      case "dp":
      case "pdat":
      case "date - publication":
        return index.works.filter(({ year }) => String(year) === value.slice(0, 4));
      default: {
        const doi = doiOf(value);
        return doi ? [index.byDoi.get(doi) ?? []].flat() : works(index.everything.containing(value));
      }
    }
  };
  const found = term.split(/\s+OR\s+/).flatMap((part) => {
    const [first = [], ...others] = part.split(/\s+AND\s+/).map(one);
    return first.filter((work) => others.every((set) => set.includes(work)));
  });
  return [...new Set(found)];
}

/**
 * @param {URLSearchParams} query
 * @param {World} world
 */
function esearch(query, world) {
  const pmc = query.get("db") === "pmc";
  const found = searched(query.get("term") ?? "", world).flatMap((work) =>
    pmc ? (work.pmcid?.slice(3) ?? []) : (work.pmid ?? []),
  );
  const start = integer(query, "retstart", 0);
  const most = integer(query, "retmax", 20, 10_000);
  const ids = found.slice(start, start + most);
  const translation = query.get("term") ?? "";
  if (query.get("retmode") === "json")
    return json({
      header: { type: "esearch", version: "0.3" },
      esearchresult: {
        count: String(found.length),
        retmax: String(ids.length),
        retstart: String(start),
        idlist: ids,
        translationset: [],
        querytranslation: translation,
      },
    });
  return raw(
    `<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n<eSearchResult><Count>${found.length}</Count><RetMax>${ids.length}</RetMax><RetStart>${start}</RetStart><IdList>\n${ids.map((id) => `<Id>${id}</Id>\n`).join("")}</IdList><TranslationSet/>${textElement("QueryTranslation", translation)}</eSearchResult>\n`,
    "text/xml; charset=UTF-8",
  );
}

/**
 * The works named by `id`, each with the id it was asked by.
 *
 * @param {URLSearchParams} query
 * @param {World} world
 */
function named(query, world) {
  const index = world.store.of.pubmed;
  const pmc = query.get("db") === "pmc";
  return (query.get("id") ?? "")
    .split(",")
    .filter((id) => id !== "")
    .map((id) => ({
      id,
      work: pmc ? index.byPmcid.get(/^PMC/i.test(id) ? id.toUpperCase() : `PMC${id}`) : index.byPmid.get(id),
    }));
}

/**
 * @param {URLSearchParams} query
 * @param {World} world
 */
function esummary(query, world) {
  const all = named(query, world);
  const pmc = query.get("db") === "pmc";
  /** @type {Record<string, unknown>} */
  const result = { uids: all.map(({ id }) => id) };
  for (const { id, work } of all) {
    if (!work) {
      result[id] = { uid: id, error: "cannot get document summary" };
      continue;
    }
    const [year = "", month = "1"] = dateOf(work).split("-");
    const day = `${year} ${MONTHS[Number(month) - 1] ?? ""}`;
    result[id] = {
      uid: id,
      pubdate: day,
      epubdate: "",
      ...(pmc ? { printpubdate: day } : {}),
      source: work.venue_short ?? work.venue ?? "",
      authors: work.authors.map(({ family, given }) => ({
        name: `${family} ${initials(given)}`.trim(),
        authtype: "Author",
      })),
      title: fullTitle(work),
      volume: work.volume ?? "",
      issue: work.issue ?? "",
      pages: work.pages ?? "",
      ...(pmc
        ? {}
        : { pubtype: work.retracted ? ["Journal Article", "Retracted Publication"] : ["Journal Article"] }),
      articleids: [
        ...(work.pmid ? [{ idtype: pmc ? "pmid" : "pubmed", value: work.pmid }] : []),
        ...(work.doi ? [{ idtype: "doi", value: work.doi }] : []),
        ...(work.pmcid ? [{ idtype: pmc ? "pmcid" : "pmc", value: work.pmcid }] : []),
      ],
      fulljournalname: work.venue ?? "",
      sortdate: `${dateOf(work).replaceAll("-", "/")} 00:00`,
      ...(pmc ? { pmclivedate: dateOf(work).replaceAll("-", "/") } : {}),
    };
  }
  return json({ header: { type: "esummary", version: "0.3" }, result });
}

/**
 * @param {string} doi
 * @param {World} world
 */
const noticeId = (doi, world) =>
  element('PMID Version="1"', world.store.of.pubmed.byDoi.get(doi)?.pmid ?? String(hash(doi) % 40_000_000));

/**
 * @param {Work} work
 * @param {World} world
 */
function article(work, world) {
  const [year = "", month = "01", day = "01"] = dateOf(work).split("-");
  const { first, last } = pageRange(work);
  const pages = work.pages
    ? element(
        "Pagination",
        textElement("StartPage", first) +
          textElement("EndPage", last) +
          textElement("MedlinePgn", work.pages),
      )
    : "";
  const people = work.authors.map(({ family, given }) =>
    element(
      'Author ValidYN="Y"',
      textElement("LastName", family) +
        textElement("ForeName", given || null) +
        textElement("Initials", initials(given) || null),
    ),
  );
  const types = work.retracted
    ? '<PublicationType UI="D016428">Journal Article</PublicationType><PublicationType UI="D016441">Retracted Publication</PublicationType>'
    : '<PublicationType UI="D016428">Journal Article</PublicationType>';
  const notices = work.updated_by.map(({ doi, type }) =>
    element(
      `CommentsCorrections RefType="${type === "retraction" ? "RetractionIn" : "ErratumIn"}"`,
      textElement("RefSource", `doi: ${doi}`) + noticeId(doi, world),
    ),
  );
  return `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${work.pmid ?? ""}</PMID><DateRevised><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></DateRevised><Article PubModel="Print"><Journal>${
    work.issn ? `<ISSN IssnType="Print">${escapeXml(work.issn)}</ISSN>` : ""
  }<JournalIssue CitedMedium="Print">${textElement("Volume", work.volume)}${textElement("Issue", work.issue)}<PubDate><Year>${year}</Year><Month>${
    MONTHS[Number(month) - 1] ?? ""
  }</Month></PubDate></JournalIssue>${textElement("Title", work.venue ?? "")}${textElement("ISOAbbreviation", work.venue_short)}</Journal>${textElement(
    "ArticleTitle",
    `${fullTitle(work).replace(/\.$/, "")}.`,
  )}${pages}${work.doi ? `<ELocationID EIdType="doi" ValidYN="Y">${escapeXml(work.doi)}</ELocationID>` : ""}${
    work.abstract ? element("Abstract", textElement("AbstractText", work.abstract)) : ""
  }<AuthorList CompleteYN="Y">${people.join("")}</AuthorList><Language>eng</Language><PublicationTypeList>${types}</PublicationTypeList></Article><MedlineJournalInfo><Country>England</Country>${textElement(
    "MedlineTA",
    work.venue_short ?? work.venue ?? "",
  )}<NlmUniqueID>${hash(work.venue ?? "") % 9_000_000}</NlmUniqueID></MedlineJournalInfo>${notices.length > 0 ? element("CommentsCorrectionsList", notices.join("")) : ""}</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="pubmed"><Year>${year}</Year><Month>${Number(
    month,
  )}</Month><Day>${Number(day)}</Day></PubMedPubDate></History><PublicationStatus>ppublish</PublicationStatus><ArticleIdList>${
    work.pmid ? `<ArticleId IdType="pubmed">${work.pmid}</ArticleId>` : ""
  }${work.doi ? `<ArticleId IdType="doi">${escapeXml(work.doi)}</ArticleId>` : ""}${
    work.pmcid ? `<ArticleId IdType="pmc">${work.pmcid}</ArticleId>` : ""
  }</ArticleIdList></PubmedData></PubmedArticle>`;
}

/**
 * @param {URLSearchParams} query
 * @param {World} world
 */
function efetch(query, world) {
  const all = named(query, world);
  if (query.get("db") === "pmc") {
    // JATS as it was deposited, one article after the other.
    const texts = all.flatMap(({ id }) => {
      const text = world.texts.find([/^PMC/i.test(id) ? id.toUpperCase() : `PMC${id}`], [".xml", ".nxml"]);
      return text
        ? [
            text
              .toString("utf8")
              .replace(/^\s*(?:<\?xml[^>]*\?>|<!DOCTYPE[^>]*>)\s*/g, "")
              .replace(/<!DOCTYPE[^>]*>/, ""),
          ]
        : [];
    });
    return raw(
      `<?xml version="1.0"  ?><!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" "https://dtd.nlm.nih.gov/ncbi/pmc/articleset/nlm-articleset-2.0.dtd">${element("pmc-articleset", texts.join(""))}`,
      "text/xml; charset=UTF-8",
    );
  }
  const articles = all.flatMap(({ work }) => (work ? [article(work, world)] : []));
  return raw(
    `<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n<PubmedArticleSet>\n${articles.join("\n")}</PubmedArticleSet>`,
    "text/xml; charset=UTF-8",
  );
}

/**
 * @param {URLSearchParams} query
 * @param {World} world
 */
function idconv(query, world) {
  const index = world.store.of.pubmed;
  const request = `ids=${query.get("ids") ?? ""};format=json`;
  const responseDate = "2026-06-01 09:38:24";
  const ids = (query.get("ids") ?? "").split(",").filter((id) => id !== "");
  const kind = query.get("idtype");
  const wrong = ids.find(
    (id) =>
      (kind === "doi" && !id.startsWith("10.")) ||
      (kind === "pmid" && !/^\d+$/.test(id)) ||
      (kind === "pmcid" && !/^(PMC)?\d+$/i.test(id)),
  );
  if (wrong !== undefined)
    return json(
      {
        status: "error",
        message: encodeURIComponent(`ID type '${kind ?? ""}' mismatch for '${wrong}'`),
        responseDate,
        request,
      },
      404,
    );
  const records = ids.map((id) => {
    const work = id.startsWith("10.")
      ? index.byDoi.get(id.toLowerCase())
      : (index.byPmcid.get(kind === "pmcid" && /^\d/.test(id) ? `PMC${id}` : id.toUpperCase()) ??
        index.byPmid.get(id));
    const asked = id.startsWith("10.") ? { doi: id } : /^PMC/i.test(id) ? { pmcid: id } : { pmid: id };
    if (!work?.pmcid) return { ...asked, live: "false", status: "error", errmsg: "invalid article id" };
    return {
      pmcid: work.pmcid,
      ...(work.pmid ? { pmid: work.pmid } : {}),
      ...(work.doi ? { doi: work.doi } : {}),
      versions: [{ pmcid: `${work.pmcid}.1`, current: "true" }],
    };
  });
  return json({ status: "ok", responseDate, request, records });
}

/** @type {import("../answer.mjs").Api} */
export function pubmed(ask, world) {
  const tool = /^(?:\/entrez\/eutils)?\/(esearch|esummary|efetch)\.fcgi$/.exec(decode(ask.path))?.[1];
  const converter = /idconv\/(?:v1\.0|api\/v1\/articles)\/?$/.test(ask.path);
  if (ask.method === "GET" && ask.path.length + ask.query.toString().length > LONGEST_URL)
    return raw(
      "<html><head><title>Submitted URI too large!</title></head><body><h2>Error 414</h2></body></html>",
      "text/html; charset=utf-8",
      414,
    );
  // Long lists of ids are posted as a form.
  const query =
    ask.method === "POST" ? new URLSearchParams([...ask.query, ...new URLSearchParams(ask.body)]) : ask.query;
  if (converter) return idconv(query, world);
  if (tool === "esearch") return esearch(query, world);
  if (tool === "esummary") return esummary(query, world);
  if (tool === "efetch") return efetch(query, world);
  return raw("<html><body><h1>404 Not Found</h1></body></html>", "text/html; charset=utf-8", 404);
}
