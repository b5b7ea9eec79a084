// The pages are made by hand as they were seen on OpenReview's own web app: see support/openreview.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { leadOn } from "./support/openreview/app";
import { PROGRAM_CHAIRS, programChairPage } from "./support/openreview/consoles";
import { signIn } from "./support/openreview/session";
import { FORUM, forumPage, legacyForumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, FRAME, JANE } from "./support/openreview/frame";
import {
  ASSIGNMENTS,
  assignmentsPage,
  PROFILE,
  profilePage,
  VENUE_HOME,
  venueHomePage,
} from "./support/openreview/places";
import { COMMENT, REVIEW, SUBMISSION, SUBMISSION_ID } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { axe, SCREENSHOTS } from "./support/reading";

const MAIL = "reader@example.org";
/** Looks like a key, and is looked for in everything that is sent. */
const KEY = "source-key-7c2e1";
/** Of the PDF itself: its title, its words. */
const PAPER_SECRETS = [
  "Notes on a Habit",
  "C. Author",
  "pages that were set in one column",
  "We asked twelve readers",
];
const OPEN_FORUM = "https://openreview.net/forum?id=Sleep00001&open";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld(new Map([["/forum", forumPage()]]));
});

after(async () => {
  await world.close();
});

/** Everything that was asked of anybody, in one text. */
function asked(): string {
  return decodeURIComponent(
    JSON.stringify(world.web.log.entries()).replaceAll("+", " ").replaceAll("%", "%25"),
  ).replace(/%([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** A reader who left a mail address and a key for sources, as for all other sites. */
async function introduce(): Promise<void> {
  const options = await world.extension.context.newPage();
  await options.goto(`chrome-extension://${world.extension.id}/options.html`);
  await options.getByLabel("Your email address (optional)").fill(MAIL);
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("Saved.", { exact: true }).waitFor();
  await options.getByText("Advanced", { exact: true }).click();
  await options.getByLabel("Your key for OpenAlex").fill(KEY);
  await options.getByLabel("Your key for Semantic Scholar").fill(KEY);
  await options.getByRole("button", { name: "Save keys" }).click();
  await options.getByText("A key is saved.").first().waitFor();
  await options.close();
}

/** Nobody learns who asks, or from which page. */
function assertNobodyIsNamed(): void {
  assert.ok(world.web.log.entries().length > 0, "somebody was asked");
  for (const { source, mailto, key, path } of world.web.log.entries()) {
    assert.equal(mailto, null, `${source} is told no mail address`);
    assert.equal(key, false, `${source} is told no key`);
    assert.notEqual(source, "unpaywall", `Unpaywall, which wants a mail address, is not asked: ${path}`);
  }
  for (const { host, url, headers } of world.server.passedOn) {
    const whole = `${host}${url} ${JSON.stringify(headers)}`;
    assert.equal(headers.cookie, undefined, whole);
    assert.equal(headers.authorization, undefined, whole);
    // The same for all readers: it tells that Citelight asks.
    assert.ok(
      [undefined, "null", `chrome-extension://${world.extension.id}`].includes(headers.origin),
      whole,
    );
    for (const secret of [MAIL, encodeURIComponent(MAIL), KEY, "openreview.net/", SUBMISSION_ID])
      assert.ok(!whole.includes(secret), `“${secret}” goes along: ${whole}`);
  }
}

/** Waits for so many entries to be known as copies of the submission. */
async function copies(comment: Locator, count: number): Promise<void> {
  const known = comment.getByText("This seems to be a copy of the submission.");
  await known.nth(count - 1).waitFor();
  assert.equal(await known.count(), count);
}

async function open(address: string): Promise<Page> {
  const page = await world.extension.context.newPage();
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.goto(address);
  await world.extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

test("suggested references are found, and nobody is asked before the reader allows it", async () => {
  const page = await open(FORUM);
  await page.getByText("7 suggested references in 2 reviews and comments.").waitFor();
  const [review, comment] = await page.getByRole("region", { name: "Suggested references" }).all();
  assert.ok(review && comment);
  assert.equal(await review.getByRole("listitem").count(), 4);
  assert.ok(!((await review.textContent()) ?? "").includes(SUBMISSION), "the submission is no suggestion");
  await review.getByRole("button", { name: "Check 4 references" }).click();
  await review.getByText("Lookups are off.").waitFor();
  assert.equal(world.web.log.entries().length, 0);

  await introduce();
  const panel = await world.extension.sidePanel();
  await panel.getByRole("button", { name: "Look up references online" }).click();
  await page.bringToFront();
  await review.getByRole("button", { name: "Check 4 references" }).click();
  await review
    .getByText("Found: Evening sleepers and what they remember (2019).")
    .waitFor({ timeout: 60_000 });
  await review.getByText("The work was retracted.").waitFor({ timeout: 60_000 });
  await review.getByText(/Not found in/).waitFor({ timeout: 60_000 });
  await review.getByText(/^Open: .* names no journal/).waitFor();
  await review
    .getByText(/lose to the submission: cosine similarity 0\.\d\d, based on title and abstract/)
    .waitFor({ timeout: 60_000 });
  await review.getByText(/based on titles only \(an abstract is missing\)/).waitFor();
  assert.ok(
    !((await review.textContent()) ?? "").includes("among its authors"),
    "an anonymous reviewer is nobody",
  );

  await comment.getByRole("button", { name: "Check 3 references" }).click();
  await comment
    .getByText(/^Far from the submission: cosine similarity -?0\.\d\d/)
    .waitFor({ timeout: 60_000 });
  await copies(comment, 2);
  for (const hidden of ["Secretive", "What those who grind dream of"])
    assert.ok(!((await comment.textContent()) ?? "").includes(hidden), `${hidden} stays hidden`);
  await comment.getByText("Jane Signer, who signed this, is one of its authors.").waitFor();

  for (const secret of [SUBMISSION, "Sleep schedules of millers", "aB1c", "Forty millers kept a diary"])
    assert.ok(!asked().toLowerCase().includes(secret.toLowerCase()), `nobody was asked about “${secret}”`);
  assert.ok(asked().includes("Evening sleepers"), "what was asked can be read here");
  assertNobodyIsNamed();
  assert.deepEqual(
    world.server.asked.filter((path) => path.startsWith("/notes") || path.startsWith("/profiles")),
    [],
    "OpenReview itself was asked nothing",
  );
  assert.deepEqual(await axe(page, FRAME), []);
  await page.screenshot({
    path: join(SCREENSHOTS, "openreview-forum.png"),
    fullPage: true,
    animations: "disabled",
  });

  // Scripts of the page cannot press the buttons.
  const before = world.web.log.entries().length;
  await page.evaluate(() => {
    for (const host of document.querySelectorAll("*"))
      for (const button of host.shadowRoot?.querySelectorAll("button") ?? []) button.click();
  });
  assert.equal(world.web.log.entries().length, before);
  assert.equal(world.extension.context.pages().filter((one) => one.url().includes("viewer.html")).length, 0);
  await panel.close();
  await page.close();
});

test("of an entry that names another forum OpenReview's API learns that forum, without the session", async () => {
  const entry =
    "[1] Doe, J. and Roe, R. What clocks owe to those who wind them. OpenReview, 2021. https://openreview.net/forum?id=Known00009&amp;noteId=Note000001";
  world.pages.set(
    "/forum",
    forumPage({
      replies: [{ ...REVIEW, replies: [], fields: [["Weaknesses", `<p>${entry}</p>`]] }],
      reader: CHAIR,
    }),
  );
  await signIn(world.extension.context, CHAIR);
  world.forget();
  const page = await open(FORUM);
  await page.getByRole("button", { name: "Check 1 reference" }).click();
  await page.getByText(/^(Not found in|Open:)/).waitFor({ timeout: 60_000 });
  const own = world.server.passedOn.filter(({ host }) => /^api2?\.openreview\.net/.test(host));
  assert.deepEqual(
    own.map(({ host, url }) => `${host}${url}`),
    ["api2.openreview.net/notes?id=Known00009", "api.openreview.net/notes?id=Known00009"],
  );
  for (const { url, headers } of own) {
    assert.deepEqual(
      [headers.cookie, headers.authorization, headers.referer],
      [undefined, undefined, undefined],
    );
    for (const secret of [MAIL, KEY, SUBMISSION_ID, CHAIR.id, "aB1c"])
      assert.ok(!`${url} ${JSON.stringify(headers)}`.includes(secret), `“${secret}” goes along`);
  }
  world.forget();
  await signIn(world.extension.context, null);
  await page.close();
  world.pages.set("/forum", forumPage());
});

test("a reader on the keyboard opens the paper's own audit", async () => {
  const page = await open(FORUM);
  const button = page.getByRole("button", { name: "Check the paper’s citations" });
  await button.focus();
  const opened = world.extension.context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const viewer = await opened;
  await viewer.waitForURL(/viewer\.html\?file=/);
  await viewer.getByRole("link", { name: "Original" }).waitFor();
  await viewer.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });

  // Its references are looked up in the same way, though the viewer is a page of the world.extension.
  const before = world.web.log.entries().length;
  for (let wait = 0; wait < 300 && !asked().includes("Finding entries"); wait += 1)
    await new Promise((done) => setTimeout(done, 100));
  assert.ok(world.web.log.entries().length > before, "the references of the PDF are looked up");
  for (const secret of PAPER_SECRETS)
    assert.ok(!asked().toLowerCase().includes(secret.toLowerCase()), `nobody was asked about “${secret}”`);
  assertNobodyIsNamed();
  await viewer.close();
  await page.close();
});

test("names that only this reader may see are nobody's: authors revealed to a chair, a reviewer revealed to them", async () => {
  const by = { kind: "revealed", as: "Reviewer xY9z", person: JANE } as const;
  world.pages.set(
    "/forum",
    forumPage({
      authors: { kind: "revealed", people: [ADA, BO] },
      replies: [REVIEW, { ...COMMENT, by }],
      reader: CHAIR,
    }),
  );
  const page = await open(`${FORUM}&chair`);
  await page.getByText("7 suggested references in 2 reviews and comments.").waitFor();
  const comment = page.getByRole("region", { name: "Suggested references" }).nth(1);
  await comment.getByRole("button", { name: "Check 3 references" }).click();
  await comment
    .getByText(/^Far from the submission: cosine similarity -?0\.\d\d/)
    .waitFor({ timeout: 60_000 });
  await copies(comment, 2);
  for (const region of await page.getByRole("region").all()) {
    const text = (await region.textContent()) ?? "";
    for (const { name, id } of [JANE, ADA, BO]) assert.ok(!text.includes(name) && !text.includes(id), text);
  }
  await page.close();
  world.pages.set("/forum", forumPage());
});

test("a forum of the first API: the paper can be checked, its reviews are not read, its authors are hidden", async () => {
  world.pages.set("/forum", legacyForumPage());
  const page = await open(`${FORUM}&legacy`);
  await page.getByText("can’t read reviews and comments in older OpenReview forums").waitFor();
  assert.equal(await page.getByRole("button", { name: "Check the paper’s citations" }).count(), 1);
  await page.close();
  world.pages.set("/forum", forumPage());
});

test("pages of people, assignments and venues are not read: the button shows a dash, and the page stays as it is", async () => {
  const [worker] = world.extension.context.serviceWorkers();
  assert.ok(worker);
  for (const [address, path, html] of [
    [ASSIGNMENTS, "/assignments", assignmentsPage()],
    [PROFILE, "/profile", profilePage()],
    [VENUE_HOME, "/group", venueHomePage()],
  ] as const) {
    world.pages.set(path, html);
    const before = world.web.log.entries().length;
    const page = await world.extension.context.newPage();
    await page.goto(address);
    const shown = await page.content();
    await world.extension.click(page);
    await worker.evaluate(async (where) => {
      for (let wait = 0; wait < 50; wait += 1) {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        if (tab?.id !== undefined && (await chrome.action.getBadgeText({ tabId: tab.id })) === "–") return;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`the button shows no dash on ${where}`);
    }, address);
    await new Promise((done) => setTimeout(done, 500));
    assert.equal(await page.content(), shown, address);
    assert.equal(world.web.log.entries().length, before);
    await page.close();
  }
});

test("authors that the forum shows may be named: the title may then be looked up like any other", async () => {
  world.pages.set("/forum", forumPage({ authors: { kind: "public", people: [ADA] } }));
  const page = await open(OPEN_FORUM);
  await page.getByText("8 suggested references in 2 reviews and comments.").waitFor();
  await page.close();
  world.pages.set("/forum", forumPage());
});

test("after a soft navigation the panel's button does nothing with the previous submission", async () => {
  const page = await open(FORUM);
  const panel = await world.extension.sidePanel();
  await page.evaluate(leadOn, [PROGRAM_CHAIRS, programChairPage(3)] as const);
  const before = world.server.asked.filter((path) => path === "/pdf").length;
  await panel.getByRole("button", { name: "Check citations" }).click();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.equal(world.server.asked.filter((path) => path === "/pdf").length, before);
  assert.equal(world.extension.context.pages().filter((one) => one.url().includes("viewer.html")).length, 0);
  assert.equal(await page.getByRole("region", { name: "Suggested references" }).count(), 0);
  await panel.close();
  await page.close();
});

test("a page that looks otherwise is left alone", async () => {
  world.pages.set("/forum", "<!doctype html><html lang=en><title>t</title><p>Something else</p>");
  const page = await world.extension.context.newPage();
  await page.goto(FORUM);
  const html = await page.content();
  await world.extension.click(page);
  await page.getByText("Something else").waitFor();
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await page.content(), html);
  await page.close();
  world.pages.set("/forum", forumPage());
});
