import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { configuration, serve as serveCitelight } from "../network/serving.mjs";
import { folder } from "../network/support.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { ARTICLE, KEY, lampDouble, LIBRARY, MODEL } from "./support/lamps";
import { DIST, SCREENSHOTS, waitForEnd } from "./support/reading";

let double: FakeLlm;
let server: { url: string; close: () => Promise<void> };
let browser: Browser;

before(async () => {
  double = await lampDouble();
  server = await serve(join(DIST, "www"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  await server.close();
  await double.close();
});

/** The component's page with the article of the lamps, whose element has these attributes. */
async function openComponent(attributes: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const article = /<article[\s\S]*<\/article>/.exec(ARTICLE)?.[0] ?? "";
  await page.context().route("**/component.html", async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({
      contentType: "text/html",
      body: html
        .replace(/<article[\s\S]*<\/article>/, () => article)
        .replace("<cite-light ", () => `<cite-light ${attributes} `),
    });
  });
  for (const [path, body] of LIBRARY)
    await page.context().route(`**/library/${path}`, (route) => route.fulfill({ body }));
  return page;
}

/** Checks the article and opens the card of its one claim. */
async function check(page: Page): Promise<Locator> {
  await page.goto(`${server.url}component.html`);
  await page.getByRole("button", { name: "Check citations" }).click();
  await waitForEnd(page, "cite-light");
  await page.locator("cite-light .group .rows button").first().click();
  return page.getByRole("dialog");
}

test("a page names an endpoint of its own, without a key: readers ask it about a finding", async () => {
  const page = await openComponent(`endpoint="models/v1" endpoint-model="${MODEL}" endpoint-format="schema"`);
  const keys: (string | undefined)[] = [];
  // The site's own proxy, which alone has the key.
  await page.context().route("**/models/v1/**", async (route) => {
    const request = route.request();
    keys.push(request.headers().authorization);
    const { pathname } = new URL(request.url());
    const headers = { ...request.headers(), authorization: `Bearer ${KEY}` };
    const response = await route.fetch({ url: `${double.url}${pathname.replace("/models", "")}`, headers });
    await route.fulfill({ response });
  });
  const card = await check(page);
  assert.equal(double.log.entries().length, 0, "nothing is asked before a reader asks");
  await card.getByRole("button", { name: "Ask the AI model" }).click();
  await card.getByText("Needs review").waitFor({ timeout: 60_000 });
  assert.match(
    (await card.textContent()) ?? "",
    /Sent to 127\.0\.0\.1:\d+: the claim, its neighbouring sentences and/,
  );
  assert.ok(keys.length > 0 && keys.every((key) => key === undefined));
  await page.screenshot({ path: join(SCREENSHOTS, "component-endpoint.png"), animations: "disabled" });
  await page.close();
});

test("a page names the journal's Citelight server: browsers ask it across origins, without a token", async () => {
  double.reset();
  const home = folder();
  const top = `open = ["arbitrations"]\norigins = ["${new URL(server.url).origin}"]`;
  const store = `sqlite:${home.at("jobs.sqlite")}`;
  const citelight = await serveCitelight(
    home.write("serve.toml", configuration(double.url, { store, top })),
    KEY,
  );
  const page = await openComponent(`endpoint="${citelight.url}" endpoint-kind="citelight"`);
  const errors = watchErrors(page);
  const card = await check(page);
  await card.getByRole("button", { name: "Ask the AI model" }).click();
  await card.getByText("Needs review").waitFor({ timeout: 60_000 });
  const text = (await card.textContent()) ?? "";
  assert.match(text, /a day later than under cool ones/);
  assert.ok(
    text.includes(`Sent to ${new URL(citelight.url).host}: the claim, its neighbouring sentences and`),
    text,
  );
  assert.ok(double.log.entries().every(({ key }) => key === "present"));
  assert.deepEqual(errors, []);
  await page.close();
  await citelight.stop();
  home.remove();
});
