// The pages are made by hand as they were seen on OpenReview's own web app: see support/openreview.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { HOSTS } from "../fake-apis/sources.mjs";
import { Extension } from "./support/extension";
import { grantedCopy } from "./support/granted";
import { leadOn } from "./support/openreview/app";
import { PROGRAM_CHAIRS, programChairPage } from "./support/openreview/consoles";
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
import { COMMENT, REVIEW, SUBMISSION, SUBMISSION_ID, suggestedWorks } from "./support/openreview/works";
import { axe, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PDF = "tests/fixtures/pdf/author-year.pdf";
const MAIL = "reader@example.org";
/** Looks like a key, and is looked for in everything that is sent. */
const KEY = "source-key-7c2e1";
const OPEN_FORUM = "https://openreview.net/forum?id=Sleep00001&open";

let web: Awaited<ReturnType<typeof suggestedWorks>>;
let server: SecureServer;
let extension: Extension;
let granted: ReturnType<typeof grantedCopy>;
const pages = new Map<string, string | { type: string; body: Uint8Array }>([
  ["/forum", forumPage()],
  ["/pdf", { type: "application/pdf", body: readFileSync(PDF) }],
]);

before(async () => {
  web = await suggestedWorks();
  const standIns = new Map(
    Object.entries(HOSTS as Readonly<Record<string, string>>).map(([host, prefix]) => [
      host,
      `${web.url}/${prefix}`,
    ]),
  );
  server = await serveSecurely(pages, standIns);
  granted = grantedCopy();
  extension = await Extension.launch(granted.folder, ["openreview.net", ...standIns.keys()], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  await web.close();
  granted.remove();
});

/** Everything that was asked of anybody, in one text. */
function asked(): string {
  return decodeURIComponent(
    JSON.stringify(web.log.entries()).replaceAll("+", " ").replaceAll("%", "%25"),
  ).replace(/%([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** A reader who left a mail address and a key for sources, as for all other sites. */
async function introduce(): Promise<void> {
  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
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
  assert.ok(web.log.entries().length > 0, "somebody was asked");
  for (const { source, mailto, key, path } of web.log.entries()) {
    assert.equal(mailto, null, `${source} is told no mail address`);
    assert.equal(key, false, `${source} is told no key`);
    assert.notEqual(source, "unpaywall", `Unpaywall, which wants a mail address, is not asked: ${path}`);
  }
  for (const { host, url, headers } of server.passedOn) {
    const whole = `${host}${url} ${JSON.stringify(headers)}`;
    assert.equal(headers.cookie, undefined, whole);
    assert.equal(headers.authorization, undefined, whole);
    // The same for all readers: it tells that Citelight asks.
    assert.ok([undefined, "null", `chrome-extension://${extension.id}`].includes(headers.origin), whole);
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
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.goto(address);
  await extension.click(page);
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
  assert.equal(web.log.entries().length, 0);

  await introduce();
  const panel = await extension.sidePanel();
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
    server.asked.filter((path) => path.startsWith("/notes") || path.startsWith("/profiles")),
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
  const before = web.log.entries().length;
  await page.evaluate(() => {
    for (const host of document.querySelectorAll("*"))
      for (const button of host.shadowRoot?.querySelectorAll("button") ?? []) button.click();
  });
  assert.equal(web.log.entries().length, before);
  assert.equal(extension.context.pages().filter((one) => one.url().includes("viewer.html")).length, 0);
  await panel.close();
  await page.close();
});

test("a reader on the keyboard opens the paper's own audit", async () => {
  const page = await open(FORUM);
  const button = page.getByRole("button", { name: "Check the paper’s citations" });
  await button.focus();
  const opened = extension.context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const viewer = await opened;
  await viewer.waitForURL(/viewer\.html\?file=/);
  await viewer.getByRole("link", { name: "Original" }).waitFor();
  await viewer.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });

  // Its references are looked up in the same way, though the viewer is a page of the extension.
  const before = web.log.entries().length;
  for (let wait = 0; wait < 300 && !asked().includes("Finding entries"); wait += 1)
    await new Promise((done) => setTimeout(done, 100));
  assert.ok(web.log.entries().length > before, "the references of the PDF are looked up");
  assertNobodyIsNamed();
  await viewer.close();
  await page.close();
});

test("names that only this reader may see are nobody's: authors revealed to a chair, a reviewer revealed to them", async () => {
  const by = { kind: "revealed", as: "Reviewer xY9z", person: JANE } as const;
  pages.set(
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
  pages.set("/forum", forumPage());
});

test("a forum of the first API: the paper can be checked, its reviews are not read, its authors are hidden", async () => {
  pages.set("/forum", legacyForumPage());
  const page = await open(`${FORUM}&legacy`);
  await page.getByText("can’t read reviews and comments in older OpenReview forums").waitFor();
  assert.equal(await page.getByRole("button", { name: "Check the paper’s citations" }).count(), 1);
  await page.close();
  pages.set("/forum", forumPage());
});

test("pages of people, assignments and venues are not read: the button shows a dash, and the page stays as it is", async () => {
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  for (const [address, path, html] of [
    [ASSIGNMENTS, "/assignments", assignmentsPage()],
    [PROFILE, "/profile", profilePage()],
    [VENUE_HOME, "/group", venueHomePage()],
  ] as const) {
    pages.set(path, html);
    const before = web.log.entries().length;
    const page = await extension.context.newPage();
    await page.goto(address);
    const shown = await page.content();
    await extension.click(page);
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
    assert.equal(web.log.entries().length, before);
    await page.close();
  }
});

test("authors that the forum shows may be named: the title may then be looked up like any other", async () => {
  pages.set("/forum", forumPage({ authors: { kind: "public", people: [ADA] } }));
  const page = await open(OPEN_FORUM);
  await page.getByText("8 suggested references in 2 reviews and comments.").waitFor();
  await page.close();
  pages.set("/forum", forumPage());
});

test("after a soft navigation the panel's button does nothing with the previous submission", async () => {
  const page = await open(FORUM);
  const panel = await extension.sidePanel();
  await page.evaluate(leadOn, [PROGRAM_CHAIRS, programChairPage(3)] as const);
  const before = server.asked.filter((path) => path === "/pdf").length;
  await panel.getByRole("button", { name: "Check citations" }).click();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.equal(server.asked.filter((path) => path === "/pdf").length, before);
  assert.equal(extension.context.pages().filter((one) => one.url().includes("viewer.html")).length, 0);
  assert.equal(await page.getByRole("region", { name: "Suggested references" }).count(), 0);
  await panel.close();
  await page.close();
});

test("a page that looks otherwise is left alone", async () => {
  pages.set("/forum", "<!doctype html><html lang=en><title>t</title><p>Something else</p>");
  const page = await extension.context.newPage();
  await page.goto(FORUM);
  const html = await page.content();
  await extension.click(page);
  await page.getByText("Something else").waitFor();
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await page.content(), html);
  await page.close();
  pages.set("/forum", forumPage());
});
