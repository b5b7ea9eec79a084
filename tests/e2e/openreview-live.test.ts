// Forums that behave as they were seen to on OpenReview's own web app: see support/openreview/app.ts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { leadOn, liveForum, newReply, type LiveForum } from "./support/openreview/app";
import { programChairPage, PROGRAM_CHAIRS } from "./support/openreview/consoles";
import { FORUM, forumPage } from "./support/openreview/forum";
import { FRAME } from "./support/openreview/frame";
import type { Reply } from "./support/openreview/reply";
import { COMMENT, REVIEW } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe } from "./support/reading";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld(new Map([["/forum", forumPage()]]));
  const page = await world.extension.context.newPage();
  await page.goto(FORUM);
  await world.allowLookUps(page);
  await page.close();
});

after(async () => {
  await world.close();
});

async function open(forum: LiveForum = {}, address = FORUM): Promise<Page> {
  world.pages.set("/forum", liveForum(forum));
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".forum-note").waitFor();
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

const boxes = (page: Page): Locator => page.getByRole("region", { name: "Suggested references" });
const found = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const EVENING = "Found: Evening sleepers and what they remember (2019).";

async function check(box: Locator): Promise<void> {
  await box.getByRole("button", { name: /^Check \d+ references?$/ }).click();
  await box.getByText(EVENING).waitFor({ timeout: 60_000 });
  await box
    .getByText(/to the submission: cosine similarity/)
    .first()
    .waitFor({ timeout: 60_000 });
}

const paragraph = (text: string): Reply => ({
  ...REVIEW,
  replies: [],
  fields: [["Weaknesses", `<p>${text}</p>`]],
});

test("a click before the page is hydrated works, and replies that come later get their boxes", async () => {
  const page = await open({ hydrateMs: 1_200, repliesMs: 800 });
  await found(page, "The page is still loading its reviews and comments.");
  await page.locator(".filters-container").waitFor();
  await found(page, "7 suggested references in 2 reviews and comments.");
  assert.equal(await page.getByRole("region", { name: "Citelight" }).count(), 1);
  assert.equal(await boxes(page).count(), 2);
  await page.close();
});

test("before the page's scripts are there nothing is put into it: they would draw all of it anew; one that never comes is not waited for", async () => {
  const script = `const app = document.createElement("script"); app.src = "/app.js"; document.head.append(app);`;
  const body = new TextEncoder().encode(forumPage({ script }));
  world.pages.set("/forum", { type: "text/html; charset=utf-8", body, isFree: true });
  const counting = `document.documentElement.dataset.found = document.querySelectorAll("[data-citelight-ui]").length;`;
  for (const isComing of [true, false]) {
    const page = await world.extension.context.newPage();
    await page.route("**/app.js", async (route) => {
      if (!isComing) return;
      await new Promise((done) => setTimeout(done, 1_000));
      await route.fulfill({ contentType: "text/javascript", body: counting });
    });
    await page.goto(FORUM, { waitUntil: "commit" });
    await page.locator(".forum-note").waitFor();
    await world.extension.click(page);
    await found(page, "7 suggested references in 2 reviews and comments.");
    assert.equal(
      await page.evaluate(() => document.documentElement.dataset.found),
      isComing ? "0" : undefined,
    );
    await page.close();
  }
});

test("results survive every level, nesting, filter and formula, outside of what is cut off", async () => {
  const formula = paragraph(
    "[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.\n[2] Doe, J. Sleep in $O(n \\log n)$ time for all of us. Journal of Sleep, 2018.",
  );
  const page = await open({ replies: [formula, { ...COMMENT, replies: [] }] });
  await found(page, "5 suggested references in 2 reviews and comments.");
  const box = boxes(page).first();
  assert.equal(await box.getByRole("listitem").count(), 2);
  await page.locator("mjx-container").first().waitFor();
  await new Promise((done) => setTimeout(done, 500));
  await check(box);
  const before = world.web.log.entries().length;
  const survives = async (how: string): Promise<void> => {
    await boxes(page).first().getByText(EVENING).waitFor();
    assert.equal(await boxes(page).count(), 2, how);
  };
  for (const level of [1, 2]) {
    await page.locator(`[aria-label="collapse level"] button >> nth=${level}`).click();
    await survives(`level ${level}`);
  }
  // Cut off, a reply shows its box in whole.
  await page.locator('[aria-label="collapse level"] button >> nth=1').click();
  await survives("cut off");
  assert.equal(await page.locator(".note-content-container [data-citelight-ui]").count(), 0);
  // Without its words, a reply has none; with them, it is back.
  await page.locator('[aria-label="collapse level"] button >> nth=0').click();
  await page.locator(".minimal-title").first().waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll("#forum-replies [data-citelight-ui]").length === 0,
  );
  await page.locator('[aria-label="collapse level"] button >> nth=2').click();
  await survives("back from the least level");
  for (const nesting of [0, 2, 1]) {
    await page.locator(`[aria-label="nesting level"] button >> nth=${nesting}`).click();
    await survives(`nesting ${nesting}`);
  }
  await page.locator("#keyword-input").fill("Walker");
  await page.locator("#keyword-input").fill("");
  await survives("a filter");
  assert.equal(world.web.log.entries().length, before, "and nobody was asked again");
  assert.deepEqual(await axe(page, FRAME), []);
  await page.close();
});

test("a work that several reviews suggest is looked up once, and shown below each of them", async () => {
  const entry = "[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.";
  const page = await open({
    replies: [
      { ...paragraph(entry), id: "A1" },
      { ...paragraph("Walker et al., “Evening sleepers and what they remember”, 2019"), id: "A2" },
      { ...paragraph(`Please cite:\n${entry.replace("[1]", "[7]")}`), id: "A3" },
    ],
  });
  await found(page, "3 suggested references in 3 reviews and comments.");
  await check(boxes(page).nth(0));
  for (const other of [1, 2]) await boxes(page).nth(other).getByText(EVENING).waitFor();
  const before = world.web.log.entries().length;
  await boxes(page).nth(1).getByRole("button", { name: "Check 1 reference" }).click();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.equal(world.web.log.entries().length, before);
  await page.close();
});

test("of many replies some are drawn, the others when they are asked for; a new one comes by itself", async () => {
  const many = Array.from({ length: 230 }, (_, at): Reply => ({
    ...paragraph(at >= 200 || at < 2 ? `See arXiv:2101.${String(10_000 + at)}.` : "Fine."),
    id: `Many${at}`,
  }));
  const page = await open({ replies: many });
  await found(page, "2 suggested references in 2 reviews and comments.");
  await page.getByRole("button", { name: "View More Replies →" }).click();
  await found(page, "32 suggested references in 32 reviews and comments.");
  const fresh = newReply({ ...paragraph("See arXiv:2102.20001."), id: "Fresh" });
  await page.evaluate((detail) => dispatchEvent(new CustomEvent("new-reply", { detail })), fresh);
  await found(page, "33 suggested references in 33 reviews and comments.");
  await page.close();
});

test("replies of a chat are read as they come into sight, and nothing is put between them", async () => {
  const chat = Array.from({ length: 12 }, (_, at): Reply => ({
    ...paragraph(at % 6 === 0 ? "See arXiv:1706.03762 and https://doi.org/10.1016/sleep.1." : "Fine."),
    id: `Chat${at}`,
    by: { kind: "anonymous", as: `Reviewer kL${at % 10}m` },
  }));
  const page = await open({ replies: chat, layout: "chat" });
  await found(page, "2 suggested references in 1 review or comment.");
  await page.locator(".chat-list").evaluate((list) => {
    list.scrollTop = 800;
  });
  await found(page, "4 suggested references in 2 reviews and comments.");
  assert.equal(await page.locator("#forum-replies [data-citelight-ui]").count(), 0);
  await page.getByText("Suggested references in “Reviewer kL6m: Official Review”").waitFor();
  // A chat does not say who may read it.
  const before = world.web.log.entries().length;
  const box = boxes(page).first();
  await box.getByRole("button", { name: "Check 2 references" }).click();
  await box.getByText("Tick the box first").waitFor();
  assert.equal(world.web.log.entries().length, before);
  await box.getByRole("checkbox").check();
  await box.getByRole("button", { name: "Check 2 references" }).click();
  await box.getByText(EVENING).waitFor({ timeout: 60_000 });
  for (const [width, height] of [
    [1000, 1000],
    [420, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await axe(page, FRAME), []);
  }
  await page.close();
});

test("what only chairs may read is not sent unless the chair says so, for this forum alone", async () => {
  const confidential: Reply = {
    ...paragraph("[1] Dreamer, T. Dreams that cure every ailment of the mind. Journal of Sleep, 2019."),
    id: "Chairs01",
    readers: ["Program Chairs", "Submission7 Senior Area Chairs", "Submission7 Area Chairs"],
  };
  const page = await open({ replies: [confidential, { ...confidential, id: "Chairs02" }] });
  const before = world.web.log.entries().length;
  const [first, second] = [boxes(page).nth(0), boxes(page).nth(1)];
  await first.getByRole("button", { name: "Check 1 reference" }).click();
  await first.getByText("Tick the box first").waitFor();
  assert.equal(world.web.log.entries().length, before);
  await second.getByRole("checkbox").check();
  assert.ok(await first.getByRole("checkbox").isChecked(), "it is said for the forum");
  await first.getByRole("button", { name: "Check 1 reference" }).click();
  await first.getByText("The work was retracted.").waitFor({ timeout: 60_000 });
  await page.close();
  const again = await open({ replies: [confidential] });
  assert.ok(!(await boxes(again).first().getByRole("checkbox").isChecked()), "and not for the next one");
  await again.close();
});

test("a work that chairs alone are told of, and a review suggests, is looked up in the review's words", async () => {
  const page = await open({
    replies: [
      {
        ...paragraph("[1] Confidant, A. Evening sleepers and what they remember. Journal of Sleep, 2019."),
        id: "Chairs03",
        readers: ["Program Chairs"],
      },
      { ...paragraph("Walker et al. (2019), “Evening sleepers and what they remember”"), id: "B1" },
    ],
  });
  await found(page, "2 suggested references in 2 reviews and comments.");
  await check(boxes(page).nth(1));
  assert.match(world.sent(), /Evening sleepers/);
  assert.doesNotMatch(world.sent(), /Confidant/);
  await page.close();
});

test("a page that is left takes the boxes with it; come back to, they are there with what was found", async () => {
  const page = await open({
    replies: [paragraph("[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.")],
  });
  await check(boxes(page).first());
  await page.evaluate(leadOn, [PROGRAM_CHAIRS, programChairPage(2)] as const);
  await page.waitForFunction(() => document.querySelectorAll("[data-citelight-ui]").length === 0);
  await page.evaluate(leadOn, [
    FORUM,
    forumPage({
      replies: [paragraph("[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.")],
    }),
  ] as const);
  await boxes(page).first().getByText(EVENING).waitFor();
  // Another forum is another matter.
  await page.evaluate(leadOn, [
    "https://openreview.net/forum?id=Other00001",
    forumPage({ title: "What bakers dream" }).replaceAll("Sleep00001", "Other00001"),
  ] as const);
  await page.waitForFunction(() => document.querySelectorAll("[data-citelight-ui]").length === 0);
  await page.close();
});

test("without a file of its own a forum is the one whose address it had, whatever the address says later", async () => {
  const page = await open({ outsidePdf: "https://papers.example/sleep.pdf" });
  await found(page, "7 suggested references in 2 reviews and comments.");
  await page.evaluate(() => {
    history.replaceState(null, "", "/forum?id=Other00001");
  });
  await page.locator('[aria-label="nesting level"] button >> nth=0').click();
  await new Promise((done) => setTimeout(done, 600));
  assert.equal(await boxes(page).count(), 2);
  assert.equal(await page.getByRole("button", { name: "Check the paper’s citations" }).count(), 0);
  await page.close();
});

test("boxes look as the page does, whatever the system prefers", async () => {
  const page = await open();
  const themes = (): Promise<(string | undefined)[]> =>
    page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll<HTMLElement>("[data-citelight-ui]")].map(
          ({ dataset }) => dataset.theme,
        ),
      ),
    ]);
  await found(page, "7 suggested references in 2 reviews and comments.");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator('[aria-label="nesting level"] button >> nth=0').click();
  await new Promise((done) => setTimeout(done, 600));
  assert.deepEqual(await themes(), ["light"]);
  await page.evaluate(() => {
    document.body.style.background = "#111";
  });
  await page.locator('[aria-label="nesting level"] button >> nth=1').click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-citelight-ui]")].every(
      ({ dataset }) => dataset.theme === "dark",
    ),
  );
  await page.close();
});
