/** The npm package hosted by a journal: everything is found in its folder, under the journal's own strict policy. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, watchErrors } from "./support/browser";
import { AUDIT_MS, axe, DIST, paragraph, SCREENSHOTS } from "./support/reading";
import { site, STRICT, type Site } from "./support/site";

const ARTICLE = /<article[\s\S]*<\/article>/.exec(paragraph())?.[0] ?? "";
// A page that enforces trusted types lets nobody start a worker by its address.
const POLICY = STRICT.replace(/; trusted-types[\s\S]*/, "");

let server: Site;
let browser: Browser;

before(async () => {
  browser = await launch();
  const article = (id: string): string => ARTICLE.replace("<article", `<article id="${id}"`);
  const element = (attributes: string): string =>
    `<cite-light assets="/files/citelight" library="/library/" look-up="never" ${attributes}></cite-light>`;
  server = await site(
    { "/files/citelight/": join(DIST, "npm"), "/library/": join(DIST, "www/library") },
    {
      // The loader as a bundler would put it: away from its workers.
      ...Object.fromEntries(["cite-light.js"].map((name) => [`/scripts/${name}`, loader(name)])),
      "/page.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Two articles</title>
<script type="module" src="/scripts/cite-light.js"></script></head><body><main>
${element('for="#one" mode="auto"')}${article("one")}
${element('for="#two"')}${article("two").replaceAll(/ id="(?!two)[^"]*"/g, "")}
</main></body></html>`,
    },
    { "Content-Security-Policy": POLICY },
  );
});

after(async () => {
  await browser.close();
  await server.close();
});

/** A script of the package whose own imports lead back to the package. */
function loader(name: string): string {
  return readFileSync(join(DIST, "npm", name), "utf8").replaceAll('"./chunks/', '"/files/citelight/chunks/');
}

test("two articles on a page are checked with the package's workers, WebAssembly and models", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.addInitScript(() => {
    const world = globalThis as { ended?: number };
    world.ended = 0;
    document.addEventListener("citelight-finished", () => (world.ended = (world.ended ?? 0) + 1));
  });
  await page.goto(`${server.url}page.html`);
  // The first began by itself.
  await page.locator("cite-light").last().getByRole("button", { name: "Check citations" }).click();
  await page.waitForFunction(() => (globalThis as { ended?: number }).ended === 2, undefined, {
    timeout: AUDIT_MS,
  });
  assert.deepEqual(errors, []);
  await page.waitForFunction(() => (CSS.highlights.get("citelight-may-differ-sentence")?.size ?? 0) > 1);
  const [one = 0, two = 0] = await page.evaluate(() =>
    ["#one", "#two"].map((id) => {
      const article = document.querySelector(id);
      const marks = [...(CSS.highlights.get("citelight-may-differ-sentence") ?? [])] as Range[];
      return marks.filter(({ startContainer }) => article?.contains(startContainer) === true).length;
    }),
  );
  assert.ok(one > 0);
  assert.equal(one, two, "each article has its own marks");
  const asked = (path: string): number =>
    server.asked.filter((one) => one === `/files/citelight/${path}`).length;
  assert.equal(asked("worker.js"), 1, "both share one worker");
  for (const path of ["model-worker.js", "wasm/core/citelight_web_bg.wasm", "models/minilm/model.onnx"])
    assert.ok(asked(path) > 0, path);
  assert.equal(await page.getByRole("button", { name: /^Look up/ }).count(), 0);
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "component-hosted.png"), animations: "disabled" });
  await context.close();
});
