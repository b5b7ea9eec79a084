/** The extension in the language that its reader chose. */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { AUDIT_MS, axe, DIST, paragraph, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

let server: SecureServer;
let extension: Extension;

before(async () => {
  server = await serveSecurely(new Map([["/html/2511.00001v1", paragraph()]]));
  extension = await Extension.launch(resolve(DIST, "chrome"), ["arxiv.org"], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
});

async function opened(path: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(`chrome-extension://${extension.id}/${path}`);
  return page;
}

/** Both themes by axe's rules, and narrow: German words are long. */
async function shots(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], `${name}, ${colorScheme}`);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}-narrow.png`), fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the window`);
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: null });
}

function buttonTitle(): Promise<string> {
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  return worker.evaluate(() => chrome.action.getTitle({}));
}

test("the options' choice changes every surface, and is kept", async () => {
  const options = await opened("options.html");
  await options.getByRole("heading", { name: "Options" }).waitFor();
  assert.equal(await options.locator("html").getAttribute("lang"), "en");
  await options.getByLabel("Language", { exact: true }).selectOption("de");
  await options.getByRole("heading", { name: "Optionen" }).waitFor();
  assert.equal(await options.title(), "Citelight: Optionen");
  assert.equal(await options.locator("html").getAttribute("lang"), "de");
  await shots(options, "options-german");

  const welcome = await opened("welcome.html");
  await welcome.getByRole("heading", { name: "Citelight prüft Verweise dort, wo Sie sie lesen" }).waitFor();
  await shots(welcome, "welcome-german");
  await welcome.close();

  const viewer = await opened("viewer.html");
  await viewer.getByText("Legen Sie hier einen Artikel ab").waitFor();
  assert.deepEqual(await axe(viewer), []);
  await viewer.close();

  const page = await extension.context.newPage();
  await page.goto("https://arxiv.org/html/2511.00001v1");
  await extension.click(page);
  const panel = await extension.sidePanel();
  await panel.getByRole("button", { name: "Noch einmal prüfen" }).waitFor({ timeout: AUDIT_MS });
  await panel
    .getByText(/\d+ (belegt|auffällig|nicht eindeutig)/)
    .first()
    .waitFor();
  await shots(panel, "panel-german");
  await panel.locator(".group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.getByText("Weicht vielleicht ab").waitFor();
  await page.bringToFront();
  await page.screenshot({ path: join(SCREENSHOTS, "extension-card-german.png"), animations: "disabled" });
  assert.equal(await buttonTitle(), "Verweise auf dieser Seite prüfen");

  // The panel that is open follows, and still knows the audit.
  await options.getByLabel("Sprache", { exact: true }).selectOption("zh");
  await panel
    .getByText(/\d+ 处(需要注意|有来源支持|无定论)/)
    .first()
    .waitFor();
  assert.ok((await panel.locator(".group .rows button").count()) > 0);
  await shots(panel, "panel-chinese");
  await options.getByRole("heading", { name: "选项", exact: true }).waitFor();
  await shots(options, "options-chinese");
  assert.equal(await buttonTitle(), "核查本页的引文");
  await panel.getByRole("button", { name: "重新核查" }).click();
  await panel.locator(".group .rows button").first().click();
  await page.getByRole("dialog").getByText("可能有出入").waitFor({ timeout: AUDIT_MS });
  await options.getByLabel("语言", { exact: true }).selectOption("browser");
  await options.getByRole("heading", { name: "Options" }).waitFor();
  assert.equal(await options.getByLabel("Language", { exact: true }).inputValue(), "browser");
  await panel.close();
  await page.close();
  await options.close();
});
