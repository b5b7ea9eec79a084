/** Pages of a PDF that hold no text are named; where the reader chose it, an endpoint's model reads them off their images. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { AskMode } from "@citelight/shared/audit/endpoint-choice";
import { startFakeLlm, type FakeLlm } from "../fake-llm/server.mjs";
import { forgetAnswers } from "./support/answers";
import { watchErrors } from "./support/browser";
import { Extension } from "./support/extension";
import { grantedCopy } from "./support/granted";
import { KEY, MODEL } from "./support/lamps";
import { writeRecords } from "./support/library";
import { paperPdf, type Scan } from "./support/made-pdf";
import { readDisk } from "./support/private-window";
import { axe, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type Served, type SecureServer } from "./support/tls";
import { until } from "./support/until";

const ADDRESS = "https://journal.example/papers/weirs.pdf";
// Each an article of its own: what is kept of one comes up by itself, and “Check citations” becomes “Check again”.
const UNSENT = "https://journal.example/papers/weirs-unsent.pdf";
const ON_REQUEST = "https://journal.example/papers/weirs-on-request.pdf";
const ANEW = "https://journal.example/papers/weirs-anew.pdf";
const HANGING = "https://journal.example/papers/weirs-hanging.pdf";
const IN_REVIEW = "https://openreview.net/papers/weirs-in-review.pdf";
const LED_TO = "https://openreview.net/papers/weirs-led.pdf";
const LED_THERE = "https://journal.example/led";

const FIRST = [
  "Weirs of the north",
  "Ida Weil and Kim Alder",
  "Weirs were built of timber in all rivers of the north for as long as there were mills.",
  "Oak was used for most of them, as was shown for forty rivers in an earlier survey [1].",
  "Nobody had asked whether animals that hunt at night make use of them in these rivers.",
];
const SCANNED = [
  "2 Animals at night",
  "Bats hunt over lakes by sonar alone, and so they do over the ponds above the weirs [2].",
  "They are quiet there, and nobody had seen them before the survey of that summer [1].",
  "We counted them in the summer of the year in which the rivers were low.",
];
const THIRD = [
  "It took forty days in all, and we would do it again in the next year if somebody pays.",
  "References",
  "[1] A. Smith. Oak timber in the rivers of the north. Journal of Wood, 12:3-9, 2020.",
  "[2] T. Moor. Sonar of bats that hunt over lakes. Journal of Bats, 4:11-20, 2018.",
];
const RECORDS = [
  { id: "oak", title: "Oak timber in the rivers of the north", authors: ["Smith, Ada"], year: 2020 },
  { id: "bats", title: "Sonar of bats that hunt over lakes", authors: ["Moor, Tom"], year: 2018 },
];

let double: FakeLlm;
let server: SecureServer;
let extension: Extension;
let granted: ReturnType<typeof grantedCopy>;
let options: Page;
let scan: Scan;
const opened: Page[] = [];

before(async () => {
  double = await startFakeLlm({
    key: KEY,
    gold: [
      {
        prompt: "transcription",
        page: 2,
        blocks: SCANNED.map((text, at) => ({ kind: at === 0 ? "heading" : "paragraph", text })),
      },
    ],
  });
  const files = new Map<string, Served>();
  server = await serveSecurely(files);
  granted = grantedCopy(["http://127.0.0.1/*", "https://journal.example/*", "https://openreview.net/*"]);
  writeRecords(join(granted.folder, "library"), RECORDS);
  extension = await Extension.launch(granted.folder, ["journal.example", "openreview.net"], server.port);
  options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  scan = await scanOf(options, SCANNED);
  for (const address of [ADDRESS, UNSENT, ON_REQUEST, ANEW, HANGING, IN_REVIEW, LED_TO]) {
    const { pathname } = new URL(address);
    files.set(pathname, { type: "application/pdf", body: paper(pathname) });
  }
  files.set("/led", { type: "", body: new Uint8Array(), redirect: LED_TO });
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
  double.reset();
});

after(async () => {
  await extension.close();
  await server.close();
  await double.close();
  granted.remove();
});

/** An article whose second page is a scan. @param name by which its text differs from that of the others */
function paper(name: string): Uint8Array {
  return paperPdf([[...FIRST, `Of all copies of this article, this one is ${name}.`], scan, THIRD]);
}

/** The lines as a scanner sees them. */
async function scanOf(page: Page, lines: readonly string[]): Promise<Scan> {
  const [width, height] = [1224, 1584];
  const grey = await page.evaluate(
    ({ lines, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("nothing to draw on");
      context.fillStyle = "#f4f1ea";
      context.fillRect(0, 0, width, height);
      context.fillStyle = "#222";
      context.font = "22px serif";
      for (const [at, line] of lines.entries()) context.fillText(line, 120, 140 + 36 * at);
      const { data } = context.getImageData(0, 0, width, height);
      let said = "";
      for (let at = 0; at < data.length; at += 4) said += String.fromCharCode(data[at] ?? 0);
      return btoa(said);
    },
    { lines, width, height },
  );
  return { width, height, pixels: Buffer.from(grey, "base64") };
}

/** Sets the endpoint up in the options, as a reader does. */
async function setUp(ask: RegExp, sendsPages: boolean): Promise<void> {
  await options.bringToFront();
  await options.getByLabel("Address", { exact: true }).fill(`${double.url}/v1`);
  await options.getByLabel("Model", { exact: true }).fill(MODEL);
  await options.getByLabel("API key", { exact: true }).fill(KEY);
  await options.getByLabel(ask).check();
  const more = options.locator("form.endpoint details");
  if ((await more.getAttribute("open")) === null) await more.locator("summary").click();
  await options.getByLabel("Send pages without text as images").setChecked(sendsPages);
  await options.locator("form.endpoint").getByRole("button", { name: "Save", exact: true }).click();
  await options.getByText("Saved.", { exact: true }).waitFor();
  double.reset();
}

async function choose(site: string, ask: AskMode): Promise<void> {
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  await worker.evaluate(
    ([site, ask]) => chrome.storage.local.set({ sites: { [site]: { check: "click", ask } } }),
    [site, ask] as const,
  );
}

async function viewer(query: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  opened.push(page);
  await page.goto(`chrome-extension://${extension.id}/viewer.html${query}`);
  return page;
}

/** @param button what it says: of a document that was checked before, findings come up by themselves, and then it can be checked again. */
async function check(
  page: Page,
  button: "Check citations" | "Check again" = "Check citations",
): Promise<Page> {
  await page.getByText("of 3", { exact: true }).waitFor();
  await page.getByRole("button", { name: button }).click();
  const panel = await extension.sidePanel();
  opened.push(panel);
  await waitForEnd(panel);
  return panel;
}

const viewed = (address: string): Promise<Page> => viewer(`?file=${encodeURIComponent(address)}`);
/** Requests that held an image, or asked for what is on one. */
const withImages = () =>
  double.log.entries().filter(({ images, prompt }) => images > 0 || prompt === "transcription");
const UNREAD = /^.*Page 2 holds no text that can be read, as a scan does: nothing on it is checked/;

test("unless the reader chose it, no page is sent, and the panel names those without text", async () => {
  await setUp(/For every inconclusive claim/, false);
  const panel = await check(await viewed(UNSENT));
  await panel.getByText(UNREAD).waitFor();
  assert.deepEqual(withImages(), []);
  assert.equal(await panel.locator(".rows button", { hasText: "Bats hunt over lakes" }).count(), 0);
});

test("a page is drawn and read by the model, and what it cites is found, at its page", async () => {
  await setUp(/For every inconclusive claim/, true);
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "options-page-images.png"), fullPage: true });
  const page = await viewed(ADDRESS);
  const errors = watchErrors(page);
  const isAtPage2 = async (): Promise<boolean> =>
    (await page.getByLabel("Page", { exact: true }).inputValue()) === "2";
  const panel = await check(page);
  await panel.getByText(/Page 2 was read from its image by double \(transcription\/1\)/).waitFor();
  assert.deepEqual(
    withImages().map(({ prompt, images, outcome, repair }) => ({ prompt, images, outcome, repair })),
    [{ prompt: "transcription", images: 1, outcome: "answered", repair: false }],
    "one page, whose code could be read",
  );
  // What went anywhere else is too small to hold a page.
  const sent = await options.evaluate(async () => {
    const { requests } = await chrome.storage.session.get<{ requests: { url: string; sent: number }[] }>(
      "requests",
    );
    return requests.filter(({ sent }) => sent > 5000).map(({ url }) => new URL(url).host);
  });
  assert.deepEqual(new Set(sent), new Set([new URL(double.url).host]));

  await panel.bringToFront();
  await panel.locator('details.group[data-class="unchecked"]').locator("summary").click();
  const row = panel.locator(".rows button", { hasText: "Bats hunt over lakes by sonar alone" });
  await row.waitFor();
  assert.equal(await panel.getByText("not found on the page").count(), 0);
  await panel.screenshot({ path: join(SCREENSHOTS, "transcription-panel.png"), fullPage: true });
  await row.click();
  await page.bringToFront();
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.match((await card.textContent()) ?? "", /Sonar of bats that hunt over lakes/);
  await until(isAtPage2, "the viewer does not go to page 2");
  const box = await card.boundingBox();
  assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 900, JSON.stringify(box));
  await page.screenshot({ path: join(SCREENSHOTS, "transcription-card.png"), animations: "disabled" });
  // Where the words stand on the picture nobody knows: none of it is marked, and a click on it opens nothing.
  const marked = await page.evaluate(() =>
    [...CSS.highlights.values()].flatMap((highlight) =>
      [...highlight].map(String).filter((text) => text.includes("Bats")),
    ),
  );
  assert.deepEqual(marked, []);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "hidden" });
  const top = await page.locator('.page[data-page-number="2"]').boundingBox();
  assert.ok(top !== null);
  await page.mouse.click(top.x + top.width / 2, Math.max(top.y, 80) + 12);
  assert.equal(await card.count(), 0);

  // Drawn anew, the page is still the place.
  await page.getByLabel("Zoom", { exact: true }).selectOption("1.5");
  await page.waitForFunction(() => document.querySelector(".page")?.getBoundingClientRect().width === 1224);
  await panel.bringToFront();
  await row.click();
  await page.bringToFront();
  await card.waitFor();
  await until(isAtPage2, "the viewer does not go to page 2");
  assert.deepEqual(errors, []);
});

test("checked once more, a page is drawn anew, and answered from what is kept: it is not sent twice", async () => {
  const panel = await check(await viewed(ADDRESS), "Check again");
  await panel.getByText(/Page 2 was read from its image by double/).waitFor();
  assert.deepEqual(withImages(), []);
});

test("of a file of this computer a page is sent only where the reader chose so for files, and none of its words stays", async () => {
  const words = SCANNED[1]?.slice(0, 30) ?? "";
  assert.ok(
    (await options.evaluate(readDisk)).includes(words),
    "of the article on the web the model's answer is kept",
  );
  await forgetAnswers(options);
  const file = join(granted.folder, "chosen.pdf");
  writeFileSync(file, paper("chosen"));
  await choose("file:", "always");
  const page = await viewer("");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(file);
  const panel = await check(page);
  await panel.getByText(/Page 2 was read from its image by double/).waitFor();
  assert.equal(withImages().length, 1);
  assert.ok(!(await options.evaluate(readDisk)).includes(words));
});

test("an answer that was not read off the image is of no use, and the panel says why", async () => {
  await forgetAnswers(options);
  double.set({ mode: "noisy", errorRate: 1 });
  const panel = await check(await viewed(ANEW));
  await panel.getByText(/Page 2 holds no text.*so the image was not seen/).waitFor();
  assert.equal(withImages().length, 2, "it is sent back once");
  double.set({ mode: "oracle" });
  await forgetAnswers(options);
});

test("stopped, or closed, while a page is read, the request ends and nothing is checked", async () => {
  await forgetAnswers(options);
  double.setFaults({ sources: { transcription: "hang" } });
  const begun = async (): Promise<{ page: Page; panel: Page }> => {
    const page = await viewed(HANGING);
    await page.getByText("of 3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Check citations" }).click();
    const panel = await extension.sidePanel();
    opened.push(panel);
    await until(() => withImages().some(({ outcome }) => outcome === "running"));
    return { page, panel };
  };
  const areCut = (): boolean => withImages().every(({ outcome }) => outcome === "cut");
  const { page, panel } = await begun();
  await panel.getByText("Reading page images: 1 so far").first().waitFor();
  await panel.getByText(/127\.0\.0\.1\S* is asked about inconclusive claims/).waitFor();
  await panel.screenshot({ path: join(SCREENSHOTS, "transcription-waiting.png"), fullPage: true });
  await panel.getByRole("button", { name: "Stop", exact: true }).click();
  await until(areCut);
  await panel.getByRole("button", { name: "Check citations", exact: true }).waitFor();
  await page.getByRole("button", { name: "Check citations", exact: true }).waitFor();
  await page.close();

  const again = await begun();
  await again.page.close();
  await until(areCut);
  assert.equal(withImages().length, 2);
});

test("no page is sent of what may be in review, whatever was chosen for its site, nor where claims are sent on request", async () => {
  await choose("openreview.net", "always");
  for (const address of [IN_REVIEW, LED_THERE]) {
    const panel = await check(await viewed(address));
    // What one site forbids is not done for the other: claims of this file are sent to the model, pages are not.
    const asked = address === IN_REVIEW ? / is asked about inconclusive claims/ : /^You can ask/;
    await panel.getByText(asked).waitFor();
    await panel.getByText(UNREAD).waitFor();
    assert.deepEqual(withImages(), [], address);
  }
  // A file of this computer: where it came from nobody knows.
  const file = join(granted.folder, "chosen.pdf");
  writeFileSync(file, paper("chosen-again"));
  const page = await viewer("");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(file);
  const panel = await check(page);
  await panel.getByText(UNREAD).waitFor();
  assert.deepEqual(withImages(), []);

  await setUp(/Only when I click/, true);
  const asked = await check(await viewed(ON_REQUEST));
  await asked.getByText(UNREAD).waitFor();
  assert.deepEqual(withImages(), []);
});
