import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { axe, checkAgain, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";

const MAIL = "reader@example.org";
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
  const count = panel.locator(".references .count");
  assert.match((await count.textContent()) ?? "", /^0 of 3 found/);
  assert.equal(web.log.entries().length, 0, "nobody is asked before the reader says so");

  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByLabel("Your mail address").fill("no address");
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("This is no mail address.").waitFor();
  await options.getByLabel("Your mail address").fill(MAIL);
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("Saved.").waitFor();
  await options.close();
  await panel.bringToFront();

  await panel.getByLabel("Look references up online").check();
  await panel.getByText("2 of 3 found · 2 to look at").waitFor({ timeout: 60_000 });
  await waitForEnd(panel);
  await waitForMark(page, "citelight-review-sentence", "remembered 30 % less");
  assert.deepEqual(await axe(panel), []);
  const told = web.log.entries().filter(({ source }) => source === "crossref");
  assert.ok(
    told.length > 0 && told.every(({ mailto }) => mailto === MAIL),
    "Crossref is told the mail address",
  );
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-look-up.png"), animations: "disabled" });

  const before = web.log.entries().length;
  await panel.reload();
  assert.equal(await panel.getByLabel("Look references up online").isChecked(), true);
  await checkAgain(panel);
  assert.match((await count.textContent()) ?? "", /^2 of 3 found/);
  assert.equal(web.log.entries().length, before, "what was answered is kept");
  await panel.close();
  await page.close();
});
