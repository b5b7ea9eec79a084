/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-return --
   answers are compared as they come: their form is what is tested */
// What each source finds, and how it says that it found nothing.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { TextIndex, words } from "./search.mjs";
import { ask, askJson, FIXTURES, start } from "./support.mjs";

const web = await start({ recordings: `${FIXTURES}/recordings` });
after(() => web.close());

const WEIRS = "10.5555/weirs.2021.17";

/** @param {string} path */
const json = (path) => askJson(web.url + path);
/** @param {string} path @param {Parameters<typeof ask>[1]} [options] */
const get = (path, options) => ask(web.url + path, options);

test("words are compared without case, marks, tags and entities", () => {
  assert.deepEqual(words("<i>Øvergård</i> &amp; {T}he Straße, K-means++ 2"), [
    "overgard",
    "the",
    "strasse",
    "k",
    "means",
    "2",
  ]);
  const index = new TextIndex(["Neural networks", "The networks of rivers", "Rivers"]);
  assert.deepEqual(
    index
      .ranked("network")
      .map((hit) => hit.index)
      .sort(),
    [0, 1],
  );
  assert.deepEqual(
    index.containing("the river network").map((hit) => hit.index),
    [1],
  );
  assert.deepEqual(index.containing("neural rivers"), []);
  assert.deepEqual(
    index.withPrefixes("riv").map((hit) => hit.index),
    [1, 2],
  );
  assert.equal(index.best("neural network of the moon", 0.8), undefined);
  assert.deepEqual(new TextIndex([]).ranked("x"), []);
});

test("Crossref ranks: the right work first, the nearest wrong one for a wrong title, nothing for no known word", async () => {
  const right = await json("/crossref/works?query.title=Weirs+and+dams%3A+forty+years+later&rows=2");
  assert.equal(right.message.items[0].DOI, "10.5555/jw.1999.4");
  const wrong = await json("/crossref/works?query.title=Sparse+Ladders+over+the+Moon&rows=1");
  assert.equal(wrong.message.items[0].DOI, WEIRS);
  assert.ok(wrong.message.items[0].score > 0);
  assert.ok(right.message.items[0].score > right.message.items[1].score);
  assert.equal((await json("/crossref/works?query.title=xqzzyw")).message["total-results"], 0);
  const authors = await json("/crossref/works?query.bibliographic=Solo+Journal+of+Weirs+1999&rows=1");
  assert.equal(authors.message.items[0].DOI, "10.5555/jw.1999.4");
});

test("Crossref honours select, rows, offset, cursor and filters, and refuses what it does not know", async () => {
  const some = await json("/crossref/works?query.title=weirs&select=DOI,title&rows=1");
  assert.deepEqual(Object.keys(some.message.items[0]), ["DOI", "title"]);
  const batch = await json(`/crossref/works?filter=doi:${WEIRS},doi:10.5555/jw.1999.4,doi:10.5555/none`);
  assert.equal(batch.message["total-results"], 2);
  const notices = await json("/crossref/works?filter=updates:10.5555/awm.2015.9");
  assert.deepEqual(notices.message.items[0]["update-to"][0].type, "retraction");
  /** @type {string[]} */
  const seen = [];
  for (let cursor = "*", guard = 0; guard < 20; guard += 1) {
    const page = await json(`/crossref/works?rows=2&cursor=${encodeURIComponent(cursor)}`);
    if (page.message.items.length === 0) break;
    seen.push(...page.message.items.map((/** @type {{ DOI: string }} */ item) => item.DOI));
    cursor = page.message["next-cursor"];
  }
  assert.equal(new Set(seen).size, seen.length);
  assert.equal(seen.length, (await json("/crossref/works?rows=0")).message["total-results"]);
  for (const bad of ["select=nonsense", "nonsense=1", "filter=nonsense:1", "sample=0"])
    assert.equal((await get(`/crossref/works?${bad}`)).status, 400, bad);
});

test("Crossref: retraction on article and notice, unknown and DataCite DOIs, transforms", async () => {
  const article = (await json("/crossref/works/10.5555/AWM.2015.9")).message;
  assert.deepEqual(
    article["updated-by"].map((/** @type {{ type: string }} */ one) => one.type),
    ["retraction"],
  );
  const missing = await get("/crossref/works/10.48550%2FarXiv.2402.00042");
  assert.deepEqual(
    [missing.status, missing.headers["content-type"], missing.body],
    [404, "text/plain", "Resource not found."],
  );
  const bibtex = await get(`/crossref/works/${encodeURIComponent(WEIRS)}/transform/application/x-bibtex`);
  assert.match(bibtex.body, /^ @inproceedings\{overgard_2021, title=\{Learning Sparse/);
  assert.match(bibtex.body, /author=\{Øvergård, Ada B\. and Li, Wei and de la Cruz, José\}/);
});

test("OpenAlex: every word must be there; filters, batches, paging and select", async () => {
  const find = async (/** @type {string} */ title) =>
    (await json(`/openalex/works?filter=title.search:${encodeURIComponent(title)}`)).meta.count;
  assert.equal(await find("Gradient Weir Ladders Learning"), 1);
  assert.equal(await find("Gradient Moon Ladders"), 0);
  assert.equal((await get("/openalex/works?filter=title.search:Dams,%20weirs")).status, 400);
  // Phrases of many titles in one search.
  const titles = ["Gradient Weir Ladders", "Moons of Nothing"];
  assert.equal(await find(titles.map((title) => `"${title}"`).join(" OR ")), 1);
  const query = encodeURIComponent(titles.map((title) => `"${title}"`).join(" | "));
  const bulk = await json(`/semanticscholar/graph/v1/paper/search/bulk?query=${query}&fields=title`);
  assert.deepEqual([bulk.total, bulk.data.length], [1, 1]);
  const batch = await json(
    `/openalex/works?filter=doi:${WEIRS}|https://doi.org/10.5555/jw.1999.4|10.5555/none&select=id,doi`,
  );
  assert.deepEqual(
    batch.results.map((/** @type {{ doi: string }} */ work) => work.doi),
    [`https://doi.org/${WEIRS}`, "https://doi.org/10.5555/jw.1999.4"],
  );
  assert.deepEqual(Object.keys(batch.results[0]), ["id", "doi"]);
  const many = Array.from({ length: 51 }, (_, index) => `10.5555/${index}`).join("|");
  assert.equal((await get(`/openalex/works?filter=doi:${many}`)).status, 400);
  const first = await json("/openalex/works?per-page=3&cursor=*");
  const second = await json(`/openalex/works?per-page=3&cursor=${first.meta.next_cursor}`);
  assert.notEqual(first.results[0].id, second.results[0].id);
  assert.equal(
    (await json("/openalex/works?filter=is_retracted:true")).results[0].title,
    "RETRACTED: Dams Cure Everything",
  );
  assert.equal((await json("/openalex/works?filter=cites:W101")).results[0].id, "https://openalex.org/W100");
  const unknown = await get("/openalex/works/https://doi.org/10.5555/none");
  assert.deepEqual([unknown.status, unknown.headers["content-type"]], [404, "text/html; charset=utf-8"]);
  const invalid = await get("/openalex/works/W100?select=DOESNTEXIST");
  assert.equal(invalid.status, 400);
  assert.match(invalid.body, /DOESNTEXIST is not a valid select field/);
});

test("Semantic Scholar: closest title or 404, ids of every kind, batch limit", async () => {
  const match = await json(
    "/semanticscholar/graph/v1/paper/search/match?query=learning+sparse+ladders+gradient",
  );
  assert.deepEqual(Object.keys(match.data[0]), ["paperId", "title", "matchScore"]);
  const none = await get(
    "/semanticscholar/graph/v1/paper/search/match?query=Sparse+Moons+over+Marble+Arches",
  );
  assert.deepEqual([none.status, none.body], [404, '{"error":"Title match not found"}']);
  const { paperId } = match.data[0];
  for (const id of [
    paperId,
    `DOI:${WEIRS}`,
    WEIRS,
    "ARXIV:2101.01234",
    "arXiv:2101.01234v2",
    "DBLP:conf/iclw/OvergardLC21",
  ])
    assert.equal((await json(`/semanticscholar/graph/v1/paper/${id}`)).paperId, paperId, id);
  const links = await json(`/semanticscholar/graph/v1/paper/${paperId}/references?fields=title,contexts`);
  assert.deepEqual(
    links.data.map(
      (/** @type {{ citedPaper: { paperId: string | null } }} */ { citedPaper }) =>
        citedPaper.paperId === null,
    ),
    [false, true],
  );
  assert.equal((await get(`/semanticscholar/graph/v1/paper/${paperId}?fields=nonsense`)).status, 400);
  const ids = Array.from({ length: 501 }, (_, index) => `DOI:10.5555/${index}`);
  const batch = await get("/semanticscholar/graph/v1/paper/batch", {
    method: "POST",
    body: JSON.stringify({ ids }),
  });
  assert.equal(batch.status, 400);
});

test("DBLP: prefixes of all words; one author is an object; BibTeX by key", async () => {
  const found = await json("/dblp/search/publ/api?q=forty%20yea%20solo&format=json");
  const { info } = found.result.hits.hit[0];
  assert.equal(info.title, "Weirs &amp; Dams: Forty Years Later.");
  assert.equal(info.authors.author.text.replace(/ 0002$/, ""), "Han Solo");
  assert.equal((await json("/dblp/search/publ/api?q=forty%20moons&format=json")).result.hits.hit, undefined);
  assert.match(
    (await get("/dblp/search/publ/api?q=forty")).body,
    /<title>Weirs &amp;amp; Dams|<title>Weirs &amp; Dams/,
  );
  assert.match(
    (await get("/dblp/rec/conf/iclw/OvergardLC21.bib")).body,
    /^@inproceedings\{DBLP:conf\/iclw\/OvergardLC21,/,
  );
});

test("arXiv: ids, versions, queries, withdrawal, pages", async () => {
  const entry = await get("/arxiv/api/query?id_list=2402.00042v2,2101.01234");
  assert.match(entry.body, /<id>http:\/\/arxiv\.org\/abs\/2402\.00042v2<\/id>/);
  assert.match(entry.body, /<arxiv:comment>This paper has been withdrawn by the authors<\/arxiv:comment>/);
  assert.match(entry.body, /<arxiv:doi>10\.5555\/weirs\.2021\.17<\/arxiv:doi>/);
  assert.match(entry.body, /totalResults>2</);
  const query = encodeURIComponent('ti:"sparse ladders" AND au:Li');
  assert.match((await get(`/arxiv/api/query?search_query=${query}`)).body, /totalResults>1</);
  assert.match(
    (await get(`/arxiv/api/query?search_query=${encodeURIComponent("ti:ladders AND au:Rung")}`)).body,
    /totalResults>0</,
  );
  const bad = await get("/arxiv/api/query?id_list=10.5555/x");
  assert.equal(bad.status, 400);
  assert.match(bad.body, /incorrect id format/);
  const html = await get("/arxiv/html/2101.01234");
  assert.match(html.body, /Ladders converge/);
  assert.match((await get("/arxiv/abs/2101.01234")).body, /citation_author" content="Ada B. Øvergård"/);
  assert.equal((await get("/arxiv/html/2402.00042")).status, 404);
  const tag = html.headers.etag ?? "";
  assert.equal((await get("/arxiv/html/2101.01234", { headers: { "If-None-Match": tag } })).status, 304);
});

test("Europe PMC and PubMed: fields, full text, identifiers", async () => {
  const epmc = (/** @type {string} */ query) =>
    json(`/europepmc/europepmc/webservices/rest/search?format=json&query=${encodeURIComponent(query)}`);
  for (const query of [
    'DOI:"10.5555/awm.2015.9"',
    "EXT_ID:11111111 AND SRC:MED",
    'TITLE:"dams cure everything" AND AUTH:"Duck"',
    "PMCID:PMC2222222",
  ])
    assert.equal((await epmc(query)).hitCount, 1, query);
  assert.equal((await epmc('TITLE:"dams cure nothing"')).hitCount, 0);
  assert.match(
    (await get("/europepmc/europepmc/webservices/rest/PMC2222222/fullTextXML")).body,
    /<p>Dams\.<\/p>/,
  );
  assert.equal((await get("/europepmc/europepmc/webservices/rest/PMC1/fullTextXML")).status, 404);
  const term = encodeURIComponent("Dams Cure Everything[Title] AND Quack[Author]");
  const search = await json(`/pubmed/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term=${term}`);
  assert.deepEqual(search.esearchresult.idlist, ["11111111"]);
  const fetched = await get("/pubmed/entrez/eutils/efetch.fcgi", {
    method: "POST",
    body: "db=pubmed&id=11111111",
  });
  assert.match(fetched.body, /RefType="RetractionIn"/);
  assert.match(
    (await get("/pubmed/entrez/eutils/efetch.fcgi?db=pmc&id=2222222")).body,
    /<pmc-articleset><article>/,
  );
  const converted = await json("/pubmed/pmc/utils/idconv/v1.0/?ids=11111111,99&format=json");
  assert.deepEqual(
    converted.records.map((/** @type {{ pmcid?: string }} */ { pmcid }) => pmcid),
    ["PMC2222222", undefined],
  );
  assert.equal(
    (await get(`/pubmed/entrez/eutils/esummary.fcgi?db=pmc&id=${"1234567,".repeat(600)}`)).status,
    414,
  );
});

test("Unpaywall, DataCite and OpenReview", async () => {
  assert.equal((await get(`/unpaywall/v2/${WEIRS}`)).status, 422);
  const open = await json(`/unpaywall/v2/${WEIRS}?email=a@example.org`);
  assert.equal(open.best_oa_location.url_for_pdf, "https://arxiv.org/pdf/2101.01234");
  assert.equal((await get("/unpaywall/v2/10.5555/none?email=a@example.org")).status, 404);
  assert.equal(
    (await json("/datacite/dois/10.48550/arXiv.2402.00042")).data.attributes.titles[0].title,
    "Open Rungs Are Enough",
  );
  assert.equal((await get("/datacite/dois/10.5555/none")).status, 404);
  assert.equal((await json("/datacite/dois?query=titles.title:%22open%20rungs%22")).meta.total, 1);
  assert.equal((await get("/openreview/notes?id=LaDDer2024")).status, 404);
  assert.equal(
    (await json("/openreview2/notes?id=LaDDer2024")).notes[0].content.title.value,
    "Reviewing Ladders in the Open",
  );
  assert.equal(
    (await json("/openreview/notes?id=OlDLadder19")).notes[0].content.title,
    "Reviewing Ladders Before",
  );
  assert.equal((await json("/openreview2/notes/search?term=reviewing%20ladders")).count, 1);
});

test("doi.org: handles, agencies, content negotiation, landing pages", async () => {
  assert.equal((await json(`/doi/api/handles/${WEIRS}`)).responseCode, 1);
  assert.deepEqual(await json("/doi/api/handles/10.5555/none"), {
    responseCode: 100,
    handle: "10.5555/none",
  });
  // A DOI that is registered and in no index resolves all the same.
  const landing = await get("/doi/10.5555/unindexed.1");
  assert.equal(landing.status, 302);
  assert.equal((await ask(landing.headers.location ?? "")).status, 200);
  assert.equal((await get("/doi/10.5555/none")).status, 404);
  const negotiated = await get(`/doi/${WEIRS}`, { headers: { Accept: "application/x-bibtex" } });
  assert.match(
    (await ask(negotiated.headers.location ?? "", { headers: { Accept: "application/x-bibtex" } })).body,
    /@inproceedings/,
  );
  const preprint = await get("/doi/10.48550/arXiv.2402.00042", {
    headers: { Accept: "application/vnd.citationstyles.csl+json" },
  });
  const csl = await askJson(preprint.headers.location ?? "", {
    headers: { Accept: "application/vnd.citationstyles.csl+json" },
  });
  assert.equal(csl.title, "Open Rungs Are Enough");
  assert.deepEqual(await json("/doi/ra/10.48550,10.5555/none,x"), [
    { DOI: "10.48550", RA: "DataCite" },
    { DOI: "10.5555/none", status: "DOI does not exist" },
    { DOI: "x", status: "Invalid DOI" },
  ]);
});

test("Zotero: one item, candidates with HTTP 300, a page, an export", async () => {
  const plain = { "Content-Type": "text/plain" };
  const post = (/** @type {string} */ path, /** @type {string} */ body, headers = plain) =>
    get(`/zotero${path}`, { method: "POST", headers, body });
  const one = await post("/search", `https://doi.org/${WEIRS}`);
  assert.equal(one.status, 200);
  const candidates = await post("/search", "dams everything");
  assert.equal(candidates.status, 300);
  assert.deepEqual(Object.keys(JSON.parse(candidates.body)), ["10.5555/awm.2015.9", "10.5555/awm.2016.1"]);
  assert.equal((await post("/search", "xqzzyw")).body, "[]");
  assert.equal((await post("/search", "10.5555/none")).status, 501);
  assert.equal((await post("/search", WEIRS, { "Content-Type": "application/xml" })).status, 415);
  assert.equal((await post("/web", "https://example.org/jw/1999/4")).status, 200);
  const choice = await post("/web", "https://example.org/find?q=dams");
  assert.equal(choice.status, 300);
  const { items } = /** @type {{ items: Record<string, unknown> }} */ (JSON.parse(choice.body));
  const [id = ""] = Object.keys(items);
  const chosen = await post("/web", JSON.stringify({ items: { [id]: items[id] } }), {
    "Content-Type": "application/json",
  });
  assert.equal(/** @type {unknown[]} */ (JSON.parse(chosen.body)).length, 1);
  const exported = await post("/export?format=bibtex", one.body, { "Content-Type": "application/json" });
  assert.match(
    exported.body,
    /^@inproceedings\{overgard_2021, .*booktitle=\{International Conference on Learning Weirs\}/,
  );
});

test("an open copy, a source of one file, and heads without bodies", async () => {
  const { best_oa_location: open } = await json("/unpaywall/v2/10.5555/awm.2015.9?email=a@example.org");
  assert.equal(open.url_for_pdf, `${web.url}/text/PMC2222222.xml`);
  const text = await ask(open.url_for_pdf);
  assert.deepEqual([text.status, text.headers["content-type"]], [200, "application/xml"]);
  assert.equal((await get("/text/..%2FREADME.md")).status, 404);
  const source = await fetch(`${web.url}/arxiv/e-print/2101.01234`);
  assert.match(gunzipSync(await source.arrayBuffer()).toString(), /documentclass/);
  const head = await get("/crossref/works/10.5555/jw.1999.4", { method: "HEAD" });
  assert.deepEqual([head.status, head.body], [200, ""]);
  assert.equal((await get("/doi/10.5555/none", { method: "HEAD" })).status, 404);
});

test("a noisy world: each source says what its line says, and only sources that hold a work find it", async () => {
  const crossref = (await json("/crossref/works/10.5555/noisy.8")).message;
  assert.deepEqual(
    [crossref.title, crossref.author.length, crossref.issued],
    [["noisy rivers and quiet weirs"], 1, { "date-parts": [[2011]] }],
  );
  const openalex = (await json("/openalex/works?filter=title.search:noisy+rivers")).results[0];
  assert.deepEqual([openalex.doi, openalex.publication_year, openalex.authorships.length], [null, 2010, 2]);
  assert.equal(
    (await get("/semanticscholar/graph/v1/paper/search/match?query=Noisy+Rivers+and+Quiet+Weirs")).status,
    404,
  );
  assert.equal((await get("/crossref/works/10.5555/unindexed.1")).status, 404);
  assert.equal((await get("/doi/api/handles/10.5555/unindexed.1")).status, 200);
});

test("recorded answers come first, byte for byte, whoever asks", async () => {
  const attention =
    "query.title=Attention+is+All+you+Need&rows=1&query.author=Ashish+Vaswani+Noam+Shazeer+Niki+Parmar+Jakob+Uszkoreit+Llion+Jones+Aidan+N.+Gomez+Lukasz+Kaiser+Illia+Polosukhin&mailto=other@example.org";
  assert.equal(
    (await json(`/crossref/works?${attention}`)).message.items[0].title[0],
    "Self-Attention with Relative Position Representations",
  );
  assert.equal(
    (await json("/unpaywall/v2/10.1007/s40278-023-41815-2?email=x@example.org")).journal_name,
    "Reactions Weekly",
  );
  const posted = await get(
    "/semanticscholar/graph/v1/paper/batch?fields=abstract%2Cauthors%2CcitationCount%2CcitationStyles%2CcorpusId%2CexternalIds%2CfieldsOfStudy%2CinfluentialCitationCount%2CisOpenAccess%2Cjournal%2CopenAccessPdf%2CpaperId%2CpublicationDate%2CpublicationTypes%2CpublicationVenue%2CreferenceCount%2Cs2FieldsOfStudy%2Ctitle%2Curl%2Cvenue%2Cyear",
    {
      method: "POST",
      body: JSON.stringify({
        ids: ["CorpusId:470667", "10.2139/ssrn.2250500", "0f40b1f08821e22e859c6050916cec3667778613"],
      }),
    },
  );
  assert.deepEqual([posted.status, posted.body], [403, '{"message":"Forbidden"}']);
  const entries = web.log.entries({ source: "unpaywall" });
  assert.equal(entries.at(-1)?.recorded, true);
});
