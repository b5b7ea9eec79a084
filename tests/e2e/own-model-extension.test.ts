import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { forgetAnswers } from "./support/answers";
import { OF_ENDURANCE } from "./support/endurance";
import { Extension } from "./support/extension";
import { ARTICLE, SAYS, writeLibrary } from "./support/lamps";
import { ANSWERS, asked, forgetAsked, order, putInto } from "./support/prompt-api";
import { axe, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ADDRESS = "https://journal.example/lamps";

let server: SecureServer;
let extension: Extension;
let folder: string;
let options: Page;
let page: Page;
let panel: Page;
/** Requests to anybody but the extension and the article's site, whoever sent them. */
const strangers: string[] = [];

function watch(url: string): void {
  if (/^(chrome-extension|blob|data|about|chrome):/.test(url)) return;
  if (new URL(url).host === "journal.example") return;
  strangers.push(url);
}

/** The requests of the page that owns the worker, which is no tab. */
async function watchOffscreen(cdp: CDPSession): Promise<void> {
  const { targetInfos } = await cdp.send("Target.getTargets");
  const target = targetInfos.find(({ url }) => url.endsWith("/offscreen.html"));
  assert.ok(target, "the worker's page is there");
  cdp.on("Target.receivedMessageFromTarget", ({ message }) => {
    const told = JSON.parse(message) as { method?: string; params?: { request?: { url: string } } };
    if (told.method === "Network.requestWillBeSent" && told.params?.request) watch(told.params.request.url);
  });
  const { sessionId } = await cdp.send("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: false,
  });
  await cdp.send("Target.sendMessageToTarget", {
    sessionId,
    message: JSON.stringify({ id: 1, method: "Network.enable" }),
  });
}

before(async () => {
  const addresses = [ADDRESS, ...Array.from({ length: 12 }, (_, at) => `${ADDRESS}-${String(at + 1)}`)];
  server = await serveSecurely(new Map(addresses.map((address) => [new URL(address).pathname, ARTICLE])));
  folder = mkdtempSync(join(tmpdir(), "citelight-own-model-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeLibrary(join(folder, "library"));
  putInto(folder);
  extension = await Extension.launch(folder, ["journal.example"], server.port);
  extension.context.on("request", (request) => {
    watch(request.url());
  });
  options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  // Extensions know names and parameters of before.
  await order(options, { availability: "unavailable", answers: ANSWERS, legacy: true });
  await options.reload();
  page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
  await watchOffscreen(extension.cdp);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const card = () => page.getByRole("dialog");
const offered = () => panel.getByRole("button", { name: /second opinion on 1 claim/ });

async function openCard(): Promise<void> {
  await panel.bringToFront();
  await panel.locator(".group .rows button").first().click();
  await page.bringToFront();
  await card().waitFor();
}

/** Opens the panel anew, which then looks whether there is a model. */
async function lookAgain(): Promise<void> {
  await panel.bringToFront();
  await panel.reload();
  await waitForEnd(panel);
}

let opened = 0;

/** Opens the article at another address, where nothing is known of it, and checks it. */
async function checkAnew(): Promise<void> {
  await page.close();
  await panel.close();
  // What a page leaves behind is saved when it is gone.
  await new Promise((done) => setTimeout(done, 1000));
  await forgetAnswers(options);
  opened += 1;
  page = await extension.context.newPage();
  await page.goto(`${ADDRESS}-${String(opened)}`);
  await extension.click(page);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
}

/** Asks about the one claim with what the double is told to do, and waits for the words on the card. */
async function askAndRead(told: RegExp): Promise<void> {
  await openCard();
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card().getByText(told).last().waitFor({ timeout: 60_000 });
}

test("without a model of the browser's nothing is offered, and the options say so", async () => {
  assert.equal(await panel.getByRole("button", { name: /second opinion/ }).count(), 0);
  await options.bringToFront();
  await options.getByLabel("Service", { exact: true }).selectOption("browser");
  await options.getByText("This browser has no AI model of its own that works on this device.").waitFor();
  assert.equal(await options.getByLabel("Address", { exact: true }).isVisible(), false);
  assert.equal(await options.getByLabel("API key", { exact: true }).isVisible(), false);
});

test("where the browser could have one, the panel offers it beside the one primary button, and tells of the download", async () => {
  await order(options, { availability: "downloadable", downloadStepMs: 1500 });
  await lookAgain();
  await panel.getByRole("button", { name: "Download the browser’s AI model" }).waitFor();
  await panel.getByText("The browser downloads its model once").waitFor();
  assert.equal(await panel.locator("button.primary:visible").count(), 1, "one primary button");
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "own-model-downloadable.png") });
  await panel.getByRole("button", { name: "Download the browser’s AI model" }).click();
  await panel.getByText(/The browser is downloading its model: 50%\./).waitFor();
  await panel.screenshot({ path: join(SCREENSHOTS, "own-model-downloading.png") });
  await panel.getByRole("button", { name: "Cancel download" }).click();
  await panel.getByText("Download cancelled.").waitFor();
});

test("a download that somebody else began is told of", async () => {
  await order(options, { availability: "downloading" });
  await lookAgain();
  await panel.getByText("The browser is downloading its model.").waitFor();
  await options.bringToFront();
  await options.reload();
  await options.getByLabel("Service", { exact: true }).selectOption("browser");
  await options.getByText("The browser is downloading its model.").waitFor();
});

test("one click: it judges the open claim with the source's words, by its name, and nothing is sent", async () => {
  await order(options, { availability: "available" });
  await lookAgain();
  await offered().waitFor();
  await panel
    .getByText("It runs on this computer: no account, no key, and nothing is sent anywhere.")
    .waitFor();
  await panel.screenshot({ path: join(SCREENSHOTS, "own-model-offer.png") });
  await offered().click();
  await panel.getByText("1 needs attention").first().waitFor({ timeout: 60_000 });
  await panel.getByText("You can ask this browser’s own AI model about inconclusive claims.").waitFor();
  await openCard();
  const text = (await card().textContent()) ?? "";
  assert.match(text, /a day later than under cool ones/);
  assert.match(text, /\(built-in AI\) finds that the source says otherwise/);
  assert.match(
    text,
    /Read by this browser’s own AI model: the claim, its neighbouring sentences and (one|two|three|\d+) passages?, in \d+ requests\. Nothing left this computer\./,
  );
  await page.screenshot({ path: join(SCREENSHOTS, "own-model-card.png") });
  assert.deepEqual(strangers, []);
  const log = await asked(options);
  const prompts = log.filter(({ kind }) => kind === "prompt");
  assert.ok(prompts.length >= 3, "several samples");
  assert.ok(prompts.some(({ text }) => text?.includes(SAYS)));
  assert.ok(
    prompts.every(({ schema }) => schema !== null),
    "every answer is held to a schema",
  );
  const made = log.filter(({ kind }) => kind === "session").length;
  const freed = log.filter(({ kind }) => kind === "freed").length;
  assert.ok(made - freed <= 3, `${made} sessions made, ${freed} freed`);
});

test("every way to fail is told in words, and the claim stays open", OF_ENDURANCE, async () => {
  for (const [orders, told] of [
    [{ fault: "refused" }, /The browser refused to answer this question\./],
    [{ fault: "failed" }, /This browser’s AI model failed\. Ask again\./],
    [{ fault: null, contextWindow: 300 }, /longer than this browser’s AI model can read at once/],
    [{ contextWindow: 9216, availability: "downloadable" }, /hasn’t downloaded its AI model yet/],
    [{ availability: "downloading" }, /still downloading its AI model/],
    [{ availability: "unavailable" }, /AI model can’t be used here/],
  ] as const) {
    await order(options, orders);
    await checkAnew();
    await askAndRead(told);
    assert.match((await card().textContent()) ?? "", /Inconclusive/);
  }
  await page.screenshot({ path: join(SCREENSHOTS, "own-model-unavailable.png") });
});

test("what is no JSON, or no object at all, is void: nothing is decided", async () => {
  for (const fault of ["invalid", "no-object"] as const) {
    await order(options, { availability: "available", fault });
    await checkAnew();
    await askAndRead(/Read by this browser’s own AI model/);
    assert.match((await card().textContent()) ?? "", /Inconclusive/);
  }
});

test("a slow model can be stopped", async () => {
  await order(options, { fault: "slow" });
  await checkAnew();
  await offered().click();
  await panel.getByText("Asking this browser’s AI model: 1 claim left.").waitFor();
  await panel.getByRole("button", { name: "Stop asking" }).click();
  await offered().waitFor();
  await order(options, { fault: null });
});

test("the options try it with one question, and forget it", async () => {
  await forgetAsked(options);
  await options.bringToFront();
  await options.reload();
  await options.getByText("The model is ready.").waitFor();
  await options.getByRole("button", { name: "Save and test" }).click();
  await options.getByText("This browser’s AI model works. Nothing was sent.").waitFor();
  assert.equal((await asked(options)).filter(({ kind }) => kind === "prompt").length, 1);
  assert.deepEqual(await axe(options), []);
  await options.locator("form.endpoint").screenshot({ path: join(SCREENSHOTS, "own-model-options.png") });
  await options.getByRole("button", { name: "Remove AI model and key" }).click();
  await options.getByText("Removed.").waitFor();
  assert.deepEqual(strangers, []);
});
