// “Suggest a reference for a sentence”: on a forum whose authors everybody sees, on a blind one, and beside any page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { FORUM, forumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, FRAME } from "./support/openreview/frame";
import type { AuthorLine } from "./support/openreview/people";
import type { Reply } from "./support/openreview/reply";
import { ABSTRACT, REPLIES, REVIEW } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { anyLookUpButton } from "./support/panel";
import { axe, SCREENSHOTS } from "./support/reading";

let world: OpenReviewWorld;
const ARTICLE = "https://journal.example/article";

function articleOf(): string {
  return `<!doctype html><html lang="en"><title>On sleep</title><main><h1>On sleep</h1><p id="said">Evening sleepers remember more than others do in the morning.</p><p>It was so [1].</p><h2>References</h2><ol><li>Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.</li></ol></main></html>`;
}

before(async () => {
  world = await openReviewWorld(new Map([["/article", articleOf()]]), { sites: ["journal.example"] });
});

after(async () => {
  await world.close();
});

async function openForum(authors: AuthorLine, replies = REPLIES): Promise<Page> {
  world.pages.set("/forum", forumPage({ authors, replies, reader: CHAIR }));
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width: 1000, height: 1200 });
  await page.goto(FORUM);
  await world.extension.click(page);
  await page.getByText("Suggest a reference for a sentence").click();
  return page;
}

const sent = (): string =>
  world.server.passedOn.map(({ host, url }) => decodeURIComponent(`${host}${url}`)).join("\n");

test("nothing is searched for before the reader allowed look-ups", async () => {
  world.server.passedOn.length = 0;
  const page = await openForum({ kind: "public", people: [ADA, BO] });
  await page.getByLabel("Sentence").fill("Evening sleepers remember more in the morning.");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Lookups are off.").waitFor();
  assert.equal(world.server.passedOn.length, 0);
  await world.extension.click(page);
  const panel = await world.extension.sidePanel();
  await anyLookUpButton(panel).click();
  await panel.close();
  await page.close();
});

test("a sentence of a submission whose authors everybody sees: works that may be meant", async () => {
  world.server.passedOn.length = 0;
  const page = await openForum({ kind: "public", people: [ADA, BO] });
  await page.getByRole("button", { name: "Use selected text" }).click();
  await page.getByText("Select a sentence on the page first").waitFor();
  await page.getByLabel("Sentence").fill("Evening sleepers remember more in the morning than others.");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Works that may be meant").waitFor({ timeout: 60_000 });
  const first = page.locator(".sources li").first();
  assert.match(
    (await first.textContent()) ?? "",
    /Evening sleepers and what they remember.*2019.*similarity 0\.\d\d/,
  );
  assert.match(sent(), /api\.openalex\.org\/works\?search=Evening/);
  assert.match(sent(), /api\.semanticscholar\.org\/graph\/v1\/paper\/search\?query=Evening/);
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({
    path: join(SCREENSHOTS, "suggest-source.png"),
    fullPage: true,
    animations: "disabled",
  });
  await page.close();
});

test("a sentence of a comment for chairs alone is not searched for, whoever wrote the submission", async () => {
  const said = "Evening sleepers remember more in the morning than anybody else does.";
  const comment: Reply = {
    ...REVIEW,
    id: "Chairs0001",
    readers: ["Program Chairs", "Submission7 Area Chairs"],
    fields: [["Comment", `<p>${said} See arXiv:1706.03762.</p>`]],
  };
  world.server.passedOn.length = 0;
  const page = await openForum({ kind: "public", people: [ADA, BO] }, [comment]);
  await page.locator(".note-content-value p", { hasText: said }).selectText();
  await page.getByRole("button", { name: "Use selected text" }).click();
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("the sentence is from a comment that may be for chairs only").waitFor();
  await page.waitForTimeout(500);
  assert.equal(world.server.passedOn.length, 0);
  await page.getByRole("region", { name: "Suggested references" }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Works that may be meant").waitFor({ timeout: 60_000 });
  await page.close();
});

for (const authors of [
  { kind: "hidden" },
  { kind: "revealed", people: [ADA, BO] },
] as const satisfies AuthorLine[])
  test(`a blind submission, authors ${authors.kind}: nothing leaves the browser, and the reader is told`, async () => {
    world.server.passedOn.length = 0;
    const page = await openForum(authors);
    await page.getByLabel("Sentence").fill(ABSTRACT);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("Nothing was sent: the authors of this submission are hidden").waitFor();
    await page.waitForTimeout(500);
    assert.equal(world.server.passedOn.length, 0);
    await page.close();
  });

test("beside any page: the selected sentence is taken, and changed as the reader likes", async () => {
  const page = await world.extension.context.newPage();
  await page.goto(ARTICLE);
  await page.locator("#said").selectText();
  await world.extension.click(page);
  const panel = await world.extension.sidePanel();
  world.server.passedOn.length = 0;
  await panel.getByText("Suggest a reference for a sentence").click();
  await panel.getByRole("button", { name: "Use selected text" }).click();
  const field = panel.getByLabel("Sentence");
  await panel.waitForFunction(() => document.activeElement !== null);
  await panel.waitForTimeout(500);
  assert.equal(await field.inputValue(), "Evening sleepers remember more than others do in the morning.");
  await panel.getByRole("button", { name: "Search" }).click();
  await panel.getByText("Works that may be meant").waitFor({ timeout: 60_000 });
  assert.match((await panel.locator(".sources li").first().textContent()) ?? "", /Evening sleepers/);
  assert.doesNotMatch(sent(), /journal\.example/);
  await panel.screenshot({ path: join(SCREENSHOTS, "suggest-source-panel.png"), fullPage: true });
  await panel.close();
  await page.close();
});
