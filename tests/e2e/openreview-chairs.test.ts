// The table of whoever chairs, on consoles as they were seen to behave; the API's answers in its documented shapes, the people invented.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { OF_ENDURANCE } from "./support/endurance";
import { leadOn } from "./support/openreview/app";
import {
  ACTION_EDITORS,
  AREA_CHAIRS,
  CONSOLE,
  KINDS,
  liveConsole,
  PROGRAM_CHAIRS,
  SENIOR_AREA_CHAIRS,
} from "./support/openreview/consoles";
import { FORUM, forumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, FRAME } from "./support/openreview/frame";
import { signIn } from "./support/openreview/session";
import { largeVenue, smallVenue, titleOf } from "./support/openreview/venue";
import { ABSTRACT } from "./support/openreview/works";
import { chairTwo, openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe, SCREENSHOTS } from "./support/reading";
import type { Served } from "./support/tls";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld();
  await signIn(world.extension.context, CHAIR);
});

after(async () => {
  await world.close();
});

async function open(console: Served, address: string, width = 1300): Promise<Page> {
  world.pages.set("/group", console);
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width, height: 1000 });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".tabs-container").waitFor();
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

/** The small venue, of which whoever is signed in chairs two submissions. */
function chairSome(role = "Area_Chair"): void {
  chairTwo(world.api, role);
  world.api.asked.length = 0;
}

async function build(page: Page): Promise<void> {
  await page.getByText("Table for chairs").click();
  await page.getByRole("button", { name: "Build the table" }).click();
  await page
    .getByText(/^[\d,]+ submissions, [\d,]+ reviewers?, [\d,]+ suggested references\.$/)
    .waitFor({ timeout: 60_000 });
}

const paths = (): string[] => world.api.asked.map(({ path }) => path);
const body = async (page: Page): Promise<string> => (await page.locator("table.chairs").textContent()) ?? "";

let isAllowed = false;

/** Once for all tests that follow. */
async function allowLookUps(page: Page): Promise<void> {
  if (isAllowed) return;
  isAllowed = true;
  await world.allowLookUps(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
}

test("an area chair's table: nothing before a press, then what the console itself asks for, and no more", async () => {
  chairSome();
  const page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  await page.getByText("Table for chairs").click();
  await page.waitForTimeout(500);
  assert.deepEqual(world.api.asked, []);
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByText("2 submissions, 2 reviewers, 10 suggested references.").waitFor();
  assert.deepEqual(paths(), ["/groups", "/groups", "/notes", "/groups", "/groups", "/profiles/search"]);
  const text = await body(page);
  for (const part of [
    titleOf(1),
    titleOf(2),
    "Rae Viewer · Reviewer aB1c",
    "not looked up",
    "Citations not checked yet",
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes(titleOf(3)), "others' submissions are not in it");
  assert.deepEqual(await axe(page, FRAME), []);
  await page.close();
});

test("suggestions are looked up, reviewers compared; paused it asks no more, on another day nothing is asked twice", async () => {
  chairSome();
  let page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  await build(page);
  // Without look-ups.
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.waitForTimeout(1_500);
  const paused = world.api.asked.length;
  await page.waitForTimeout(2_500);
  assert.equal(world.api.asked.length, paused, "paused");
  await page.getByRole("button", { name: /^(Continue|Check suggestions and reviewers)$/ }).click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 60_000 });
  await page.getByText("Suggested references weren’t looked up because lookups are off.").waitFor();
  assert.equal(paths().filter((path) => path === "/edges").length, 4);
  assert.equal(
    world.api.asked.filter(({ query }) => query.includes("authorids")).length,
    4,
    "two people, both APIs",
  );
  await page.close();

  page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  await allowLookUps(page);
  await build(page);
  const known = world.api.asked.length;
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 90_000 });
  await page.waitForTimeout(300);
  assert.equal(world.api.asked.length, known, "OpenReview was asked already");
  const text = await body(page);
  for (const part of [
    "Evening sleepers and what they remember",
    "retracted",
    "no record found",
    "the reviewer’s own work",
    "suggests own works: 1 of 2",
    "Far from the submission",
    "venue’s score 0.63",
    "Conflict recorded by the venue",
    "Keywords in none of the reviewers’ papers: sleep and optics",
    "Sam Spare (0.91)",
    "Authors were not compared.",
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!/Ada Author|Bo Writer/.test(text), "authors are not shown unasked");
  assert.ok(
    text.includes("third floor") && text.includes("not looked up"),
    "what is for chairs is not looked up unasked",
  );
  const asked = world.web.log.entries().length;

  await page.getByLabel("Compare the authors by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 60_000 });
  await page
    .getByText(/Co-author of Ada Author: “Diaries of sleepers in mountain villages”/)
    .first()
    .waitFor();
  assert.deepEqual(
    [world.api.asked.length, world.web.log.entries().length],
    [known, asked],
    "and nobody is asked about them",
  );
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({
    path: join(SCREENSHOTS, "openreview-chairs.png"),
    fullPage: true,
    animations: "disabled",
  });

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV" }).click(),
  ]);
  const csv = readFileSync(await file.path(), "utf8").split("\r\n");
  assert.equal(csv.length, 6, "a head, two reviewers of two submissions, and an end");
  assert.match(csv[1] ?? "", /^1,Paper00001,"A diary study of sleepers, part 1",/);

  await page.getByLabel("Show", { exact: true }).selectOption("own-works");
  assert.equal(await page.locator("table.chairs tbody tr").count(), 2);
  await page.getByLabel("Show", { exact: true }).selectOption("references");
  await page.getByText("No submissions to show").waitFor();
  await page.close();
});

test("what the queue found of a submission's own references comes into the table, and into its list", async () => {
  chairSome();
  const page = await open(liveConsole(KINDS.areaChairs, 2), AREA_CHAIRS);
  await allowLookUps(page);
  await build(page);
  await page
    .getByRole("button", { name: /^(Check submissions|Continue)$/ })
    .first()
    .click();
  await page.getByText("2 of 2 submissions checked.").first().waitFor({ timeout: 120_000 });
  await page
    .getByText(/^\d+ of \d+ citations to review$/)
    .first()
    .waitFor();
  await page.getByLabel("Show", { exact: true }).selectOption("references");
  await page
    .getByText(/references? without a record/)
    .first()
    .waitFor();
  assert.equal(await page.locator("table.chairs tbody tr").count(), 2);
  await page.close();
});

/** Where the button of the table has stood since it was looked at first, frame by frame. */
async function watchButton(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const places = new Set<string>();
    Reflect.set(globalThis, "places", places);
    const host = document.querySelector("[data-citelight-ui=queue]");
    const label = /^(Check suggestions and reviewers|Pause|Continue)$/;
    const look = (): void => {
      const details = host?.shadowRoot?.querySelector("details:has(table.chairs)");
      const button = [...(details?.querySelectorAll("button") ?? [])].find(
        (one) => label.test(one.textContent) && !one.hidden,
      );
      if (button !== undefined) {
        const { left, top, width } = button.getBoundingClientRect();
        places.add([left, top + scrollY, width].map(Math.round).join(" "));
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(Reflect.get(globalThis, "places") as Set<string>)]);
}

for (const width of [420, 700, 1300])
  test(`at ${width} pixels the table widens nothing, and its button stays where it is while it runs`, async () => {
    chairSome();
    const page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS, width);
    const before = await page.evaluate(() => document.documentElement.scrollWidth);
    await build(page);
    const places = await watchButton(page);
    await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
    await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: 90_000 });
    assert.equal((await places()).length, 1, (await places()).join(" | "));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), before);
    await page.screenshot({
      path: join(SCREENSHOTS, `openreview-chairs-${width}.png`),
      fullPage: true,
      animations: "disabled",
    });
    await page.close();
  });

test("a console that was left asks no more; a site that asks to wait, and one that refuses, are told", async () => {
  chairSome();
  let page = await open(liveConsole(KINDS.areaChairs, 3), AREA_CHAIRS);
  world.api.refuse("/groups", 429);
  await page.getByText("Table for chairs").click();
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByText("OpenReview limits requests.").waitFor();
  world.api.refuse("/groups", 200);
  world.api.venue = { ...smallVenue(), notes: [...smallVenue().notes] };
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByText("2 submissions, 2 reviewers").waitFor();
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.evaluate(leadOn, [FORUM, forumPage()] as const);
  await page.waitForTimeout(1_500);
  const left = world.api.asked.length;
  await page.waitForTimeout(2_500);
  assert.equal(world.api.asked.length, left);
  await page.close();

  page = await open(liveConsole(KINDS.reviewers, 3), CONSOLE);
  await page.getByText(/^\d of 3 submissions checked\.$/).waitFor();
  assert.equal(await page.getByText("Table for chairs").isVisible(), false, "reviewers have no such table");
  await page.close();
});

const SECRETS = [
  ...[1, 2, 3].map(titleOf),
  "A diary study of sleepers",
  ABSTRACT.slice(0, 40),
  "Forty millers",
  ...[ADA, BO].flatMap(({ id, name }) => [id, name]),
  ...["aB1c", "xY9z", "zZ9z"],
];

for (const [role, kind, address] of [
  ["an area chair", KINDS.areaChairs, AREA_CHAIRS],
  ["an action editor", KINDS.actionEditors, ACTION_EDITORS],
  ["a senior area chair", KINDS.seniorAreaChairs, SENIOR_AREA_CHAIRS],
  ["a program chair", KINDS.programChairs, PROGRAM_CHAIRS],
] as const)
  test(`${role} presses everything: no request before, and none that tells of a blind submission or who judges it`, async () => {
    chairSome(kind.role.replace(/s$/, ""));
    if (kind === KINDS.programChairs) world.api.chaired.numbers = [];
    world.server.passedOn.length = 0;
    const page = await open(liveConsole(kind, 3), address);
    await allowLookUps(page);
    await page.getByText("Table for chairs").waitFor();
    await page.waitForTimeout(500);
    assert.deepEqual([world.api.asked.length, world.server.passedOn.length], [0, 0]);
    await build(page);
    for (const box of await page.locator("[data-citelight-ui]").getByRole("checkbox").all())
      if (await box.isVisible()) await box.check();
    await page.getByLabel("Years").fill("10");
    await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
    const all = kind === KINDS.programChairs ? 3 : 2;
    await page.getByText(`${all} of ${all} submissions checked.`).waitFor({ timeout: 120_000 });
    const whole = world.sent();
    assert.match(whole, /third floor/, "what the chair allowed was looked up, and can be read here");
    for (const secret of SECRETS)
      assert.ok(!whole.toLowerCase().includes(secret.toLowerCase()), `“${secret}” was sent`);
    await page.close();
  });

test(
  "a venue of 3,000 submissions and 12,000 reviews: the table within 20 s, in bounded memory, on a page that answers",
  OF_ENDURANCE,
  async () => {
    world.api.venue = largeVenue(3000);
    world.api.chaired.numbers = [];
    world.api.asked.length = 0;
    const page = await open(liveConsole(KINDS.programChairs, 30), PROGRAM_CHAIRS);
    await page.getByText("Table for chairs").click();
    const cdp = await world.extension.context.newCDPSession(page);
    await page.evaluate(() => {
      const tasks: number[] = [];
      Reflect.set(globalThis, "longTasks", tasks);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask" });
    });
    const begun = performance.now();
    await page.getByRole("button", { name: "Build the table" }).click();
    await page.getByText("3,000 submissions, 2,500 reviewers").waitFor({ timeout: 60_000 });
    const seconds = (performance.now() - begun) / 1000;
    const tasks = await page.evaluate((): number[] => Reflect.get(globalThis, "longTasks") as number[]);
    await cdp.send("Performance.enable");
    const heap = async (): Promise<number> => {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? NaN;
    };
    const before = await heap();
    await cdp.send("HeapProfiler.collectGarbage");
    const kept = await heap();
    console.log(
      `table of 3,000 submissions: ${seconds.toFixed(1)} s; heap ${(before / 1e6).toFixed(0)} MB, after collection ${(kept / 1e6).toFixed(0)} MB; tasks over 50 ms: ${tasks.length}, longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    );
    assert.ok(seconds <= 20, `${seconds} s`);
    assert.ok(before <= 300e6, `${before} bytes`);
    assert.equal(await page.locator("table.chairs tbody tr").count(), 10);
    await page.getByRole("button", { name: "Show 50 more submissions" }).click();
    assert.equal(await page.locator("table.chairs tbody tr").count(), 60);
    // What is asked beyond them goes at its pace.
    await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
    await page.getByText(/ (?:minute|minutes|hours) left\./).waitFor({ timeout: 90_000 });
    const known = world.api.asked.length;
    await page.waitForTimeout(6_000);
    const more = world.api.asked.length - known;
    assert.ok(more <= 7, `${more} requests in six seconds`);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.close();
  },
);
