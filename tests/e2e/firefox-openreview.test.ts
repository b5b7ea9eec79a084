// OpenReview in Firefox: a forum, a console and the browser of edges, with the network asserted as in openreview-privacy.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "puppeteer-core";
import { Firefox } from "./support/firefox";
import { fill, press, pressNamed, shows } from "./support/firefox-page";
import { AREA_CHAIRS, CONSOLE, consolePage, KINDS, liveConsole } from "./support/openreview/consoles";
import { EDGES, edgeBrowserPage } from "./support/openreview/edge-browser";
import { FORUM, forumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, JANE, RAE } from "./support/openreview/frame";
import { USER_COOKIE, userOf } from "./support/openreview/session";
import { smallVenue } from "./support/openreview/venue";
import { ABSTRACT, SUBMISSION } from "./support/openreview/works";
import { chairTwo, servedWorld, type ServedWorld } from "./support/openreview/world";
import { AUDIT_MS, DIST } from "./support/reading";
import type { Served } from "./support/tls";

let world: ServedWorld;
let firefox: Firefox;

/** Firefox holds content scripts to the page's policy, and the site's own allows its API. */
const free = (html: string): Served => ({
  type: "text/html; charset=utf-8",
  body: new TextEncoder().encode(html),
  isFree: true,
});

before(async () => {
  world = await servedWorld(
    new Map([
      ["/forum", free(forumPage({ authors: { kind: "revealed", people: [ADA, BO] }, reader: CHAIR }))],
      ["/group", free(consolePage(2))],
      ["/edges/browse", free(edgeBrowserPage({ reviewers: [RAE, JANE] }))],
    ]),
  );
  world.api.venue = smallVenue();
  firefox = await Firefox.launch(resolve(DIST, "firefox"), world.server.port);
});

after(async () => {
  await firefox.close();
  await world.close();
});

const SECRETS = [
  SUBMISSION,
  "Sleep schedules of millers",
  "A diary study of sleepers",
  ABSTRACT.slice(0, 40),
  ...[ADA, BO].flatMap(({ id, name }) => [id, name]),
  "aB1c",
];

function assertNothingTold(): void {
  const whole = world.sent().toLowerCase();
  for (const secret of SECRETS) assert.ok(!whole.includes(secret.toLowerCase()), `“${secret}” was sent`);
}

/** A page whose reader clicked the extension's button; nobody was asked for that. */
async function open(address: string, shown: RegExp): Promise<Page> {
  world.forget();
  const page = await firefox.browser.newPage();
  await page.goto(address);
  await page.evaluate(
    (cookie) => (document.cookie = cookie),
    `${USER_COOKIE}=${userOf(CHAIR)}; domain=.openreview.net`,
  );
  await firefox.click(page);
  await shows(page, "section.box", shown);
  await new Promise((done) => setTimeout(done, 700));
  assert.equal(world.server.passedOn.length, 0, "nobody is asked before a press");
  return page;
}

test("a forum in Firefox: suggestions are looked up when the reader allows it, an assignment is checked, and nothing tells of the submission", async () => {
  const page = await open(FORUM, /7 suggested references in 2 reviews and comments\./);
  await pressNamed(page, "Check 4 references");
  await shows(page, "section.box", /Lookups are off\./);
  assert.equal(world.server.passedOn.length, 0);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await pressNamed(panel, "Look up references online");
  await page.bringToFront();
  // The grant is on its way.
  for (let tries = 0; tries < 5; tries += 1) {
    await pressNamed(page, "Check 4 references");
    const isFound = await shows(
      page,
      "li",
      /Found: Evening sleepers and what they remember \(2019\)\./,
      10_000,
    ).then(
      () => true,
      () => false,
    );
    if (isFound) break;
  }
  await shows(page, "li", /The work was retracted\./);
  await shows(page, "li", /Not found in/);
  await shows(page, "li", /to the submission: cosine similarity -?0\.\d\d/, AUDIT_MS);
  await page.evaluate(() => {
    for (const host of document.querySelectorAll("[data-citelight-ui]"))
      for (const details of host.shadowRoot?.querySelectorAll("details") ?? []) details.open = true;
  });
  await fill(page, "Reviewer’s profile", RAE.id);
  await pressNamed(page, "Check assignment");
  await shows(page, ".assignment", /Fit of Rae Viewer, based on 4 papers/, AUDIT_MS);
  assert.match(world.sent(), /Evening sleepers/, "what is sent can be read here");
  assert.match(world.sent(), /Rae_Viewer1/);
  assertNothingTold();
  for (const { host, headers } of world.server.passedOn)
    if (!host.endsWith("openreview.net")) assert.equal(headers.cookie, undefined, host);
  await panel.close();
  await page.close();
});

test("a console in Firefox: nothing before a press, then its submissions one by one", async () => {
  const page = await open(CONSOLE, /0 of 2 submissions checked\./);
  assert.equal((await page.$$(">>> .cell")).length, 2);
  assert.equal(world.server.asked.filter((path) => path === "/pdf").length, 0);
  await pressNamed(page, "Check submissions");
  await shows(page, "section.box", /2 of 2 submissions checked\./, AUDIT_MS);
  await shows(page, ".cell", /attention|clean so far|no source readable/);
  assertNothingTold();
  await page.close();
});

test("the browser of edges in Firefox: fit beside each reviewer, and no word of the submission", async () => {
  const page = await open(EDGES, /0 of 2 reviewers compared\./);
  await pressNamed(page, "Check fit and conflicts");
  await shows(page, "section.box", /2 of 2 reviewers compared\./, AUDIT_MS);
  await shows(page, "p", /^fit 0\.\d\d \(mean of the two nearest of \d+ papers\)$/);
  assert.deepEqual(
    world.api.asked.map(({ path }) => path),
    ["/profiles/search", "/notes", "/notes", "/notes", "/notes"],
  );
  assertNothingTold();
  await page.close();
});

test("the table of an area chair in Firefox: built from what the console asks for, then suggestions and reviewers one by one", async () => {
  world.pages.set("/group", liveConsole(KINDS.areaChairs, 3));
  chairTwo(world.api);
  const page = await open(AREA_CHAIRS, /\d of 3 submissions checked\./);
  await press(page, "summary::-p-text(Table for chairs)");
  await pressNamed(page, "Build the table");
  await shows(page, "p", /^2 submissions, 2 reviewers, 10 suggested references\.$/);
  assert.deepEqual(
    world.api.asked.map(({ path }) => path),
    ["/groups", "/groups", "/notes", "/groups", "/groups", "/profiles/search"],
  );
  await pressNamed(page, "Check suggestions and reviewers");
  await shows(page, "p", /^2 of 2 submissions checked\./, AUDIT_MS);
  await shows(page, "table.chairs p", /^fit 0\.\d\d/);
  assertNothingTold();
  assert.deepEqual(await firefox.errors(), []);
  await page.close();
});
