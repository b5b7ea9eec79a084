import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { Firefox, IDLE_MS } from "./support/firefox";
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

/** The words under a highlight, one text per citing sentence or citation. */
function highlighted(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    name,
  );
}

/** Errors that a page tells of. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

/** Clicks on what stands in a shadow tree, too. */
async function press(page: Page, selector: string): Promise<void> {
  const found = await page.waitForSelector(`>>> ${selector}`);
  assert.ok(found, selector);
  await found.evaluate((element) => {
    (element as HTMLElement).click();
  });
}

/** Waits until a page shows a text, in a shadow tree, too. */
async function shows(page: Page, selector: string, text: RegExp, timeout = 60_000): Promise<string> {
  const started = Date.now();
  let shown = "";
  while (Date.now() - started < timeout) {
    const element = await page.$(`>>> ${selector}`);
    shown = (await element?.evaluate((element) => element.textContent)) ?? "";
    if (text.test(shown)) return shown;
    await wait(250);
  }
  throw new Error(`${selector} does not show ${text.source}: ${shown}`);
}

test("the button checks an arXiv page in Firefox: marks, card, sidebar, without touching the page or its policy", async () => {
  const page = await firefox.browser.newPage();
  const errors = watchErrors(page);
  await page.goto(ADDRESS);
  const html = await page.evaluate(() => document.body.getHTML());
  const before = await layout(page);
  // A click finds the event page asleep, as it mostly is.
  for (let waited = 0; (await firefox.background()) !== "stopped" && waited < 2 * IDLE_MS; waited += 500)
    await wait(500);
  assert.equal(await firefox.background(), "stopped");
  await firefox.click(page);

  const address = await firefox.sidebarAddress();
  assert.match(address, /\/panel\.html\?tab=\d+$/);
  // Browsers are driven by their tabs, and a sidebar is none: its page in a tab of its own shows the same audit.
  const panel = await firefox.open(address);
  const panelErrors = watchErrors(panel);
  await shows(panel, ".state button", /^(Check again|Try again)$/, AUDIT_MS);

  const planted = gold()
    .filter(({ truth }) => truth === "planted")
    .map(({ sentence }) => bare(sentence));
  const marked = await highlighted(page, "citelight-review-sentence");
  const text = bare(marked.join(""));
  const found = planted.filter((sentence) => text.includes(sentence));
  console.log(`marked ${found.length} of ${planted.length} planted sentences`);
  assert.ok(found.length > 0, "no planted error is marked");
  // Each mark covers sentences of the article, whole and nothing else.
  const sentences = gold().map(({ sentence }) => bare(sentence));
  for (const mark of marked)
    assert.ok(
      sentences.some((sentence) => bare(mark).includes(sentence)),
      mark,
    );
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  assert.equal(await layout(page), before);

  // Nothing but the messages of its own frame keeps the event page: longer than Firefox would leave it, it still knows the audit.
  await wait(1.5 * IDLE_MS);
  assert.equal(await firefox.background(), "running");
  await panel.screenshot({ path: join(SCREENSHOTS, "firefox-panel.png") });
  await press(panel, ".rows button");
  await page.bringToFront();
  const card = await shows(page, "[role=dialog]", /Needs review/);
  assert.ok(marked.some((mark) => mark.length > 0) && card.length > 100, `the card says little: ${card}`);
  await press(panel, "details.references .rows button");
  await shows(page, "[role=dialog]", /Reference · retracted/);
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  await page.screenshot({ path: join(SCREENSHOTS, "firefox-card.png") });
  writeFileSync(join(SCREENSHOTS, "firefox-window.png"), await firefox.picture());
  assert.deepEqual(
    server.asked.filter((path) => path !== PATH && path !== "/favicon.ico"),
    [],
  );
  assert.deepEqual([...errors, ...panelErrors, ...(await firefox.errors())], []);
  await panel.close();
  await page.close();
});
