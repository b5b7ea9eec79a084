import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { axe, checkAgain, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { lookUpButton, waitForHealth } from "./support/panel";

const MAIL = "reader@example.org";
/** Looks like a key, and is looked for wherever one could show. */
const OPENALEX_KEY = "oa-key-5e1f9";
const ADDRESS = "https://journal.example/sleep";

let web: Awaited<ReturnType<typeof sleepWeb>>;
let granted: Awaited<ReturnType<typeof launchGranted>>;
let extension: Extension;

before(async () => {
  web = await sleepWeb();
  granted = await launchGranted(web, "journal.example", new Map([["/sleep", ARTICLE]]));
  ({ extension } = granted);
});

after(async () => {
  await granted.close();
  await web.close();
});

test("the side panel lets references be looked up: found, retracted, missing, and a claim checked", async () => {
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await lookUpButton(panel).waitFor();
  assert.equal(
    await panel.locator(".state p").textContent(),
    "3 citations, 3 references found. Nothing was looked up yet.",
  );
  assert.equal(await panel.locator(".notices li").count(), 0, "what is to be done is said once");
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-look-up-offer.png"), animations: "disabled" });
  assert.equal(web.log.entries().length, 0, "nobody is asked before the reader says so");

  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByLabel("Your email address (optional)").fill("no address");
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("This isn’t an email address.").waitFor();
  await options.getByLabel("Your email address (optional)").fill(MAIL);
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("Saved.", { exact: true }).waitFor();
  await options.getByText("Advanced", { exact: true }).click();
  const keyed = options.getByLabel("Your key for OpenAlex");
  await keyed.fill("no key");
  await options.getByRole("button", { name: "Save keys" }).click();
  await options.getByText("This isn’t a key for OpenAlex").waitFor();
  await keyed.fill(OPENALEX_KEY);
  await options.getByRole("button", { name: "Save keys" }).click();
  await options.getByText("A key is saved.").waitFor();
  assert.equal(await keyed.inputValue(), "", "a key that is kept is not shown again");
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "extension-source-keys.png"), fullPage: true });
  await options.close();
  await panel.bringToFront();

  await lookUpButton(panel).click();
  await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"]);
  await waitForEnd(panel);
  await waitForMark(page, "citelight-may-differ-sentence", "remembered 30 % less");
  assert.deepEqual(await axe(panel), []);
  const told = web.log.entries().filter(({ source }) => source === "crossref");
  assert.ok(
    told.length > 0 && told.every(({ mailto }) => mailto === MAIL),
    "Crossref is told the mail address",
  );
  // The entry that nobody wrote has a DOI, which would speak for it if it were registered.
  assert.ok(web.log.entries().some(({ source, path }) => source === "doi" && path.includes("sheep.3")));
  const keyUsers = new Set(web.log.entries().flatMap(({ source, key }) => (key ? [source] : [])));
  assert.deepEqual([...keyUsers], ["openalex"], "the key goes to its source and to no other");
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-look-up.png"), animations: "disabled" });

  const before = web.log.entries().length;
  await panel.reload();
  await panel.getByText("References are looked up online.").waitFor();
  await checkAgain(panel);
  await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"]);
  assert.equal(web.log.entries().length, before, "what was answered is kept");
  await panel.close();
  await page.close();
});

test("a key of a source is in no log and no file of settings, and goes when it is removed", async () => {
  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  const log = options.locator(".log tbody");
  await log.getByText("api_key=…").first().waitFor();
  assert.ok(!(await log.innerText()).includes(OPENALEX_KEY));
  await options.getByText("Advanced", { exact: true }).click();
  const [file] = await Promise.all([
    options.waitForEvent("download"),
    options.getByRole("button", { name: "Export settings" }).click(),
  ]);
  assert.ok(!readFileSync(await file.path(), "utf8").includes(OPENALEX_KEY));
  await options.getByRole("button", { name: "Remove key for OpenAlex" }).click();
  await options.getByText("The key for OpenAlex was removed.").waitFor();
  const kept = await options.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)));
  assert.ok(!kept.includes(OPENALEX_KEY));
  await options.close();
});
