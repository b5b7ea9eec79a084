// The pages are made by hand as they were seen on OpenReview's own web app: see support/openreview.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { writeHabits } from "./support/habits";
import { CONSOLE, consolePage } from "./support/openreview/consoles";
import { FRAME } from "./support/openreview/frame";
import { axe, DIST, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PAPER = readFileSync("tests/fixtures/pdf/author-year-short.pdf");

let server: SecureServer;
let extension: Extension;
let folder: string;
const pages = new Map<string, string | { type: string; body: Uint8Array }>([
  ["/group", consolePage(20)],
  ["/pdf", { type: "application/pdf", body: PAPER }],
]);

before(async () => {
  server = await serveSecurely(pages);
  folder = mkdtempSync(join(tmpdir(), "citelight-console-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeHabits(join(folder, "library"));
  const hosts = ["openreview.net", "api.openreview.net", "api2.openreview.net"];
  extension = await Extension.launch(folder, hosts, server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  const page = await extension.context.newPage();
  // As slow as a site may be, so that there is time to see each submission's turn.
  await page.route("**/pdf?*", async (route) => {
    await new Promise((done) => setTimeout(done, 1_200));
    await route.continue().catch(() => undefined);
  });
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(CONSOLE);
  await extension.click(page);
  await page.getByText(/of 20 submissions checked/).waitFor();
  return page;
}

/** PDFs that were fetched. */
const fetched = (): number => server.asked.filter((path) => path === "/pdf").length;
const known = new Set(["/group", "/pdf", "/favicon.ico"]);
const cells = (page: Page, word: string): Promise<number> => page.locator(".cell", { hasText: word }).count();

test("a console of 20 submissions gets its column without one call of the API, and nothing begins by itself", async () => {
  const page = await open();
  assert.equal(await cells(page, "not started"), 20);
  assert.equal(await page.getByRole("columnheader", { name: "Citations" }).count(), 1);
  await new Promise((done) => setTimeout(done, 1_000));
  assert.deepEqual(
    [...new Set(server.asked)].filter((path) => path !== "/group" && path !== "/favicon.ico"),
    [],
  );
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({ path: join(SCREENSHOTS, "openreview-console-idle.png"), animations: "disabled" });

  // Scripts of the page cannot start it.
  await page.evaluate(() => {
    for (const host of document.querySelectorAll("[data-citelight-ui]"))
      for (const button of host.shadowRoot?.querySelectorAll("button") ?? []) button.click();
  });
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(fetched(), 0);
  await page.close();
});

test("the queue goes one by one, is paused, left and resumed another day; nothing is checked twice", async () => {
  let page = await open();
  const start = page.getByRole("button", { name: "Check submissions" });
  await start.focus();
  await page.keyboard.press("Enter");
  await page.getByText("2 of 20 submissions checked.").waitFor({ timeout: 60_000 });
  assert.ok(fetched() <= 4, `${fetched()} PDFs were fetched for two`);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  const checked = (await cells(page, "attention")) + (await cells(page, "clean so far"));
  const after = fetched();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.equal(fetched(), after, "paused, nothing more is fetched");
  assert.ok((await cells(page, "not started")) >= 16);
  assert.ok(checked >= 2, "each checked submission has its word");
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({ path: join(SCREENSHOTS, "openreview-console.png"), animations: "disabled" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: join(SCREENSHOTS, "openreview-console-dark.png"), animations: "disabled" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.close();

  // Paused, it stays so until the reader continues.
  page = await open();
  const kept = Number(
    /^\d+/.exec((await page.getByText(/of 20 submissions checked/).textContent()) ?? "")?.[0],
  );
  assert.ok(kept >= 2);
  await new Promise((done) => setTimeout(done, 1_000));
  assert.equal(fetched(), after);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(`${kept + 1} of 20 submissions checked.`).waitFor({ timeout: 60_000 });
  await page.close();

  // Left while it ran, it goes on with the reader's next click on the extension's button.
  const left = fetched();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.ok(fetched() <= left + 1, "a page that was closed fetches nothing");
  page = await open();
  await page.getByText(`${kept + 3} of 20 submissions checked.`).waitFor({ timeout: 60_000 });
  assert.ok(
    fetched() <= kept + 3 + 4,
    `${fetched()} PDFs for ${kept + 3} submissions and three interruptions`,
  );
  await page.getByRole("button", { name: "Pause" }).click();
  assert.deepEqual(
    [...new Set(server.asked)].filter((path) => !known.has(path)),
    [],
    "the API was asked nothing",
  );

  const opened = extension.context.waitForEvent("page");
  await page.locator(".cell").first().click();
  const viewer = await opened;
  await viewer.waitForURL(/viewer\.html\?file=.*Paper00001/);
  await viewer.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
  await viewer.close();
  await page.close();
});

test("a site that cannot give a PDF, or asks to wait, is told in words", async () => {
  pages.delete("/pdf");
  const page = await open();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator(".cell", { hasText: "check failed" }).first().waitFor();
  await page.getByText("status 404").first().waitFor();
  await page.getByRole("button", { name: /Pause|Continue/ }).waitFor();
  await page.close();
  pages.set("/pdf", { type: "application/pdf", body: PAPER });
});
