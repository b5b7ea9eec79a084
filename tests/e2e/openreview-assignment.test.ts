// The pages are made by hand as they were seen on OpenReview's own web app (support/openreview), the API's answers in its documented shapes.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { FORUM, forumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, FRAME, RAE, type Person } from "./support/openreview/frame";
import type { AuthorLine } from "./support/openreview/people";
import { signIn } from "./support/openreview/session";
import { SUBMISSION } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe, SCREENSHOTS } from "./support/reading";

let world: OpenReviewWorld;

const SHOWN: AuthorLine = { kind: "public", people: [ADA, BO] };

before(async () => {
  world = await openReviewWorld();
});

after(async () => {
  await world.close();
});

async function open(authors: AuthorLine = { kind: "hidden" }, reader: Person | null = CHAIR): Promise<Page> {
  world.pages.set("/forum", forumPage({ authors, reader }));
  await signIn(world.extension.context, reader);
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width: 1000, height: 1200 });
  await page.goto(FORUM);
  await world.extension.click(page);
  await page.getByText("Check an assignment").click();
  return page;
}

test("a reviewer's fit: two measures beside each other, nearest papers, and hidden authors stay hidden", async () => {
  world.api.asked.length = 0;
  const page = await open();
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(world.api.asked.length, 0, "nothing is asked before the button is pressed");
  await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("Fit of Rae Viewer, based on 4 papers").waitFor({ timeout: 60_000 });
  const text = (await page.getByRole("region", { name: "Citelight" }).textContent()) ?? "";
  assert.match(text, /Nearest papers\s*Diaries of sleepers/);
  assert.match(text, /by meaning 0\.\d\d, by words 0\.\d\d/);
  assert.match(text, /The venue’s own score: 0\.63\./);
  assert.match(
    text,
    /rated their own expertise at least 3 out of 5 in \d\d% of \d+ cases, and at least 4 in \d\d%\./,
  );
  assert.match(text, /Conflicts were not checked because the authors are hidden from some readers\./);
  assert.ok(!text.includes("Hidden twin"), "what only some may read of others is not shown");
  assert.deepEqual(
    world.api.asked.map(({ host, path }) => `${host}${path}`),
    [
      "api2.openreview.net/profiles",
      "api2.openreview.net/notes",
      "api.openreview.net/notes",
      "api2.openreview.net/notes",
      "api2.openreview.net/groups",
      "api2.openreview.net/edges",
      "api2.openreview.net/edges",
    ],
  );
  for (const secret of [SUBMISSION, "Forty millers", "Author"])
    assert.ok(
      !JSON.stringify(world.api.asked).includes(secret),
      `OpenReview was not asked about “${secret}”`,
    );
  assert.deepEqual(await axe(page, FRAME), []);
  await page.close();
});

test("papers that DBLP and OpenAlex list are asked for only if the reader wants them, by identifiers alone", async () => {
  const page = await open();
  world.server.passedOn.length = 0;
  const check = async (): Promise<void> => {
    await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
    await page.getByLabel("Also use papers listed by DBLP and OpenAlex").check();
    await page.getByRole("button", { name: "Check assignment" }).click();
  };
  await check();
  await page.getByText("Lookups are off.").waitFor({ timeout: 60_000 });
  const indexes = (): string[] =>
    world.server.passedOn
      .filter(({ host }) => !host.endsWith("openreview.net"))
      .map(({ host, url }) => decodeURIComponent(`${host}${url}`));
  assert.deepEqual(indexes(), []);
  // A click on the extension's button reads the page anew.
  await world.allowLookUps(page);
  await page.getByText("Check an assignment").click();
  await check();
  await page.getByText("2 papers are listed by DBLP or OpenAlex only.").waitFor({ timeout: 60_000 });
  await page.getByText("Fit of Rae Viewer, based on 6 papers").waitFor();
  const [inOpenAlex, inDblp, ...more] = indexes().sort();
  assert.match(inOpenAlex ?? "", /^api\.openalex\.org\/works\?filter=author\.orcid:0000-0002-[\dX-]{9}&/);
  assert.match(inDblp ?? "", /^dblp\.org\/pid\/\d+\/[\d-]+\.xml$/);
  assert.deepEqual(more, []);
  for (const secret of ["Rae", SUBMISSION, "Sleep"])
    assert.ok(!indexes().join().includes(secret), `an index was told “${secret}”`);
  assert.deepEqual(await axe(page, FRAME), []);
  await page.close();
});

test("authors that the forum shows: conflicts, each with its reason, in eight requests", async () => {
  world.api.asked.length = 0;
  const page = await open(SHOWN);
  await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
  await page.getByLabel("Years").fill("5");
  await page.getByRole("button", { name: "Check assignment" }).focus();
  await page.keyboard.press("Enter");
  await page
    .getByText(/^Co-author of Ada Author: “Diaries of sleepers in mountain villages” \(20\d\d\)$/)
    .waitFor({
      timeout: 60_000,
    });
  await page.getByText("Same institution as Bo Writer: sleep.example.edu").waitFor();
  assert.equal(await page.locator(".chips li").count(), 2, "what is older than five years is none");
  assert.equal(world.api.asked.length, 8);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("From earlier answers; OpenReview wasn’t asked again.").waitFor({ timeout: 60_000 });
  assert.equal(world.api.asked.length, 8, "nothing is asked twice");
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({
    path: join(SCREENSHOTS, "openreview-assignment.png"),
    fullPage: true,
    animations: "disabled",
  });
  await page.close();
});

test("authors revealed to this reader alone: compared in this browser if the reader asks, and nobody is asked about them", async () => {
  world.api.asked.length = 0;
  const page = await open({ kind: "institutions", people: [ADA, BO], isRevealed: true });
  await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page
    .getByText("Conflicts were not checked because the authors are hidden")
    .waitFor({ timeout: 60_000 });
  const region = page.getByRole("region", { name: "Citelight" });
  assert.doesNotMatch((await region.textContent()) ?? "", /Ada Author|Bo Writer/);
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText(/^Co-author of Ada Author: “Diaries of sleepers/).waitFor({ timeout: 60_000 });
  await page.getByText("Same institution as Bo Writer: sleep.example.edu").waitFor();
  await page.getByText("By identities revealed to you").waitFor();
  const asked = decodeURIComponent(JSON.stringify(world.api.asked));
  for (const secret of ["Ada", "Bo_Writer", "/profiles/search", SUBMISSION])
    assert.ok(!asked.includes(secret), `OpenReview was asked about “${secret}”`);
  assert.deepEqual(await axe(page, FRAME), []);
  await page.close();
});

test("the reader's own profile is that of the session, whatever profile the page links to", async () => {
  world.api.asked.length = 0;
  let page = await open({ kind: "hidden" }, RAE);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("Fit of Rae Viewer, based on 5 papers").waitFor({ timeout: 60_000 });
  assert.equal(world.api.asked[0]?.query, "?id=~Rae_Viewer1");
  await page.close();

  world.api.asked.length = 0;
  page = await open({ kind: "public", people: [ADA] }, null);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("Sign in to OpenReview to see this.").waitFor();
  assert.equal(world.api.asked.length, 0, "a guest has none, and nobody is asked");
  await page.close();
});

test("a score out of reach, and a site that asks to wait", async () => {
  world.api.refuse("/edges", 403);
  let page = await open();
  await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("The venue’s score isn’t visible to you.").waitFor({ timeout: 60_000 });
  await page.close();

  world.api.refuse("/profiles", 429);
  page = await open();
  await page.getByLabel("Reviewer’s profile").fill("~Rae_Viewer1");
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("OpenReview limits requests.").waitFor();
  await page.getByLabel("Reviewer’s profile").fill("Rae Viewer");
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText("A profile ID looks like ~First_Last1.").waitFor();
  await page.close();
});
