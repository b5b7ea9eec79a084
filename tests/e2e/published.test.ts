/** Findings that a page's makers published for it, as the extension shows them: by whom, without a check, and as a stranger's file. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { axe, DIST, highlighted, paragraph, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";

const FINDINGS = readFileSync("tests/fixtures/findings/sample.json");
const ARTICLE =
  /<article[\s\S]*<\/article>/.exec(readFileSync("www/demo/articles/sample.html", "utf8"))?.[0] ?? "";
const JOURNAL = "https://journal.example";

const page = (article: string, head: string, body = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>${head}</head><body>${body}<main>${article}</main></body></html>`;
const link = (href: string): string => `<link rel="citelight-findings" href="${href}">`;
const doi = (name: string): string => `<meta name="citation_doi" content="${name}">`;
const short = /<article[\s\S]*<\/article>/.exec(paragraph())?.[0] ?? "";

const json: Served = { type: "application/json", body: FINDINGS, isFree: true };
const PAGES = new Map<string, string | Served>([
  ["/article", page(ARTICLE, link("/findings.json"))],
  ["/short", page(short, link("/findings.json"))],
  ["/open", page(short, link("http://archive.example/findings.json"))],
  ["/comment", page(short, "", link("/findings.json"))],
  [
    "/other",
    page(short.replaceAll(/<p[\s>][\s\S]*?<\/p>/g, "<p>Quite another text [1].</p>"), link("/findings.json")),
  ],
  ["/findings.json", json],
  ["/with-doi", page(short, doi("10.1234/published"))],
  ["/with-another-doi", page(short, doi("10.1234/unpublished"))],
  ["/place/10.1234%2Fpublished.json", { ...json, isShared: true }],
  ["/place/10.1234%2Funpublished.json", { ...json, isShared: true, status: 404, body: Buffer.from("none") }],
]);

let server: SecureServer;
let extension: Extension;

before(async () => {
  server = await serveSecurely(PAGES);
  extension = await Extension.launch(
    resolve(DIST, "chrome"),
    ["journal.example", "archive.example"],
    server.port,
  );
});

after(async () => {
  await extension.close();
  await server.close();
});

async function clicked(path: string): Promise<{ article: Page; panel: Page }> {
  const article = await extension.context.newPage();
  await article.goto(`${JOURNAL}${path}`);
  await extension.click(article);
  return { article, panel: await extension.sidePanel() };
}

test("findings that a page publishes are shown by their host, nothing is checked, and the reader can check", async () => {
  await extension.context.addCookies([
    { name: "session", value: "of-the-reader", domain: "journal.example", path: "/", secure: true },
  ]);
  const { article, panel } = await clicked("/article");
  await panel.getByText("Findings published by journal.example").waitFor();
  await panel.getByText("They come from this site").waitFor();
  await panel.getByText("are not signed").waitFor();
  await article.waitForFunction(() => (CSS.highlights.get("citelight-review-sentence")?.size ?? 0) > 0);
  assert.equal(await panel.getByText("Loading the models").count(), 0);
  assert.equal(server.headers.get("/findings.json")?.cookie, undefined);
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-published.png"), animations: "disabled" });
  await article.keyboard.press("Alt+KeyJ");
  const card = article.getByRole("dialog");
  await card.waitFor();
  assert.equal(
    await card.getByRole("button", { name: /endpoint|again/i }).count(),
    0,
    "nobody is asked about it",
  );
  await panel.close();
  await article.close();
});

test("a reader who checks gets a check of the page as it is", async () => {
  const { article, panel } = await clicked("/short");
  await panel.getByText("Findings published by journal.example").waitFor();
  await panel.getByText("The article has changed since the check").waitFor();
  await panel.getByRole("button", { name: "Check it yourself" }).click();
  await panel.getByText("Findings published by journal.example").waitFor({ state: "hidden" });
  await waitForEnd(panel);
  assert.equal(await panel.getByText("are not signed").isVisible(), false);
  assert.ok((await highlighted(article, "citelight-may-differ-sentence")).length > 0);
  await panel.close();
  await article.close();
});

test("what is published elsewhere in the open, in the body or for another text is not shown as the page's", async () => {
  for (const path of ["/open", "/comment", "/other"]) {
    const before = server.asked.filter((one) => one === "/findings.json").length;
    const { article, panel } = await clicked(path);
    await waitForEnd(panel);
    assert.equal(
      await panel.getByText("Findings published by journal.example", { exact: true }).count(),
      0,
      path,
    );
    const asked = server.asked.filter((one) => one === "/findings.json").length - before;
    assert.equal(asked, path === "/other" ? 1 : 0, path);
    if (path === "/other")
      await panel.getByText("Findings published by journal.example are not shown").waitFor();
    await panel.close();
    await article.close();
  }
});

test("findings are looked for by DOI at the place that the reader chose, and nowhere before", async () => {
  const atPlace = (): string[] => server.asked.filter((path) => path.startsWith("/place/"));
  const first = await clicked("/with-doi");
  await waitForEnd(first.panel);
  assert.deepEqual(atPlace(), [], "nobody is asked before the reader says so");
  await first.panel.close();
  await first.article.close();

  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByText("Advanced", { exact: true }).click();
  const place = options.getByLabel("Look for findings by DOI at (optional)");
  const save = options.getByRole("button", { name: "Save place" });
  await place.fill("https://archive.example/findings.json");
  await save.click();
  await options.getByText("Put {doi} where").waitFor();
  await place.fill("https://archive.example/place/{doi}.json");
  await save.click();
  await options.getByText("Saved.", { exact: true }).waitFor();
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "extension-findings-place.png"), fullPage: true });

  const { article, panel } = await clicked("/with-doi");
  await panel.getByText("Findings published by archive.example").waitFor();
  await panel.getByText("the place that you set in the options").waitFor();
  assert.equal(server.headers.get("/place/10.1234%2Fpublished.json")?.referer, undefined);
  await panel.close();
  await article.close();

  const other = await clicked("/with-another-doi");
  await waitForEnd(other.panel);
  assert.deepEqual(atPlace(), ["/place/10.1234%2Fpublished.json", "/place/10.1234%2Funpublished.json"]);
  assert.equal(
    await other.panel.getByText("Findings published by").count(),
    0,
    "none are there: no word of it",
  );
  await other.panel.close();
  await other.article.close();

  await place.fill("");
  await save.click();
  await options.getByText("Removed.").waitFor();
  await options.close();
});
