/** The component in the languages that it speaks, on pages of any language and direction. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, watchErrors } from "./support/browser";
import { axe, DIST, SCREENSHOTS } from "./support/reading";
import * as rightToLeft from "./support/right-to-left";
import { site, type Site } from "./support/site";

const ARTICLE =
  /<article[\s\S]*<\/article>/.exec(readFileSync("www/demo/articles/sample.html", "utf8"))?.[0] ?? "";

let server: Site;
let browser: Browser;

function pageWith(language: string, body: string): string {
  return `<!doctype html><html ${language}><head><meta charset="utf-8"><title>An article</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/component.css"><script type="module" src="/citelight/cite-light.js"></script></head>
<body>${body}</body></html>`;
}

const shown = (attributes: string, file = "findings.json"): string =>
  `<cite-light src="${file}" ${attributes}></cite-light>`;

before(async () => {
  browser = await launch();
  const twice = (id: string): string =>
    ARTICLE.replace("<article", `<article id="${id}"`).replaceAll(/ id="(?!one|two)[^"]*"/g, "");
  server = await site(
    { "/citelight/": join(DIST, "www") },
    {
      "/findings.json": readFileSync("tests/fixtures/findings/sample.json", "utf8"),
      "/right-to-left.json": rightToLeft.findings(),
      "/component.css": readFileSync("www/demo/component.css", "utf8"),
      "/german.html": pageWith('lang="de-AT"', `<main>${ARTICLE}</main>${shown('mode="auto"')}`),
      "/chinese.html": pageWith('lang="en"', `<main>${ARTICLE}</main>${shown('lang="zh-CN" mode="auto"')}`),
      "/french.html": pageWith('lang="fr"', `<main>${ARTICLE}</main>${shown("")}`),
      "/two.html": pageWith(
        'lang="en"',
        `<main>${twice("one")}${twice("two")}</main><section>${shown('for="#one" lang="de" mode="auto"')}${shown('for="#two" lang="zh" mode="auto"')}</section>`,
      ),
      "/right-to-left.html": pageWith(
        'lang="he" dir="rtl"',
        `<main>${rightToLeft.ARTICLE}</main>${shown('mode="auto"', "right-to-left.json")}`,
      ),
    },
  );
});

after(async () => {
  await browser.close();
  await server.close();
});

async function open(
  path: string,
  options: { width?: number; height?: number; locale?: string } = {},
): Promise<{ page: Page; errors: string[] }> {
  const { width = 1280, height = 900, locale = "en-US" } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(`${server.url}${path}`);
  return { page, errors };
}

async function firstCard(page: Page): Promise<Locator> {
  await page.locator("cite-light .notices li").first().waitFor();
  await page.locator("cite-light .group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  return card;
}

/** Whether nothing of a card is out of sight, and nothing of the panel wider than its place. */
async function fits(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const card = document.querySelector("[data-citelight-ui=card]")?.getBoundingClientRect();
    const panel = document.querySelector("cite-light")?.shadowRoot?.querySelector(".panel");
    return {
      card:
        card === undefined ||
        card.left < 0 ||
        card.right > document.documentElement.clientWidth ||
        card.top < 0 ||
        card.bottom > innerHeight,
      panel: (panel?.scrollWidth ?? 0) - (panel?.clientWidth ?? 0),
    };
  });
  assert.deepEqual(cut, { card: false, panel: 0 });
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: "disabled" });
}

const SPOKEN = [
  {
    path: "german.html",
    tag: "de",
    verdict: "Zu prüfen",
    panel: /^\d+ belegt · \d+ auffällig · /,
    why: "In der Quelle steht 32%, im Satz 52%.",
    confidence: "Sicherheit 0,83",
    step: /„\[1\]“ ist mit Literaturangabe 1 verlinkt\./,
    file: /\/german-/,
  },
  {
    path: "chinese.html",
    tag: "zh-Hans",
    verdict: "需核对",
    panel: /^\d+ 处有来源支持 · \d+ 处需要注意 · /,
    why: "来源为 32%，句中为 52%。",
    confidence: "置信度 0.83",
    step: /“\[1\]”链接到参考文献 1。/,
    file: /\/chinese-/,
  },
];

for (const { path, tag, verdict, panel, why, confidence, step, file } of SPOKEN) {
  const name = path.replace(".html", "");
  test(`${name}: panel and card in the page's language, and no other is loaded`, async () => {
    server.asked.length = 0;
    const { page, errors } = await open(path);
    const card = await firstCard(page);
    await page.locator("cite-light").getByText(panel).first().waitFor();
    assert.equal(await page.locator("cite-light .panel").getAttribute("lang"), tag);
    const text = (await card.textContent()) ?? "";
    for (const part of [verdict, why, confidence]) assert.ok(text.includes(part), `${part} in ${text}`);
    assert.equal(await card.getAttribute("lang"), tag);
    // Steps of the core, too, around the names in them.
    assert.match((await card.locator("ol.trail li").first().textContent()) ?? "", step);
    assert.equal(await card.locator("ol.trail > li > span[lang=en]").count(), 0);
    assert.equal(await card.locator("blockquote").first().getAttribute("dir"), "auto");
    const words = server.asked.filter((one) => /\/(english|german|chinese)-/.test(one));
    assert.equal(words.length, 1);
    assert.match(words[0] ?? "", file);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await axe(page), [], colorScheme);
      await fits(page);
      await shoot(page, `language-${name}-${colorScheme}`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });

  test(`${name}: narrow, and at 200 %, nothing is cut`, async () => {
    for (const [width, height] of [
      [360, 740],
      [640, 450],
    ] as const) {
      const { page } = await open(path, { width, height });
      await firstCard(page);
      await fits(page);
      await shoot(page, `language-${name}-${width}`);
      await page.keyboard.press("Escape");
      await page.locator("cite-light").scrollIntoViewIfNeeded();
      await page.locator("cite-light").evaluate((element) => {
        element.scrollIntoView();
      });
      await shoot(page, `language-${name}-${width}-panel`);
      await page.close();
    }
  });
}

test("two components on a page speak each its own language, and follow another", async () => {
  const { page, errors } = await open("two.html");
  const [german, chinese] = [page.locator("cite-light").first(), page.locator("cite-light").last()];
  await german.getByText("Zu prüfen").first().waitFor();
  await chinese.getByText("需核对").first().waitFor();
  await german.locator(".group .rows button").first().click();
  await page.getByRole("dialog").getByText("Zu prüfen").waitFor();
  await page.keyboard.press("Escape");
  await chinese.locator(".group .rows button").first().click();
  await page.getByRole("dialog").getByText("需核对").waitFor();
  await page.keyboard.press("Escape");
  await german.evaluate((element) => {
    element.setAttribute("lang", "en");
  });
  await german.getByText("Needs review").first().waitFor();
  await chinese.getByText("需核对").first().waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("where the page's language is not spoken, the reader's is", async () => {
  const { page } = await open("french.html", { locale: "de-DE" });
  const button = page.getByRole("button", { name: "Prüfung der Verweise anzeigen" });
  await button.waitFor();
  assert.equal(await button.getAttribute("lang"), "de");
  const element = page.locator("cite-light");
  for (const [language, label] of [
    ["zh", "显示引文核查"],
    ["en-GB", "Show citation check"],
  ] as const) {
    await element.evaluate((one, language) => {
      one.setAttribute("lang", language);
    }, language);
    await page.getByRole("button", { name: label }).waitFor();
  }
  const failed = element.evaluate(
    (one) =>
      new Promise<string>((done) => {
        one.addEventListener("citelight-failed", (event) => {
          done(String((event as CustomEvent).detail));
        });
        one.setAttribute("for", "#nowhere");
        void (one as HTMLElement & { check(): Promise<void> }).check();
      }),
  );
  assert.match(await failed, /nothing on this page matches/);
  await page.close();
});

test("on a page that runs from right to left, the card stands at its words, within sight, and runs as its own language does", async () => {
  for (const [width, height] of [
    [1280, 900],
    [360, 740],
  ] as const) {
    const { page, errors } = await open("right-to-left.html", { width, height });
    const card = await firstCard(page);
    await fits(page);
    const directions = await card.evaluate((element) => {
      const of = (selector: string): string => {
        const part = element.querySelector(selector);
        return part === null ? "none" : getComputedStyle(part).direction;
      };
      return [
        getComputedStyle(element).direction,
        of("header h2"),
        of(".here blockquote"),
        of(".there blockquote"),
      ];
    });
    assert.deepEqual(directions, ["ltr", "ltr", "rtl", "rtl"]);
    assert.equal(await card.locator(".there blockquote").textContent(), `“${rightToLeft.SAYS}”`);
    const ends = await page.evaluate(() => {
      const card = document.querySelector("[data-citelight-ui=card]")?.getBoundingClientRect();
      const ranges = [...(CSS.highlights.get("citelight-review-sentence") ?? [])] as Range[];
      const lines = ranges.flatMap((range) => [...range.getClientRects()]).map(({ right }) => right);
      return { card: card?.right ?? 0, lines };
    });
    if (width > 1000)
      assert.ok(
        ends.lines.some((line) => Math.abs(ends.card - line) <= 2),
        `the card begins where a line of its sentence does: ${JSON.stringify(ends)}`,
      );
    const row = page.locator("cite-light .rows .sentence bdi").first();
    assert.equal(await row.evaluate((element) => getComputedStyle(element).direction), "rtl");
    assert.deepEqual(await axe(page), []);
    await shoot(page, `right-to-left-${width}`);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("the demo speaks the reader's language, or the one that its address names", async () => {
  for (const [query, locale, tag, label, check] of [
    [
      "?lang=de",
      "en-US",
      "de",
      "Prüfen, ob die Quellen eines Artikels sagen, was er behauptet.",
      "Prüfung der Verweise",
    ],
    ["", "zh-CN", "zh-Hans", "核查文章引用的来源是否真的支持文中的说法。", "引文核查"],
  ] as const) {
    const { page } = await open(`citelight/index.html${query}`, { locale });
    await page.getByText(label).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), tag);
    // This site's content policy keeps the demo from showing an article, so its panel is hidden.
    await page.getByRole("complementary", { name: check }).waitFor({ state: "attached" });
    assert.match(
      await page.locator("#choose option").first().textContent().then(String),
      /^(Beispiel: |示例：)/,
    );
    await page.close();
  }
});
