import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";
import { watchErrors } from "./support/browser";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { axe, highlighted, SCREENSHOTS, waitForAnyMark, waitForEnd, waitForMark } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { lookUpButton, waitForHealth } from "./support/panel";
import { until } from "./support/until";

const ADDRESS = "https://journal.example/sleep";
const NEWS = `<!DOCTYPE html><html lang="en"><head><title>News</title></head><body><article><h1>News</h1>
<p>Nobody slept <a href="#r1">[1]</a>.</p><ol class="references"><li id="r1">One</li><li>Two</li><li>Three</li></ol></article></body></html>`;

const BLOG = readFileSync("tests/fixtures/pages/synthetic-distill.html", "utf8");

/** Draws the numbers of citations as Distill's template does: in shadow trees. */
function drawNumbers(): void {
  const keys = [...document.querySelectorAll("#references-list li")].map(({ id }) => id);
  for (const cite of document.querySelectorAll("d-cite")) {
    const named = (cite.getAttribute("key") ?? "").split(",");
    const numbers = named.map((key) => keys.indexOf(key.trim()) + 1);
    const span = document.createElement("span");
    span.textContent = `[${numbers.join(", ")}]`;
    cite.attachShadow({ mode: "open" }).append(span);
  }
}

let web: Awaited<ReturnType<typeof sleepWeb>>;
let granted: Awaited<ReturnType<typeof launchGranted>>;
let extension: Extension;

before(async () => {
  web = await sleepWeb();
  const pages = new Map([
    ["/sleep", ARTICLE],
    ["/news", NEWS],
    ["/blog", BLOG],
  ]);
  granted = await launchGranted(web, "journal.example", pages);
  ({ extension } = granted);
});

after(async () => {
  await granted.close();
  await web.close();
});

async function opened(address: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(address);
  return page;
}

const ofExtension = (page: string): string => `chrome-extension://${extension.id}/${page}`;

async function scripts(): Promise<string[]> {
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  return worker.evaluate(async () =>
    (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id),
  );
}

async function shots(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], `${name}, ${colorScheme}`);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}-narrow.png`), fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the window`);
  await page.emulateMedia({ colorScheme: null });
}

test("the first page says what the extension does", async () => {
  const welcome =
    extension.context.pages().find((page) => page.url().endsWith("/welcome.html")) ??
    (await extension.context.waitForEvent("page", (page) => page.url().endsWith("/welcome.html")));
  await welcome.getByRole("heading", { name: "Citelight checks citations where you read them" }).waitFor();
  const errors = watchErrors(welcome);
  await shots(welcome, "welcome");
  assert.deepEqual(errors, []);
  await welcome.close();
});

test("a site is switched off, checked by itself, and forgotten", async () => {
  const page = await opened(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const site = panel.locator("details.site");
  await site.getByText("On journal.example · experimental").click();
  await site.getByText("Citelight hasn’t been tested on this site.").waitFor();
  const when = panel.getByLabel("Check articles");
  assert.equal(await when.inputValue(), "click");
  await when.selectOption("never");
  await site.getByText("Saved.", { exact: true }).waitFor();
  await panel.screenshot({ path: join(SCREENSHOTS, "panel-site.png"), fullPage: true });
  assert.deepEqual(await axe(panel), []);
  await page.reload();
  await extension.click(page);
  await panel.reload();
  await panel.getByText("Citelight is off on journal.example.").waitFor();
  assert.equal(await page.evaluate(() => CSS.highlights.size), 0);

  assert.deepEqual(await scripts(), []);
  await panel.getByLabel("Check articles").selectOption("open");
  await panel.getByText("Saved.", { exact: true }).waitFor();
  await page.close();
  await panel.close();
  await until(async () => (await scripts()).length === 1);
  const errors: string[] = [];
  const unclicked = await extension.context.newPage();
  unclicked.on("pageerror", (error) => errors.push(error.message));
  await unclicked.goto(ADDRESS);
  await waitForAnyMark(unclicked, "citelight-unchecked");
  assert.deepEqual(errors, []);
  const news = await opened("https://journal.example/news");
  await news.waitForTimeout(1500);
  assert.equal(await news.evaluate(() => CSS.highlights.size), 0, "what does not say that it is an article");
  await news.close();
  await unclicked.close();

  const options = await opened(ofExtension("options.html"));
  await options.getByText("Check articles: whenever I open one").waitFor();
  await options.getByRole("button", { name: "Remove the settings for journal.example" }).click();
  await options.getByText("No site has its own settings.").waitFor();
  await until(async () => (await scripts()).length === 0);
  await options.close();
});

test("citations that a page draws in shadow trees are marked by their sentences", async () => {
  const page = await opened("https://journal.example/blog");
  await page.evaluate(drawNumbers);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await panel.getByRole("paragraph").filter({ hasText: "5 citations, 3 references found" }).waitFor();
  await waitForMark(
    page,
    "citelight-unchecked",
    "Neurons of networks for images form circuits that can be read",
  );
  const marked = await highlighted(page, "citelight-unchecked");
  for (const words of [
    "weighs each word by",
    "Both lines of work meet",
    "One neuron stands for several features",
  ]) {
    assert.ok(
      marked.some((sentence) => sentence.includes(words)),
      `${words}: ${marked.join(" | ")}`,
    );
  }
  assert.ok(
    marked.every((sentence) => !sentence.includes("a vector such as")),
    marked.join(" | "),
  );
  await page.screenshot({ path: join(SCREENSHOTS, "extension-distill.png"), fullPage: true });
  await page.close();
  await panel.close();
});

test("every request that left the browser is listed, and nothing else", async () => {
  const options = await opened(ofExtension("options.html"));
  await options.getByText("Nothing has been sent since the browser started.").waitFor();
  const page = await opened(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  assert.equal(await options.locator(".log tbody tr").count(), 0);
  await lookUpButton(panel).click();
  await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"]);
  await waitForEnd(panel);
  const asked = web.log.entries().length;
  assert.ok(asked > 0);
  const rows = options.locator(".log tbody tr");
  await until(async () => (await rows.count()) >= asked);
  assert.equal(await rows.count(), asked);
  const texts = await rows.allTextContents();
  assert.ok(
    texts.some((text) => /GET https:\/\/api\.crossref\.org\/.*200$/.test(text)),
    texts.join("\n"),
  );
  assert.ok(!texts.join("").includes("remembered 30 % less"), "no sentence of the page is sent");
  await shots(options, "options");
  await options.getByRole("button", { name: "Clear the list" }).click();
  await options.getByText("Nothing has been sent since the browser started.").waitFor();
  await options.close();

  // What was found can be taken along, in every form.
  const box = panel.locator("details.export");
  await box.locator("summary").click();
  const files = new Map<string, string>();
  for (const button of await box.locator(".formats").getByRole("button").all()) {
    const [download] = await Promise.all([panel.waitForEvent("download"), button.click()]);
    const name = download.suggestedFilename();
    files.set(
      name.replace(/^sleep-and-what-it-is-for-citelight\./, ""),
      readFileSync(await download.path(), "utf8"),
    );
  }
  assert.deepEqual([...files.keys()].sort(), ["bib", "csl.json", "csv", "html", "json", "jsonld", "md"]);
  const report = JSON.parse(files.get("json") ?? "") as CheckExport;
  assert.equal(report.origin, ADDRESS);
  assert.equal(report.findings.length, 3);
  assert.match(files.get("bib") ?? "", /@article\{/);
  assert.match(files.get("csv") ?? "", /remembered 30 % less/);
  await panel.screenshot({ path: join(SCREENSHOTS, "panel-export.png"), fullPage: true });
  assert.deepEqual(await axe(panel), []);
  await panel.close();
  await page.close();
});

test("settings are taken along in a file, without a key", async () => {
  const options = await opened(ofExtension("options.html"));
  await options.getByLabel("Your email address (optional)").fill("reader@example.org");
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("Saved.", { exact: true }).first().waitFor();
  await options.getByText("Advanced", { exact: true }).click();
  const [download] = await Promise.all([
    options.waitForEvent("download"),
    options.getByRole("button", { name: "Export settings" }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.equal((JSON.parse(saved) as { mail: string }).mail, "reader@example.org");
  const load = async (text: string): Promise<void> => {
    const [chooser] = await Promise.all([
      options.waitForEvent("filechooser"),
      options.getByRole("button", { name: "Import settings" }).click(),
    ]);
    await chooser.setFiles({
      name: "settings.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  };
  await load("<html>");
  await options.getByText("This isn’t a Citelight settings file.").waitFor();
  const sites = { "journal.example": { check: "never", ask: "off" }, "<b>": { check: "open" } };
  await load(saved.replace('"sites": {}', `"sites": ${JSON.stringify(sites)}`));
  await options.getByText("Settings imported").waitFor();
  await options.getByText("Check articles: never · AI second opinion: never").waitFor();
  assert.equal(await options.locator(".sites li").count(), 1);
  await options.close();
});
