/** Hosts that readers grant, in a browser that says which it has granted. */

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { Firefox } from "./support/firefox";
import { fill, press, pressNamed, shows } from "./support/firefox-page";
import { ARTICLE } from "./support/lamps";
import { DIST } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";
import { until } from "./support/until";

/** A source's host, which is a site, too. */
const ARXIV = "https://arxiv.org/*";

let server: SecureServer;
let firefox: Firefox;

before(async () => {
  const page: Served = { type: "text/html; charset=utf-8", body: new TextEncoder().encode(ARTICLE) };
  server = await serveSecurely(new Map([["/lamps", page]]));
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
});

const isGranted = async (pattern: string): Promise<boolean> =>
  (await firefox.grantedHosts()).includes(pattern);

/** Chooses in the side panel when the site's articles are checked, as the reader does by its keys. */
async function choose(panel: Page, check: "click" | "open"): Promise<void> {
  await panel.bringToFront();
  await panel.evaluate(() => {
    const site = document
      .querySelector("#panel")
      ?.shadowRoot?.querySelector<HTMLDetailsElement>("details.site");
    if (site) site.open = true;
  });
  const select = await panel.waitForSelector(">>> details.site select");
  assert.ok(select);
  await select.focus();
  // The reader's own key: browsers are asked for a host only then.
  await panel.keyboard.press(check === "open" ? "ArrowDown" : "ArrowUp");
  await shows(panel, "details.site [role=status]", /^Saved\.$/);
}

test("a host is given back with its last user, and not before", async () => {
  const page = await firefox.browser.newPage();
  await page.goto("https://arxiv.org/lamps");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, 120_000);

  await choose(panel, "open");
  assert.ok(await isGranted(ARXIV));
  await choose(panel, "click");
  await until(async () => !(await isGranted(ARXIV)), "nobody needs it, and it is kept");

  await choose(panel, "open");
  await press(panel, ".offer button.primary");
  await until(() => isGranted("https://api.crossref.org/*"), "look-ups were not granted");
  await choose(panel, "click");
  await wait(1500);
  assert.ok(await isGranted(ARXIV), "look-ups need it");

  const options = await firefox.open(firefox.url("options.html"));
  await fill(options, "Address", "https://arxiv.org/v1");
  await fill(options, "Model", "any");
  await pressNamed(options, "Save and test");
  await shows(options, "form.endpoint .outcome", /./);
  await pressNamed(options, "Remove AI model and key");
  await wait(1500);
  assert.ok(await isGranted(ARXIV), "look-ups need it still");
});
