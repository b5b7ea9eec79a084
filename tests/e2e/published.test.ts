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
  assert.ok((await highlighted(article, "citelight-review-sentence")).length > 0);
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
