/** From pages that are only about an article: their references are checked there, and a click leads on to the full text. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startFakeApis } from "../fake-apis/server.mjs";
import { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { lookUpButton, waitForHealth } from "./support/panel";
import { axe, DIST, paragraph, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const fixture = (name: string): string => readFileSync(`tests/fixtures/landing/${name}`, "utf8");
const PDF = { type: "application/pdf", body: readFileSync("tests/fixtures/pdf/author-year.pdf") };
const HOSTILE = `<html><head><meta name="citation_title" content="T">
  <meta name="citation_fulltext_html_url" content="javascript:alert(1)">
  <meta name="citation_pdf_url" content="https://arxiv.org:443@evil.example/pdf/2511.00001"></head>
  <body><main><h1>T</h1><div class="abstract"><p>Nothing here cites.</p></div>
  <a id="latexml-download-link" href="https://evil.example/html/2511.00001v2#arxiv.org">HTML (experimental)</a></main></body></html>`;

let server: SecureServer;
let extension: Extension;
const opened: Page[] = [];

before(async () => {
  server = await serveSecurely(
    new Map<string, string | typeof PDF>([
      ["/abs/2511.00001", fixture("arxiv-abs.html")],
      ["/html/2511.00001v2", paragraph()],
      ["/pdf/2511.00001", PDF],
      ["/list/q-bio.QM/new", fixture("arxiv-list.html")],
      ["/article/10.5555/responses.7", fixture("publisher.html")],
      ["/hostile", HOSTILE],
    ]),
  );
  const hosts = ["arxiv.org", "link.journal.example", "files.journal.example", "evil.example"];
  extension = await Extension.launch(resolve(DIST, "chrome"), hosts, server.port);
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
});

after(async () => {
  await extension.close();
  await server.close();
});

async function clicked(address: string): Promise<{ page: Page; panel: Page }> {
  const page = await extension.context.newPage();
  await page.goto(address);
  await extension.click(page);
  const panel = await extension.sidePanel();
  opened.push(page, panel);
  return { page, panel };
}

const shown = (panel: Page, text: string | RegExp) => panel.locator(".state p").getByText(text).first();

test("arXiv's abstract page leads to its HTML, which is checked at once", async () => {
  const { page, panel } = await clicked("https://arxiv.org/abs/2511.00001");
  await shown(panel, "This page does not show the full text.").waitFor({ timeout: 60_000 });
  await waitForEnd(panel);
  const html = panel.getByRole("button", { name: /^Check the HTML version arxiv\.org$/ });
  await panel.getByRole("button", { name: /^Check the PDF arxiv\.org$/ }).waitFor();
  assert.equal(await panel.locator(".notices li").count(), 0, "one sentence and the buttons");
  assert.deepEqual(await axe(panel), []);
  await panel.setViewportSize({ width: 420, height: 700 });
  await panel.screenshot({ path: join(SCREENSHOTS, "landing-arxiv.png"), animations: "disabled" });
  await panel.emulateMedia({ colorScheme: "dark" });
  await panel.screenshot({ path: join(SCREENSHOTS, "landing-arxiv-dark.png"), animations: "disabled" });
  await html.click();
  await page.waitForURL("https://arxiv.org/html/2511.00001v2");
  await page.waitForFunction(() => (CSS.highlights.get("citelight-may-differ")?.size ?? 0) > 0, null, {
    timeout: 300_000,
    polling: 500,
  });
  assert.equal(await html.isVisible(), false);
});

test("arXiv's abstract page leads to its PDF, which the viewer has from the page and checks", async () => {
  const { page, panel } = await clicked("https://arxiv.org/abs/2511.00001");
  await panel.getByRole("button", { name: /^Check the PDF/ }).click({ timeout: 60_000 });
  await page.waitForURL(/viewer\.html\?file=https%3A%2F%2Farxiv\.org%2Fpdf%2F2511\.00001/);
  await page.locator(".textLayer span").first().waitFor();
  await panel
    .locator(".state p")
    .getByText(/citations?/)
    .first()
    .waitFor({ timeout: 120_000 });
  assert.equal(server.asked.filter((path) => path === "/pdf/2511.00001").length, 1);
});

test("a landing page's own list of references is offered where no text is shown; its PDF of another host is asked for", async () => {
  const { page, panel } = await clicked("https://link.journal.example/article/10.5555/responses.7");
  await shown(panel, "This page lists 4 references, but not the text that cites them.").waitFor({
    timeout: 60_000,
  });
  await waitForEnd(panel);
  // The records that the extension carries know three of them.
  await waitForHealth(panel, ["3 verified"]);
  await panel.getByRole("button", { name: "Look up 1 reference", exact: true }).waitFor();
  assert.equal(
    await panel.getByRole("button", { name: /^Check the HTML version/ }).count(),
    0,
    "it is this page",
  );
  await panel.setViewportSize({ width: 420, height: 700 });
  await panel.screenshot({ path: join(SCREENSHOTS, "landing-publisher.png"), animations: "disabled" });
  await panel.getByRole("button", { name: "Check the PDF files.journal.example" }).click();
  await page.waitForURL(/viewer\.html/);
  await page.getByText("Citelight needs permission to read files from files.journal.example").waitFor();
  await page.getByRole("button", { name: "Allow files.journal.example" }).waitFor();
  assert.equal(
    server.hosts.has("files.journal.example"),
    false,
    "nothing is fetched before the reader allows it",
  );
});

test("the references that a landing page lists are looked up there", async () => {
  const records = readFileSync("www/demo/library/records.jsonl", "utf8").trim().split("\n");
  const web = await startFakeApis({
    works: records.map((line) => JSON.parse(line) as Record<string, unknown>),
  });
  const path = "/article/10.5555/responses.7";
  const granted = await launchGranted(
    web,
    "link.journal.example",
    new Map([[path, fixture("publisher.html")]]),
  );
  try {
    const page = await granted.extension.context.newPage();
    await page.goto(`https://link.journal.example${path}`);
    await granted.extension.click(page);
    const panel = await granted.extension.sidePanel();
    await lookUpButton(panel).click({ timeout: 60_000 });
    await waitForHealth(panel, ["3 verified", "1 not found"]);
    await panel.setViewportSize({ width: 420, height: 900 });
    await panel.screenshot({ path: join(SCREENSHOTS, "landing-looked-up.png"), animations: "disabled" });
  } finally {
    await granted.close();
    await web.close();
  }
});

test("a listing is told from an article", async () => {
  const { panel } = await clicked("https://arxiv.org/list/q-bio.QM/new");
  await shown(panel, "This page lists several articles.").waitFor({ timeout: 60_000 });
  assert.equal(await panel.locator(".full-texts > *").count(), 0);
});

test("a hostile page's buttons say where they lead, and lead nowhere else", async () => {
  const { page, panel } = await clicked("https://arxiv.org/hostile");
  const html = panel.getByRole("button", { name: "Check the HTML version evil.example" });
  await html.waitFor({ timeout: 60_000 });
  assert.equal(
    await panel.locator(".full-texts > *").count(),
    1,
    "no script, no address with a name before its host",
  );
  await html.click();
  await page.waitForURL("https://evil.example/html/2511.00001v2");
  // The reader's click was for another site: this one is not read before it is clicked on.
  await panel.getByText("Open an article and click the Citelight button in the toolbar.").waitFor();
});
