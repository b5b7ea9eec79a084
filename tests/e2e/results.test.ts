/** The page of results: every suite is shown, for every reader, and no name in it becomes markup. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Figure } from "../../www/results/generated/Figure";
import type { Results } from "../../www/results/generated/Results";
import { outcomeOf } from "../../www/results/tables.mjs";
import { storedResults } from "../bench/stored.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch, watchErrors } from "./support/browser";
import { axe, DIST, SCREENSHOTS } from "./support/reading";

let server: { url: string; close: () => Promise<void> };
let browser: Browser;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await serve(join(DIST, "www"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  await server.close();
});

const stored = [...storedResults().values()];

function resultsOf(suite: string, figures: readonly Partial<Figure>[], more: Partial<Results> = {}): Results {
  return {
    schema: "citelight/results/1",
    suite,
    title: `About ${suite}`,
    about: "What the figures say.",
    command: "citelight-eval x",
    date: "2026-11-24",
    version: "0.1.0",
    machine: { processor: null, cores: 2, architecture: "x86_64", system: "linux" },
    models: [],
    inputs: [],
    seeds: [],
    plots: [],
    figures: figures.map((figure, at) => ({
      key: `k${at}`,
      section: "Section",
      row: `row ${at}`,
      column: "column",
      value: 0.5,
      unit: "share",
      tolerance: 0,
      ...figure,
    })),
    ...more,
  };
}

/** Opens the page in a new window; with `all` in place of the stored results. */
async function opened(
  all: readonly Results[] | null,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  if (all !== null) {
    await context.route("**/results/data/*", (route) => {
      const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      if (!name.endsWith(".json")) return route.fallback();
      const one = all.find(({ suite }) => name === `${suite}.json`);
      const body = name === "index.json" ? all.map(({ suite }) => suite) : one;
      return body ? route.fulfill({ json: body }) : route.fulfill({ status: 404 });
    });
  }
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(new URL("results/", server.url).href);
  await page.locator("#results:not([aria-busy])").waitFor({ state: "attached" });
  return { page, context, errors };
}

const isWiderThanShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("every stored suite is shown with all its figures, and the bars are counted", async () => {
  assert.ok(stored.length > 0, "docs/results holds no results");
  const { page, context, errors } = await opened(null);
  assert.deepEqual(
    (await page.locator("section.suite").evaluateAll((all) => all.map(({ id }) => id))).sort(),
    stored.map(({ suite }) => suite).sort(),
  );
  for (const { suite, title, figures } of stored) {
    assert.equal(await page.locator(`#${suite} h2`).textContent(), title);
    assert.equal(await page.locator(`#${suite} td .value`).count(), figures.length, suite);
  }
  const figures = stored.flatMap(({ figures }) => figures);
  for (const [outcome, words] of [
    ["reached", "reached"],
    ["not reached", "not reached"],
    ["no bar", "without a bar"],
  ] as const) {
    const count = figures.filter((figure) => outcomeOf(figure) === outcome).length;
    const tile = page.locator(".tile").filter({ has: page.getByText(words, { exact: true }) });
    assert.equal(await tile.locator("strong").textContent(), count.toLocaleString("en-GB"), words);
  }
  const broken = await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(errors, []);
  await context.close();
});

/** All that a suite may have: bars of both kinds, intervals, figures of others, empty cells, a wide table, long names. */
const varied = [
  resultsOf("varied", [
    {
      row: "ours",
      value: 0.6,
      interval: { lower: 0.5, upper: 0.7 },
      bar: { is: "at-least", value: 0.8 },
      of: 1119,
    },
    { row: "a name of many words, longer than its place", value: 0.9, bar: { is: "at-least", value: 0.8 } },
    { row: "theirs", value: 0.7, origin: "published" },
    { row: "theirs", column: "seconds", value: 12.5, unit: "seconds", origin: "published" },
    ...Array.from({ length: 9 }, (_, at) => ({ section: "Wide", row: "row", column: `column ${at}` })),
  ]),
  ...stored.filter(({ figures }) => figures.length < 40).slice(0, 1),
];

test("light, dark, narrow and at 200 %: readable, and never wider than the window", async () => {
  for (const [name, options] of [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 360, height: 740 } }],
    ["zoom-200", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2, colorScheme: "dark" }],
  ] as const) {
    const { page, context } = await opened(varied, options);
    assert.deepEqual(await axe(page), [], name);
    assert.equal(await isWiderThanShown(page), false, name);
    await page.screenshot({ path: join(SCREENSHOTS, `results-${name}.png`), fullPage: true });
    await context.close();
  }
  const { page, context } = await opened(null, { viewport: { width: 360, height: 740 } });
  assert.equal(await isWiderThanShown(page), false, "all stored results");
  await context.close();
});

test("keys lead to the results, to each suite and over wide tables", async () => {
  const columns = Array.from({ length: 6 }, (_, at) => `${"long".repeat(8)}${at}`);
  const wide = columns.map((column) => ({ row: "row", column }));
  const { page, context } = await opened([resultsOf("wide", wide), resultsOf("other", [{}])], {
    viewport: { width: 600, height: 500 },
  });
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the results");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await page.getByRole("navigation").getByText("Suites").press("Enter");
  await page.getByRole("navigation").getByRole("link", { name: "About wide" }).press("Enter");
  assert.equal(new URL(page.url()).hash, "#wide");
  const table = page.locator("#wide").getByRole("region", { name: "Table: Section" });
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
  assert.equal(await isWiderThanShown(page), false);
  await context.close();
});

test("bars, intervals and figures of others are drawn and said", async () => {
  const { page, context } = await opened([
    resultsOf("drawn", [
      {
        row: "ours",
        value: 0.6,
        interval: { lower: 0.5, upper: 0.7 },
        bar: { is: "at-least", value: 0.8 },
        of: 12,
      },
      { row: "better", value: 0.9, bar: { is: "at-least", value: 0.8 } },
      { row: "theirs", value: 0.7, origin: "published" },
    ]),
  ]);
  const chart = page.locator("#drawn .chart");
  assert.deepEqual(
    await chart
      .locator("svg.track")
      .evaluateAll((tracks) =>
        tracks.map((track) =>
          ["measured", "published", "interval", "bar"].filter((part) => track.querySelector(`.${part}`)),
        ),
      ),
    [["measured", "interval", "bar"], ["measured", "bar"], ["published"]],
  );
  // From 0 to 1, with 2 % of room at either end.
  const places = await chart
    .locator("svg svg")
    .evaluateAll((dots) => dots.map((dot) => Number.parseFloat(dot.getAttribute("x") ?? "")));
  assert.deepEqual(
    places,
    [0.6, 0.9, 0.7].map((value) => Number((2 + 96 * value).toFixed(2))),
  );
  const rows = await page.locator("#drawn tbody tr").allInnerTexts();
  assert.match(
    rows[0] ?? "",
    /60\.0 %[\s\S]*\[50\.0 %, 70\.0 %\][\s\S]*of 12[\s\S]*at least 80\.0 %: not reached/,
  );
  assert.match(rows[1] ?? "", /at least 80\.0 %: reached/);
  assert.match(rows[2] ?? "", /as published/);
  await context.close();
});

test("names and words of results stay text, and what cannot be shown is named", async () => {
  const hostile = `<img src=x onerror="document.title='harmed'"><script>document.title='harmed'</script>`;
  const { page, context } = await opened([
    resultsOf(
      "hostile",
      [
        { section: hostile, row: hostile, column: hostile, interval: { lower: 0, upper: 1 } },
        { section: hostile, row: "b", column: hostile, value: 0.7, bar: { is: "at-most", value: 1 } },
      ],
      {
        title: hostile,
        about: hostile,
        command: hostile,
        models: [hostile],
        inputs: [{ name: hostile, sha256: hostile }],
        plots: [
          { file: "../../icon.svg", alternative: "a picture from elsewhere" },
          { file: "javascript:alert(1)", alternative: hostile },
        ],
      },
    ),
    resultsOf("old", [{}], { schema: "citelight/results/0" }),
    { ...resultsOf("damaged", []), figures: null as unknown as Figure[] },
    resultsOf("good", [{}]),
  ]);
  assert.equal(await page.title(), "Citelight: results");
  assert.equal(await page.locator("#results img, #results script, #contents img").count(), 0);
  assert.equal(await page.locator("#hostile h2").textContent(), hostile);
  assert.ok(await page.locator("#good").isVisible());
  const problem = (await page.getByRole("alert").textContent()) ?? "";
  assert.match(problem, /old is not of the form citelight\/results\/1/);
  assert.match(problem, /damaged/);
  assert.equal(await isWiderThanShown(page), false);
  await context.close();
});

test("the demo page leads here, and from here back", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("contentinfo").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Results" }).waitFor();
  await page.getByRole("banner").getByRole("link").click();
  await page.locator("#choose").waitFor();
  await context.close();
});
