/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call --
   answers are compared as they come: their form is what is tested */
// Who cites a work: OpenAlex's filter with standings, Semantic Scholar's contexts, Europe PMC's CITES, each under faults.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { startFakeApis } from "./server.mjs";
import { ask, askJson } from "./support.mjs";

const QUOTE = "Weirs of oak outlast weirs of pine by forty years [3].";
const citing = (/** @type {number} */ number, /** @type {Record<string, unknown>} */ more) => ({
  id: `W20${number}`,
  title: `A survey of dams, part ${number}`,
  year: 2010 + number,
  doi: `10.5555/dams.${number}`,
  pmid: `2222222${number}`,
  references: ["W200"],
  ...more,
});
const web = await startFakeApis({
  works: [
    { id: "W200", title: "Durability of oak weirs", year: 2001, doi: "10.5555/oak", pmid: "22222220" },
    citing(1, { cited_by: 40, percentile: 0.91, field: "Engineering", pmcid: "PMC1" }),
    citing(2, { quotes: { W200: [QUOTE] } }),
    citing(3, { cited_by: 2, oa_url: "https://example.org/3.pdf", references: ["W999"] }),
  ],
});
after(() => web.close());
afterEach(() => {
  web.reset();
});

const OPENALEX =
  "/openalex/works?filter=cites:W200,is_oa:true&sort=cited_by_count:desc&select=id,cited_by_count,citation_normalized_percentile,primary_topic";
const SCHOLAR =
  "/semanticscholar/graph/v1/paper/DOI:10.5555/oak/citations?fields=contexts,intents,title,citationCount";
const EUROPE_PMC = `/europepmc/webservices/rest/search?format=json&query=${encodeURIComponent("CITES:22222220_MED AND OPEN_ACCESS:Y")}`;

test("OpenAlex lists open citing works with their standing", async () => {
  const { results } = await askJson(web.url + OPENALEX);
  assert.equal(results.length, 1);
  assert.equal(results[0].cited_by_count, 40);
  assert.equal(results[0].citation_normalized_percentile.value, 0.91);
  assert.equal(results[0].primary_topic.field.display_name, "Engineering");
  const all = await askJson(`${web.url}/openalex/works?filter=cites:W200`);
  assert.equal(all.results.length, 2);
});

test("Semantic Scholar quotes the sentences in which a work is cited", async () => {
  const { data } = await askJson(web.url + SCHOLAR);
  assert.deepEqual(
    data.map((/** @type {{ contexts: string[] }} */ { contexts }) => contexts),
    [[], [QUOTE]],
  );
  assert.equal(data[0].citingPaper.citationCount, 40);
});

test("Europe PMC finds the open works that cite an article", async () => {
  const { resultList } = await askJson(web.url + EUROPE_PMC);
  assert.deepEqual(
    resultList.result.map((/** @type {{ doi: string }} */ { doi }) => doi),
    ["10.5555/dams.1"],
  );
  const none = await askJson(web.url + EUROPE_PMC.replace("22222220", "9"));
  assert.deepEqual(none.resultList.result, []);
});

test("faults reach these routes, too", async () => {
  for (const [source, path] of [
    ["openalex", OPENALEX],
    ["semanticscholar", SCHOLAR],
    ["europepmc", EUROPE_PMC],
  ]) {
    const whole = await ask(`${web.url}${path}`);
    web.setFaults({ sources: { [String(source)]: "503*1" } });
    assert.equal((await ask(`${web.url}${path}`)).status, 503, source);
    web.setFaults({ sources: { [String(source)]: "truncate*1" } });
    assert.ok((await ask(`${web.url}${path}`)).body.length < whole.body.length, source);
    assert.equal((await ask(`${web.url}${path}`)).body, whole.body, source);
  }
});
