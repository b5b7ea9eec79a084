/** Open copies of cited works, read where the reader lets the extension read them: PDFs, pages in their place, and files that mean no good. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startFakeApis } from "../fake-apis/server.mjs";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { endlessPdf, paperPdf } from "./support/made-pdf";
import { lookUpButton } from "./support/panel";
import { axe, checkAgain, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import type { Served } from "./support/tls";

const ADDRESS = "https://journal.example/sleep";
const HOSTS = ["repository.example", "publisher.example", "archive.example"];

const EVENING = "Evening sleepers and what they remember";
const NOON = "Noon sleepers and what they forget";
const MILLERS = "Millers who count their own sheep";
const MIRRORS = "Sleeping in front of a row of mirrors";

const work = (id: string, title: string, url: string) => ({
  id,
  title,
  type: "journal-article",
  authors: [{ family: "Walker", given: "Ann" }],
  year: 2019,
  venue: "Journal of Sleep",
  doi: `10.1016/${id}`,
  oa_url: url,
  sources: ["crossref", "openalex", "semanticscholar"],
});

const WORKS = [
  work("evening.1", EVENING, "http://repository.example/evening.pdf"),
  work("noon.2", NOON, "https://publisher.example/noon.pdf"),
  work("millers.3", MILLERS, "https://archive.example/millers.pdf"),
  work("mirrors.4", MIRRORS, "https://repository.example/mirrors.pdf"),
];

const ARTICLE = `<!DOCTYPE html><html lang="en"><head><title>Sleep and what it is for</title>
<meta name="citation_title" content="Sleep and what it is for"><meta name="citation_publication_date" content="2023/05/01"></head>
<body><article><h1>Sleep and what it is for</h1><h2>Introduction</h2>
<p>Forty sleepers remembered 30 % less of what they had learnt in the evening than forty who were kept awake until noon
<a href="#r1">[1]</a>. Those who slept at noon forgot half of it <a href="#r2">[2]</a>. Millers count their own sheep
<a href="#r3">[3]</a>. Mirrors keep sleepers awake <a href="#r4">[4]</a>.</p>
<p>Most of what is known about sleep comes from laboratories, in which beds are hard and nights are short. We asked forty
millers to keep a diary for a month instead, and compared what they wrote with what their clocks recorded.</p>
<h2>References</h2><ol class="references">${WORKS.map(
  ({ title, doi }, at) => `<li id="r${at + 1}">Walker A. ${title}. Journal of Sleep. 2019. doi:${doi}</li>`,
).join("\n")}</ol></article></body></html>`;

const CLAIM =
  "Forty sleepers remembered 30 % more of what they had learnt in the evening than forty who were kept awake until noon.";

/** A paper long enough to be a whole one. */
function paper(title: string, first: string): Uint8Array {
  const filler =
    "Beds were hard and nights were short in the laboratory, and every clock was hidden from those who slept.";
  const lines = Array.from({ length: 40 }, (_, at) => (at === 2 ? first : filler));
  return paperPdf([[title, "Ann Walker", "Results", ...lines], lines.map(() => filler)]);
}

const pdf = (body: Uint8Array): Served => ({ type: "application/pdf", body });
const page = (body: string): Served => ({
  type: "text/html; charset=utf-8",
  body: new TextEncoder().encode(body),
});

const PAGES = new Map<string, string | Served>([
  ["/sleep", ARTICLE],
  ["/evening.pdf", pdf(paper(EVENING, CLAIM))],
  [
    "/noon.pdf",
    page(`<!DOCTYPE html><html><head><title>${NOON}</title><meta name="citation_title" content="${NOON}"></head><body>
<article><h1>${NOON}</h1><p>Ann Walker</p><h2>Abstract</h2><p>Sleepers at noon were asked in the evening what they had learnt.
Read the whole article with a subscription.</p></article></body></html>`),
  ],
  ["/millers.pdf", { ...pdf(new TextEncoder().encode("%PDF-1.7\n")), isEndless: true }],
  ["/mirrors.pdf", pdf(endlessPdf())],
]);

let web: Awaited<ReturnType<typeof startFakeApis>>;
let granted: Awaited<ReturnType<typeof launchGranted>>;
let extension: Extension;
let panel: Page;
let article: Page;

before(async () => {
  web = await startFakeApis({ works: WORKS });
  granted = await launchGranted(web, "journal.example", PAGES, HOSTS);
  ({ extension } = granted);
  await extension.context.addCookies([
    {
      name: "session",
      value: "of-the-reader",
      domain: "repository.example",
      path: "/",
      secure: true,
      sameSite: "None",
    },
  ]);
});

after(async () => {
  await granted.close();
  await web.close();
});

const asked = (path: string): number => granted.server.asked.filter((one) => one === path).length;
const files = [...PAGES.keys()].filter((path) => path.endsWith(".pdf"));
const button = () => panel.getByRole("button", { name: "Read 4 open copies · 3 sites" });

test("copies on other sites are offered by their hosts, and none of them is asked before the reader allows it", async () => {
  article = await extension.context.newPage();
  await article.goto(ADDRESS);
  await extension.click(article);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
  assert.equal(await panel.getByRole("button", { name: /open cop/ }).count(), 0, "nothing is looked up yet");
  await lookUpButton(panel).click();
  await button().waitFor({ timeout: 60_000 });
  await waitForEnd(panel);
  await panel.getByText("repository.example, publisher.example and archive.example").waitFor();
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-open-copies.png"), animations: "disabled" });
  for (const path of files) assert.equal(asked(path), 0, path);
});

test("a browser that refuses the sites is told of, and nothing is fetched", async () => {
  await panel.evaluate(() => {
    const { request } = chrome.permissions;
    Object.assign(chrome.permissions, {
      request: () => {
        Object.assign(chrome.permissions, { request });
        return Promise.resolve(false);
      },
    });
  });
  await button().click();
  await panel.getByText("Your browser didn’t allow these sites. Nothing was fetched.").waitFor();
  for (const path of files) assert.equal(asked(path), 0, path);
});

test("allowed, a PDF is read and judged; a page in a PDF's place is no whole text, and hostile files end", async () => {
  await button().click();
  await panel.getByText("Reading open copies").waitFor();
  await panel.getByText("1 of 4 open copies read in full.").waitFor({ timeout: 240_000 });
  await waitForMark(article, "citelight-may-differ-sentence", "remembered 30 % less");
  assert.equal(await panel.getByRole("button", { name: /open cop/ }).count(), 0);
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({
    path: join(SCREENSHOTS, "extension-open-copies-read.png"),
    animations: "disabled",
  });
  for (const path of files) {
    assert.equal(asked(path), 1, path);
    const headers = granted.server.headers.get(path) ?? {};
    assert.deepEqual(
      [headers.cookie, headers.referer, headers.origin],
      [undefined, undefined, undefined],
      path,
    );
  }
});

test("sites are remembered, and nothing is fetched or read twice", async () => {
  await checkAgain(panel);
  await waitForMark(article, "citelight-may-differ-sentence", "remembered 30 % less");
  assert.equal(await panel.getByRole("button", { name: /open cop/ }).count(), 0);
  for (const path of files) assert.equal(asked(path), 1, path);
});
