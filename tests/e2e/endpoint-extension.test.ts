import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { ConsoleMessage, Page } from "playwright-core";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { forgetAnswers } from "./support/answers";
import { Extension } from "./support/extension";
import { IsolatedWorld } from "./support/isolated-world";
import { ARTICLE, KEY, lampDouble, MODEL, SAYS, writeLibrary } from "./support/lamps";
import { axe, checkAgain, DIST, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";
import { until } from "./support/until";

const ADDRESS = "https://journal.example/lamps";
/** The same article as other pages: what stands behind a `?` makes none. */
const OTHER_ADDRESS = "https://journal.example/lamps-again";
const TOLD_ADDRESS = "https://journal.example/lamps-told";

let double: FakeLlm;
let server: SecureServer;
let extension: Extension;
let folder: string;
let options: Page;
let page: Page;
let panel: Page;
/** What pages, options, panel and service worker wrote to their consoles. */
const logged: string[] = [];

before(async () => {
  double = await lampDouble();
  server = await serveSecurely(
    new Map([ADDRESS, OTHER_ADDRESS, TOLD_ADDRESS].map((address) => [new URL(address).pathname, ARTICLE])),
  );
  // Browsers ask readers for hosts in a window of their own, which no test can click: here they are granted.
  folder = mkdtempSync(join(tmpdir(), "citelight-endpoint-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeLibrary(join(folder, "library"));
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
  const granted = { ...manifest, host_permissions: ["http://127.0.0.1/*"] };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(granted));
  extension = await Extension.launch(folder, ["journal.example"], server.port);
  const log = (message: ConsoleMessage): void => {
    logged.push(message.text());
  };
  extension.context.on("console", log);
  for (const worker of extension.context.serviceWorkers()) worker.on("console", log);
  options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  page = await extension.context.newPage();
  await page.goto(ADDRESS);
});

after(async () => {
  await extension.close();
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

const asked = () => double.log.entries().length;
const outcome = () => options.locator("form.endpoint .outcome");
const card = () => page.getByRole("dialog");

/** Fills in the form and presses "Save and test". */
async function setUp(key: string, ask: RegExp): Promise<void> {
  await options.bringToFront();
  await options.getByLabel("Address", { exact: true }).fill(`${double.url}/v1`);
  await options.getByLabel("Model", { exact: true }).fill(MODEL);
  if (key !== "") await options.getByLabel("API key", { exact: true }).fill(key);
  await options.getByLabel(ask).check();
  await options.getByRole("button", { name: "Save and test" }).click();
  await options.getByRole("button", { name: "Save and test", disabled: false }).waitFor();
}

/** Checks the page once more, to the end. */
async function again(): Promise<void> {
  await panel.bringToFront();
  await checkAgain(panel);
}

/** Opens the card of the one claim. */
async function openCard(): Promise<void> {
  await panel.locator(".group .rows button").first().click();
  await page.bringToFront();
  await card().waitFor();
}

test("without an endpoint nothing is sent, and the claim stays open", async () => {
  await extension.click(page);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
  await panel.getByText("Off. Nothing is sent to an AI model.").waitFor();
  await openCard();
  assert.match((await card().textContent()) ?? "", /Inconclusive/);
  assert.equal(await card().getByRole("button", { name: "Ask the AI model" }).count(), 0);
  assert.equal(asked(), 0);
});

test("the options tell in words what a test comes to: a wrong key, then the form that holds", async () => {
  await setUp("sk-wrong-key-of-tests", /Only when I click/);
  assert.match((await outcome().textContent()) ?? "", /denied with status 401; check the key/);
  assert.equal(asked(), 1, "a denied key is not tried in other forms");
  await options.screenshot({ path: join(SCREENSHOTS, "options-denied.png"), fullPage: true });

  await setUp(KEY, /Only when I click/);
  assert.match((await outcome().textContent()) ?? "", /works\. Response format: JSON schema/);
  assert.equal(
    await options.getByLabel("API key", { exact: true }).inputValue(),
    "",
    "a saved key is not shown",
  );
  await options.getByText("A key is saved.").waitFor();
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "options.png"), fullPage: true });
  await options.reload();
  await options.getByText("A key is saved.").waitFor();
  assert.equal(await options.getByLabel("API key", { exact: true }).inputValue(), "");
  assert.ok(!(await options.content()).includes(KEY));
});

test("asked about one finding, the endpoint decides it with the source's words, and the card says what was sent", async () => {
  double.reset();
  await panel.bringToFront();
  await panel.getByText(/You can ask 127\.0\.0\.1\S* about inconclusive claims/).waitFor();
  await openCard();
  await card()
    .getByText(/sends the claim, its neighbouring sentences and passages of the source to 127\.0\.0\.1/)
    .waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, "endpoint-before.png") });
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card().getByText("Needs review").waitFor({ timeout: 60_000 });
  const text = (await card().textContent()) ?? "";
  assert.match(text, /a day later than under cool ones/);
  assert.match(
    text,
    /Sent to 127\.0\.0\.1:\d+: the claim, its neighbouring sentences and (one|two|three) passages?, in \d+ requests \([\d,]+ tokens\)\./,
  );
  await waitForMark(page, "citelight-review-sentence", "Warm lighting");
  assert.ok(double.log.entries().every(({ key, keyElsewhere }) => key === "present" && !keyElsewhere));
  await page.screenshot({ path: join(SCREENSHOTS, "endpoint-after.png") });
  await panel.getByText("1 needs attention").first().waitFor();
});

test("asked for every open claim, the check decides it by itself, and asks nothing twice", async () => {
  await setUp("", /For every inconclusive claim/);
  double.reset();
  await again();
  await panel.getByText("1 needs attention").first().waitFor();
  await panel.getByText(/127\.0\.0\.1\S* is asked about inconclusive claims/).waitFor();
  assert.equal(asked(), 0, "what was answered on this page is not asked again");
  await panel.screenshot({ path: join(SCREENSHOTS, "endpoint-panel.png") });
});

test("stopped, open requests end, also those of one finding; refused, it stays open and says why", async () => {
  // Another page, and nothing kept: what was answered is not asked again.
  await forgetAnswers(options);
  await page.goto(OTHER_ADDRESS);
  await options.bringToFront();
  await setUp("", /For every inconclusive claim/);
  double.reset();
  double.setFaults({ sources: { arbitration: "hang" } });
  await extension.click(page);
  await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await until(() => double.log.entries().length > 0);
  await panel.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForEnd(panel);
  await panel.getByText("Stopped early").waitFor();
  await until(() => double.log.entries().every(({ outcome }) => outcome === "cut"));
  const stopped = asked();
  assert.ok(stopped > 0);

  double.setFaults({ sources: { arbitration: "400" } });
  await again();
  await openCard();
  await card()
    .getByText(/did not answer: the request was refused as invalid: status 400/)
    .last()
    .waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, "endpoint-refused.png") });
  double.setFaults({ sources: { arbitration: "hang" } });
  const before = asked();
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card()
    .getByText(/^Asking 127/)
    .waitFor();
  await until(() => asked() > before);
  await page.screenshot({ path: join(SCREENSHOTS, "endpoint-asking.png") });
  await page.close();
  await until(
    () =>
      double.log
        .entries()
        .slice(stopped)
        .filter(({ outcome }) => outcome === "cut").length > 0,
  );
  double.clearFaults();
  page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await panel.close();
  await extension.click(page);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
});

test("an endpoint that tells its key is shown without it", async () => {
  await forgetAnswers(options);
  await page.goto(TOLD_ADDRESS);
  await options.bringToFront();
  await setUp("", /For every inconclusive claim/);
  const rationale = `My key is ${KEY}.`;
  double.reset();
  double.set({ mode: "scripted" });
  double.setScript(
    Array.from({ length: 5 }, () => ({ json: { relation: "contradicted", quote: SAYS, rationale } })),
  );
  await extension.click(page);
  await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await waitForEnd(panel);
  await openCard();
  await card().getByText("My key is (secret).").first().waitFor();
  assert.ok(!((await card().textContent()) ?? "").includes(KEY));
  double.set({ mode: "oracle" });
});

test("a key for the session alone is never on disk, and serves all the same", async () => {
  const onDisk = (): Promise<string> =>
    options.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)));
  await options.bringToFront();
  assert.ok((await onDisk()).includes(KEY), "it was stored before");
  await options.getByLabel(/Forget the key when I close the browser/).check();
  await setUp("", /For every inconclusive claim/);
  assert.ok(!(await onDisk()).includes(KEY));
  await options.getByText("A key is saved until you close the browser.").waitFor();
  assert.match((await outcome().textContent()) ?? "", /works\. Response format/);
  // A file of settings with the same endpoint leaves it so.
  await options.getByText("Advanced", { exact: true }).click();
  const [download] = await Promise.all([
    options.waitForEvent("download"),
    options.getByRole("button", { name: "Export settings" }).click(),
  ]);
  const saved = readFileSync(await download.path());
  const [chooser] = await Promise.all([
    options.waitForEvent("filechooser"),
    options.getByRole("button", { name: "Import settings" }).click(),
  ]);
  await chooser.setFiles({ name: "settings.json", mimeType: "application/json", buffer: saved });
  await options.getByText("Settings imported").waitFor();
  assert.ok(!(await onDisk()).includes(KEY));
  await options.getByText("A key is saved until you close the browser.").waitFor();
  await options.getByLabel(/Forget the key when I close the browser/).uncheck();
  await setUp("", /For every inconclusive claim/);
  await options.getByText("A key is saved.").waitFor();
});

test("pages and content scripts can have neither the key nor the endpoint", async () => {
  const world = await IsolatedWorld.of(page, extension.id);
  const told = await world.evaluate<string>(`(async () => {
    const heard = [];
    const say = async (message) => {
      try { heard.push(message.kind, await chrome.runtime.sendMessage(message)); } catch (error) { heard.push(String(error)); }
    };
    try { heard.push(await chrome.storage.local.get(null)); } catch (error) { heard.push("storage: " + error.message); }
    for (const kind of ["endpoint", "allowed", "set-endpoint", "remove-key"]) await say({ kind, settings: { url: "https://evil.example/v1" }, ask: "always", key: null });
    const carry = chrome.runtime.connect({ name: "citelight-carry" });
    await new Promise((done) => {
      carry.onMessage.addListener((message) => { heard.push(message); done(); });
      carry.onDisconnect.addListener(() => { heard.push("carry: refused"); done(); });
      carry.postMessage({ url: "${double.url}/v1/chat/completions", body: "{}" });
    });
    // All that an audit with the endpoint tells the page's side.
    const audit = chrome.runtime.connect({ name: "citelight-content" });
    await new Promise((done) => {
      audit.onMessage.addListener((message) => {
        heard.push(message);
        if (JSON.stringify(message).includes('"finished"')) done();
      });
      audit.postMessage({ kind: "begin" });
      audit.postMessage({ kind: "audit", document: { origin: location.href, content: { text: { text: document.documentElement.outerHTML } }, address: null } });
    });
    return JSON.stringify(heard);
  })()`);
  assert.match(told, /"verdict":"miscited"/);
  assert.ok(!told.includes(KEY), told);
  assert.match(told, /storage: .*not allowed/i);
  assert.match(told, /"endpoint",null,"allowed",null,"set-endpoint",null,"remove-key",null,"carry: refused"/);
  const opened = await world.evaluate<string>(`(async () => {
    const heard = [];
    for (const name of ["citelight-panel:1", "citelight-openreview"])
      chrome.runtime.connect({ name }).onMessage.addListener(({ kind }) => heard.push(name + ": " + kind));
    await new Promise((done) => setTimeout(done, 1000));
    return JSON.stringify(heard);
  })()`);
  assert.equal(opened, "[]", "lists are our own pages', desks are OpenReview's");
  assert.ok(!(await page.content()).includes(KEY));
  assert.ok(!(await panel.content()).includes(KEY));
  assert.ok(!logged.join("\n").includes(KEY));
  await options.reload();
  await options.getByText("A key is saved.").waitFor();
});
