/** Saved pages of publishers under their own host names, in Firefox: marks on the words of the citations, the page as it was. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";
import { Firefox } from "./support/firefox";
import { press, shows } from "./support/firefox-page";
import { AUDIT_MS, bare, DIST } from "./support/reading";
import { markedWords, onTheirWords, savedPages } from "./support/saved-pages";
import { serveSecurely, type SecureServer } from "./support/tls";

const BINARY = process.env.CITELIGHT_BINARY ?? "target/debug/citelight";

const pages = savedPages();
let server: SecureServer;
let firefox: Firefox;
let folder: string;

before(async () => {
  server = await serveSecurely(new Map(pages.map(({ address, html }) => [new URL(address).pathname, html])));
  // Without models nothing is judged, and every citation is marked as not checked: where marks stand is what is looked at.
  folder = mkdtempSync(join(tmpdir(), "citelight-platforms-"));
  cpSync(join(DIST, "firefox"), folder, { recursive: true });
  rmSync(join(folder, "models"), { recursive: true, force: true });
  firefox = await Firefox.launch(folder, server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, path, address } of pages) {
  test(`${name} under ${new URL(address).host} in Firefox`, async () => {
    const map = execFileSync(BINARY, ["map", path, "--format", "json"], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const { citations } = JSON.parse(map) as CheckExport;
    const page = await firefox.browser.newPage();
    await page.goto(address, { waitUntil: "domcontentloaded" });
    const before = await page.evaluate(() => document.body.getHTML());
    await firefox.click(page);
    const panel = await firefox.open(await firefox.sidebarAddress());
    const outcome = await shows(panel, ".state", /Check again|Try again/, AUDIT_MS);
    // A page in the background finds its places when its turn comes.
    await page.bringToFront();
    let marked: string[] = [];
    let found: CheckExport["citations"] = [];
    for (let tries = 0; tries < 40 && found.length < citations.length; tries += 1) {
      await wait(250);
      marked = await page.evaluate(markedWords);
      found = onTheirWords(citations, marked);
    }
    console.log(
      `${name}: ${citations.length} citations, ${found.length} on their words, ${marked.length} marks`,
    );
    assert.ok(citations.length > 0 && found.length >= 0.99 * citations.length, outcome);
    assert.equal(await page.evaluate(() => document.body.getHTML()), before, "the page was changed");
    await panel.bringToFront();
    await panel.evaluate(() => {
      for (const group of document.querySelector("#panel")?.shadowRoot?.querySelectorAll("details") ?? [])
        group.open = true;
    });
    await press(panel, ".group .rows button");
    await page.bringToFront();
    const shown = bare(await shows(page, '[data-citelight-ui="card"] >>> [role=dialog]', /./));
    assert.ok(
      citations.some(({ surface }) => shown.includes(bare(surface))),
      `the card shows no citation of the page: ${shown.slice(0, 200)}`,
    );
    await panel.close();
    await page.close();
  });
}
