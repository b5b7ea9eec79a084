import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { Firefox } from "./support/firefox";
import { highlighted, pressNamed, shows } from "./support/firefox-page";
import { AUDIT_MS, DIST, paragraph } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";

/** One paragraph of the article that was checked. */
const ARTICLE = /<article[\s\S]*<\/article>/.exec(paragraph())?.[0] ?? "";
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>
<link rel="citelight-findings" href="/findings.json"></head><body><main>${ARTICLE}</main></body></html>`;

let server: SecureServer;
let firefox: Firefox;

before(async () => {
  const free = (type: string, body: Uint8Array): Served => ({ type, body, isFree: true });
  server = await serveSecurely(
    new Map([
      ["/article", free("text/html", new TextEncoder().encode(PAGE))],
      ["/findings.json", free("application/json", readFileSync("tests/fixtures/findings/sample.json"))],
    ]),
  );
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
});

test("findings that a page publishes are shown in Firefox, and the reader can check the page", async () => {
  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/article");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, "*", /^Findings published by journal\.example$/);
  await shows(panel, "*", /^The article has changed since the check/);
  await pressNamed(panel, "Check it yourself");
  await shows(panel, ".state button", /^Check again$/, AUDIT_MS);
  assert.ok((await highlighted(page, "citelight-may-differ-sentence")).length > 0);
  assert.deepEqual(await firefox.errors(), []);
  await panel.close();
  await page.close();
});
