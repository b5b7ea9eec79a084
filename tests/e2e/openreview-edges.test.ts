// Fit and conflicts in the browser of edges, on a page made by hand as it was seen on OpenReview's own web app.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { drawnBy, EDGES, edgeBrowserPage, REDRAWN } from "./support/openreview/edge-browser";
import { ADA, BO, CHAIR, FRAME, JANE, RAE } from "./support/openreview/frame";
import { signIn } from "./support/openreview/session";
import { smallVenue } from "./support/openreview/venue";
import { ABSTRACT, SUBMISSION } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe, SCREENSHOTS } from "./support/reading";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld();
  world.api.venue = smallVenue();
  await signIn(world.extension.context, CHAIR);
});

after(async () => {
  await world.close();
});

async function open(authors: readonly (typeof ADA)[], width = 1000, script = REDRAWN): Promise<Page> {
  const html = edgeBrowserPage({ reviewers: [RAE, JANE], authors, script });
  world.pages.set("/edges/browse", {
    type: "text/html; charset=utf-8",
    body: new TextEncoder().encode(html),
    isFree: true,
  });
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width, height: 1000 });
  await page.goto(EDGES);
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

const SECRETS = [SUBMISSION, ABSTRACT.slice(0, 30), ...[ADA, BO].flatMap(({ id, name }) => [id, name])];

test("fit beside each reviewer: nothing before a press, profiles in one request, papers at the slow pace, no word of the submission", async () => {
  world.api.asked.length = 0;
  const page = await open([ADA, BO]);
  await page.getByText("0 of 2 reviewers compared.").waitFor();
  await page.waitForTimeout(500);
  assert.equal(world.api.asked.length, 0);
  const begun = performance.now();
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("2 of 2 reviewers compared.").waitFor({ timeout: 60_000 });
  assert.ok(performance.now() - begun >= 3_500, "five requests take four seconds at least");
  assert.deepEqual(
    world.api.asked.map(({ host, path }) => `${host}${path}`),
    [
      "api2.openreview.net/profiles/search",
      "api2.openreview.net/notes",
      "api.openreview.net/notes",
      "api2.openreview.net/notes",
      "api.openreview.net/notes",
    ],
  );
  for (const person of [RAE, JANE]) {
    const entry = page.locator("li.entry-reviewer", { hasText: person.name });
    await entry.getByText(/^fit 0\.\d\d \(mean of the two nearest of \d+ papers\)$/).waitFor();
    await entry.getByText("Authors were not compared.").waitFor();
  }
  const asked = decodeURIComponent(JSON.stringify(world.api.asked));
  for (const secret of SECRETS) assert.ok(!asked.includes(secret), `“${secret}” was sent`);
  assert.deepEqual(await axe(page, FRAME), []);

  // The app draws its columns anew whenever an edge changes.
  await page.evaluate(() => dispatchEvent(new CustomEvent("redraw")));
  await page.waitForTimeout(600);
  assert.equal(await page.locator("li.entry-reviewer [data-citelight-ui=edge]").count(), 2);

  const known = world.api.asked.length;
  await page.getByLabel("Compare the authors by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  const rae = page.locator("li.entry-reviewer", { hasText: RAE.name });
  await rae.getByText(/^Co-author of Ada Author: “Diaries of sleepers/).waitFor({ timeout: 60_000 });
  assert.equal(world.api.asked.length, known, "nobody is asked about them, and nothing twice");
  await page.screenshot({
    path: join(SCREENSHOTS, "openreview-edges.png"),
    fullPage: true,
    animations: "disabled",
  });
  await page.close();
});

test("on another day nothing is asked twice, whoever may not see the authors compares none, and a narrow page stays narrow", async () => {
  world.api.asked.length = 0;
  const page = await open([], 420);
  const before = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await page.getByLabel("Compare the authors").isVisible(), false);
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("2 of 2 reviewers compared.").waitFor({ timeout: 60_000 });
  assert.deepEqual(
    world.api.asked.map(({ path }) => path),
    ["/profiles/search"],
    "papers are kept",
  );
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), before);
  await page.close();
});

test("reviewers that the page draws later are compared later, and those that were compared are asked for no more", async () => {
  const page = await open([ADA], 1000, drawnBy(1));
  await page.getByText("0 of 1 reviewer compared.").waitFor();
  world.api.asked.length = 0;
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("1 of 1 reviewer compared.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("1 of 2 reviewers compared.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("2 of 2 reviewers compared.").waitFor({ timeout: 60_000 });
  assert.deepEqual(
    world.api.asked.map(({ body }) => body),
    [RAE, JANE].map(({ id }) => JSON.stringify({ ids: [id] })),
  );
  for (const person of [RAE, JANE])
    await page
      .locator("li.entry-reviewer", { hasText: person.name })
      .getByText(/^fit 0\.\d\d/)
      .waitFor();
  await page.close();
});

test("a site that asks to wait, or refuses, is told; paused, it asks no more", async () => {
  world.api.refuse("/profiles/search", 429);
  const page = await open([ADA]);
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("OpenReview limits requests.").waitFor();
  world.api.refuse("/profiles/search", 403);
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("Sign in to OpenReview to see this.").waitFor();
  world.api.refuse("/profiles/search", 200);
  const release = world.api.hold("/profiles/search");
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  release();
  await page.waitForTimeout(1_200);
  const paused = world.api.asked.length;
  await page.waitForTimeout(2_500);
  assert.equal(world.api.asked.length, paused);
  await page.close();
});
