// `citelight cite` and `citelight check --online` against the fake scholarly APIs.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { start } from "../fake-apis/support.mjs";
import { folder, run } from "./support.mjs";

const web = await start();
const home = folder();
after(async () => {
  await web.close();
  home.remove();
});
const stand = ["--sources-url", web.url, "--no-limits", "--no-cache"];

test("a work is cited by DOI, by arXiv identifier and by title, with keys of letters and digits", async () => {
  for (const query of [
    "10.5555/weirs.2021.17",
    "https://doi.org/10.5555/WEIRS.2021.17",
    "https://arxiv.org/pdf/2101.01234v2.pdf",
    "Learning sparse ladders with gradient weirs: a study of damped search",
  ]) {
    const { code, stdout, stderr } = await run(["cite", query, ...stand]);
    assert.equal(code, 0, `${query}: ${stderr}`);
    assert.match(stdout, /^@[a-z]+\{[A-Za-z0-9]+,/, query);
    assert.match(stdout, /Learning Sparse Ladders/, query);
  }
});

test("every format is written, for several queries as one file", async () => {
  const queries = home.write("queries.txt", "# two works\n10.5555/weirs.2021.17\n\n10.5555/jw.1999.4\n");
  const written = async (/** @type {string} */ format) =>
    (await run(["cite", "--batch", queries, "--format", format, ...stand])).stdout;
  const items = /** @type {{ DOI: string, title: string }[]} */ (parseJson(await written("csl-json")));
  assert.deepEqual(
    items.map(({ DOI, title }) => [DOI, title]),
    [
      ["10.5555/weirs.2021.17", "Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search"],
      ["10.5555/jw.1999.4", "Weirs & Dams: Forty Years Later"],
    ],
  );
  assert.equal((await written("ris")).match(/^TY {2}- /gm)?.length, 2);
  assert.equal((await written("text")).trim().split("\n").length, 2);
  await run(["cite", "10.5555/jw.1999.4", "-o", home.at("one.bib"), ...stand]);
  assert.match(home.read("one.bib"), /Forty Years Later/);
});

test("what is not clear is for the user to choose, and nothing is made up", async () => {
  const several = await run(["cite", "weirs", ...stand]);
  assert.deepEqual([several.code, several.stdout], [1, ""]);
  assert.match(several.stderr, /may be any of these/);
  const first = await run(["cite", "weirs", "--first", ...stand]);
  assert.equal(first.code, 0);
  assert.match(first.stdout, /^@/);
  const nothing = await run(["cite", "10.5555/nowhere.1", ...stand]);
  assert.deepEqual([nothing.code, nothing.stdout], [1, ""]);
  const down = await run([
    "cite",
    "10.5555/jw.1999.4",
    "--sources-url",
    "http://127.0.0.1:9",
    "--no-limits",
    "--no-cache",
  ]);
  assert.equal(down.code, 2);
});

test("a page is cited by its own metadata", async () => {
  const pages = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const metas = {
      "/article": `<meta name="citation_title" content="Ladders by hand"><meta name="citation_author" content="Weil, Ida">
        <meta name="citation_journal_title" content="Letters on Ladders"><meta name="citation_year" content="2019">`,
    }[request.url ?? ""];
    response.end(`<!DOCTYPE html><html><head><title>x</title>${metas ?? ""}</head><body></body></html>`);
  });
  await new Promise((resolve) =>
    pages.listen(0, "127.0.0.1", () => {
      resolve(undefined);
    }),
  );
  const address = /** @type {import("node:net").AddressInfo} */ (pages.address());
  const at = (/** @type {string} */ path) => `http://127.0.0.1:${address.port}${path}`;
  // A stand-in for all sources serves pages, too: these are its own.
  const own = ["--sources-url", at(""), "--no-limits", "--no-cache"];
  try {
    const article = await run(["cite", at("/article"), ...own]);
    assert.equal(article.code, 0, article.stderr);
    assert.match(article.stdout, /^@article\{/);
    assert.match(article.stdout, /journal = \{Letters on Ladders\}/);
    assert.match(article.stdout, /author = \{Weil, Ida\}/);
    const bare = await run(["cite", at("/nothing"), ...own]);
    assert.deepEqual([bare.code, bare.stdout], [2, ""]);
    assert.match(bare.stderr, /says in no metadata which work it describes/);
  } finally {
    pages.close();
  }
});

test("the user's translation server takes titles, and one of several works is taken by its title alone", async () => {
  const server = ["--zotero", `${web.url}/zotero`, ...stand];
  web.reset();
  const title = "Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search";
  const one = await run(["cite", title, ...server]);
  assert.equal(one.code, 0, one.stderr);
  assert.match(one.stdout, /^@/);
  assert.match(one.stdout, /Learning Sparse Ladders/);
  // The search by title, the search by the identifier of the one that has it, and the export.
  assert.equal(web.log.summary().sources.zotero?.requests, 3);
  const page = await run(["cite", "https://library.example/?q=weirs", ...server]);
  assert.deepEqual([page.code, page.stdout], [1, ""]);
  assert.match(page.stderr, /may be any of these/);
  const first = await run(["cite", "https://library.example/?q=weirs", "--first", ...server]);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^@/);
});

test("check --online resolves references through the sources and shows a retraction", async () => {
  const article = home.write(
    "article.html",
    `<!DOCTYPE html><html><head><title>Rivers and what stops them</title>
<meta name="citation_title" content="Rivers and what stops them"><meta name="citation_publication_date" content="2020"></head>
<body><article><h1>Rivers and what stops them</h1><h2>Introduction</h2>
<p>Dams cure everything that ails a valley in spring <a href="#r1">[1]</a>. Weirs and dams were studied for forty years
<a href="#r2">[2]</a>. This matters for the safety of those who live below them.</p>
<p>Most of what is known about dams comes from models, in which little is at stake and the water is clean. We asked
forty millers to keep a diary for a month instead, and compared what they wrote with what their gauges recorded.</p>
<h2>References</h2><ol class="references">
<li id="r1">Quack Q, Duck D. Dams Cure Everything. Annals of Weir Medicine. 2015. doi:10.5555/awm.2015.9</li>
<li id="r2">Solo H. Weirs &amp; Dams: Forty Years Later. Journal of Weirs. 1999;12:44. doi:10.5555/jw.1999.4</li>
</ol></article></body></html>`,
  );
  web.reset();
  const offline = await run(["check", article, "--no-models"]);
  assert.equal(offline.code, 2);
  assert.equal(web.log.summary().requests, 0, "offline unless it is asked for");
  const online = await run(["check", article, "--online", "--no-models", "--format", "json", ...stand]);
  const { summary, findings } =
    /** @type {{ summary: Record<string, number>, findings: { reference: string, message: string, verdict: string }[] }} */ (
      parseJson(online.stdout)
    );
  assert.equal(summary.references_resolved, 2, online.stdout);
  const retracted = findings.find(({ reference }) => reference === "r1");
  assert.match(retracted?.message ?? "", /retracted/);
  assert.equal(online.code, 1);
});
