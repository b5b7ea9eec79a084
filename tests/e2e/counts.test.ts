/** On a real article with mixed outcomes: no number in the panel disagrees with another, nor with any file that is written. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";
import { HOSTS } from "../fake-apis/sources.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch } from "./support/browser";
import { offer } from "./support/one-article";
import { citationsIn, lookUpButton } from "./support/panel";
import { AUDIT_MS, axe, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";

/** By an open licence; its attribution is in articles/index.json. */
const ARTICLE = readFileSync("www/demo/articles/1708.00137.html", "utf8");

/** A record of the demo that the article does not cite. */
const UNCITED = {
  id: "w1",
  title: "The nesting of rooks in winter",
  year: 1990,
  authors: [],
  sources: ["crossref"],
};

/** Classes of citations, as the panel's elements name them, with their words in reports. */
const CLASSES = {
  review: "Needs review",
  reference: "Reference problem",
  "retracted-since": "Retracted later",
  "may-differ": "May differ",
  "may-not-fit": "May not fit",
  undecidable: "Inconclusive",
  unchecked: "Open",
  supported: "Supported",
} as const;
type Counted = Record<keyof typeof CLASSES, number>;

let server: { url: string; close: () => Promise<void> };
let web: Awaited<ReturnType<typeof startFakeApis>> | null = null;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  server = await serve(join(DIST, "www"));
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  await offer(context, { id: "real", title: "A real article", html: ARTICLE });
  // The demo's own records know the article: here it is one whose references have to be looked up.
  await context.route("**/library/records.jsonl", (route) => route.fulfill({ json: UNCITED }));
  await context.route(
    (url) => url.origin !== new URL(server.url).origin,
    async (route) => {
      const url = new URL(route.request().url());
      const prefix = (HOSTS as Readonly<Record<string, string>>)[url.host];
      if (prefix === undefined || web === null) return route.abort();
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
  await web?.close();
});

/** Records of the article's references: some say what the article says of them, some are retracted, some differ, some nobody knows. */
function worksOf({ references, citations }: CheckExport): Record<string, unknown>[] {
  return references.flatMap((entry, index) => {
    const kind = index % 6;
    if (entry.title === null || kind === 5) return [];
    const sentence = citations.find((cited) => cited.references.includes(entry.id))?.sentence ?? "";
    const abstract = kind === 1 ? "We report on birds of the northern coast and what they eat." : sentence;
    const work = {
      id: `W${index}`,
      title: entry.title,
      type: "journal-article",
      authors: entry.authors.map(({ family, given }) => ({ family, given })),
      year: (entry.year ?? 2000) - (kind === 4 ? 7 : 0),
      venue: entry.venue ?? "Journal",
      doi: entry.doi ?? `10.5555/work.${index}`,
      abstract,
      sources: ["crossref", "openalex", "semanticscholar"],
    };
    const date = index % 12 < 6 ? "2003-02-03" : "2024-02-03";
    return kind === 3
      ? [{ ...work, updated_by: [{ doi: `10.5555/notice.${index}`, type: "retraction", date }] }]
      : [work];
  });
}

async function counted(count: (one: keyof Counted) => number | Promise<number>): Promise<Counted> {
  const counts: Partial<Counted> = {};
  for (const one of Object.keys(CLASSES) as (keyof Counted)[]) counts[one] = await count(one);
  return counts as Counted;
}

/** What an element says, or nothing where it is not shown. */
async function numberIn(selector: string): Promise<number> {
  const element = page.locator(`#panel ${selector}`);
  return (await element.isVisible()) ? Number(await element.textContent()) : 0;
}

async function written(name: string): Promise<string> {
  const box = page.locator("details.export");
  if (!(await box.evaluate((details) => (details as HTMLDetailsElement).open)))
    await box.locator("summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    box.getByRole("button", { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

/** Rows of a table (RFC 4180). */
function rowsOf(csv: string): string[][] {
  const cells = [...csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)];
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    rows.at(-1)?.push(cell.replace(/^"|"$/g, "").replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

test("first it says what is known, and nothing that was not looked up is counted as checked", async () => {
  const { citations, references } = await reportOf(page);
  const line = await page.locator("#panel .state p").textContent();
  assert.equal(
    line,
    `${citations.length} citations, ${references.length} references found. Nothing was looked up yet.`,
  );
  const open = references.length;
  assert.equal(await lookUpButton(page).textContent(), `Look up ${open} references`);
  assert.equal(await numberIn('.filters [data-class="unchecked"] .count'), citations.length);
  web = await startFakeApis({ works: worksOf(await reportOf(page)) });
  await page.locator("#panel").screenshot({ path: join(SCREENSHOTS, "panel-first.png") });
});

test("looked up, every number is the same everywhere", { timeout: AUDIT_MS }, async () => {
  await lookUpButton(page).click();
  await page.locator("#panel .state p", { hasText: "found" }).waitFor();
  await page.locator("#panel .health").waitFor({ timeout: 60_000 });
  await waitForEnd(page);
  const json = await reportOf(page);
  const { citations, references } = json.summary;
  const told = await counted((one) => citations[one.replaceAll("-", "_") as keyof CitationCounts]);
  const kinds = Object.values(told).filter((count) => count > 0).length;
  assert.ok(kinds >= 4, `mixed outcomes are wanted: ${JSON.stringify(told)}`);
  assert.equal(citations.total, json.citations.length);

  // The panel.
  const line = (await page.locator("#panel .state p").textContent()) ?? "";
  assert.equal(citationsIn(line), citations.total, line);
  const attention = told.review + told.reference + told["retracted-since"];
  for (const [count, word] of [
    [told.supported, "supported"],
    [attention, "needs? attention"],
    [told["may-not-fit"], "may not fit"],
    [told.undecidable, "inconclusive"],
    [told.unchecked, "open"],
  ] as const)
    assert.equal(Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), count, line);
  const places = {
    chips: await counted((one) => numberIn(`.filters [data-class="${one}"] .count`)),
    groups: await counted((one) => numberIn(`.group[data-class="${one}"] > summary .count`)),
    rows: await counted((one) => page.locator(`#panel .group[data-class="${one}"] .rows > li`).count()),
    strip: await counted((one) => page.locator(`#panel .strip i.need-${one}`).count()),
    chart: await counted(async (one) => {
      const part = page.locator(`#panel .chart .stack i.need-${one}`);
      return (await part.count()) === 0 ? 0 : Number(await part.evaluate((bar) => bar.style.flexGrow));
    }),
  };
  for (const [place, counts] of Object.entries(places)) assert.deepEqual(counts, told, place);
  const chips = await page
    .locator("#panel .health button:not([hidden])")
    .evaluateAll((all) =>
      all.map((chip) => [chip.getAttribute("data-class"), Number.parseInt(chip.textContent, 10)]),
    );
  const { total, ...health } = references;
  assert.deepEqual(
    Object.fromEntries(chips),
    Object.fromEntries(Object.entries(health).filter(([, count]) => count > 0)),
  );
  assert.equal(total, json.references.length);

  // What is written.
  for (const [name, heading] of [
    ["Report (HTML)", (word: string) => new RegExp(`<h2>${word} \\((\\d+)\\)</h2>`)],
    ["Report (Markdown)", (word: string) => new RegExp(`^## ${word} \\((\\d+)\\)$`, "m")],
  ] as const) {
    const report = await written(name);
    assert.deepEqual(
      await counted((one) => Number(heading(CLASSES[one]).exec(report)?.[1] ?? 0)),
      told,
      name,
    );
    assert.doesNotMatch(report, /integrity/i);
    assert.ok(report.includes(`${references.verified} verified`), name);
  }
  const [head = [], ...table] = rowsOf(await written("Table (CSV)"));
  const [id, kind] = [head.indexOf("citation"), head.indexOf("citation_class")];
  const inTable = new Map(table.map((row) => [row[id] ?? "", row[kind] ?? ""]));
  assert.deepEqual(
    await counted((one) => [...inTable.values()].filter((word) => word === one).length),
    told,
    "the table",
  );
  const { items } = JSON.parse(await written("Annotations (JSON-LD)")) as {
    items: { id: string; body: { purpose: string; value: string }[] }[];
  };
  const annotated = new Map(
    items.map((item) => [
      /#citelight-([^-]+)-/.exec(item.id)?.[1] ?? item.id,
      item.body.find(({ purpose }) => purpose === "classifying")?.value,
    ]),
  );
  assert.deepEqual(
    await counted((one) => [...annotated.values()].filter((word) => word === CLASSES[one]).length),
    told,
    "the annotations",
  );
  const text = await page.locator("#panel").evaluate((host) => host.shadowRoot?.textContent ?? "");
  assert.doesNotMatch(text, /Integrity/);
});

test("every entry that is not verified has a next step, and every link leads to the web alone", async () => {
  const rows = page.locator("#panel .entries .rows > li");
  for (const kind of ["missing", "retracted", "differs", "open", "verified"]) {
    const chip = page.locator(`#panel .health [data-class="${kind}"]`);
    if (!(await chip.isVisible())) continue;
    await chip.click();
    const count = await rows.count();
    assert.equal(count, Number.parseInt((await chip.textContent()) ?? "", 10), kind);
    const links = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll("a").length));
    assert.ok(
      links.every((many) => many > 0),
      `${kind}: ${links.join()}`,
    );
  }
  const addresses = await rows
    .locator("a")
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ protocol, rel }) => `${protocol} ${rel}`));
  assert.ok(addresses.every((one) => /^https?: noopener noreferrer$/.test(one)));
});

test("it reads well wide and narrow, light and dark", async () => {
  assert.deepEqual(await axe(page), []);
  await page.locator('#panel .health [aria-pressed="true"]').click();
  for (const [name, width, height] of [
    ["wide", 1280, 1000],
    ["narrow", 420, 1000],
    ["zoom-200", 640, 500],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.locator("#panel").scrollIntoViewIfNeeded();
      const wide = await page.locator("#panel").evaluate((host) => {
        const panel = host.shadowRoot?.querySelector(".panel");
        return (panel?.scrollWidth ?? 0) - (panel?.clientWidth ?? 0);
      });
      assert.equal(wide, 0, `${name}: nothing is cut`);
      await page
        .locator("#panel")
        .screenshot({ path: join(SCREENSHOTS, `panel-${name}-${colorScheme}.png`) });
    }
});
