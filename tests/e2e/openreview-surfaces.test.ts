// Every surface on OpenReview's pages, light and dark, on a narrow page and at 200 % zoom: nothing widens the page, all of it can be read.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { AREA_CHAIRS, CONSOLE, KINDS, liveConsole, PROGRAM_CHAIRS } from "./support/openreview/consoles";
import { BAKERS, EDGES, edgeBrowserPage, SLEEP } from "./support/openreview/edge-browser";
import { FORUM } from "./support/openreview/forum";
import { liveForum } from "./support/openreview/app";
import { ADA, BO, CHAIR, FRAME, JANE, RAE } from "./support/openreview/frame";
import { style } from "./support/openreview/style";
import { chairedWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe, SCREENSHOTS, waitForEnd } from "./support/reading";
import type { Served } from "./support/tls";

let world: OpenReviewWorld;

before(async () => {
  world = await chairedWorld();
  const page = await open("/forum", liveForum(), FORUM);
  await world.allowLookUps(page);
  await page.close();
});

after(async () => {
  await world.close();
});

const WIDE = { width: 1280, height: 900 };
/** Of 1280 pixels, at 200 % zoom, as many are left as a page sees. */
const LOOKS = [
  ["light", WIDE, false],
  ["dark", WIDE, true],
  ["420", { width: 420, height: 900 }, false],
  ["zoom", { width: 640, height: 450 }, false],
] as const;

async function open(path: string, served: Served, address: string): Promise<Page> {
  world.pages.set(path, served);
  const page = await world.extension.context.newPage();
  await page.setViewportSize(WIDE);
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("main").waitFor();
  await style(page);
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

/** How far the page goes beyond its window. */
const beyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The same page without what is ours. */
async function beyondWithout(page: Page): Promise<number> {
  const hide = (display: string): Promise<void> =>
    page.evaluate((shown) => {
      for (const host of document.querySelectorAll<HTMLElement>("[data-citelight-ui]"))
        host.style.setProperty("display", shown, "important");
    }, display);
  await hide("none");
  const without = await beyond(page);
  await page.evaluate(() => {
    for (const host of document.querySelectorAll<HTMLElement>("[data-citelight-ui]"))
      host.style.removeProperty("display");
  });
  return without;
}

/** What goes beyond its box of ours. */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-citelight-ui]")].flatMap((host) => {
      const { right } = host.getBoundingClientRect();
      return [...(host.shadowRoot?.querySelectorAll("*") ?? [])]
        .filter((part) => part.getBoundingClientRect().right > right + 1)
        .map(
          (part) => `${part.tagName}.${part.getAttribute("class") ?? ""}: ${part.textContent.slice(0, 40)}`,
        );
    }),
  );

async function look(name: string, page: Page): Promise<void> {
  for (const [as, size, isDark] of LOOKS) {
    await page.setViewportSize(size);
    await page.evaluate((dark) => document.documentElement.toggleAttribute("data-dark", dark), isDark);
    // Themes are chosen when something changes.
    await page.evaluate(() => document.querySelector("main")?.append(document.createElement("span")));
    await page.waitForTimeout(900);
    const themes = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-citelight-ui][data-theme]")].map(
        ({ dataset }) => dataset.theme,
      ),
    );
    assert.deepEqual([...new Set(themes)], [isDark ? "dark" : "light"], `${name}, ${as}`);
    assert.deepEqual(await sticksOut(page), [], `${name}, ${as}: what sticks out`);
    const [ours, without] = [await beyond(page), await beyondWithout(page)];
    assert.ok(
      ours <= without,
      `${name}, ${as}: the page is ${ours} too wide, and ${without} without Citelight`,
    );
    assert.deepEqual(await axe(page, FRAME), [], `${name}, ${as}`);
    await page.mouse.move(0, 0);
    await page.screenshot({
      path: join(SCREENSHOTS, `surface-${name}-${as}.png`),
      fullPage: true,
      animations: "disabled",
    });
  }
  await page.close();
}

test("a forum, its suggestions looked up and an assignment checked", async () => {
  const page = await open(
    "/forum",
    liveForum({ authors: { kind: "revealed", people: [ADA, BO] }, reader: CHAIR }),
    FORUM,
  );
  for (const count of [4, 3]) {
    await page.getByRole("button", { name: `Check ${count} references` }).click();
    await page
      .getByText(/to the submission: cosine/)
      .first()
      .waitFor({ timeout: 60_000 });
  }
  await page.getByText(/^Far from the submission/).waitFor({ timeout: 60_000 });
  await page.getByText("Check an assignment").click();
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByLabel("Reviewer’s profile").fill(RAE.id);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText(/^Co-author of Ada Author/).waitFor({ timeout: 60_000 });
  await look("forum", page);
});

for (const [name, kind, address] of [
  ["reviewer", KINDS.reviewers, CONSOLE],
  ["area-chair", KINDS.areaChairs, AREA_CHAIRS],
  ["program-chair", KINDS.programChairs, PROGRAM_CHAIRS],
] as const)
  test(`the console of a ${name}, some submissions checked`, async () => {
    const page = await open("/group", liveConsole(kind, 4), address);
    await page.getByText(/of 4 submissions checked\.$/).waitFor();
    await page.locator("table [data-citelight-ui=cell]").nth(3).waitFor();
    const start = page.getByRole("button", { name: /^(Check submissions|Continue)$/ });
    if (await start.isVisible()) await start.click();
    await page.getByText(/^[2-4] of 4 submissions checked\.$/).waitFor({ timeout: 120_000 });
    // The last of them may be checked before it is pressed.
    const all = page.getByText("4 of 4 submissions checked.");
    await Promise.any([page.getByRole("button", { name: "Pause" }).click(), all.waitFor()]);
    await look(name, page);
  });

test("the table of a chair, all of it checked", async () => {
  const page = await open("/group", liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  await page.getByText("Table for chairs").click();
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByText("2 submissions, 2 reviewers").waitFor();
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 120_000 });
  await look("chairs", page);
});

test("the browser of edges, all reviewers compared", async () => {
  const served = edgeBrowserPage({
    columns: [{ notes: [SLEEP, BAKERS] }, { reviewers: [RAE, JANE], of: SLEEP }],
  });
  const body = new TextEncoder().encode(served);
  const page = await open("/edges/browse", { type: "text/html; charset=utf-8", body, isFree: true }, EDGES);
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("2 of 2 reviewers compared.").waitFor({ timeout: 60_000 });
  await look("edges", page);
});

/** A page of the extension's own follows the system, and is as wide as the panel or a tab. */
async function lookAtOwn(name: string, page: Page): Promise<void> {
  for (const [as, size, isDark] of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await page.waitForTimeout(300);
    assert.equal(await beyond(page), 0, `${name}, ${as}`);
    assert.deepEqual(await axe(page), [], `${name}, ${as}`);
    await page.screenshot({
      path: join(SCREENSHOTS, `surface-${name}-${as}.png`),
      fullPage: true,
      animations: "disabled",
    });
  }
}

test("the draft for a review, beside a submission's PDF", async () => {
  const page = await open("/forum", liveForum(), FORUM);
  const [viewer] = await Promise.all([
    world.extension.context.waitForEvent("page"),
    page.getByRole("button", { name: "Check the paper’s citations" }).click(),
  ]);
  await viewer.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
  await world.extension.click(viewer);
  const tab = await viewer.evaluate(async () => (await chrome.tabs.getCurrent())?.id);
  const panel = await world.extension.sidePanel(tab);
  await waitForEnd(panel);
  await panel.locator(".export > summary").click();
  await panel.getByRole("button", { name: "Summary for my review" }).click();
  const draft = panel.getByRole("textbox", { name: "Summary for my review" });
  await draft.waitFor();
  assert.match(await draft.inputValue(), /^One cited work has been retracted: Dahl/);
  await draft.scrollIntoViewIfNeeded();
  await lookAtOwn("draft", panel);
  await panel.getByRole("button", { name: "Copy draft" }).waitFor();
  for (const one of [panel, viewer, page]) await one.close();
});
