import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { launchWithExtension } from "./support/browser";
import { mainThreadTasks, SHORT, watchShifts } from "./support/measure";
import {
  axe,
  bare,
  DIST,
  paragraph,
  gold,
  highlighted,
  marks,
  SCREENSHOTS,
  waitForEnd,
} from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ADDRESS = "https://arxiv.org/html/2511.00001v1";

let server: SecureServer;
let context: BrowserContext;
let close: () => Promise<void>;
let id: string;
let cdp: CDPSession;

before(async () => {
  server = await serveSecurely(new Map([["/html/2511.00001v1", paragraph()]]));
  ({ context, close } = await launchWithExtension(resolve(DIST, "chrome"), ["arxiv.org"], server.port));
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  id = new URL(worker.url()).host;
  const browser = context.browser();
  if (browser === null) throw new Error("no browser behind the context");
  cdp = await browser.newBrowserCDPSession();
});

after(async () => {
  await close();
  await server.close();
});

/** Clicks the extension's button in the toolbar, as a reader would: this grants the tab, and only it. */
async function clickAction(page: Page): Promise<void> {
  await page.bringToFront();
  const send = cdp.send.bind(cdp) as (method: string, params: object) => Promise<unknown>;
  const { targetInfos } = (await send("Target.getTargets", { filter: [{ type: "tab" }] })) as {
    targetInfos: { targetId: string; url: string }[];
  };
  const target = targetInfos.find(({ url }) => url === page.url());
  assert.ok(target, "the tab is there");
  await send("Extensions.triggerAction", { id, targetId: target.targetId });
}

/** Addresses of the side panels seen so far; each names its tab, so a new click brings a new address. */
const seen = new Set<string>();

/**
 * Waits for the side panel that the last click opened, and gives its page in a tab of its own: browsers are driven
 * by their tabs, and a side panel is none. Both show the same audit.
 */
async function sidePanel(): Promise<Page> {
  for (let wait = 0; wait < 100; wait += 1) {
    const { targetInfos } = await cdp.send("Target.getTargets");
    const opened = targetInfos.find(({ url }) => url.includes("panel.html?tab=") && !seen.has(url));
    if (opened !== undefined) {
      seen.add(opened.url);
      const panel = await context.newPage();
      await panel.goto(opened.url);
      return panel;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the side panel did not open");
}

test("the button checks an arXiv page: marks, card, list, without touching the page or its policy", async () => {
  const page = await context.newPage();
  const shift = await watchShifts(page);
  await page.goto(ADDRESS);
  const html = await page.evaluate(() => document.body.getHTML());
  const browser = context.browser();
  assert.ok(browser);
  const tasks = await mainThreadTasks(browser, page, async () => {
    await clickAction(page);
    await page.waitForFunction(() => !CSS.highlights.has("citelight-review"));
    await page.waitForFunction(() => (CSS.highlights.get("citelight-review")?.size ?? 0) > 0, null, {
      timeout: 900_000,
      polling: 500,
    });
  });
  assert.ok((tasks[0]?.work ?? NaN) <= SHORT, "a task kept the page at work too long");

  const panel = await sidePanel();
  await waitForEnd(panel);
  const planted = gold()
    .filter(({ truth }) => truth === "planted")
    .map(({ sentence }) => bare(sentence));
  const text = bare((await highlighted(page, "citelight-review-sentence")).join(""));
  const found = planted.filter((sentence) => text.includes(sentence));
  console.log(`marked ${found.length} of ${planted.length} planted sentences`, await marks(page));
  assert.ok(found.length > 0, "no planted error is marked");
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  assert.equal(await shift(), 0);

  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-panel.png"), animations: "disabled" });
  await panel.locator(".rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.match((await card.textContent()) ?? "", /Needs review/);
  await panel.locator('.rows button[aria-current="true"]').first().waitFor();
  await panel.locator("details.references summary").click();
  await panel.locator("details.references .rows button").first().click();
  await card.getByText("Reference · retracted").waitFor();
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  await page.bringToFront();
  await page.screenshot({ path: join(SCREENSHOTS, "extension-card.png"), animations: "disabled" });
  assert.deepEqual(
    server.asked.filter((path) => path !== "/html/2511.00001v1" && path !== "/favicon.ico"),
    [],
  );
  await panel.close();
  await page.close();
});

test("stopped in the side panel, the audit ends; a dead service worker and a closed tab do no harm", async () => {
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await clickAction(page);
  const panel = await sidePanel();
  await panel.getByRole("button", { name: "Stop" }).click({ timeout: 60_000 });
  await waitForEnd(panel);
  await panel.getByText("Stopped before the end").waitFor();
  const { targetInfos } = await cdp.send("Target.getTargets");
  const worker = targetInfos.find(({ type, url }) => type === "service_worker" && url.includes(id));
  if (worker !== undefined) await cdp.send("Target.closeTarget", { targetId: worker.targetId });
  await panel.getByRole("button", { name: "Check again" }).click();
  await panel
    .getByText(/citations checked/)
    .first()
    .waitFor({ timeout: 120_000 });
  await panel.close();
  await page.close();
});

test("the package asks for what it needs and loads nothing from elsewhere", () => {
  const manifest = JSON.parse(readFileSync(join(DIST, "chrome/manifest.json"), "utf8")) as Record<
    string,
    unknown
  >;
  assert.deepEqual(manifest.permissions, ["activeTab", "offscreen", "scripting", "sidePanel"]);
  assert.equal(manifest.host_permissions, undefined);
  const reasons = readFileSync("docs/permissions.md", "utf8");
  for (const permission of manifest.permissions) assert.ok(reasons.includes(`\`${permission}\``), permission);
});
