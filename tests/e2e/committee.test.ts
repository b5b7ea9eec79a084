import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { article, heartWeb } from "../network/heart.mjs";
import { HOSTS } from "../fake-apis/sources.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { offer } from "./support/one-article";
import { axe, DIST, highlighted, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { lookUpButton, waitForHealth } from "./support/panel";

const OPPOSITE = "Beta blockers increased mortality in patients with myocardial infarction";

let server: Awaited<ReturnType<typeof serve>>;
let web: Awaited<ReturnType<typeof heartWeb>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  web = await heartWeb();
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await offer(context, { id: "heart", title: "Heart", html: article(OPPOSITE) });
  // Each real host is answered by its stand-in.
  await context.route(
    (url) => url.origin !== new URL(server.url).origin,
    async (route) => {
      const url = new URL(route.request().url());
      const prefix = (HOSTS as Readonly<Record<string, string>>)[url.host];
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

const committees = () => page.getByLabel("If a source isn’t readable, use papers that cite it");

test("those who cite a closed work are asked only at the reader's word, and their words are shown", async () => {
  const errors = watchErrors(page);
  assert.equal(await committees().isVisible(), false, "it stands under the look-up");
  await lookUpButton(page).click();
  await waitForHealth(page, ["1 verified"]);
  await waitForEnd(page);
  assert.deepEqual(await highlighted(page, "citelight-review-sentence"), []);
  assert.equal(await committees().isChecked(), false);

  await committees().check();
  await waitForMark(page, "citelight-review-sentence", "increased mortality");
  await waitForEnd(page);
  await page.locator("#panel .group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  const text = (await card.textContent()) ?? "";
  assert.match(text, /The source could not be read; \d+ papers/);
  assert.match(text, /reduced/);
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "demo-committee.png"), animations: "disabled" });
  assert.deepEqual(errors, []);
});

test("the choice is kept", async () => {
  await page.reload();
  assert.equal(await committees().isChecked(), true);
});
