// `citelight check --online`: references that are an identifier and nothing else are looked up by it alone, and one that its
// registrar does not know is told as such.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { folder, run } from "./support.mjs";

/** @typedef {{ reference: string, verdict: string, message: string, category: { subtype?: string } | null, trail: { step: string, summary: string }[] }} Finding */

const ENTRIES = {
  doi: String.raw`\url{https://doi.org/10.1016/eels.1}`,
  label: "doi:10.1016/eels.2",
  arxiv: "arXiv:2101.01001 [cs.DL]",
  pmid: "PMID: 7000002",
  nowhere: "doi:10.1016/eels.404",
  unindexed: "doi:10.1016/eels.5",
  page: String.raw`\url{https://www.example.org/content/10.1016/eels.404v1.full}`,
};
const names = Object.keys(ENTRIES);
const home = folder();
const article = home.write(
  "article.tex",
  String.raw`\documentclass{article}\title{Eels and how they travel}\author{Ann Author}\begin{document}\maketitle
\section{Introduction}
${names.map((name, at) => `Eels of the ${at + 1}th kind travel far and by night~\\cite{${name}}.`).join("\n")}
\begin{thebibliography}{9}
${names.map((name) => `\\bibitem{${name}} ${ENTRIES[/** @type {keyof typeof ENTRIES} */ (name)]}`).join("\n")}
\end{thebibliography}\end{document}`,
);
const work = {
  type: "journal-article",
  year: 2021,
  venue: "Journal of Eels",
  authors: [{ family: "Lee", given: "Kim" }],
};
const web = await startFakeApis({
  works: [
    { ...work, id: "E1", title: "Eels in rivers of the north", doi: "10.1016/eels.1" },
    { ...work, id: "E2", title: "Eels in rivers of the south", doi: "10.1016/eels.2", sources: ["openalex"] },
    { ...work, id: "E3", title: "Eels under bridges at night", arxiv: "2101.01001" },
    { ...work, id: "E4", title: "Eels and their many doctors", pmid: "7000002" },
    {
      ...work,
      id: "E5",
      title: "Eels that nobody indexed at all",
      registered_doi: "10.1016/eels.5",
      sources: {},
    },
  ],
});
after(async () => {
  await web.close();
  home.remove();
});
beforeEach(() => {
  web.setFaults({});
  web.reset();
});

/** The finding of each entry, by its key. */
async function check() {
  const outcome = await run([
    ...["check", article, "--online", "--no-models", "--no-cache", "--no-limits", "--format", "json"],
    ...["--sources-url", web.url],
  ]);
  if (outcome.stdout === "") throw new Error(outcome.stderr);
  const { findings } = /** @type {{ findings: Finding[] }} */ (parseJson(outcome.stdout));
  return new Map(findings.map((finding) => [finding.reference, finding]));
}

/** @param {Finding | undefined} finding */
const resolving = (finding) =>
  [...(finding?.trail.map(({ summary }) => summary) ?? []), finding?.message ?? ""].join(" ");
test("an identifier alone finds its work, and nobody is asked for a title", async () => {
  const found = await check();
  for (const [name, title] of /** @type {const} */ ([
    ["doi", "Eels in rivers of the north"],
    ["label", "Eels in rivers of the south"],
    ["arxiv", "Eels under bridges at night"],
    ["pmid", "Eels and their many doctors"],
  ])) {
    assert.match(resolving(found.get(name)), new RegExp(`alone, in [\\w ]+ that of “${title}”`), name);
    assert.notEqual(found.get(name)?.verdict, "miscited", name);
  }
  const requests = web.log.entries().map(({ source, path, query }) => `${source} ${path} ${query}`);
  const searches = requests.filter((request) =>
    /bibliographic|[ &]search=|\/search\/|title\.search|search\/publ/i.test(request),
  );
  assert.deepEqual(searches, []);
  // Three for each, and one of each source that has abstracts for all that were found.
  assert.ok(requests.length <= 3 * names.length + 6, `${requests.length} requests`);
});

test("a DOI that neither an index nor doi.org knows is told with who was asked", async () => {
  const found = await check();
  const nowhere = found.get("nowhere");
  assert.deepEqual([nowhere?.verdict, nowhere?.category?.subtype], ["miscited", "ghost-citation"]);
  assert.match(nowhere?.message ?? "", /Not found in Crossref, OpenAlex and doi\.org/);
  assert.match(resolving(found.get("unindexed")), /registered all the same/);
  assert.equal(found.get("unindexed")?.verdict, "unchecked");
  // More may follow the DOI in the address of a page.
  assert.equal(found.get("page")?.verdict, "unchecked");
  assert.match(resolving(found.get("page")), /an address that may hold more than the DOI/);
});

test("where the register or an index does not answer, nothing is accused", async () => {
  for (const source of ["doi", "openalex"]) {
    web.reset();
    web.setFaults({ sources: { [source]: "503" } });
    const found = await check();
    assert.equal(found.get("nowhere")?.verdict, "unchecked", source);
    assert.notEqual(found.get("doi")?.verdict, "miscited", source);
  }
});
