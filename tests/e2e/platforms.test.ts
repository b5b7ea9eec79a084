/**
 * Saved pages of publishers under their own host names: the audit runs, marks stand on the words of the citations, the page is
 * as it was. `CITELIGHT_PAGES=FOLDER node tests/run.mjs e2e platforms` reads the pages in folders of yours, too: FOLDER/PLATFORM/*.html.
 */

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { watchErrors } from "./support/browser";
import { Extension } from "./support/extension";
import { bare, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";
import { markedWords, onTheirWords, savedPages } from "./support/saved-pages";
import { serveSecurely, type SecureServer } from "./support/tls";

const pages = savedPages();
let server: SecureServer;
let extension: Extension;
let folder: string;

before(async () => {
  server = await serveSecurely(new Map(pages.map(({ address, html }) => [new URL(address).pathname, html])));
  // Without models nothing is judged, and every citation is marked as not checked: where marks stand is what is looked at.
  folder = mkdtempSync(join(tmpdir(), "citelight-platforms-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  rmSync(join(folder, "models"), { recursive: true, force: true });
  const hosts = [...new Set(pages.map(({ address }) => new URL(address).hostname))];
  extension = await Extension.launch(folder, hosts, server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, path, address } of pages) {
  test(`${name} under ${new URL(address).host}`, async () => {
    const page = await extension.context.newPage();
    const errors = watchErrors(page);
    await page.goto(address, { waitUntil: "domcontentloaded" });
    await page.evaluate(() => {
      const world = globalThis as unknown as { shift: number };
      world.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) world.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift" });
    });
    const before = await page.evaluate(() => document.body.getHTML());
    // What a saved page lacks of its own is not ours.
    errors.length = 0;
    await extension.click(page);
    const panel = await extension.sidePanel();
    await waitForEnd(panel);
    const report = await reportOf(panel);
    assert.ok(report.citations.length > 0, "no citation was found");

    const marked = await page.evaluate(markedWords);
    const found = onTheirWords(report.citations, marked);
    console.log(
      `${name}: ${report.citations.length} citations, ${found.length} on their words, ${marked.length} marks`,
    );
    assert.ok(
      found.length >= 0.99 * report.citations.length,
      "marks stand on other words than the citations",
    );
    assert.equal(await page.evaluate(() => document.body.getHTML()), before, "the page was changed");
    assert.equal(
      await page.evaluate(() => (globalThis as unknown as { shift: number }).shift),
      0,
      "the page moved",
    );
    assert.deepEqual(
      errors.filter((error) => !/Failed to load resource|Content Security Policy/.test(error)),
      [],
    );

    // Sites whose pages are read with every run are not called experimental.
    const site = await panel.locator("details.site > summary").textContent();
    if (path.startsWith("tests/")) assert.equal(site, `On ${new URL(address).host}`);

    const row = panel.locator(".group .rows button").first();
    if (!(await row.isVisible())) await panel.locator("details.group > summary:visible").first().click();
    await row.click();
    const card = page.locator('[data-citelight-ui="card"]').getByRole("dialog");
    await card.waitFor();
    const shown = bare((await card.textContent()) ?? "");
    const isOfPage = report.findings.some(
      ({ claim }) => claim !== "" && shown.includes(bare(claim).slice(0, 40)),
    );
    assert.ok(isOfPage, `the card shows no claim of the page: ${shown.slice(0, 200)}`);
    if (existsSync(SCREENSHOTS)) await page.screenshot({ path: join(SCREENSHOTS, `platform-${name}.png`) });
    await panel.close();
    await page.close();
  });
}
