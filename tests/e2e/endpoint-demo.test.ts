import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { forgetAnswers } from "./support/answers";
import { launch, watchErrors } from "./support/browser";
import { ARTICLE, KEY, lampDouble, LIBRARY, MODEL } from "./support/lamps";
import { offer } from "./support/one-article";
import { axe, checkAgain, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { until } from "./support/until";

const HOST = "models.example.org";
const ENDPOINT = `https://${HOST}/v1`;

let double: FakeLlm;
let server: { url: string; close: () => Promise<void> };
let browser: Browser;
let context: BrowserContext;
let page: Page;
const strangers: string[] = [];
/** Requests that the page gave up. */
const givenUp: string[] = [];

before(async () => {
  double = await lampDouble();
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await offer(context, { id: "lamps", title: "Lamps", html: ARTICLE });
  for (const [path, body] of LIBRARY)
    await context.route(`**/library/${path}`, (route) => route.fulfill({ body }));
  // The endpoint's real name is answered by the double, with what it tells browsers.
  await context.route(
    (url) => url.origin !== new URL(server.url).origin,
    async (route) => {
      const url = new URL(route.request().url());
      if (url.host !== HOST) strangers.push(url.host);
      if (url.host !== HOST) return route.abort();
      try {
        const response = await route.fetch({ url: `${double.url}${url.pathname}` });
        await route.fulfill({ response });
      } catch {
        // given up meanwhile
      }
    },
  );
  context.on("requestfailed", (request) => {
    if (new URL(request.url()).host === HOST) givenUp.push(request.failure()?.errorText ?? "");
  });
  page = await context.newPage();
  await page.goto(server.url);
  await waitForEnd(page);
});

after(async () => {
  await browser.close();
  await server.close();
  await double.close();
});

const posts = () => double.log.entries().filter(({ path }) => path.endsWith("/chat/completions"));
const outcome = () => page.locator(".endpoint-box .outcome");
const card = () => page.getByRole("dialog");

async function setUp(key: string, ask: RegExp): Promise<void> {
  const box = page.locator(".endpoint-box");
  if (
    !(await box
      .locator("details")
      .first()
      .evaluate((one: HTMLDetailsElement) => one.open))
  )
    await box.locator("summary").first().click();
  await page.getByLabel("Address", { exact: true }).fill(ENDPOINT);
  await page.getByLabel("Model", { exact: true }).fill(MODEL);
  if (key !== "") await page.getByLabel("API key", { exact: true }).fill(key);
  await page.getByLabel(ask).check();
  await page.getByRole("button", { name: "Use and test" }).click();
  await page.getByRole("button", { name: "Use and test", disabled: false }).waitFor();
}

async function openCard(): Promise<void> {
  await page.locator("#panel .group .rows button").first().click();
  await card().waitFor();
}

test("nothing is asked until an endpoint is set up; a wrong key is told in words and kept nowhere", async () => {
  const errors = watchErrors(page);
  assert.equal(posts().length, 0);
  await page.getByText("Off. Nothing is sent to an AI model.").waitFor();
  await setUp("sk-wrong-key-of-tests", /Only when I click/);
  assert.match((await outcome().textContent()) ?? "", /denied with status 401; check the key/);
  await setUp(KEY, /Only when I click/);
  assert.match((await outcome().textContent()) ?? "", /works\. Response format: JSON schema/);
  assert.equal(await page.getByLabel("API key", { exact: true }).inputValue(), "");
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      await indexedDB.databases(),
    ]),
  );
  assert.ok(!kept.includes(KEY) && !(await page.content()).includes(KEY));
  await page.getByText(`You can ask ${HOST} about inconclusive claims.`).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "demo-endpoint.png"), animations: "disabled" });
  // Browsers themselves tell of the status of the wrong key.
  assert.deepEqual(
    errors.filter((error) => !error.includes("401")),
    [],
  );
});

test("asked, it decides the open claim with the source's words; the page's own scripts cannot ask", async () => {
  double.reset();
  await openCard();
  const button = card().getByRole("button", { name: "Ask the AI model" });
  await button.evaluate((one: HTMLButtonElement) => {
    one.click();
  });
  assert.equal(await button.count(), 1);
  assert.equal(posts().length, 0, "a click of a script asks nobody");
  await button.click();
  await card().getByText("Needs review").waitFor({ timeout: 60_000 });
  const text = (await card().textContent()) ?? "";
  assert.match(text, /a day later than under cool ones/);
  assert.match(text, /Sent to models\.example\.org: the claim, its neighbouring sentences and/);
  assert.ok(posts().every(({ key, keyElsewhere }) => key === "present" && !keyElsewhere));
  await page.screenshot({ path: join(SCREENSHOTS, "demo-endpoint-card.png"), animations: "disabled" });
});

test("stopped, open requests end and the claim stays open; a refusal and a lost connection say why", async () => {
  await forgetAnswers(page);
  await page.reload();
  await waitForEnd(page);
  await page.getByText("Off. Nothing is sent to an AI model.").waitFor();
  await setUp(KEY, /Only when I click/);
  double.reset();
  double.setFaults({ sources: { "*": "latency:60000" } });
  await openCard();
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card().getByText(`Asking ${HOST}…`).waitFor();
  await until(() => double.log.entries().length === 3);
  await card().getByRole("button", { name: "Stop asking" }).click();
  await card().getByRole("button", { name: "Ask the AI model" }).waitFor();
  assert.match((await card().textContent()) ?? "", /Inconclusive/);
  await until(() => givenUp.length === 3);
  assert.deepEqual(new Set(givenUp), new Set(["net::ERR_ABORTED"]));

  double.reset();
  double.setFaults({ sources: { "*": "400" } });
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card()
    .getByText(/did not answer: the request was refused as invalid: status 400/)
    .last()
    .waitFor();
  assert.match((await card().textContent()) ?? "", /Inconclusive/);

  double.clearFaults();
  await context.setOffline(true);
  await card().getByRole("button", { name: "Ask the AI model" }).click();
  await card()
    .getByText(/this device is offline/)
    .last()
    .waitFor();
  assert.match((await card().textContent()) ?? "", /Inconclusive/);
  await context.setOffline(false);
  assert.deepEqual(strangers, []);
});

test("a budget holds across the checks of one page", async () => {
  await forgetAnswers(page);
  await page.reload();
  await waitForEnd(page);
  await page.locator(".endpoint-box summary").first().click();
  await page.getByText("Advanced settings", { exact: true }).click();
  await page.getByLabel("Maximum requests per page").fill("2");
  await setUp(KEY, /For every inconclusive claim/);
  double.reset();
  for (let check = 0; check < 2; check += 1) await checkAgain(page);
  await openCard();
  await card()
    .getByText(/budget of 2 requests/)
    .last()
    .waitFor();
  assert.ok(posts().length <= 2, `${posts().length} requests`);
});
