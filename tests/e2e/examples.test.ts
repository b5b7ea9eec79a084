/** The examples that journals start from, each on a page of a site that hosts the npm package. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { launch, watchErrors } from "./support/browser";
import { axe, DIST, highlighted, SCREENSHOTS } from "./support/reading";
import { site, type Site } from "./support/site";

const FINDINGS = readFileSync("tests/fixtures/findings/sample.json", "utf8");
const CITATIONS = (JSON.parse(FINDINGS) as { citations: { sentence: string }[] }).citations;
const SAMPLE = readFileSync("www/demo/articles/sample.html", "utf8");
/** What stands in the sample's <article>. */
const INNER = /<article[^>]*>([\s\S]*)<\/article>/.exec(SAMPLE)?.[1] ?? "";
const PLUGIN = "/plugins/generic/citelight";

/** What Smarty makes of the plugin's template: comments go, a condition holds or not, values are escaped. */
function smarty(template: string, values: Readonly<Record<string, string | null>>): string {
  const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return template
    .replace(/\{\*[\s\S]*?\*\}\n?/g, "")
    .replace(/\{if \$(\w+)\}([\s\S]*?)\{\/if\}/g, (_, name: string, then: string) =>
      (values[name] ?? null) === null ? "" : then,
    )
    .replace(/\{\$(\w+)\|escape\}/g, (_, name: string) => escaped(values[name] ?? ""));
}

/** An HTML galley: a document without <article> or <main>, as converters make them, with the plugin's element put in. */
function galley(findings: string | null): string {
  const element = smarty(readFileSync("examples/ojs/templates/element.tpl", "utf8"), {
    citelightPlugin: PLUGIN,
    citelightFindings: findings,
  });
  assert.doesNotMatch(element, /[{}]/);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Galley</title></head>
<body class="galley">${element}<div id="content">${INNER}</div></body></html>`;
}

/** The example in React, built as a journal would: with a bundler, against the package. */
async function reactScripts(): Promise<Record<string, string>> {
  const built = await build({
    stdin: {
      // The article of the test: one paragraph for each citing sentence.
      contents: `
        import { StrictMode } from "react";
        import { createRoot } from "react-dom/client";
        import { Article } from "./article";
        const sentences = ${JSON.stringify(CITATIONS.map(({ sentence }) => sentence))};
        createRoot(document.getElementById("root")).render(
          <StrictMode>
            <Article findings="findings.json">
              <h1>An article</h1>
              {[...new Set(sentences)].map((sentence) => <p key={sentence}>{sentence}</p>)}
            </Article>
          </StrictMode>,
        );`,
      loader: "tsx",
      resolveDir: "examples/react",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    jsx: "automatic",
    alias: { "cite-light": resolve(DIST, "npm/cite-light.js") },
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfigRaw: "{}",
    outdir: "/react",
    entryNames: "main",
    write: false,
  });
  return Object.fromEntries(built.outputFiles.map(({ path, text }) => [path, text]));
}

let server: Site;
let browser: Browser;

before(async () => {
  browser = await launch();
  const plain = readFileSync("examples/plain/index.html", "utf8").replace("<!-- article -->", () => INNER);
  server = await site(
    {
      "/citelight/": join(DIST, "npm"),
      [`${PLUGIN}/citelight/`]: join(DIST, "npm"),
      "/plain/": "examples/plain",
      [`${PLUGIN}/`]: "examples/ojs",
    },
    {
      "/plain/index.html": plain,
      "/plain/findings.json": FINDINGS,
      "/ojs/download/1/2": galley("/public/journals/1/citelight/2.json"),
      "/ojs/download/1/3": galley(null),
      "/public/journals/1/citelight/2.json": FINDINGS,
      "/react/index.html": readFileSync("examples/react/index.html", "utf8"),
      "/react/findings.json": FINDINGS,
      ...(await reactScripts()),
    },
  );
});

after(async () => {
  await browser.close();
  await server.close();
});

async function open(path: string, width = 1280): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(`${server.url}${path}`);
  return { page, errors };
}

/** Presses the button, waits for marks, and sees that they are on citing sentences. */
async function showsFindings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show citation check" }).click();
  await page.waitForFunction(() => (CSS.highlights.get("citelight-review-sentence")?.size ?? 0) > 5);
  const bare = (text: string): string => text.replace(/\s+/g, "");
  const sentences = new Set(CITATIONS.map(({ sentence }) => bare(sentence)));
  for (const text of await highlighted(page, "citelight-review-sentence"))
    assert.ok(sentences.has(bare(text)), text);
}

test("plain HTML: a journal's page with its own colours", async () => {
  for (const width of [1280, 390]) {
    const { page, errors } = await open("plain/index.html", width);
    await showsFindings(page);
    await page.locator("cite-light .group .rows button").first().click();
    const card = page.getByRole("dialog");
    await card.waitFor();
    const accent = await card
      .locator("a")
      .first()
      .evaluate((link) => getComputedStyle(link).color);
    assert.equal(accent, "rgb(122, 31, 61)");
    assert.match(await card.evaluate((section) => getComputedStyle(section).fontFamily), /Georgia/);
    assert.deepEqual(await axe(page), []);
    await page.screenshot({ path: join(SCREENSHOTS, `example-plain-${width}.png`), animations: "disabled" });
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

test("OJS: an HTML galley with the plugin's template, with findings and without", async () => {
  const { page, errors } = await open("ojs/download/1/2");
  await showsFindings(page);
  assert.deepEqual(await axe(page, ".ltx_document, #content"), []);
  await page.screenshot({ path: join(SCREENSHOTS, "example-ojs.png"), animations: "disabled" });
  assert.deepEqual(errors, []);
  await page.context().close();
  const without = await open("ojs/download/1/3");
  await without.page.getByRole("button", { name: "Check citations" }).waitFor();
  assert.deepEqual(without.errors, []);
  await without.page.context().close();
});

test("React: rendered twice in strict mode, bundled by somebody else", async () => {
  const { page, errors } = await open("react/index.html");
  await showsFindings(page);
  await page
    .getByRole("status")
    .filter({ hasText: /^\d+ of \d+ citations read$/ })
    .waitFor();
  assert.equal(await page.locator("cite-light").count(), 1);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(errors, []);
  await page.context().close();
});
