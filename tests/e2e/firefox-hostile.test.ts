/** Firefox: pages that would use the card against its reader; the extension as it is shipped. */

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Firefox } from "./support/firefox";
import { shows } from "./support/firefox-page";
import { ARTICLE } from "./support/lamps";
import { DIST } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";

const HIDING = `<p data-citelight-ui="card">Nobody counted the lamps of a whole town before <a href="#r2">[2]</a>.</p>
<cite-light><p id="citelight">Rivers carry currents that nobody measured <a href="#r2">[2]</a>.</p></cite-light>`;

let server: SecureServer;
let firefox: Firefox;

before(async () => {
  const html = ARTICLE.replace("<h2>References", `${HIDING}<h2>References`);
  const page: Served = {
    type: "text/html; charset=utf-8",
    body: new TextEncoder().encode(html),
    isFree: true,
  };
  server = await serveSecurely(new Map([["/lamps", page]]));
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port, "shipped");
});

after(async () => {
  await firefox.close();
  await server.close();
});

test("in Firefox a page's scripts open no card and see none, and what looks like ours is read", async () => {
  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/lamps");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, 120_000);
  await shows(panel, ".state p", /^3 of 3 citations checked/);
  await page.bringToFront();
  const key = (): Promise<void> =>
    page.evaluate(() => {
      for (const code of ["KeyJ", "KeyK"])
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { code, key: "j", altKey: true, bubbles: true, composed: true }),
        );
    });
  const cards = (): Promise<{ open: number; roots: number }> =>
    page.evaluate(() => {
      const hosts = [...document.querySelectorAll<HTMLElement>("[data-citelight-ui=card][popover]")];
      for (const host of hosts) host.click();
      return {
        open: hosts.filter((host) => host.matches(":popover-open")).length,
        roots: hosts.filter(({ shadowRoot }) => shadowRoot !== null).length,
      };
    });
  await key();
  await wait(500);
  assert.deepEqual(await cards(), { open: 0, roots: 0 });

  await page.keyboard.down("Alt");
  await page.keyboard.press("KeyJ");
  await page.keyboard.up("Alt");
  await wait(500);
  assert.deepEqual(await cards(), { open: 1, roots: 0 });
  await page.evaluate(() => {
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true }),
    );
  });
  await wait(300);
  assert.deepEqual(await cards(), { open: 1, roots: 0 }, "a script's Escape is not the reader's");
  await page.keyboard.press("Escape");
  await wait(300);
  assert.equal((await cards()).open, 0);
  assert.deepEqual(await firefox.errors(), []);
});
