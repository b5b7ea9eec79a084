// Unpaywall: /v2/{doi} and /v2/search; an e-mail address is obligatory.
import { decode, integer, json, remember } from "../answer.mjs";
import { dateOf, fullName, issnOf } from "../identities.mjs";
import { words } from "../search.mjs";
import { fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */

/**
 * @param {number} status
 * @param {string} message
 */
const problem = (status, message) => json({ HTTP_status_code: status, error: true, message }, status);

/**
 * @param {string} url
 * @param {string | null} pdf
 * @param {"publisher" | "repository"} host
 * @param {string} date
 */
const location = (url, pdf, host, date) => ({
  url: pdf ?? url,
  url_for_pdf: pdf,
  url_for_landing_page: url,
  evidence: "deprecated",
  license: null,
  version: host === "publisher" ? "publishedVersion" : "submittedVersion",
  host_type: host,
  is_best: true,
  pmh_id: null,
  endpoint_id: null,
  repository_institution: null,
  oa_date: date,
  updated: "deprecated",
});

/** @param {Work} work */
function locations(work) {
  const landing = `https://doi.org/${work.doi ?? ""}`;
  const date = dateOf(work);
  const found = [
    ...(work.oa_url ? [location(landing, work.oa_url, "publisher", date)] : []),
    ...(work.pmcid
      ? [location(`https://www.ncbi.nlm.nih.gov/pmc/articles/${work.pmcid}`, null, "repository", date)]
      : []),
    ...(work.arxiv
      ? [
          location(
            `https://arxiv.org/abs/${work.arxiv}`,
            `https://arxiv.org/pdf/${work.arxiv}`,
            "repository",
            date,
          ),
        ]
      : []),
  ];
  return found.map((one, index) => ({ ...one, is_best: index === 0 }));
}

const rendered = remember((/** @type {Work} */ work) => {
  const all = locations(work);
  const best = all[0] ?? null;
  return {
    doi: work.doi,
    doi_url: `https://doi.org/${work.doi ?? ""}`,
    title: fullTitle(work),
    genre: work.type,
    is_paratext: false,
    published_date: dateOf(work),
    year: work.year,
    journal_name: work.venue,
    journal_issns: issnOf(work),
    journal_issn_l: issnOf(work),
    journal_is_oa: false,
    journal_is_in_doaj: false,
    publisher: work.publisher,
    is_oa: best !== null,
    oa_status: best === null ? "closed" : best.host_type === "publisher" ? "hybrid" : "green",
    has_repository_copy: all.some(({ host_type }) => host_type === "repository"),
    best_oa_location: best,
    first_oa_location: best,
    oa_locations: all,
    oa_locations_embargoed: [],
    data_standard: 2,
    z_authors: work.authors.map((author, index) => ({
      author_position: index === 0 ? "first" : index === work.authors.length - 1 ? "last" : "additional",
      raw_author_name: fullName(author),
      is_corresponding: false,
      raw_affiliation_strings: [],
    })),
    updated: "2025-05-22T18:42:22Z",
  };
});

/** Search results keep the older form of authors. @param {Work} work */
const crossrefAuthors = (work) =>
  work.authors.map(({ given, family }, index) => ({
    given,
    family,
    sequence: index === 0 ? "first" : "additional",
    affiliation: [],
  }));

/** @type {import("../answer.mjs").Api} */
export function unpaywall(ask, world) {
  const index = world.store.of.unpaywall;
  if (!/.+@.+\..+/.test(ask.query.get("email") ?? ""))
    return problem(422, "Email address required in API call, see https://unpaywall.org/products/api");
  if (ask.path === "/v2/search" || ask.path === "/v2/search/") {
    const query = ask.query.get("query") ?? "";
    const asked = new Set(words(query));
    const hits = index.titles.containing(query);
    const page = Math.max(1, integer(ask.query, "page", 1));
    return json({
      results: hits.slice((page - 1) * 50, page * 50).flatMap(({ index: place, score }) => {
        const work = index.works[place];
        if (!work) return [];
        const snippet = fullTitle(work).replace(/[\p{L}\p{N}]+/gu, (word) =>
          asked.has(word.toLowerCase()) ? `<b>${word}</b>` : word,
        );
        return [
          { response: { ...rendered(work), z_authors: crossrefAuthors(work) }, snippet, score: score / 1000 },
        ];
      }),
      elapsed_seconds: 0.015,
    });
  }
  const doi = decode(/^\/v2\/(.+)$/.exec(ask.path)?.[1] ?? "").toLowerCase();
  const work = index.byDoi.get(doi);
  if (work) return json(rendered(work));
  return problem(
    404,
    `'${doi}' isn't in Unpaywall. See https://support.unpaywall.org/a/solutions/articles/44001900286`,
  );
}
