// In private windows nothing is kept: of an article, a forum, a console, a table for chairs, and a PDF.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { OF_ENDURANCE } from "./support/endurance";
import type { Extension } from "./support/extension";
import { grantedCopy } from "./support/granted";
import { AREA_CHAIRS, KINDS, liveConsole } from "./support/openreview/consoles";
import { FORUM, forumPage } from "./support/openreview/forum";
import { CHAIR } from "./support/openreview/frame";
import { USER_COOKIE, userOf } from "./support/openreview/session";
import { chairTwo, servedWorld, withHabits, type ServedWorld } from "./support/openreview/world";
import { anyLookUpButton, waitForHealth } from "./support/panel";
import {
  diskOf,
  hasPrivateWindow,
  launchAllowedInPrivate,
  openPrivately,
  OTHER_HTML,
} from "./support/private-window";
import { waitForAnyMark, waitForEnd } from "./support/reading";
import { ARTICLE as HTML } from "./support/sleep";

const ARTICLE = "https://journal.example/article";
/** Where the reader allows look-ups in an ordinary window. */
const OTHER = "https://journal.example/other";
const REFERENCE = "citelight-reference";

let world: ServedWorld;
let granted: ReturnType<typeof grantedCopy>;
let extension: Extension;
let close: () => Promise<void>;

before(async () => {
  world = await servedWorld(
    new Map([
      ["/article", HTML],
      ["/other", OTHER_HTML],
      ["/forum", forumPage({ reader: CHAIR })],
    ]),
    ["journal.example"],
  );
  world.pages.set("/group", liveConsole(KINDS.areaChairs, 2));
  chairTwo(world.api);
  granted = grantedCopy(["https://journal.example/*"]);
  withHabits(granted.folder);
  ({ extension, close } = await launchAllowedInPrivate(granted.folder, world.hosts, world.server.port));
  await allow(OTHER);
});

after(async () => {
  await close();
  await world.close();
  granted.remove();
});

/** What a reader chose in an ordinary window counts in private ones, too. */
async function allow(address: string): Promise<void> {
  const page = await extension.context.newPage();
  await page.goto(address);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await anyLookUpButton(panel).click();
  await panel.waitForTimeout(1_000);
  await panel.close();
  await page.close();
}

/** The article with look-ups; of what was found one thing is dismissed. */
async function checkArticle(page: Page): Promise<void> {
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await waitForHealth(panel, ["1 not found", "1 retracted"]);
  await waitForEnd(panel);
  await waitForAnyMark(page, REFERENCE);
  await panel.locator("details.group .rows button").first().click();
  await page.bringToFront();
  const card = page.getByRole("dialog");
  await card.getByRole("button", { name: "Not a problem", exact: true }).click();
  await card.getByText("Marked as not a problem.").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(1_000);
  await panel.close();
}

async function signIn(page: Page): Promise<void> {
  await page.evaluate(
    (cookie) => (document.cookie = cookie),
    `${USER_COOKIE}=${userOf(CHAIR)}; domain=.openreview.net; path=/`,
  );
}

async function checkForum(page: Page): Promise<void> {
  await signIn(page);
  await extension.click(page);
  const review = page.getByRole("region", { name: "Suggested references" }).first();
  await review.getByRole("button", { name: "Check 4 references" }).click();
  await review.getByText(/^Found: Evening sleepers/).waitFor({ timeout: 60_000 });
  await review
    .getByText(/to the submission: cosine/)
    .first()
    .waitFor({ timeout: 60_000 });
}

/** The queue of a console, and the table of whoever chairs. */
async function checkConsole(page: Page): Promise<void> {
  await signIn(page);
  await extension.click(page);
  await page.getByRole("button", { name: "Check submissions" }).click();
  await page.getByText("2 of 2 submissions checked.").first().waitFor({ timeout: 120_000 });
  await page.getByText("Table for chairs").click();
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByText(/^2 submissions, 2 reviewers/).waitFor();
  await page
    .getByText(/^\d+ of \d+ citations to review$/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByText("2 of 2 submissions checked.").nth(1).waitFor({ timeout: 120_000 });
}

/** Where two texts part. */
function difference(one: string, other: string): string {
  const at = [...other].findIndex((sign, place) => sign !== one[place]);
  return other.slice(Math.max(0, at - 80), at + 300);
}

for (const [name, address, check, options] of [
  ["an article", ARTICLE, checkArticle, OF_ENDURANCE],
  ["a forum", FORUM, checkForum, {}],
  ["a console and its table for chairs", AREA_CHAIRS, checkConsole, OF_ENDURANCE],
] as const)
  test(
    `of ${name} in a private window nothing is kept, and in an ordinary one something is`,
    options,
    async () => {
      const before = await diskOf(extension);
      const page = await openPrivately(extension, address);
      assert.ok(await hasPrivateWindow(extension));
      await check(page);
      await page.close();
      // What is kept when a page is left is kept a moment later.
      await new Promise((done) => setTimeout(done, 3_000));
      const kept = await diskOf(extension);
      assert.ok(kept === before, `kept of a private window: ${difference(before, kept)}`);

      const ordinary = await extension.context.newPage();
      await ordinary.goto(address);
      await check(ordinary);
      await ordinary.close();
      assert.notEqual(await diskOf(extension), before, "what is kept can be read here");
    },
  );

test("what an ordinary window kept is not told in a private one", async () => {
  const asked = world.web.log.entries().length;
  const page = await openPrivately(extension, ARTICLE);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await waitForHealth(panel, ["1 not found", "1 retracted"]);
  assert.equal(
    await panel.getByText("Checked today").isVisible(),
    false,
    await panel.locator("body").innerText(),
  );
  assert.equal(await panel.getByText("Dismissed").first().isVisible(), false);
  assert.ok(world.web.log.entries().length > asked, "and indexes are asked anew");
  await panel.close();
  await page.close();
  const console = await openPrivately(extension, AREA_CHAIRS);
  await extension.click(console);
  await console.getByText("0 of 2 submissions checked.").waitFor();
  await console.close();
});

test("in a private window Chrome shows no page of an extension: the reader is told, and no tab is opened", async () => {
  for (const [address, open] of [
    [FORUM, (page: Page) => page.getByRole("button", { name: "Check the paper’s citations" }).click()],
    [AREA_CHAIRS, (page: Page) => page.locator(".cell").first().click()],
  ] as const) {
    const before = await diskOf(extension);
    const page = await openPrivately(extension, address);
    await extension.click(page);
    const pages = extension.context.pages().length;
    const files = world.server.asked.filter((path) => path === "/pdf").length;
    await open(page);
    await page.getByText("Chrome doesn’t show the viewer in private windows.").waitFor();
    assert.equal(extension.context.pages().length, pages);
    assert.equal(world.server.asked.filter((path) => path === "/pdf").length, files);
    assert.equal(await diskOf(extension), before);
    await page.close();
  }
});
