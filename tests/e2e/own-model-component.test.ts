import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { ARTICLE, LIBRARY, SAYS } from "./support/lamps";
import type { Orders } from "../fake-prompt-api/prompt-api";
import { ANSWERS, asked, DOUBLE, order } from "./support/prompt-api";
import { axe, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";

let server: { url: string; close: () => Promise<void> };
let browser: Browser;
/** Requests to anybody but the page's own site. */
const strangers: string[] = [];

before(async () => {
  server = await serve(join(DIST, "www"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  await server.close();
});

/** The component's page with the article of the lamps, in a browser with a model of its own that does as it is told. */
async function open(orders: Partial<Orders>, attributes = "", language = "en"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:/.test(protocol) && origin !== new URL(server.url).origin) strangers.push(request.url());
  });
  const told = JSON.stringify({ answers: ANSWERS, ...orders });
  // What an earlier page of the origin was told, or what a test told this one, stays over a reload.
  await page.addInitScript({
    content: `localStorage.getItem("prompt-api") ?? localStorage.setItem("prompt-api", ${JSON.stringify(told)});\n${DOUBLE}`,
  });
  const article = /<article[\s\S]*<\/article>/.exec(ARTICLE)?.[0] ?? "";
  await page.context().route("**/component.html", async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({
      contentType: "text/html",
      body: html
        .replace(/<article[\s\S]*<\/article>/, () => article)
        .replace("<cite-light ", () => `<cite-light lang="${language}" ${attributes} `),
    });
  });
  for (const [path, body] of LIBRARY)
    await page.context().route(`**/library/${path}`, (route) => route.fulfill({ body }));
  await page.goto(`${server.url}component.html`);
  await page.locator("cite-light button").first().click();
  await page.waitForFunction(
    () =>
      document.querySelector("cite-light")?.shadowRoot?.querySelector(".own-model-offer, .state") !== null,
  );
  return page;
}

test("a page is checked, and what stays open is judged by the browser's own model, without a request", async () => {
  const page = await open({ availability: "downloadable", downloadStepMs: 400 });
  const errors = watchErrors(page);
  await waitForEnd(page, "cite-light");
  const button = page.getByRole("button", { name: "Download the browser’s AI model" });
  await button.waitFor();
  assert.equal(await page.locator("cite-light button.primary:visible").count(), 1, "one primary button");
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "component-own-model.png"), animations: "disabled" });
  await button.click();
  await page.getByText(/The browser is downloading its model: (25|50|75)%\./).waitFor();
  await page.getByText("1 needs attention").first().waitFor({ timeout: 60_000 });
  await page.locator("cite-light .group .rows button").first().click();
  const card = page.getByRole("dialog");
  const text = (await card.textContent()) ?? "";
  assert.match(text, /a day later than under cool ones/);
  assert.match(text, /\(built-in AI\) finds that the source says otherwise/);
  assert.match(text, /Nothing left this computer\./);
  const prompts = (await asked(page)).filter(({ kind }) => kind === "prompt");
  assert.ok(prompts.some(({ text }) => text?.includes(SAYS)));
  assert.deepEqual(errors, []);
  assert.deepEqual(strangers, []);
  await page.close();
});

test("without one, or where the page names an endpoint or forbids it, none is offered", async () => {
  for (const [orders, attributes] of [
    [{ availability: "unavailable" }, ""],
    [{ availability: "available" }, 'endpoint="models/v1" endpoint-model="m"'],
    [{ availability: "available" }, 'browser-model="never"'],
  ] as const) {
    const page = await open(orders, attributes);
    await waitForEnd(page, "cite-light");
    assert.equal(await page.locator("cite-light .own-model-offer:visible").count(), 0);
    await page.close();
  }
});

test("what goes wrong is told in the reader's language", async () => {
  for (const [language, ask, told] of [
    [
      "de",
      "KI-Modell fragen",
      "Die Textstellen sind länger, als das KI-Modell dieses Browsers auf einmal lesen kann.",
    ],
    ["zh", "询问 AI 模型", "段落过长，浏览器自带的 AI 模型无法一次读完。"],
  ] as const) {
    const page = await open({ availability: "available", contextWindow: 300 }, "", language);
    await waitForEndIn(page);
    await page.locator("cite-light .own-model-offer button").first().click();
    await page.locator("cite-light .group .rows button").first().click();
    const card = page.getByRole("dialog");
    await card.getByText(told).waitFor({ timeout: 60_000 });
    assert.equal(await card.getByRole("button", { name: ask }).count(), 1, "it can be asked again");
    await order(page, { contextWindow: 9216, fault: "refused" });
    await page.close();
  }
  assert.deepEqual(strangers, []);
});

/** The end of a check in any language: the offer comes only then. */
async function waitForEndIn(page: Page): Promise<void> {
  await page.locator("cite-light .own-model-offer button:visible").first().waitFor({ timeout: 120_000 });
}
