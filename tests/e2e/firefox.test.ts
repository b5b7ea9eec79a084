import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { Firefox, IDLE_MS } from "./support/firefox";
import { highlighted, press, shows, watchErrors } from "./support/firefox-page";
import { AUDIT_MS, bare, DIST, gold, paragraph, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PATH = "/html/2511.00001v1";
const ADDRESS = `https://arxiv.org${PATH}`;

let server: SecureServer;
let firefox: Firefox;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await serveSecurely(new Map([[PATH, paragraph()]]));
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
});

/** Where every element of the page stands. */
function layout(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y + scrollY, width, height].join(" "))
      .join("\n"),
  );
}

test("the button checks an arXiv page in Firefox: marks, card, sidebar, without touching the page or its policy", async () => {
  const page = await firefox.browser.newPage();
  const errors = watchErrors(page);
  await page.goto(ADDRESS);
  // A click finds the event page asleep, as it mostly is. On a busy machine it goes to sleep later.
  for (let waited = 0; (await firefox.background()) !== "stopped" && waited < 4 * IDLE_MS; waited += 500)
    await wait(500);
  assert.equal(await firefox.background(), "stopped");
  await firefox.click(page);
  const address = await firefox.sidebarAddress();
  assert.match(address, /\/panel\.html\?tab=\d+$/);

  // The page is narrower beside the sidebar. Loaded anew there, it is as it was before any click.
  await page.reload();
  const html = await page.evaluate(() => document.body.getHTML());
  const before = await layout(page);
  await firefox.click(page);
  // Browsers are driven by their tabs, and a sidebar is none: its page in a tab of its own shows the same audit.
  const panel = await firefox.open(address);
  const panelErrors = watchErrors(panel);
  await shows(panel, ".state button", /^(Check again|Try again)$/, AUDIT_MS);

  const planted = gold()
    .filter(({ truth }) => truth === "planted")
    .map(({ sentence }) => bare(sentence));
  const marked = await highlighted(page, "citelight-may-differ-sentence");
  const text = bare(marked.join(""));
  const found = planted.filter((sentence) => text.includes(sentence));
  console.log(`marked ${found.length} of ${planted.length} planted sentences`);
  assert.ok(found.length > 0, "no planted error is marked");
  // Marks cover words of citing sentences and nothing else.
  const sentences = gold().map(({ sentence }) => bare(sentence));
  for (const mark of marked)
    assert.ok(
      sentences.some((sentence) => sentence.includes(bare(mark))),
      mark,
    );
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  assert.equal(await layout(page), before);

  // Nothing but the messages of its own frame keeps the event page: longer than Firefox would leave it, it still knows the audit.
  await wait(1.5 * IDLE_MS);
  assert.equal(await firefox.background(), "running");
  await panel.screenshot({ path: join(SCREENSHOTS, "firefox-panel.png") });
  await press(panel, ".group .rows button");
  await page.bringToFront();
  const card = await shows(page, "[role=dialog]", /May differ/);
  assert.ok(marked.some((mark) => mark.length > 0) && card.length > 100, `the card says little: ${card}`);
  await press(panel, ".entries .rows button");
  await shows(page, "[role=dialog]", /Reference · retracted/);
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  await page.screenshot({ path: join(SCREENSHOTS, "firefox-card.png") });
  writeFileSync(join(SCREENSHOTS, "firefox-window.png"), await firefox.picture());
  // Firefox itself asks its makers for news, and no preference of a released version keeps it from that.
  assert.deepEqual(
    [...server.hosts].filter((host) => !/\.(mozilla\.(com|net|org)|firefox\.com)$/.test(host)),
    ["arxiv.org"],
  );
  // The page's policy forbids its own icon, which Firefox tells.
  const told = [...errors, ...panelErrors, ...(await firefox.errors())];
  assert.deepEqual(
    told.filter((error) => !error.includes("/favicon.ico")),
    [],
  );
  await panel.close();
  await page.close();
});
