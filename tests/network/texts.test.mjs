// `citelight check --online`: full texts from where they lie open, whose they are, and what faults do to them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { folder, run } from "./support.mjs";

const home = folder();
const PARAGRAPH =
  "Forty sleepers remembered more of what they had learnt in the evening than forty who were kept awake until noon. ";
/** @param {string} title */
const page = (title) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article><h1>${title}</h1>${`<p>${PARAGRAPH}</p>`.repeat(16)}</article></body></html>`;
/** @param {string} title */
const jats = (title) =>
  `<?xml version="1.0"?>\n<article><front><article-meta><title-group><article-title>${title}</article-title></title-group></article-meta></front><body>${`<p>${PARAGRAPH}</p>`.repeat(16)}</body></article>`;

/**
 * An archive as arXiv packs sources (POSIX ustar).
 *
 * @param {Record<string, string>} files
 */
function archive(files) {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write("0000644", 100);
    head.write(content.length.toString(8).padStart(11, "0"), 124);
    head.write("0", 156);
    head.write("ustar\u000000", 257);
    head.write("        ", 148);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/**
 * Works and where they lie: on arXiv, in PubMed Central; one whose page on arXiv is another work's, one nowhere; one of
 * which arXiv has the source alone; two with an open copy at a repository, a PDF and a page, which Unpaywall knows; and two whose page
 * at a repository holds the abstract and names a file: the whole work, or somebody else's.
 */
const WORKS = [
  { id: "T1", title: "Evening sleepers and what they remember", family: "Walker", arxiv: "2101.01001" },
  {
    id: "T2",
    title: "Memory consolidation in mornings without sleep",
    family: "Stickgold",
    pmcid: "PMC7000002",
    pmid: "7000002",
  },
  { id: "T3", title: "Naps after noon and their many small rewards", family: "Mednick", arxiv: "2101.01003" },
  { id: "T4", title: "Dreams that nobody ever wrote down again", family: "Hobson" },
  { id: "T5", title: "Snoring as a measure of the sea", family: "Dement", arxiv: "2101.01005" },
  {
    id: "T6",
    title: "Names and Years: Notes on a Habit",
    family: "Author",
    oa_url: "https://repository.example.org/files/names.pdf",
  },
  {
    id: "T7",
    title: "Pillows of the northern islands and who made them",
    family: "Carskadon",
    oa_url: "https://islands.example.org/pillows.html",
  },
  {
    id: "T8",
    title: "How Far Does a Sentence Reach? Reading Citations Across Columns and Pages",
    family: "Reader",
    oa_url: "https://repository.example.org/handle/1/reach.html",
  },
  {
    id: "T9",
    title: "Lullabies of lighthouse keepers in the long winters",
    family: "Keeper",
    oa_url: "https://repository.example.org/handle/1/lullabies.html",
  },
];
/** A repository's page about a work, and the file that it names. @param {string} title @param {string} file */
const landing = (title, file) =>
  `<!DOCTYPE html><html><head><title>${title}</title><meta name="citation_title" content="${title}"><meta name="citation_pdf_url" content="https://repository.example.org/bitstream/${file}"></head><body><main><h1>${title}</h1><h2>Abstract</h2><p>${PARAGRAPH}</p></main></body></html>`;
home.write("2101.01001.html", page(WORKS[0]?.title ?? ""));
home.write("2101.01003.html", page("Effects of caffeine on the reaction time of pilots"));
home.write("PMC7000002.xml", jats(WORKS[1]?.title ?? ""));
home.write(
  "2101.01005.tar.gz",
  archive({
    "paper.tex": `\\documentclass{article}\n\\title{${WORKS[4]?.title ?? ""}}\n\\author{Ann Dement}\n\\begin{document}\n\\maketitle\n\\input{body}\n\\end{document}\n`,
    "body.tex": `${PARAGRAPH}\n\n`.repeat(16),
    "figure.eps": "%!PS",
  }),
);
home.write("names.pdf", readFileSync("tests/fixtures/pdf/author-year.pdf"));
home.write("pillows.html", page(WORKS[6]?.title ?? ""));
home.write("reach.html", landing(WORKS[7]?.title ?? "", "reach.pdf"));
home.write("reach.pdf", readFileSync("tests/fixtures/pdf/two-column.pdf"));
home.write("lullabies.html", landing(WORKS[8]?.title ?? "", "names.pdf"));
const article = home.write(
  "article.html",
  `<!DOCTYPE html><html><head><title>Sleep and what it is for</title>
<meta name="citation_title" content="Sleep and what it is for"></head>
<body><article><h1>Sleep and what it is for</h1><h2>Introduction</h2>
<p>Sleepers remember more in the evening <a href="#r1">[1]</a>. Mornings without sleep cost memory <a href="#r2">[2]</a>. Naps
bring small rewards <a href="#r3">[3]</a>. Some dreams were never written down <a href="#r4">[4]</a>. Snores are as
long as waves <a href="#r5">[5]</a>. Names and years are a habit <a href="#r6">[6]</a>. Pillows were made of eider down
<a href="#r7">[7]</a>. Sentences reach across columns <a href="#r8">[8]</a>. Keepers sang in winter <a href="#r9">[9]</a>.</p>
<p>Most of what is known about sleep comes from laboratories, in which beds are hard and nights are short. We asked forty
millers to keep a diary for a month instead, and compared what they wrote with what their clocks recorded.</p>
<h2>References</h2><ol class="references">
${WORKS.map(({ family, title, arxiv, pmcid }, at) => `<li id="r${at + 1}">${family} A. ${title}. Journal of Sleep. 2021. doi:10.1016/sleep.${at + 1}${arxiv ? ` arXiv:${arxiv}` : ""}${pmcid ? ` PMCID: ${pmcid}` : ""}</li>`).join("\n")}
</ol></article></body></html>`,
);
const web = await startFakeApis({
  texts: home.path,
  works: WORKS.map(({ family, ...work }, at) => ({
    ...work,
    type: "journal-article",
    authors: [{ family, given: "Ann" }],
    year: 2021,
    venue: "Journal of Sleep",
    doi: `10.1016/sleep.${at + 1}`,
    sources: ["crossref", "openalex", "semanticscholar"],
  })),
});
after(async () => {
  await web.close();
  home.remove();
});
afterEach(() => {
  web.setFaults({});
  web.reset();
});

/** @typedef {{ reference: string, verdict: string, message: string, trail: { step: string, summary: string }[] }} Finding */

/** What is told of each reference's text. @param {string[]} options */
async function check(...options) {
  const args = [
    "check",
    article,
    "--online",
    "--no-models",
    "--format",
    "json",
    "--sources-url",
    web.url,
    "--no-limits",
  ];
  const outcome = await run([...args, ...options]);
  if (outcome.stdout === "") throw new Error(outcome.stderr);
  const { findings } = /** @type {{ findings: Finding[] }} */ (parseJson(outcome.stdout));
  return new Map(
    findings.map(({ reference, trail, message }) => [
      reference,
      [...trail.map(({ summary }) => summary), message].join(" "),
    ]),
  );
}
const texts = () =>
  web.log.entries().filter(({ path }) => path.startsWith("/html/") || path.endsWith("/fullTextXML"));

test("texts are read where they lie open, and only the work's own", async () => {
  const told = await check("--no-cache");
  assert.match(told.get("r1") ?? "", /Read the full text in \S+\/arxiv\/html\/2101\.01001/);
  assert.match(told.get("r2") ?? "", /Read the full text in \S+PMC7000002\/fullTextXML/);
  assert.match(told.get("r3") ?? "", /not taken for this work: its title is “Effects of caffeine/);
  assert.match(told.get("r4") ?? "", /No readable text was found|no readable text of/);
  assert.equal(texts().length, 4, "one request for each text");
});

test("sources, PDFs and pages of repositories are read, too", async () => {
  const told = await check("--no-cache");
  assert.match(told.get("r5") ?? "", /Read the full text in \S+\/arxiv\/e-print\/2101\.01005/);
  assert.match(
    told.get("r6") ?? "",
    /Read the \S+ ?\S* in \S+\/web\/repository\.example\.org\/files\/names\.pdf/,
  );
  assert.match(told.get("r7") ?? "", /Read the abstract in \S+\/web\/islands\.example\.org\/pillows\.html/);
});

test("a page about a work leads to the file that it names, and the abstract remains where that is another work's", async () => {
  const told = await check("--no-cache");
  assert.match(
    told.get("r8") ?? "",
    /Read the full text in \S+\/web\/repository\.example\.org\/bitstream\/reach\.pdf/,
  );
  assert.match(told.get("r9") ?? "", /Read the abstract in \S+\/handle\/1\/lullabies\.html/);
});

test("Unpaywall is asked where the user told an address, and knows what nobody else does", async () => {
  const unpaywall = () => web.log.entries({ source: "unpaywall" });
  await check("--no-cache");
  assert.equal(unpaywall().length, 0, "it insists on an address");
  const told = await check("--no-cache", "--sources", "crossref", "--mailto", "reader@example.org");
  assert.ok(unpaywall().length > 0 && unpaywall().every(({ mailto }) => mailto === "reader@example.org"));
  assert.match(told.get("r6") ?? "", /\/web\/repository\.example\.org\/files\/names\.pdf/);
});

test("a second check asks for no text again", async () => {
  const cached = ["--cache", home.at("cache")];
  const first = await check(...cached);
  const asked = web.log.summary().requests;
  assert.equal(texts().length, 4);
  assert.deepEqual(await check(...cached), first);
  assert.equal(web.log.summary().requests, asked);
});

test("faults on the way cost time, not truth", async () => {
  for (const fault of [
    "429:1",
    "503",
    "truncate",
    "type",
    "reset",
    "reset:mid",
    "redirect:private",
    "drip:200",
  ]) {
    web.reset();
    // The first answer of each goes wrong; what may be repeated is.
    web.setFaults({ sources: { arxiv: `${fault}*1`, europepmc: `${fault}*1` } });
    const told = await check("--no-cache");
    for (const [reference, name] of /** @type {const} */ ([
      ["r1", "2101.01001"],
      ["r2", "PMC7000002"],
    ])) {
      const said = told.get(reference) ?? "";
      const read = new RegExp(`Read the full text in \\S+${name}`).test(said);
      assert.ok(
        read || (fault === "redirect:private" && said.includes(name)),
        `${fault}, ${reference}: ${said}`,
      );
    }
  }
});

test("a place that is down is told, and the other one is read", async () => {
  web.setFaults({ sources: { arxiv: "503" } });
  const told = await check("--no-cache");
  assert.match(told.get("r1") ?? "", /could not be read from \S+2101\.01001: .*(503|failed several times)/);
  assert.match(told.get("r2") ?? "", /Read the full text in/);
});
