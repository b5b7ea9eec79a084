// Consoles that behave as they were seen to on OpenReview's own web app: see support/openreview/console-app.ts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import { leadOn } from "./support/openreview/app";
import {
  ACTION_EDITORS,
  AREA_CHAIRS,
  areaChairPage,
  CONSOLE,
  KINDS,
  liveConsole,
  PROGRAM_CHAIRS,
  programChairPage,
  SENIOR_AREA_CHAIRS,
  submissionId,
} from "./support/openreview/consoles";
import { FORUM, forumPage } from "./support/openreview/forum";
import { CHAIR, FRAME } from "./support/openreview/frame";
import { signIn } from "./support/openreview/session";
import { openReviewWorld, withHabits, type OpenReviewWorld } from "./support/openreview/world";
import { axe } from "./support/reading";
import type { Served } from "./support/tls";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld(new Map(), { prepare: withHabits });
  await signIn(world.extension.context, CHAIR);
});

after(async () => {
  await world.close();
});

async function open(console: Served, address: string, width = 1300): Promise<Page> {
  world.pages.set("/group", console);
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".tabs-container").waitFor();
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

/** As slow as a site may be, so that there is time to see each submission's turn. */
async function slowly(page: Page): Promise<void> {
  await page.route("**/pdf?*", async (route) => {
    await new Promise((done) => setTimeout(done, 1_200));
    await route.continue().catch(() => undefined);
  });
}

const fetched = (): number => world.server.asked.filter((path) => path === "/pdf").length;
const cells = (page: Page): Promise<number> => page.locator("table .cell").count();

async function wait(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll("table [data-citelight-ui=cell]").length === wanted,
    count,
  );
}

/** Each cell stands in the row of its own submission, once. */
async function assertInPlace(page: Page): Promise<void> {
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll("table.console-table tbody tr")].map((row) => {
      const own = [...row.querySelectorAll("[data-citelight-ui=cell]")];
      return [
        row.querySelector(".note-number")?.textContent,
        own.map(({ shadowRoot }) => /part (\d+)/.exec(shadowRoot?.querySelector("button")?.title ?? "")?.[1]),
      ];
    }),
  );
  for (const [number, own] of rows) assert.deepEqual(own, [number]);
}

async function choosePolicy(policy: PolicyProfile | null): Promise<void> {
  const [worker] = world.extension.context.serviceWorkers();
  assert.ok(worker);
  await worker.evaluate(
    (policy) =>
      policy === null ? chrome.storage.local.remove("policy") : chrome.storage.local.set({ policy }),
    policy,
  );
}

for (const [name, kind, address, shown] of [
  ["a reviewer", KINDS.reviewers, CONSOLE, 30],
  ["an area chair", KINDS.areaChairs, AREA_CHAIRS, 30],
  ["an action editor", KINDS.actionEditors, ACTION_EDITORS, 30],
  ["a senior area chair", KINDS.seniorAreaChairs, SENIOR_AREA_CHAIRS, 25],
  ["a program chair", KINDS.programChairs, PROGRAM_CHAIRS, 25],
] as const)
  test(`the console of ${name}: an early click, then cells that survive sorting, search and pages; all are counted`, async () => {
    const before = world.server.asked.length;
    const page = await open(liveConsole(kind, 30, { drawMs: 900 }), address);
    await page.getByText("0 of 30 submissions checked.").waitFor();
    await wait(page, shown);
    assert.equal(await page.getByRole("columnheader", { name: "Citations" }).count(), 1);
    await assertInPlace(page);
    await page.locator(".sort-button").click();
    await page.waitForFunction(() => document.querySelector("tbody .note-number")?.textContent === "30");
    await wait(page, shown);
    await assertInPlace(page);
    await page.locator(".search-input").fill("part 12");
    await wait(page, 1);
    await assertInPlace(page);
    await page.locator(".search-input").fill("nothing of the kind");
    await wait(page, 0);
    await page.locator(".search-input").fill("");
    await wait(page, shown);
    await assertInPlace(page);
    if (shown < 30) {
      await page.locator(".pagination a", { hasText: "2" }).click();
      await wait(page, 5);
      await assertInPlace(page);
      await page.locator(".pagination a", { hasText: "1" }).click();
      await wait(page, shown);
    }
    await page.getByText("0 of 30 submissions checked.").waitFor();
    assert.deepEqual(
      world.server.asked.slice(before).filter((path) => !["/group", "/favicon.ico"].includes(path)),
      [],
      "and nobody was asked",
    );
    assert.deepEqual(await axe(page, FRAME), []);
    await page.close();
  });

test("tabs: where people are listed there is no cell, and none is lost", async () => {
  const page = await open(liveConsole(KINDS.programChairs, 30, { open: "overview" }), PROGRAM_CHAIRS);
  await page.getByText("Open a tab that lists submissions.").waitFor();
  await page.getByRole("tab", { name: "Submission Status" }).click();
  await wait(page, 25);
  await page.getByRole("tab", { name: "Area Chair Status" }).click();
  await page.locator(".pc-console-ac-sac-status").waitFor();
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await cells(page), 0);
  await page.getByText("0 of 30 submissions checked.").waitFor();
  await page.getByRole("tab", { name: "Submission Status" }).click();
  await wait(page, 25);
  await assertInPlace(page);
  await page.close();
});

test("a column that would widen a narrow page is none: cells stand below the titles", async () => {
  const widths = async (width: number): Promise<number[]> => {
    world.pages.set("/group", liveConsole(KINDS.areaChairs, 5));
    const page = await world.extension.context.newPage();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(AREA_CHAIRS);
    await page.locator("tbody tr").first().waitFor();
    const measure = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    const before = await measure();
    await world.extension.click(page);
    await wait(page, 5);
    await new Promise((done) => setTimeout(done, 500));
    const columns = await page.getByRole("columnheader", { name: "Citations" }).count();
    const after = await measure();
    await assertInPlace(page);
    await page.close();
    return [before, after, columns];
  };
  const [wide, wideAfter, columns] = await widths(1300);
  assert.deepEqual([wideAfter, columns], [wide, 1]);
  const [narrow, narrowAfter, none] = await widths(400);
  assert.deepEqual([narrowAfter, none], [narrow, 0]);
});

test("the queue takes in what other pages list: OpenReview is asked for ids, and only when it is started", async () => {
  world.api.submissions = Array.from({ length: 60 }, (_, at) => ({
    id: submissionId(at + 1),
    number: at + 1,
  }));
  world.api.chaired.role = "Senior_Area_Chairs";
  world.api.chaired.numbers = Array.from({ length: 30 }, (_, at) => at + 1);
  const page = await open(liveConsole(KINDS.seniorAreaChairs, 30), SENIOR_AREA_CHAIRS);
  await wait(page, 25);
  await slowly(page);
  world.api.asked.length = 0;
  await page.getByRole("button", { name: "Check submissions" }).click();
  await page.getByText(/^[1-9]\d* of 30 submissions checked\.$/).waitFor({ timeout: 60_000 });
  assert.deepEqual(
    world.api.asked.map(({ path }) => path),
    ["/groups", "/notes", "/groups"],
  );
  assert.ok(!JSON.stringify(world.api.asked).includes("diary study"), "no title is told");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.close();

  // A list of another length is not the console's.
  world.api.chaired.numbers = [1, 2];
  const other = await open(liveConsole(KINDS.seniorAreaChairs, 30), SENIOR_AREA_CHAIRS);
  await slowly(other);
  await wait(other, 25);
  await other.getByRole("button", { name: /Check submissions|Continue/ }).click();
  await other.getByText("5 submissions on other pages couldn’t be listed.").waitFor();
  await other.getByRole("button", { name: "Pause" }).click();
  await other.locator(".pagination a", { hasText: "2" }).click();
  await wait(other, 5);
  await other.close();
});

test("the queue stops when the console is left, and says so; back on it, it can go on", async () => {
  const page = await open(liveConsole(KINDS.areaChairs, 60), AREA_CHAIRS);
  await wait(page, 60);
  await slowly(page);
  await page.getByRole("button", { name: /Check submissions|Continue/ }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.evaluate(leadOn, [FORUM, forumPage()] as const);
  await page.waitForFunction(() => document.querySelectorAll("[data-citelight-ui]").length === 0);
  const [worker] = world.extension.context.serviceWorkers();
  await worker?.evaluate(async () => {
    for (let left = 0; left < 50; left += 1) {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const title = await chrome.action.getTitle({ tabId: tab?.id ?? 0 });
      if (title === "The check stopped when you left the console. Return to it to continue.") return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the toolbar does not say that the check stopped");
  });
  const before = fetched();
  await new Promise((done) => setTimeout(done, 2_500));
  assert.ok(fetched() <= before + 1, "nothing more is fetched");
  await page.evaluate(leadOn, [AREA_CHAIRS, areaChairPage(60)] as const);
  await page.getByText("The check stopped when you left the console.").waitFor();
  await page.getByRole("button", { name: /Check submissions|Continue/ }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await worker?.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    for (let left = 0; left < 50; left += 1) {
      if ((await chrome.action.getBadgeText({ tabId: tab?.id ?? 0 })) === "") return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the toolbar still says that the check stopped");
  });
  await page.getByRole("button", { name: "Pause" }).click();
  await page.close();
});

test("a console that is left while its other pages are asked for begins no queue, and says so when the reader is back", async () => {
  world.api.submissions = Array.from({ length: 60 }, (_, at) => ({
    id: `Left${String(at + 1).padStart(6, "0")}`,
    number: at + 1,
  }));
  world.api.chaired.numbers = Array.from({ length: 30 }, (_, at) => at + 1);
  const page = await open(liveConsole(KINDS.seniorAreaChairs, 30), SENIOR_AREA_CHAIRS);
  await wait(page, 25);
  const release = world.api.hold("/groups");
  const before = fetched();
  await page.getByRole("button", { name: /Check submissions|Continue/ }).click();
  await page.waitForTimeout(500);
  await page.evaluate(leadOn, [FORUM, forumPage()] as const);
  await page.waitForFunction(() => document.querySelectorAll("[data-citelight-ui]").length === 0);
  release();
  await page.waitForTimeout(2_500);
  assert.equal(fetched(), before);
  await page.evaluate(leadOn, [SENIOR_AREA_CHAIRS, programChairPage(30)] as const);
  await page.getByText("The check stopped when you left the console.").waitFor();
  await page.close();
});

test("Back may change the address and not what is shown: the cells stay, and another console has its own", async () => {
  const page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  await wait(page, 3);
  await page.evaluate((address) => {
    history.replaceState(null, "", address);
    document.querySelector("main")?.append(document.createElement("span"));
  }, PROGRAM_CHAIRS);
  await page.waitForTimeout(800);
  await wait(page, 3);
  await assertInPlace(page);
  await page.close();
});

test("the console uses the reader's language; a new choice takes effect on the next click", async () => {
  const [worker] = world.extension.context.serviceWorkers();
  const speak = async (language: string): Promise<void> => {
    await worker?.evaluate((language) => chrome.storage.local.set({ language }), language);
  };
  await speak("de");
  const page = await open(liveConsole(KINDS.reviewers, 2), CONSOLE);
  await page.getByText(/^\d von 2 Einreichungen geprüft\.$/).waitFor();
  for (const [language, words] of [
    ["zh", /^已核查 \d \/ 2 篇投稿。$/],
    ["browser", /^\d of 2 submissions checked\.$/],
  ] as const) {
    await speak(language);
    await world.extension.click(page);
    await page.getByText(words).waitFor();
  }
  await page.close();
});

test("what was checked without look-ups can be checked again with them", async () => {
  const page = await open(liveConsole(KINDS.reviewers, 2), CONSOLE);
  await wait(page, 2);
  const start = page.getByRole("button", { name: /Check submissions|Continue/ });
  if (await start.isVisible()) await start.click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Check 2 submissions again, with lookups" }).click();
  await page.getByText("Lookups are off.").waitFor();
  await world.extension.click(page);
  const panel = await world.extension.sidePanel();
  await panel.getByRole("button", { name: "Look up references online" }).click();
  await page.bringToFront();
  await page.getByRole("button", { name: "Check 2 submissions again, with lookups" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 60_000 });
  assert.equal(await page.getByRole("button", { name: /again, with lookups/ }).count(), 0);
  await panel.close();

  // A policy that the reader chooses counts problems otherwise; nothing is fetched for it.
  const before = fetched();
  const cell = page.locator("table .cell").first();
  assert.match((await cell.textContent()) ?? "", /^2 need attention/);
  // Nobody knows whether the retraction came before the submission: no policy holds that against it.
  await choosePolicy("strict");
  await page.getByText("Problems are counted under the strict policy.").waitFor();
  assert.match((await cell.textContent()) ?? "", /^no source readable0 of 4 citations checked/);
  await choosePolicy(null);
  await page.getByText(/Problems are counted under/).waitFor({ state: "hidden" });
  assert.match((await cell.textContent()) ?? "", /^2 need attention/);
  assert.equal(fetched(), before);
  await page.close();
});
