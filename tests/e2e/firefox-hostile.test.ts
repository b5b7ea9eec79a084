/** Firefox: pages that would use the card against its reader; the extension as it is shipped. */

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { Firefox } from "./support/firefox";
import { pressNamed, shows } from "./support/firefox-page";
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
});

afterEach(async () => {
  await firefox.close();
});

after(async () => {
  await server.close();
});

/** A page that was checked, in front. */
async function checked(roots: "open" | "shipped"): Promise<Page> {
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port, { roots });
  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/lamps");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, 120_000);
  await shows(panel, ".state p", /^(3 citations, |\d+ (supported|needs? attention|inconclusive|open))/);
  await page.bringToFront();
  return page;
}

/** The reader's own click, by which a card opens. */
async function open(page: Page): Promise<void> {
  const at = await page.evaluate(() => {
    const [range] = CSS.highlights.get("citelight-unchecked") ?? [];
    if (!(range instanceof Range)) throw new Error("no words are marked");
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(at.x, at.y);
  await wait(1000);
}

test("in Firefox a page's scripts open no card and see none, and what looks like ours is read", async () => {
  const page = await checked("shipped");
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

  await open(page);
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

test("in Firefox a genuine click that goes through the picture of a change of views dismisses nothing", async () => {
  const page = await checked("open");
  await open(page);
  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = `::view-transition { pointer-events: none; background: white; }
      ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s; pointer-events: none; opacity: 0; }`;
    document.head.append(style);
    const shown = document.startViewTransition(() => undefined);
    Object.assign(globalThis, { shown });
    return shown.ready;
  });
  await wait(500);
  await pressNamed(page, "Not a problem");
  await shows(page, "footer", /Nothing happened/);
  await page.evaluate(() => {
    (globalThis as unknown as { shown: ViewTransition }).shown.skipTransition();
  });
  await wait(500);
  await pressNamed(page, "Not a problem");
  await shows(page, "footer", /Marked as not a problem/);
  assert.deepEqual(await firefox.errors(), []);
});

test("in Firefox a genuine click on a card that something lies in front of dismisses nothing; on one that is seen, it does", async () => {
  const page = await checked("open");
  await open(page);
  await page.evaluate(() => {
    const host = document.createElement("div");
    host.id = "cover";
    document.body.append(host);
    const cover = document.createElement("div");
    cover.popover = "manual";
    cover.style.cssText =
      "position: fixed; inset: 0; width: 100%; height: 100%; background: white; pointer-events: none;";
    host.attachShadow({ mode: "closed" }).append(cover);
    cover.showPopover();
  });
  await wait(500);
  await pressNamed(page, "Not a problem");
  await shows(page, "footer", /Nothing happened/);
  await page.evaluate(() => document.querySelector("#cover")?.remove());
  await wait(500);
  await pressNamed(page, "Not a problem");
  await shows(page, "footer", /Marked as not a problem/);
  assert.deepEqual(await firefox.errors(), []);
});
