import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { watchErrors } from "./support/browser";
import { Extension } from "./support/extension";
import { RETRACTED_SENTENCE, writeHabits } from "./support/habits";
import { axe, bare, DIST, highlighted, SCREENSHOTS, waitForAnyMark, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PAPER = "tests/fixtures/pdf/peerj-1120.pdf";
const HABITS = "tests/fixtures/pdf/author-year.pdf";
// As small as the author set them.
const SMALL_LINKS = ".annotationLayer";
const ADDRESS = "https://journal.example/papers/peerj-1120.pdf";

let server: SecureServer;
let extension: Extension;
let folder: string;

before(async () => {
  const pdf = (path: string): { type: string; body: Uint8Array } => ({
    type: "application/pdf",
    body: readFileSync(path),
  });
  server = await serveSecurely(
    new Map([
      ["/papers/peerj-1120.pdf", pdf(PAPER)],
      ["/pdf/2511.00002v1", pdf(HABITS)],
    ]),
  );
  folder = mkdtempSync(join(tmpdir(), "citelight-viewer-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeHabits(join(folder, "library"));
  // Browsers ask readers for hosts in a window of their own, which no test can click: here one is granted.
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ ...manifest, host_permissions: ["https://journal.example/*"] }),
  );
  extension = await Extension.launch(folder, ["journal.example", "arxiv.org"], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openViewer(query = ""): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`chrome-extension://${extension.id}/viewer.html${query}`);
  return page;
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(path);
  await page.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
}

/** The words under a highlight on one page of the document. */
function onPage(page: Page, name: string, number: number): Promise<string[]> {
  return page.evaluate(
    ({ name, number }) => {
      const of = document.querySelector(`.page[data-page-number="${number}"]`);
      return [...(CSS.highlights.get(name) ?? [])]
        .map((range) => range as Range)
        .filter((range) => of?.contains(range.startContainer))
        .map((range) => range.toString());
    },
    { name, number },
  );
}

function shot(page: Page, name: string): Promise<unknown> {
  return page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: "disabled" });
}

test("a PDF of an address: searched, checked, marked on its very words, page by page", async () => {
  const page = await openViewer(`?file=${encodeURIComponent(ADDRESS)}`);
  const errors = watchErrors(page);
  await page.getByText("of 18", { exact: true }).waitFor();
  await page.locator('.page[data-page-number="1"] .endOfContent').waitFor({ state: "attached" });
  assert.equal(await page.getByRole("link", { name: "Original" }).getAttribute("href"), ADDRESS);
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await extension.sidePanel();
  await waitForEnd(panel);

  const first = await onPage(page, "citelight-unchecked", 1);
  const text = bare(first.join(""));
  for (const surface of [
    "(Nygaard,Naik&Ruths,2000;Linton&Lach,2007;Selbaeketal.,2007)",
    "(Morse,2001;Cassel,2004;Ferrell&Coyle,2008)",
    "(Travisetal.,2004;Garciaetal.,2005)",
  ])
    assert.ok(text.includes(surface), `marked on the first page: ${text}`);
  assert.ok(!text.includes("sufferingrefers"), text);
  assert.deepEqual(await onPage(page, "citelight-unchecked", 12), [], "its page is not drawn");

  await page.getByLabel("Page", { exact: true }).fill("12");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => {
    const of = document.querySelector('.page[data-page-number="12"]');
    return [...(CSS.highlights.get("citelight-unchecked") ?? [])].some((range) =>
      of?.contains((range as Range).startContainer),
    );
  });

  await shot(page, "viewer-light");

  // The list leads to pages that were never drawn.
  await panel.locator('details.group[data-class="unchecked"]').locator("summary").click();
  await panel.locator('details.group[data-class="unchecked"]').locator(".rows button").last().click();
  await page.bringToFront();
  await page.getByRole("dialog").getByText("Open", { exact: true }).waitFor();
  assert.ok(Number(await page.getByLabel("Page", { exact: true }).inputValue()) > 12);
  assert.ok(
    await page.getByRole("dialog").evaluate((card) => card.getBoundingClientRect().bottom <= innerHeight),
  );
  await page.keyboard.press("Escape");
  await panel.close();

  await page.getByLabel("Page", { exact: true }).fill("1");
  await page.keyboard.press("Enter");
  await page.getByLabel("Zoom", { exact: true }).selectOption("1.5");
  await page.waitForFunction(() => document.querySelector(".page")?.getBoundingClientRect().width === 1224);
  await page.waitForTimeout(1500);
  // In whatever order: what is drawn anew is marked anew.
  const zoomed = await onPage(page, "citelight-unchecked", 1);
  assert.deepEqual(zoomed.toSorted(), first.toSorted(), "after zooming");

  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Text to find" }).fill("suffering");
  await page.getByText(/^\d+ of \d+$/).waitFor();
  await page.locator(".textLayer .highlight.selected").first().waitFor();
  await page.waitForFunction(
    (before) => {
      const of = document.querySelector('.page[data-page-number="1"]');
      const now = [...(CSS.highlights.get("citelight-unchecked") ?? [])]
        .map((range) => range as Range)
        .filter((range) => of?.contains(range.startContainer))
        .map((range) => range.toString());
      return now.sort().join() === before;
    },
    first.toSorted().join(),
    { timeout: 5000 },
  );
  await shot(page, "viewer-find");
  await page.getByRole("searchbox", { name: "Text to find" }).fill("no such words anywhere");
  await page.getByText("Not found").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
  await page.close();
});

test("a chosen file: its sentence is marked, card and list say why, keys and links work", async () => {
  const page = await openViewer();
  const errors = watchErrors(page);
  await shot(page, "viewer-empty");
  assert.deepEqual(await axe(page), []);
  await choose(page, HABITS);
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  // The file does not say when it appeared, so nobody is accused.
  await waitForAnyMark(page, "citelight-retracted-since-sentence");
  const marked = bare((await highlighted(page, "citelight-retracted-since-sentence")).join(""));
  assert.ok(marked.includes(bare(RETRACTED_SENTENCE)), marked);
  assert.ok(!/[a-z]\d\d?[a-z]/.test(marked), `no numbers of lines: ${marked}`);

  await panel.locator(".group .rows button").first().click();
  await page.bringToFront();
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.match((await card.textContent()) ?? "", /whether before or after this paper appeared is not known/);
  const box = await card.boundingBox();
  const words = await page.evaluate(() => {
    // Highlights hold their words in the order in which findings came.
    const [first] = [...(CSS.highlights.get("citelight-retracted-since") ?? [])]
      .map((range) => (range as Range).getBoundingClientRect())
      .sort((one, other) => one.top - other.top);
    if (first === undefined) throw new Error("nothing is marked");
    const { left, top, right, bottom } = first;
    return { left, top, right, bottom };
  });
  assert.ok(box !== null && (box.y >= words.bottom || box.y + box.height <= words.top), "beside its words");
  await shot(page, "viewer-card");
  assert.deepEqual(await axe(page, SMALL_LINKS), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page, SMALL_LINKS), []);
  await shot(page, "viewer-dark");
  await page.emulateMedia({ colorScheme: "light" });

  await page.keyboard.press("Escape");
  await card.waitFor({ state: "hidden" });
  await page.keyboard.press("Alt+KeyJ");
  await card.waitFor();
  await page.keyboard.press("Escape");
  // A link of the file lies over the citation: the card opens, the page stays.
  const before = await page.locator("#container").evaluate((container) => container.scrollTop);
  await page.mouse.click(words.left + 4, (words.top + words.bottom) / 2);
  await card.waitFor();
  assert.equal(await page.locator("#container").evaluate((container) => container.scrollTop), before);
  await panel.locator(".entries .rows button").first().click();
  await card.getByText("Reference · retracted").waitFor();
  assert.deepEqual(errors, []);
  await panel.close();
  await page.close();
});

test("a dropped file is shown; narrow and at twice the size, the tools stay within the window", async () => {
  const page = await openViewer();
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "dropped.pdf"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer }));
  }, readFileSync(HABITS).toString("base64"));
  await page.getByText("of 2", { exact: true }).waitFor();
  for (const [name, width, height] of [
    ["viewer-narrow", 420, 800],
    // 1280 × 900 at 200 %.
    ["viewer-twice", 640, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(600);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
    assert.deepEqual(await axe(page, SMALL_LINKS), []);
    await shot(page, name);
  }
  await page.close();
});

test("a PDF in a tab is led to the viewer by the button, without any permission for its host", async () => {
  const page = await extension.context.newPage();
  await page.goto("https://arxiv.org/pdf/2511.00002v1");
  await extension.click(page);
  await page.waitForURL(/viewer\.html\?file=/);
  await page.getByText("of 2", { exact: true }).waitFor();
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await waitForAnyMark(page, "citelight-reference-sentence");
  // Loaded anew, the file is not held any more.
  await page.reload();
  await page.getByText("Citelight needs permission to read files from arxiv.org.").waitFor();
  await page.getByRole("button", { name: "Allow arxiv.org" }).waitFor();
  await shot(page, "viewer-allow");
  await panel.close();
  await page.close();
});
