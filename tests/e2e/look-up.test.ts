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

const counts = (): Promise<string | null> => page.locator(".references .count").textContent();
const lookUp = () => page.getByLabel("Look up references online");
const asked = () => web.log.entries().length;

test("nobody is asked until the reader says so", async () => {
  assert.match((await counts()) ?? "", /^0 of 3 found/);
  assert.equal(asked(), 0);
  assert.equal(await lookUp().isChecked(), false);
  await page.getByText("Everything stays in this browser.").waitFor();
});

test("looked up, references are found, the retracted and the missing one are told, and a claim is checked", async () => {
  const errors = watchErrors(page);
  await lookUp().check();
  await page.getByText("2 of 3 found · 2 need attention").waitFor({ timeout: 60_000 });
  await waitForEnd(page);
  await page.getByText("Only the reference list leaves this browser.").waitFor();
  await waitForMark(page, "citelight-review-sentence", "remembered 30 % less");
  assert.ok(!(await highlighted(page, "citelight-review-sentence")).join("").includes("Dreams"));
  const list = page.locator("details.references");
  await list.locator("summary").click();
  assert.match((await list.textContent()) ?? "", /retracted/);
  assert.match((await list.textContent()) ?? "", /not found/);
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
  assert.equal(await lookUp().isChecked(), true);
  await page.getByText("2 of 3 found · 2 need attention").waitFor({ timeout: 60_000 });
  await waitForEnd(page);
  assert.equal(asked(), before);
});

test("offline, what is kept still serves, and nothing new is called missing", async () => {
  await context.setOffline(true);
  await checkAgain(page);
  assert.match((await counts()) ?? "", /^2 of 3 found · 2 need attention/);
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
  assert.match((await counts()) ?? "", /^0 of 3 found$/);
  await page.getByText("this device is offline").waitFor();
  await context.setOffline(false);
});

test("taken back, the choice holds", async () => {
  const before = asked();
  await lookUp().uncheck();
  await waitForEnd(page);
  await page.reload();
  await waitForEnd(page);
  assert.equal(await lookUp().isChecked(), false);
  assert.equal(asked(), before);
});
