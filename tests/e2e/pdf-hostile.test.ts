import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { watchErrors } from "./support/browser";
import { Extension } from "./support/extension";
import { garbledPdf, hostilePdf, lockedPdf, wordlessPdf } from "./support/made-pdf";
import { axe, DIST, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const MARK = "citelightWasHere";

let server: SecureServer;
let extension: Extension;
let folder: string;

before(async () => {
  server = await serveSecurely(new Map());
  folder = mkdtempSync(join(tmpdir(), "citelight-hostile-"));
  extension = await Extension.launch(resolve(DIST, "chrome"), ["evil.example"], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, bytes: Uint8Array): Promise<{ page: Page; errors: string[] }> {
  const page = await extension.context.newPage();
  const errors = watchErrors(page);
  await page.goto(`chrome-extension://${extension.id}/viewer.html`);
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(path);
  return { page, errors };
}

test("scripts, forms, programs and attached files of a PDF do nothing", async () => {
  const { page, errors } = await open("hostile.pdf", hostilePdf(MARK));
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByText("A page that means no good.").waitFor({ state: "attached" });
  await page.locator(".annotationLayer").waitFor({ state: "attached" });
  await page.waitForTimeout(1000);
  const address = page.url();
  for (const [x, y] of [
    [100, 182],
    [100, 222],
    [100, 262],
    [100, 302],
    [80, 342],
  ] as const) {
    const box = await page.locator(".page").boundingBox();
    assert.ok(box);
    const link = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.href ?? "", [
      box.x + (x * box.width) / 612,
      box.y + (y * box.height) / 792,
    ] as const);
    // The one honest link opens a tab of its own.
    if (!link.startsWith("https:"))
      await page.mouse.click(box.x + (x * box.width) / 612, box.y + (y * box.height) / 792);
  }
  await page.waitForTimeout(500);
  const links = await page
    .locator(".annotationLayer a")
    .evaluateAll((all) => all.map((one) => [one.getAttribute("href"), one.getAttribute("rel")]));
  assert.ok(
    links.some(([href]) => href === "https://evil.example/link"),
    "the link is there",
  );
  for (const [href = "", rel = ""] of links) {
    assert.match(href ?? "", /^(https:|#|$)/);
    if (href?.startsWith("https:") === true) assert.match(rel ?? "", /noopener/);
  }
  assert.equal(await page.locator("input, textarea, select").locator("visible=true").count(), 2);
  assert.equal(await page.evaluate((mark) => mark in globalThis, MARK), false);
  assert.equal(page.url(), address);
  assert.deepEqual(dialogs, []);
  assert.deepEqual(server.asked, []);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a page without words is told when it is checked", async () => {
  const { page } = await open("scan.pdf", wordlessPdf());
  await page.getByRole("button", { name: "Check citations" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match((await alert.textContent()) ?? "", /scan\.pdf is empty: .*choose another file/);
  await page.close();
});

const TOLD: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ["locked.pdf", lockedPdf(), /locked\.pdf has a password\. Save a copy/],
  ["garbled.pdf", garbledPdf(), /garbled\.pdf is damaged or incomplete\. Download it again/],
  ["empty.pdf", new Uint8Array(), /empty\.pdf is empty\. Download it again/],
  [
    "page.pdf",
    new TextEncoder().encode("<!doctype html><title>Sign in</title>"),
    /page\.pdf isn’t a PDF\. .*sign in/,
  ],
];

for (const [name, bytes, told] of TOLD) {
  test(`${name} is told in words, with what to do next`, async () => {
    const { page, errors } = await open(name, bytes);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? "", told);
    await alert.getByRole("button", { name: "Choose a file" }).waitFor();
    assert.deepEqual(await axe(page), []);
    if (name === "locked.pdf") await page.screenshot({ path: join(SCREENSHOTS, "viewer-locked.png") });
    assert.deepEqual(errors, []);
    await page.close();
  });
}
