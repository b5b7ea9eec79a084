/** A browser that is closed, a disk that is full, sources that cannot be reached: nothing is lost, nothing asked twice, nobody accused. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";
import { forgetAnswers } from "./support/answers";
import { OF_ENDURANCE } from "./support/endurance";
import { launchGranted, type Granted } from "./support/granted";
import { checkAgain, SCREENSHOTS, waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { health, lookUpButton, waitForHealth } from "./support/panel";

const ADDRESS = "https://journal.example/sleep";
const FOUND = ["1 verified", "1 not found", "1 retracted"];
const LATENCY_MS = 400;

let web: Awaited<ReturnType<typeof sleepWeb>>;
let granted: Granted;
let undisturbed: CheckExport;

before(async () => {
  web = await sleepWeb();
  granted = await launchGranted(web, "journal.example", new Map([["/sleep", ARTICLE]]));
  const panel = await checked();
  await lookUpButton(panel).click();
  await waitForHealth(panel, FOUND);
  await waitForEnd(panel);
  undisturbed = await reportOf(panel);
  assert.ok(undisturbed.findings.length > 0);
});

beforeEach(async () => {
  const options = await granted.extension.context.newPage();
  await options.goto(`chrome-extension://${granted.extension.id}/options.html`);
  await options.getByRole("button", { name: "Clear cache" }).click();
  await options.getByText("Cache cleared.").waitFor();
  // What was found before is not shown again, but found again.
  await forgetAnswers(options);
  await options.close();
  web.reset();
});

after(async () => {
  await granted.close();
  await web.close();
});

/** Opens the article, clicks the button, gives the side panel. */
async function begun(): Promise<Page> {
  const page = await granted.extension.context.newPage();
  await page.goto(ADDRESS);
  await granted.extension.click(page);
  return granted.extension.sidePanel();
}

async function checked(): Promise<Page> {
  const panel = await begun();
  await waitForEnd(panel);
  return panel;
}

/** Checks the first citation alone, by its card, until it has been checked. */
async function checkFirstAgain(panel: Page): Promise<void> {
  const page = granted.extension.context.pages().findLast((one) => one.url() === ADDRESS);
  assert.ok(page);
  const row = panel.locator(".group .rows button").first();
  if (!(await row.isVisible())) await panel.locator("details.group > summary:visible").first().click();
  await row.click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  const again = card.getByRole("button", { name: "Check again" });
  for (let tries = 0; tries < 20 && (await again.isVisible()); tries += 1) {
    await again.click();
    await page.waitForTimeout(4000);
    await card.getByText("Checking again…").waitFor({ state: "hidden" });
  }
  await again.waitFor({ state: "hidden" });
  await page.screenshot({ path: join(SCREENSHOTS, "card-checked-again.png") });
}

function assertSame(report: CheckExport): void {
  assert.deepEqual(report.findings, undisturbed.findings);
  assert.deepEqual(report.resolutions, undisturbed.resolutions);
  assert.deepEqual(report.summary, undisturbed.summary);
}

/** Questions that came more than once, with the times of the last two. */
function askedTwice(): { question: string; first: number }[] {
  const seen = new Map<string, number>();
  const again: { question: string; first: number }[] = [];
  for (const { method, path, query, time } of web.log.entries()) {
    const question = JSON.stringify([method, path, query]);
    const first = seen.get(question);
    if (first !== undefined) again.push({ question, first });
    seen.set(question, time);
  }
  return again;
}

test("a browser closed in the midst of an audit: on another day it goes on, and what was answered is not asked again", async () => {
  // The log counts from its own beginning.
  await fetch(`${web.url}/crossref/works/10.1016/sleep.1`);
  const began = Date.now() - (web.log.entries().at(-1)?.time ?? 0);
  web.reset();
  web.setFaults({ latency: LATENCY_MS });
  await begun();
  for (let wait = 0; wait < 1200 && web.log.entries().length < 5; wait += 1)
    await new Promise((done) => setTimeout(done, 50));
  const closed = Date.now() - began;
  await granted.restart();
  const panel = await begun();
  await waitForHealth(panel, FOUND);
  await waitForEnd(panel);
  assertSame(await reportOf(panel));
  for (const { question, first } of askedTwice())
    assert.ok(
      first + LATENCY_MS + 1000 > closed,
      `${question} was answered long before the browser was closed`,
    );
});

test("a full disk: the audit is the same, only nothing is kept for the next", async () => {
  const blank = await granted.extension.context.newPage();
  await blank.goto(`chrome-extension://${granted.extension.id}/options.html`);
  const session = await granted.extension.context.newCDPSession(blank);
  const origin = `chrome-extension://${granted.extension.id}`;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  const panel = await begun();
  await waitForHealth(panel, FOUND);
  await waitForEnd(panel);
  assertSame(await reportOf(panel));
  assert.deepEqual(askedTwice(), []);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await blank.close();
});

test("offline: nobody is accused, and back online only what stayed open is asked", OF_ENDURANCE, async () => {
  granted.setOnline(false);
  const panel = await checked();
  const offline = await reportOf(panel);
  assert.ok(offline.findings.every(({ verdict }) => verdict !== "miscited"));
  assert.ok(offline.resolutions.every(({ resolution }) => resolution.kind === "unknown"));
  assert.equal(web.log.entries().length, 0);
  granted.setOnline(true);
  await checkFirstAgain(panel);
  const [first, ...others] = (await reportOf(panel)).findings;
  assert.deepEqual(first, undisturbed.findings[0]);
  assert.deepEqual(others, offline.findings.slice(1));
  // Sources that failed several times are left alone for half a minute, and the list says so.
  const isFound = async (): Promise<boolean> => {
    const told = await Promise.all(FOUND.map((one) => health(panel, one).isVisible()));
    return told.every(Boolean);
  };
  for (let tries = 0; tries < 20 && !(await isFound()); tries += 1) {
    await panel.waitForTimeout(4000);
    await checkAgain(panel);
  }
  assert.ok(await isFound());
  assertSame(await reportOf(panel));
  assert.deepEqual(askedTwice(), []);
});
