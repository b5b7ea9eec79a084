import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { Extension } from "./support/extension";
import { assertShortTasks, watchShifts } from "./support/measure";
import {
  axe,
  bare,
  DIST,
  excerpt,
  paragraph,
  gold,
  highlighted,
  marks,
  SCREENSHOTS,
  waitForEnd,
} from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ADDRESS = "https://arxiv.org/html/2511.00001v1";
/** So long that a reader can stop its check. */
const LONG = "https://arxiv.org/html/2511.00002v1";

let server: SecureServer;
let extension: Extension;
let context: BrowserContext;

before(async () => {
  server = await serveSecurely(
    new Map([
      [new URL(ADDRESS).pathname, paragraph()],
      [new URL(LONG).pathname, excerpt()],
    ]),
  );
  extension = await Extension.launch(resolve(DIST, "chrome"), ["arxiv.org"], server.port);
  context = extension.context;
});

after(async () => {
  await extension.close();
  await server.close();
});

test("the button checks an arXiv page: marks, card, list, without touching the page or its policy", async () => {
  const page = await context.newPage();
  const shift = await watchShifts(page);
  await page.goto(ADDRESS);
  const html = await page.evaluate(() => document.body.getHTML());
  const browser = context.browser();
  assert.ok(browser);
  await assertShortTasks(browser, page, async () => {
    await extension.click(page);
    await page.waitForFunction(() => !CSS.highlights.has("citelight-may-differ"));
    await page.waitForFunction(() => (CSS.highlights.get("citelight-may-differ")?.size ?? 0) > 0, null, {
      timeout: 900_000,
      polling: 500,
    });
  });

  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const planted = gold()
    .filter(({ truth }) => truth === "planted")
    .map(({ sentence }) => bare(sentence));
  const text = bare((await highlighted(page, "citelight-may-differ-sentence")).join(""));
  const found = planted.filter((sentence) => text.includes(sentence));
  console.log(`marked ${found.length} of ${planted.length} planted sentences`, await marks(page));
  assert.ok(found.length > 0, "no planted error is marked");
  assert.equal(await page.evaluate(() => document.body.getHTML()), html);
  assert.deepEqual(await shift(), []);

  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-panel.png"), animations: "disabled" });
  await panel.locator(".group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.match((await card.textContent()) ?? "", /May differ/);
  await panel.locator('.group .rows button[aria-current="true"]').first().waitFor();
  await panel.locator(".entries .rows button").first().click();
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
  await page.goto(LONG);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await panel.getByRole("button", { name: "Stop" }).click({ timeout: 60_000 });
  await waitForEnd(panel);
  await panel.getByText("Stopped early").waitFor();
  const { targetInfos } = await extension.cdp.send("Target.getTargets");
  const worker = targetInfos.find(({ type, url }) => type === "service_worker" && url.includes(extension.id));
  if (worker !== undefined) await extension.cdp.send("Target.closeTarget", { targetId: worker.targetId });
  await panel.getByRole("button", { name: "Check again" }).click();
  await panel
    .getByText(/ (supported|inconclusive) · /)
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
  assert.deepEqual(manifest.permissions, ["activeTab", "offscreen", "scripting", "sidePanel", "storage"]);
  assert.equal(manifest.host_permissions, undefined);
  const reasons = readFileSync("docs/permissions.md", "utf8");
  const hosts = manifest.optional_host_permissions as string[];
  for (const permission of [...manifest.permissions, ...hosts])
    assert.ok(reasons.includes(`\`${permission}\``), permission);
});
