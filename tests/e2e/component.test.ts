import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { watchShifts } from "./support/measure";
import { axe, DIST, paragraph, marks, SCREENSHOTS, waitForEnd } from "./support/reading";

let server: { url: string; close: () => Promise<void> };
let browser: Browser;

before(async () => {
  server = await serve(join(DIST, "www"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  await server.close();
});

async function open(
  requests: string[],
): Promise<{ page: Page; errors: string[]; shift: () => Promise<string[]> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors = watchErrors(page);
  const shift = await watchShifts(page);
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.route("**/component.html", async (route) => {
    const html = await (await route.fetch()).text();
    const article = /<article[\s\S]*<\/article>/.exec(paragraph())?.[0] ?? "";
    await route.fulfill({
      contentType: "text/html",
      body: html.replace(/<article[\s\S]*<\/article>/, () => article),
    });
  });
  await page.goto(`${server.url}component.html`);
  await page.waitForFunction(() => customElements.get("cite-light") !== undefined);
  return { page, errors, shift };
}

test("before a reader asks, less than 15 kB are loaded", async () => {
  const requests: string[] = [];
  const { page } = await open(requests);
  const scripts = [...new Set(requests.filter((path) => path.endsWith(".js")))];
  const bytes = scripts
    .map((path) => gzipSync(readFileSync(join(DIST, "www", path))).length)
    .reduce((a, b) => a + b, 0);
  console.log(`loader: ${bytes} bytes gzip in ${scripts.length} files`);
  assert.ok(bytes > 0 && bytes < 15_000);
  assert.ok(!requests.some((path) => /worker|wasm|models/.test(path)));
  assert.deepEqual(await axe(page), []);
  await page.close();
});

test("asked, it checks the article under a strict content policy and tells the page", async () => {
  const requests: string[] = [];
  const { page, errors, shift } = await open(requests);
  const heard = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const names: string[] = [];
        for (const name of ["citelight-finding", "citelight-finished", "citelight-failed"]) {
          document.addEventListener(name, (event) => {
            names.push(`${event.type} ${JSON.stringify((event as CustomEvent).detail).slice(0, 40)}`);
            if (name !== "citelight-finding") resolve(names);
          });
        }
      }),
  );
  await page.getByRole("button", { name: "Check citations" }).click();
  const names = await heard;
  await waitForEnd(page, "cite-light");
  assert.match(names.at(-1) ?? "", /^citelight-finished/);
  assert.ok(names.length > 5, "findings are told one by one");
  assert.ok(((await marks(page))["citelight-may-differ"] ?? 0) > 0);
  assert.deepEqual(errors, []);
  assert.deepEqual(await shift(), []);
  await page.keyboard.press("Alt+KeyJ");
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "component.png"), animations: "disabled" });
  await page.evaluate(() => {
    document.querySelector("cite-light")?.remove();
  });
  await page.waitForFunction(() => CSS.highlights.size === 0);
  await page.close();
});

test("loaded twice, and several on a page, it still works; a wrong target is said", async () => {
  const { page, errors } = await open([]);
  const result = await page.evaluate(async () => {
    const first = customElements.get("cite-light");
    await import(new URL("cite-light.js?again", location.href).href);
    const second = document.createElement("cite-light");
    second.setAttribute("for", "#nowhere");
    document.body.append(second);
    const wrong = document.createElement("cite-light");
    const heard = new Promise<string>((resolve) => {
      wrong.addEventListener("citelight-failed", ({ detail }) => {
        resolve(detail);
      });
    });
    wrong.for = "#1[";
    document.body.append(wrong);
    await wrong.check();
    const noSelector = await heard;
    wrong.remove();
    const told = new Promise<string>((resolve) => {
      second.addEventListener("citelight-failed", (event) => {
        resolve(event.detail);
      });
    });
    (second as HTMLElement & { check(): Promise<void> }).check().catch(String);
    return { same: customElements.get("cite-light") === first, told: await told, noSelector };
  });
  assert.ok(result.same);
  assert.match(result.told, /#nowhere/);
  assert.match(result.noSelector, /nothing on this page matches for="#1\["/);
  assert.equal(await page.getByRole("button", { name: "Check citations" }).count(), 2);
  assert.deepEqual(
    errors.filter((error) => !/#nowhere|#1\[/.test(error)),
    [],
  );
  await page.close();
});
