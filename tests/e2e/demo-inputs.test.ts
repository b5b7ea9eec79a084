/** The demo takes anything: each kind of input by picker, drop or paste, and what each could be instead of what its name says. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { serve } from "../../scripts/build/serve.mjs";
import { docxOf, tarGzOf, zipOf } from "./support/archives";
import { launch, watchErrors } from "./support/browser";
import { garbledPdf, lockedPdf } from "./support/made-pdf";
import { assertShortTasks } from "./support/measure";
import { axe, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";

const MAIN = String.raw`\documentclass{article}\title{Oak and ash}\begin{document}\maketitle
\section{Introduction}Oak lasts longer than pine \cite{lee}. As is well known, elm does not last at all \cite{duck,lee}.
\bibliography{wood}\end{document}`;
const BIB = `@article{lee, author={Lee, Ada}, title={Oak lasts}, journal={J. Wood}, year=2019, volume=3, pages={1--9}}
@article{duck, author={Duck, Donna}, title={Elm does not last}, journal={J. Wood}, year=2017, volume=1, pages={1--2}}
`;
const MARKDOWN = `---
title: Oak and ash
references:
- id: lee
  type: article-journal
  title: Oak lasts
  author: [{family: Lee, given: Ada}]
  issued: {year: 2019}
---

Oak lasts longer than pine, as was measured [@lee].
`;
const TEI = `<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title level="a" type="main">Oak and ash</title></titleStmt></fileDesc></teiHeader>
<text><body><div><head>Introduction</head><p>Oak lasts longer than pine, as was measured <ref type="bibr" target="#b0">(Lee, 2019)</ref>.</p></div></body>
<back><div type="references"><listBibl><biblStruct xml:id="b0"><analytic><title level="a" type="main">Oak lasts</title><author><persName><forename type="first">Ada</forename><surname>Lee</surname></persName></author></analytic><monogr><title level="j">J. Wood</title><imprint><date type="published" when="2019"/></imprint></monogr></biblStruct></listBibl></div></back></text></TEI>`;
const WORD = [
  "Oak and ash",
  "Oak lasts longer than pine, as was measured [1]. Elm does not last [2], and ash is in between [3].",
  "References",
  "1. Lee A. Oak lasts. J Wood. 2019;3:1–9.",
  "2. Duck D. Elm does not last. J Wood. 2017;1:1–2.",
  "3. Solo H. Ash is in between. J Wood. 2018;2:1–4.",
];
const HTML = `<!doctype html><html><head><title>Oak and ash</title></head><body><article><h1>Oak and ash</h1>
<p onclick="x()">Oak lasts longer than pine [1]<script>x()</script>. Elm does not last [2], and ash is in between [3].</p>
<h2>References</h2><ol><li id="r1">Lee A. Oak lasts. J Wood. 2019;3:1–9.</li><li id="r2">Duck D. Elm. J Wood. 2017;1:1–2.</li><li id="r3">Solo H. Ash. J Wood. 2018;2:1–4.</li></ol></article></body></html>`;

interface Given {
  name: string;
  mimeType?: string;
  buffer: Buffer;
}

const given = (name: string, content: string | Uint8Array): Given => ({
  name,
  buffer: Buffer.from(content as string),
});
const fixture = (path: string): Buffer => readFileSync(join("tests/fixtures", path));

/** Each kind as readers have it: the files, words that are shown, and how many citations and references there are at least. */
const KINDS: readonly (readonly [string, readonly Given[], RegExp, number, number])[] = [
  ["HTML", [given("oak.html", HTML)], /Oak lasts longer/, 3, 3],
  ["PDF", [given("paper.pdf", fixture("pdf/author-year.pdf"))], /\(\d{4}\)|, \d{4}\)/, 3, 3],
  [
    "LaTeX with its bibliography",
    [given("main.tex", MAIN), given("wood.bib", BIB)],
    /Oak lasts longer/,
    2,
    2,
  ],
  [
    "an archive of LaTeX",
    [given("paper.zip", zipOf({ "paper/main.tex": MAIN, "paper/wood.bib": BIB }))],
    /Oak lasts longer/,
    2,
    2,
  ],
  [
    "what arXiv serves as source",
    [given("2511.00001v1.tar.gz", tarGzOf({ "main.tex": MAIN, "wood.bib": BIB }))],
    /Oak lasts longer/,
    2,
    2,
  ],
  ["JATS", [given("pone.xml", fixture("pages/jats-pone.0234687.xml"))], /greenhouse gas/i, 20, 20],
  ["TEI", [given("oak.tei.xml", TEI)], /Oak lasts longer/, 1, 1],
  ["Markdown", [given("oak.md", MARKDOWN)], /Oak lasts longer/, 1, 1],
  ["a bibliography", [given("wood.bib", BIB)], /Elm does not last/, 0, 2],
  ["Word", [given("oak.docx", docxOf(WORD))], /Oak lasts longer/, 3, 3],
];

/** What is not what its name says, too large or empty: what the reader is told, or what is shown all the same. */
const HOSTILE: readonly (readonly [string, Given, RegExp, "told" | "shown"])[] = [
  ["a page that calls itself a PDF", given("paper.pdf", HTML), /Oak lasts longer/, "shown"],
  [
    "a PDF that calls itself a page",
    given("paper.html", fixture("pdf/author-year.pdf")),
    /\(\d{4}\)|, \d{4}\)/,
    "shown",
  ],
  ["LaTeX that calls itself Word", given("paper.docx", MAIN), /Oak lasts longer/, "shown"],
  ["a damaged PDF", given("paper.pdf", garbledPdf()), /paper\.pdf/, "told"],
  ["a PDF with a password", given("paper.pdf", lockedPdf()), /password/, "told"],
  ["a damaged archive", given("paper.zip", "PK\x03\x04 and no more"), /paper\.zip/, "told"],
  [
    "a damaged source",
    given("paper.tar.gz", Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])),
    /paper\.tar\.gz/,
    "told",
  ],
  ["an archive without an article", given("notes.zip", zipOf({ "notes.txt": "" })), /notes\.zip/, "told"],
  [
    "what unpacks to more than it may",
    given("bomb.tar.gz", gzipSync(Buffer.alloc(200_000_000, 32))),
    /bomb\.tar\.gz/,
    "told",
  ],
  [
    "an old Word document",
    given("paper.doc", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])),
    /\.docx/,
    "told",
  ],
  ["an empty file", given("paper.tex", ""), /paper\.tex is empty/, "told"],
  [
    "a picture",
    given("paper.md", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])),
    /paper\.md|PNG/,
    "told",
  ],
];

let server: { url: string; close: () => Promise<void> };
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[] = [];

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  errors = watchErrors(page);
  // The sample takes minutes, and is not what is looked at here.
  await context.route("**/articles/*.html", (route) =>
    route.fulfill({ contentType: "text/html", body: HTML }),
  );
  await page.goto(server.url);
  await waitForEnd(page);
});

after(async () => {
  await browser.close();
  await server.close();
});

const pick = (on: Page, files: readonly Given[]): Promise<void> =>
  on
    .locator("#file")
    .setInputFiles(
      files.map(({ name, buffer, mimeType = "application/octet-stream" }) => ({ name, buffer, mimeType })),
    );

async function drop(on: Page, files: readonly Given[]): Promise<void> {
  const sent = files.map(({ name, buffer }) => ({ name, base64: buffer.toString("base64") }));
  await on.evaluate((sent) => {
    const data = new DataTransfer();
    for (const { name, base64 } of sent)
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    for (const type of ["dragover", "drop"])
      document.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, sent);
}

function paste(on: Page, plain: string, html = ""): Promise<void> {
  return on.evaluate(
    ([plain, html]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", plain ?? "");
      if (html !== "") clipboardData.setData("text/html", html ?? "");
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [plain, html],
  );
}

const article = (on: Page) => on.locator("#article");

async function clear(on: Page): Promise<void> {
  await on.locator("#choose").selectOption({ index: 0 });
  await article(on).getByRole("heading", { name: "Oak and ash" }).waitFor();
}

for (const [kind, files, words, citations, references] of KINDS)
  for (const [how, open] of [
    ["chosen", pick],
    ["dropped", drop],
  ] as const)
    test(`${kind}, ${how}, is shown and its citations are mapped`, async () => {
      await clear(page);
      await open(page, files);
      await page
        .locator("#about")
        .getByText(`Your file: ${files[0]?.name ?? ""}`)
        .waitFor({ timeout: 60_000 });
      await article(page).getByText(words).first().waitFor();
      assert.equal(await page.getByRole("alert").isVisible(), false);
      assert.equal(await page.locator("#choose option:checked").textContent(), files[0]?.name);
      await waitForEnd(page);
      const { summary } = await reportOf(page);
      assert.ok(summary.citations.total >= citations, `${summary.citations.total} citations`);
      assert.ok(summary.references.total >= references, `${summary.references.total} references`);
      if (how === "chosen") {
        assert.deepEqual(await axe(page), []);
        await page.screenshot({
          path: join(SCREENSHOTS, `demo-input-${kind.replaceAll(" ", "-")}.png`),
          animations: "disabled",
        });
      }
    });

for (const [kind, file, words, what] of HOSTILE)
  test(`${kind} is ${what}`, async () => {
    for (const open of [pick, drop]) {
      await clear(page);
      await open(page, [file]);
      const place = what === "told" ? page.getByRole("alert") : article(page);
      await place.getByText(words).first().waitFor({ timeout: 60_000 });
      assert.equal(await page.getByRole("alert").isVisible(), what === "told");
      if (what === "told") {
        assert.equal((await article(page).textContent())?.trim(), "", "nothing of it is shown");
        assert.equal(await page.locator("#panel").isVisible(), false, "and nothing offers to check it");
      }
    }
  });

test("a file that is too large is not read", async () => {
  await clear(page);
  // The browser's own limit for what tests may hand over is below ours.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(41_000_000)], "large.pdf"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.getByRole("alert").getByText("large.pdf is larger than 40 MB").waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, "demo-problem.png"), animations: "disabled" });
});

test("pasted text is an article, markup or plain; an identifier is looked for", async () => {
  await clear(page);
  await paste(page, MARKDOWN);
  await page.locator("#about").getByText("Your file: Pasted text").waitFor({ timeout: 60_000 });
  await article(page).getByText("as was measured").waitFor();
  await paste(page, "Oak lasts longer than pine.", HTML);
  await article(page).getByText("ash is in between").waitFor({ timeout: 60_000 });
  await paste(page, "   ");
  assert.equal(await page.getByRole("alert").isVisible(), false);
});

test("an arXiv id is opened where arXiv lets this page read it, and its address can be shared", async () => {
  await context.route("https://arxiv.org/html/*", (route) =>
    route.fulfill({ contentType: "text/html", body: HTML, headers: { "Access-Control-Allow-Origin": "*" } }),
  );
  await page.locator("#identifier").fill("arXiv:2511.00001v2");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.locator("#about").getByText("Loaded from arxiv.org").waitFor({ timeout: 60_000 });
  assert.equal(new URL(page.url()).search, "?arxiv=2511.00001v2");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator("#about").getByText("Loaded from arxiv.org").waitFor({ timeout: 60_000 });
  await other.close();
  await page.goBack();
  await page.waitForFunction(() => !location.search.includes("arxiv"));
  assert.equal(await page.locator("#choose option").count(), 3, "what was left is not listed any more");
  await context.unroute("https://arxiv.org/html/*");
});

test("what this page may not read it says, with the way there and what the extension could", async () => {
  // As a browser keeps an answer from a page that may not read it. Answers of the tests all may be read.
  await context.route("https://arxiv.org/html/*", (route) => route.abort());
  await page.locator("#identifier").fill("https://arxiv.org/abs/2511.00001");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert");
  await alert
    .getByText(/This page can’t read 2511\.00001 from arXiv.*with the Citelight extension/)
    .waitFor();
  assert.equal(await alert.getByRole("link").getAttribute("href"), "https://arxiv.org/abs/2511.00001");
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "demo-closed.png"), animations: "disabled" });
  await context.route("https://www.ebi.ac.uk/**", (route) =>
    route.fulfill({
      json: { resultList: { result: [{ pmcid: "PMC1/../../x", isOpenAccess: "Y" }] } },
      headers: { "Access-Control-Allow-Origin": "*" },
    }),
  );
  await page.locator("#identifier").fill("doi:10.5555/closed.1");
  await page.keyboard.press("Enter");
  await alert.getByText(/Europe PMC has no open full text of 10\.5555\/closed\.1/).waitFor();
  await context.route("https://www.ebi.ac.uk/**", (route) => route.abort());
  await page.keyboard.press("Enter");
  await alert.getByText(/www\.ebi\.ac\.uk didn’t answer/).waitFor();
  await page.locator("#identifier").fill("no identifier <b>");
  await page.keyboard.press("Enter");
  await alert.getByText("“no identifier <b>” is neither an arXiv ID nor a DOI").waitFor();
});

test("a DOI is opened from Europe PMC", async () => {
  await context.unroute("https://www.ebi.ac.uk/**");
  const allowed = { "Access-Control-Allow-Origin": "*" };
  await context.route("https://www.ebi.ac.uk/**", (route) =>
    route.request().url().includes("/search?")
      ? route.fulfill({
          json: { resultList: { result: [{ pmcid: "PMC7302504", isOpenAccess: "Y" }] } },
          headers: allowed,
        })
      : route.fulfill({
          body: fixture("pages/jats-pone.0234687.xml"),
          contentType: "text/xml",
          headers: allowed,
        }),
  );
  await page.locator("#identifier").fill("10.1371/journal.pone.0234687");
  await page.keyboard.press("Enter");
  await page.locator("#about").getByText("Loaded from europepmc.org").waitFor({ timeout: 60_000 });
  assert.equal(new URL(page.url()).search, "?doi=10.1371/journal.pone.0234687");
});

test("opening a long article keeps no task of the page at work for long", async () => {
  const jats = given("elife.xml", fixture("pages/jats-elife06726.xml"));
  await assertShortTasks(browser, page, async () => {
    await pick(page, [jats]);
    await page.locator("#about").getByText("elife.xml").waitFor({ timeout: 60_000 });
    await waitForEnd(page);
  });
});

test("no script of any input ran", () => {
  // The browser reports handlers of parsed files that the page's policy forbids, and requests that the tests refuse.
  const own = errors.filter(
    (error) => !/inline event handler|Failed to load resource|CORS|net::ERR/.test(error),
  );
  assert.deepEqual(own, []);
});
