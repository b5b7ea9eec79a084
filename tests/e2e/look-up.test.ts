import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { HOSTS } from "../fake-apis/sources.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { offer } from "./support/one-article";
import { axe, checkAgain, DIST, highlighted, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { health, lookUpButton, waitForHealth } from "./support/panel";

let server: { url: string; close: () => Promise<void> };
let web: Awaited<ReturnType<typeof sleepWeb>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const strangers: string[] = [];

before(async () => {
  web = await sleepWeb();
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await offer(context, { id: "sleep", title: "Sleep", html: ARTICLE });
  // Each real host is answered by its stand-in, with what it tells browsers.
  await context.route(
    (url) => url.origin !== new URL(server.url).origin,
    async (route) => {
      const url = new URL(route.request().url());
      const prefix = (HOSTS as Readonly<Record<string, string>>)[url.host];
      if (prefix === undefined) strangers.push(url.host);
      if (prefix === undefined) return route.abort();
      const answer = await route.fetch({ url: `${web.url}/${prefix}${url.pathname}${url.search}` });
      return route.fulfill({ response: answer });
    },
  );
  page = await context.newPage();
  await page.goto(server.url);
  await waitForEnd(page);
});

after(async () => {
  await browser.close();
  await server.close();
  await web.close();
});

const HEALTH = ["1 verified", "1 not found", "1 retracted"];
const asked = () => web.log.entries().length;

test("nobody is asked until the reader says so", async () => {
  const line = page.locator("#panel .state p");
  assert.equal(await line.textContent(), "3 citations, 3 references found. Nothing was looked up yet.");
  const offer = page.locator("#panel .offer");
  await offer.getByText(/^Sends titles, authors, years and identifiers .* Crossref/).waitFor();
  assert.equal(asked(), 0);
  assert.equal(await page.locator("#panel .health").isVisible(), false, "nothing is known of any entry");
  const text = await page.locator("#panel").evaluate((host) => host.shadowRoot?.textContent ?? "");
  assert.doesNotMatch(text, /\d citations? checked|could not be|Integrity/);
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "demo-look-up-offer.png"), animations: "disabled" });
  await page.getByText("Everything stays in this browser.").waitFor();
});

test("looked up, references are found, the retracted and the missing one are told, and a claim is checked", async () => {
  const errors = watchErrors(page);
  await lookUpButton(page).click();
  await waitForHealth(page, HEALTH);
  await waitForEnd(page);
  assert.equal(await lookUpButton(page).count(), 0, "the choice was made");
  await page.getByText("Only the reference list leaves this browser.").waitFor();
  await waitForMark(page, "citelight-may-differ-sentence", "remembered 30 % less");
  assert.ok(!(await highlighted(page, "citelight-may-differ-sentence")).join("").includes("Dreams"));
  const list = page.locator("#panel .entries");
  // What a reader should look at comes first, each entry with what can be done about it.
  assert.deepEqual(await list.locator(".category").allTextContents(), ["retracted", "not found"]);
  const links = await list
    .locator("a")
    .evaluateAll((all) =>
      (all as HTMLAnchorElement[]).map(({ href, rel, referrerPolicy }) => [href, rel, referrerPolicy]),
    );
  assert.deepEqual(
    links.map(([href = ""]) => href.replace(/q=Midnight%20millers[^&]*/, "q=…")),
    [
      "https://doi.org/10.1016/sleep.2",
      "https://doi.org/10.1016/sheep.3",
      "https://scholar.google.com/scholar?q=…",
      "https://search.crossref.org/search/works?q=…&from_ui=yes",
    ],
  );
  for (const [, ...rest] of links) assert.deepEqual(rest, ["noopener noreferrer", "no-referrer"]);
  await health(page, "1 verified").click();
  assert.deepEqual(await list.locator("a").evaluateAll((all) => all.map((a) => a.getAttribute("href"))), [
    "https://doi.org/10.1016/sleep.1",
  ]);
  await health(page, "1 verified").click();
  assert.equal(await list.locator("li").count(), 2);
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "demo-look-up.png"), animations: "disabled" });
  const { sources } = web.log.summary();
  const repeated = Object.entries(sources).filter(([, { duplicates }]) => duplicates > 0);
  assert.deepEqual(repeated, [], "a question was asked twice");
  assert.deepEqual(errors, []);
  assert.deepEqual(strangers, []);
});

test("what was answered is kept: another visit finds the same and asks nothing", async () => {
  const before = asked();
  await page.reload();
  await page.getByText("References are looked up online.").waitFor();
  assert.equal(await lookUpButton(page).count(), 0);
  await waitForHealth(page, HEALTH);
  await waitForEnd(page);
  // What was found is shown as it was; a new check, too, finds every answer.
  await checkAgain(page);
  await waitForHealth(page, HEALTH);
  assert.equal(asked(), before);
});

test("offline, what is kept still serves, and nothing new is called missing", async () => {
  await context.setOffline(true);
  await checkAgain(page);
  await waitForHealth(page, HEALTH);
  await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("citelight-answers-1");
      request.onsuccess = () => {
        done(request.result);
      };
      request.onerror = () => {
        failed(new Error("the kept answers cannot be opened"));
      };
    });
    await new Promise((done) => {
      const clearing = opened.transaction("answers", "readwrite");
      clearing.oncomplete = done;
      clearing.objectStore("answers").clear();
    });
    opened.close();
  });
  await checkAgain(page);
  assert.equal(await page.locator("#panel .health").isVisible(), false);
  await page.getByText("this device is offline").waitFor();
  await context.setOffline(false);
});

test("taken back, the choice holds", async () => {
  const before = asked();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await page.reload();
  await waitForEnd(page);
  await lookUpButton(page).waitFor();
  assert.equal(asked(), before);
});
