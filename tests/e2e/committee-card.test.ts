import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import type { Finding } from "@citelight/shared/generated/Finding";
import { launch, watchErrors } from "./support/browser";
import { SCREENSHOTS } from "./support/reading";

/** What `citelight check --online --committee` found, written by tests/network/committee.test.mjs. */
const FINDING = JSON.parse(readFileSync("tests/fixtures/committee/finding.json", "utf8")) as Finding;

let browser: Browser;
let script: string;

before(async () => {
  const built = await build({
    entryPoints: ["tests/e2e/support/card-entry.ts"],
    bundle: true,
    write: false,
    format: "iife",
    loader: { ".css": "text" },
  });
  script = built.outputFiles[0]?.text ?? "";
  browser = await launch();
  mkdirSync(SCREENSHOTS, { recursive: true });
});

after(() => browser.close());

async function show(
  finding: Finding,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 480, height: 1100 }, ...options });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.setContent(
    '<!DOCTYPE html><html lang="en"><head><title>Card</title></head><body><main></main></body></html>',
  );
  await page.addScriptTag({ content: script });
  await page.evaluate((told) => {
    window.showFinding(told);
  }, finding);
  return { page, errors };
}

test("a committee can be read: who was heard, what they say, how it stands to the sentence, what it weighs", async () => {
  const { page, errors } = await show(FINDING);
  const committee = page.locator(".committee");
  await committee.locator("summary").click();
  const text = await committee.innerText();
  assert.match(text, /What 8 citing papers say/);
  assert.match(text, /“Beta blockers reduced mortality/);
  assert.match(text, /says otherwise · weight 100% · 3 of 3 votes/);
  assert.match(text, /influence 0\.\d\d/);
  const links = await committee
    .locator("a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.equal(links.length, 8);
  for (const link of links) assert.match(link ?? "", /^https:\/\/doi\.org\/10\.5555\//);
  const source = await page.locator(".there a").count();
  assert.equal(source, 0, "a witness's page is not passed off as the source's");
  const { violations } = await new AxeBuilder({ page })
    .include("div[popover]")
    .disableRules(["page-has-heading-one", "region"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("what a hostile index tells of a witness stays text", async () => {
  const hostile = structuredClone(FINDING);
  const [witness] = hostile.committee?.witnesses ?? [];
  assert.ok(witness);
  witness.title = '<img src=x onerror="document.title=1">';
  witness.doi = 'javascript:alert(1)//"><script>document.title=1</script>';
  const { page } = await show(hostile);
  await page.locator(".committee summary").click();
  assert.equal(await page.locator(".committee img, .committee script").count(), 0);
  const links = await page
    .locator(".committee a")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of links) assert.match(link, /^https:\/\/doi\.org\//);
  assert.equal(await page.title(), "Card");
  await page.context().close();
});

test("its looks: light, dark, narrow, twice as large", async () => {
  const looks = {
    light: {},
    dark: { colorScheme: "dark" },
    narrow: { viewport: { width: 320, height: 1400 } },
    "200-percent": { viewport: { width: 480, height: 1400 }, deviceScaleFactor: 2 },
  } as const;
  for (const [name, options] of Object.entries(looks)) {
    const { page } = await show(FINDING, options);
    await page.locator(".committee summary").click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.ok(!wide, `${name} scrolls sideways`);
    await page.screenshot({ path: `${SCREENSHOTS}/committee-${name}.png` });
    await page.context().close();
  }
});
