/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access --
   answers are compared as they come: their form is what is tested */
// Answers made from records have the shapes of recorded ones: no name, no type that the real service does not send,
// nothing left out that it always sends.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, differences, elements, learn } from "./shapes.mjs";
import { ask, askJson, recordedShapes, start } from "./support.mjs";

const web = await start();
const shapes = recordedShapes();
after(() => web.close());

const mail = "someone@example.org";
const s2Fields =
  "fields=authors,citationCount,citationStyles,externalIds,influentialCitationCount,isOpenAccess,journal,openAccessPdf,publicationDate,publicationTypes,title,url,venue,year";
const allFields = `${s2Fields},abstract,corpusId,fieldsOfStudy,publicationVenue,referenceCount,s2FieldsOfStudy`;

/** @type {[string, string, string][]} shape, address, place */
const CASES = [
  ["crossref work", "/crossref/works/10.5555%2Fweirs.2021.17", "message"],
  ["crossref work", "/crossref/works/10.5555/jw.1999.4", "message"],
  ["crossref work", "/crossref/works/10.5555/awm.2015.9", "message"],
  ["crossref work", "/crossref/v1/works/10.5555/noisy.8", "message"],
  ["crossref list", "/crossref/works?query.title=damped+search&rows=0", ""],
  ["crossref work", "/crossref/works?query.title=damped+weirs&rows=2", "message.items.*"],
  ["crossref list", "/crossref/works?query=xqzzyw", ""],
  ["crossref agency", "/crossref/works/10.5555/jw.1999.4/agency", ""],
  ["crossref refusal", "/crossref/works/10.5555/jw.1999.4?query.author=a", ""],
  ["crossref refusal", "/crossref/works?sample=200", ""],
  ["openalex work", "/openalex/works/https://doi.org/10.5555%2Fweirs.2021.17", ""],
  ["openalex work", "/openalex/works/W101", ""],
  ["openalex work", "/openalex/works/pmid:11111111", ""],
  ["openalex list", "/openalex/works?filter=title.search:xqzzyw", ""],
  ["openalex work", "/openalex/works?filter=title.search:Gradient%20Weirs", "results.*"],
  ["semanticscholar paper", `/semanticscholar/graph/v1/paper/DOI:10.5555/weirs.2021.17?${s2Fields}`, ""],
  [
    "semanticscholar match",
    `/semanticscholar/graph/v1/paper/search/match?query=Open+Rungs+Are+Enough&${s2Fields}`,
    "",
  ],
  [
    "semanticscholar paper",
    `/semanticscholar/graph/v1/paper/search/match?query=Forty+Years+Later&${s2Fields}`,
    "data.*",
  ],
  ["semanticscholar search", "/semanticscholar/graph/v1/paper/search?query=ladders&fields=venue&limit=1", ""],
  ["semanticscholar search", "/semanticscholar/graph/v1/paper/search?query=xqzzyw&fields=venue", ""],
  [
    "semanticscholar links",
    "/semanticscholar/graph/v1/paper/10.5555/weirs.2021.17/references?fields=title",
    "",
  ],
  ["semanticscholar links", "/semanticscholar/graph/v1/paper/10.5555/jw.1999.4/citations?fields=title", ""],
  ["semanticscholar problem", "/semanticscholar/graph/v1/paper/search/match?query=xqzzyw", ""],
  ["semanticscholar problem", "/semanticscholar/graph/v1/paper/0", ""],
  ["dblp search", "/dblp/search/publ/api?q=weirs&format=json", ""],
  ["dblp search", "/dblp/search/publ/api?q=xqzzyw&format=json", ""],
  ["europepmc lite", "/europepmc/europepmc/webservices/rest/search?query=dams&format=json", ""],
  ["europepmc lite", "/europepmc/europepmc/webservices/rest/search?query=xqzzyw&format=json", ""],
  [
    "europepmc core",
    "/europepmc/europepmc/webservices/rest/search?query=dams&resultType=core&format=json",
    "",
  ],
  ["datacite work", "/datacite/dois/10.48550/arXiv.2402.00042?include=media,client", ""],
  ["unpaywall work", `/unpaywall/v2/10.5555/weirs.2021.17?email=${mail}`, ""],
  ["unpaywall work", `/unpaywall/v2/10.5555/jw.1999.4?email=${mail}`, ""],
  ["unpaywall search", `/unpaywall/v2/search?query=forty%20years&email=${mail}`, ""],
  ["unpaywall search", `/unpaywall/v2/search?query=xqzzyw&email=${mail}`, ""],
  ["pubmed esummary", "/pubmed/entrez/eutils/esummary.fcgi?db=pmc&id=2222222&retmode=json", "result.*"],
  ["pubmed idconv", "/pubmed/pmc/utils/idconv/v1.0/?ids=10.5555/awm.2015.9&format=json", ""],
  ["pubmed idconv problem", "/pubmed/pmc/utils/idconv/v1.0/?ids=28371833&idtype=doi&format=json", ""],
  ["openreview note 1", "/openreview/notes?id=OlDLadder19", "notes"],
  ["openreview note 2", "/openreview2/notes?id=LaDDer2024", "notes"],
  ["doi agency", "/doi/ra/10.48550", ""],
];

/**
 * What is made here and was not recorded, each with its reason.
 *
 * @type {Record<string, RegExp>}
 */
const KNOWN = {
  // A journal's issue number.
  "dblp search": /info\.number/,
  // What only manuscripts have.
  "pubmed idconv": /\.mid: missing/,
  // Search results have a score.
  "openalex work": /\.relevance_score/,
  // Documented names that no recording happens to have.
  "crossref work": /\.(updated-by|update-to|reference)\b|\.issn-type|isbn/i,
  // The recordings are of Blind_Submission notes with their revisions and replies; those are other calls.
  "openreview note 1": /\.(revisions|notes): missing|content\.(venue|venueid): never recorded/,
  // The recorded note is abridged.
  "openreview note 2": /content\.(paperhash|authors|authorids|venueid|pdf)|\.number|mdate/,
};

for (const [name, address, place] of CASES)
  test(`${name}: ${address}`, async () => {
    const answer = await askJson(web.url + address);
    const shape = shapes[name];
    assert.ok(shape, `no recorded shape ${name}`);
    const found = at(answer, place === "" ? [] : place.split("."));
    assert.ok(found.length > 0, `nothing at ${place}: ${JSON.stringify(answer).slice(0, 200)}`);
    const notes = found.flatMap((value) => differences(value, shape));
    assert.deepEqual(
      notes.filter((note) => !KNOWN[name]?.test(note)),
      [],
    );
  });

/** @type {[string, string, string][]} */
const XML_CASES = [
  ["arxiv feed", "/arxiv/api/query?id_list=2101.01234v1", ""],
  ["arxiv feed", "/arxiv/api/query?search_query=ti:rungs", ""],
  ["arxiv feed", "/arxiv/api/query?id_list=0000.0000", ""],
  ["arxiv error", "/arxiv/api/query?id_list=abc", ""],
  ["europepmc xml", "/europepmc/europepmc/webservices/rest/search?query=dams", ""],
  [
    "pubmed efetch",
    "/pubmed/entrez/eutils/efetch.fcgi?db=pubmed&id=11111111,11111112&retmode=xml",
    "PubmedArticleSet",
  ],
];

for (const [name, address, place] of XML_CASES)
  test(`${name}: ${address}`, async () => {
    const { body } = await ask(web.url + address);
    const shape = shapes[name];
    assert.ok(shape, `no recorded shape ${name}`);
    const found = at(elements(body), place === "" ? [] : [place]);
    assert.ok(found.length > 0, body.slice(0, 300));
    assert.deepEqual(
      found.flatMap((value) => differences(value, shape)),
      [],
    );
  });

test("a batch has null in the place of an unknown id", async () => {
  const shape = shapes["semanticscholar batch item"];
  assert.ok(shape);
  const answer = await askJson(`${web.url}/semanticscholar/graph/v1/paper/batch?${allFields}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids: ["CorpusId:1", "DOI:10.5555/weirs.2021.17", "ARXIV:2402.00042"] }),
  });
  assert.deepEqual(
    at(answer, ["*"]).flatMap((item) => differences(item, shape)),
    [],
  );
  assert.deepEqual(
    /** @type {({ title: string } | null)[]} */ (answer).map((paper) => paper?.title),
    [
      undefined,
      "Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search",
      "Open Rungs Are Enough",
    ],
  );
});

test("a difference of shape is found", () => {
  const shape = learn({ a: 1, list: [{ b: "x" }] }, learn({ a: null, list: [], c: true }));
  assert.deepEqual(differences({ a: 2, list: [{ b: "y" }] }, shape), []);
  assert.deepEqual(differences({ list: [{ b: 1, d: 0 }] }, shape), [
    ".a: missing",
    ".list[0].b: number, recorded string",
    ".list[0].d: never recorded",
  ]);
  assert.deepEqual(elements('<a x="1"><b/><b>t</b></a>'), { a: [{ b: [{}, {}] }] });
});
