import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { launch, watchErrors } from "./support/browser";
import { watchShifts } from "./support/measure";
import { axe, DIST, highlighted, marks, SCREENSHOTS } from "./support/reading";
import { site, type Site } from "./support/site";
import { citationsIn } from "./support/panel";

const FINDINGS = readFileSync("tests/fixtures/findings/sample.json", "utf8");
const ARTICLE =
  /<article[\s\S]*<\/article>/.exec(readFileSync("www/demo/articles/sample.html", "utf8"))?.[0] ?? "";
const REVIEWED = 'style="color:red" onclick="alert(1)"';

/** A journal's page with the article and one element. */
function pageWith(article: string, attributes: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/component.css"><script type="module" src="/citelight/cite-light.js"></script></head>
<body><main>${article}</main><cite-light for="article" ${attributes}></cite-light></body></html>`;
}

/** A list of articles: one near, one without findings, one far below. */
const BADGES = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Issue 3</title>
<script type="module" src="/citelight/cite-light.js"></script></head><body><main><h1>Issue 3</h1>
<p>An article <cite-light id="near" badge hide-empty src="near.json" href="article.html"></cite-light></p>
<p>Another <cite-light id="gone" badge hide-empty src="nowhere.json"></cite-light></p>
${"<p>Another article of the issue</p>".repeat(200)}<p>The last <cite-light id="far" badge hide-empty src="far.json"></cite-light></p></main></body></html>`;

const json = JSON.parse(FINDINGS) as {
  schema: string;
  summary: object;
  citations: { id: string; sentence: string }[];
  findings: { citation: string; verdict: string; reasons: object[]; claim: string }[];
  resolutions: { reference: string; resolution: { differences?: object[] } }[];
};
const hostile = structuredClone(json);
for (const finding of hostile.findings) {
  const reason = `<img src=x ${REVIEWED}><script>window.owned = 1</script>`;
  finding.reasons = [{ kind: "not-resolved", reason }];
  finding.claim = `<b id="planted">${finding.claim}</b>`;
}
/** One entry with other authors, and one with another venue. */
const differing = structuredClone(json);
for (const [index, field] of (["authors", "venue"] as const).entries()) {
  const resolution = differing.resolutions[index]?.resolution;
  if (resolution !== undefined) resolution.differences = [{ field, reference: "Nobody N", record: "Smith" }];
}
/** Judged by a policy of the publisher's, which waives everything. */
const judged = { ...json, policy: { policy: "Weirs", references: [], contradicted: 0, level: "none" } };
const reviewed = json.findings.find(({ verdict }) => verdict === "miscited");
const sentence = json.citations.find(({ id }) => id === reviewed?.citation)?.sentence ?? "";

let server: Site;
let browser: Browser;

before(async () => {
  browser = await launch();
  const files = {
    "/findings.json": FINDINGS,
    "/hostile.json": JSON.stringify(hostile),
    "/other.json": FINDINGS,
    "/differing.json": JSON.stringify(differing),
    "/judged.json": JSON.stringify(judged),
    "/findings/10.5555/sample.1.json": FINDINGS,
    "/near.json": JSON.stringify({ schema: json.schema, summary: json.summary }),
    "/far.json": JSON.stringify({
      schema: json.schema,
      summary: { ...json.summary, miscited: 0, citations: undefined },
    }),
    "/broken.json": FINDINGS.replace('"verdict": "supported"', '"verdict": "certain"'),
    "/component.css": readFileSync("www/demo/component.css", "utf8"),
  };
  const pages = {
    "/button.html": pageWith(ARTICLE, 'src="findings.json"'),
    "/auto.html": pageWith(ARTICLE, 'src="findings.json" mode="auto"'),
    "/dark.html": pageWith(ARTICLE, 'src="findings.json" mode="auto" theme="dark"'),
    "/policy.html": pageWith(ARTICLE, 'src="differing.json" mode="auto" policy="neurips-2026"'),
    "/judged.html": pageWith(ARTICLE, 'src="judged.json" mode="auto"'),
    "/hostile.html": pageWith(ARTICLE, 'src="hostile.json" mode="auto"'),
    "/broken.html": pageWith(ARTICLE, 'src="broken.json" mode="auto"'),
    "/missing.html": pageWith(ARTICLE, 'src="nowhere.json" mode="auto"'),
    "/other.html": pageWith(
      "<article><p>Quite another text [1].</p></article>",
      'src="other.json" mode="auto"',
    ),
    "/elsewhere.html": pageWith(
      ARTICLE.replace(/<section[^>]*ltx_bibliography[\s\S]*<\/section>/, ""),
      'src="findings.json" mode="auto"',
    ),
    "/entry.html": pageWith(
      ARTICLE.replace("Hu W, Ding H", "Hu V, Ding H"),
      'src="findings.json" mode="auto"',
    ),
    "/empty.html": pageWith(ARTICLE, 'src="nowhere.json" mode="auto" hide-empty'),
    "/doi.html": pageWith(ARTICLE, 'src="findings/{doi}.json" mode="auto" hide-empty').replace(
      "<title>",
      '<meta name="citation_doi" content="doi:10.5555/sample.1"><title>',
    ),
    "/badges.html": BADGES,
    "/changed.html": pageWith(changedArticle(), 'src="findings.json" mode="auto"'),
  };
  server = await site({ "/citelight/": join(DIST, "www") }, { ...files, ...pages });
});

after(async () => {
  await browser.close();
  await server.close();
});

/** The article with one word more in a sentence that needs review. */
function changedArticle(): string {
  // The sentence's first words stand in one text node.
  const [start = ""] = /^[\w ,]{12,}/.exec(sentence) ?? [];
  assert.ok(start.length >= 12 && ARTICLE.includes(start), sentence);
  return ARTICLE.replace(start, `Meanwhile, ${start}`);
}

async function open(path: string): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.addInitScript(() => {
    const world = globalThis as { outdated?: readonly string[] };
    document.addEventListener("citelight-outdated", (event) => {
      world.outdated = event.detail.citations;
    });
  });
  await page.goto(`${server.url}${path}`);
  return { page, errors };
}

/** Waits until the findings are shown, or why they are not. */
async function settled(page: Page): Promise<void> {
  await page.locator("cite-light .notices li").first().waitFor();
}

test("findings that came in a file are shown without worker, model or WebAssembly", async () => {
  const { page, errors } = await open("button.html");
  const before = server.asked.length;
  const button = page.getByRole("button", { name: "Show citation check" });
  await button.waitFor();
  assert.deepEqual(await axe(page), []);
  const heard = page.evaluate(
    () =>
      new Promise<{ findings: number; summary: unknown }>((resolve) => {
        let findings = 0;
        document.addEventListener("citelight-finding", () => (findings += 1));
        document.addEventListener("citelight-finished", (event) => {
          resolve({ findings, summary: event.detail });
        });
      }),
  );
  await button.click();
  const { findings, summary } = await heard;
  assert.equal(findings, json.findings.length);
  assert.deepEqual(summary, (JSON.parse(FINDINGS) as { summary: unknown }).summary);
  await page.waitForFunction(() => (CSS.highlights.get("citelight-review")?.size ?? 0) > 0);
  const asked = server.asked.slice(before);
  assert.ok(!asked.some((path) => /worker|wasm|models|library/.test(path)), asked.join(" "));
  const scripts = asked.filter((path) => path.endsWith(".js"));
  const bytes = scripts
    .map((path) => gzipSync(readFileSync(join(DIST, "www", path.replace("/citelight/", "")))).length)
    .reduce((a, b) => a + b, 0);
  console.log(
    `after the press of the button: ${bytes} bytes of script and ${gzipSync(FINDINGS).length} of findings (gzip)`,
  );
  // Panel, marks and cards; what is loaded before is held in component.test.ts.
  assert.ok(bytes < 76_000);
  assert.ok(gzipSync(FINDINGS).length < 100_000);
  // Each finding's mark is on its own words.
  const bare = (text: string): string => text.replace(/\s+/g, "");
  const underlined = (await highlighted(page, "citelight-review-sentence")).map(bare);
  assert.ok(underlined.length > 0);
  for (const text of underlined)
    assert.ok(
      json.citations.some((citation) => bare(citation.sentence) === text),
      text,
    );
  await page.keyboard.press("Alt+KeyJ");
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.equal(await card.getByRole("button", { name: "Ask the AI model" }).count(), 0);
  // A small word stands beside each citation of a retracted work, and no other.
  assert.deepEqual(await page.locator("[data-citelight-ui=tags] .tag").allTextContents(), [
    "retracted",
    "retracted",
  ]);
  // The keys go through the problems alone, and come round to the first of them.
  const headlines: string[] = [];
  const kinds = new Set<string>();
  for (;;) {
    const shown = await card.locator("header h2").innerText();
    if (shown === headlines[0] || headlines.length > json.citations.length) break;
    headlines.push(shown);
    kinds.add(await card.locator("header .kind").innerText());
    await page.keyboard.press("Alt+KeyJ");
  }
  assert.deepEqual([...kinds].sort(), ["Needs review", "Reference problem"]);
  assert.ok(headlines.length > 10 && headlines.length < json.citations.length / 2, headlines.join(" | "));
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(errors, []);
  await page.screenshot({ path: join(SCREENSHOTS, "component-src.png"), animations: "disabled" });
  await page.close();
});

test("by itself where the page says so, without a shift; dark and narrow, too", async () => {
  for (const [path, name, width] of [
    ["auto.html", "component-src-narrow", 390],
    ["dark.html", "component-src-dark", 1280],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme: name.endsWith("dark") ? "dark" : "light",
    });
    const page = await context.newPage();
    const errors = watchErrors(page);
    const shift = await watchShifts(page);
    await page.goto(`${server.url}${path}`);
    await settled(page);
    await page.waitForFunction(() => (CSS.highlights.get("citelight-review")?.size ?? 0) > 0);
    assert.equal(await page.locator("cite-light .state button").isVisible(), false);
    assert.match(
      (await page.locator("cite-light .notices").textContent()) ?? "",
      /Checked by the publisher · .*Nothing is computed in this browser/,
    );
    if (width > 900) assert.deepEqual(await shift(), []);
    await page.locator("cite-light .group .rows button").first().click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await axe(page), []);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: "disabled" });
    if (width < 900) {
      await page.keyboard.press("Escape");
      await page.locator("cite-light").scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-list.png`), animations: "disabled" });
    }
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("list, marks and cards follow the policy that the page names, else that of the file", async () => {
  const entries = async (page: Page, need: string): Promise<number> =>
    (await highlighted(page, `citelight-${need}-sentence`)).length;
  const { page, errors } = await open("policy.html");
  await settled(page);
  await page.waitForFunction(() => CSS.highlights.has("citelight-unchecked-sentence"));
  const levels = page.locator("cite-light .entries [data-level]");
  assert.deepEqual(await levels.allTextContents(), [
    "Error by the policy",
    "To review by the policy",
    "To review by the policy",
  ]);
  const byError = await marks(page);
  const row = page.locator("cite-light .entries li").first().getByRole("button");
  await row.click();
  const card = page.getByRole("dialog");
  await card.getByText("Error under the NeurIPS 2026 policy").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.evaluate(() => document.querySelector("cite-light")?.setAttribute("policy", "lenient"));
  await card.getByText("Note under the lenient policy").waitFor();
  const byNote = await marks(page);
  assert.ok(
    (byNote["citelight-reference"] ?? 0) < (byError["citelight-reference"] ?? 0),
    JSON.stringify([byError, byNote]),
  );
  await page.evaluate(() => document.querySelector("cite-light")?.removeAttribute("policy"));
  await page.waitForFunction(() => !CSS.highlights.has("citelight-unchecked-sentence"));
  assert.deepEqual(errors, []);
  await page.close();

  const other = await open("judged.html");
  await settled(other.page);
  await other.page.waitForFunction(() => (CSS.highlights.get("citelight-review")?.size ?? 0) > 0);
  assert.equal(await entries(other.page, "reference"), 0);
  assert.deepEqual(await other.page.locator("[data-citelight-ui=tags] .tag").allTextContents(), []);
  assert.deepEqual(other.errors, []);
  await other.page.close();
});

test("a sentence that was changed since is told and not marked", async () => {
  const { page, errors } = await open("changed.html");
  await settled(page);
  const outdated = await page.evaluate(() => (globalThis as { outdated?: readonly string[] }).outdated);
  assert.ok(outdated !== undefined && reviewed !== undefined && outdated.includes(reviewed.citation));
  const notices = (await page.locator("cite-light .notices").textContent()) ?? "";
  assert.match(
    notices,
    /The article has changed since the check · \d+ of 70 citing sentences (is|are) no longer on this page/,
  );
  await page.waitForFunction(() => (CSS.highlights.get("citelight-review-sentence")?.size ?? 0) > 0);
  const bare = (text: string): string => text.replace(/\s+/g, "");
  const underlined = (await highlighted(page, "citelight-review-sentence")).map(bare);
  assert.ok(!underlined.some((text) => text.includes(bare(sentence)) || bare(sentence).includes(text)));
  const row = page.locator("cite-light .group .rows button", { hasText: "not found on the page" });
  assert.ok((await row.count()) > 0);
  const counted = citationsIn(await page.locator("cite-light .state p").textContent());
  assert.ok(counted >= 60 && counted < 70, `${counted} citations still stand there`);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(errors, []);
  await page.screenshot({ path: join(SCREENSHOTS, "component-src-changed.png"), animations: "disabled" });
  await page.close();
});

test("a reference list that stands elsewhere is no change of the article; an entry that was changed is one", async () => {
  for (const [path, told, outdated] of [
    ["elsewhere.html", /The reference list isn’t marked · It is on another page/, undefined],
    [
      "entry.html",
      /The article has changed since the check · 1 of 18 references has changed since the check/,
      [],
    ],
  ] as const) {
    const { page, errors } = await open(path);
    await settled(page);
    assert.match((await page.locator("cite-light .notices").textContent()) ?? "", told);
    const heard = await page.evaluate(() => (globalThis as { outdated?: readonly string[] }).outdated);
    assert.deepEqual(heard, outdated);
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

test("what cannot be shown is told to whoever makes the page, and readers are spared it", async () => {
  for (const [path, fault] of [
    ["missing.html", /nowhere\.json didn’t load: status 404/],
    ["broken.html", /findings\[\d+\]\.verdict is “certain”, not one of supported, miscited/],
    ["other.html", /other\.json belongs to another article: none of its 70 citing sentences/],
  ] as const) {
    const { page } = await open(path);
    const warned: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "warning") warned.push(message.text());
    });
    await settled(page);
    const said = (await page.locator("cite-light .panel").textContent()) ?? "";
    assert.match(said, /The citation check isn’t available for this article right now\./);
    assert.doesNotMatch(said, fault);
    assert.deepEqual(await marks(page), {});
    assert.deepEqual(await axe(page), []);
    const told = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener("citelight-failed", (event) => {
            resolve(event.detail);
          });
        }),
    );
    await page.getByRole("button", { name: "Try again" }).click();
    assert.match(await told, fault);
    assert.match(warned.at(-1) ?? "", new RegExp(`^cite-light: .*${fault.source}`));
    if (path === "other.html")
      await page.screenshot({ path: join(SCREENSHOTS, "component-src-failed.png"), animations: "disabled" });
    await page.close();
  }
});

test("a hostile file becomes text, nothing else", async () => {
  const { page, errors } = await open("hostile.html");
  await settled(page);
  await page.locator("cite-light .group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  assert.match((await card.textContent()) ?? "", /<script>window\.owned = 1<\/script>/);
  assert.equal(await card.locator("img, script, #planted").count(), 0);
  assert.equal(await page.evaluate(() => "owned" in window), false);
  assert.deepEqual(errors, []);
  await page.close();
});

test("another article, or other findings: the element follows its attributes; without it nothing is left", async () => {
  const { page, errors } = await open("button.html");
  await page.evaluate(() => {
    const element = document.querySelector("cite-light");
    if (element === null) throw new Error("no element");
    element.mode = "auto";
  });
  await settled(page);
  await page.waitForFunction(() => CSS.highlights.size > 0);
  await page.evaluate(() => {
    document.querySelector("cite-light")?.setAttribute("src", "hostile.json");
  });
  await page.waitForFunction(() => CSS.highlights.size > 0);
  await page.locator("cite-light .group .rows button").first().click();
  await page.getByRole("dialog").getByText("window.owned").first().waitFor();
  assert.equal(await page.locator("cite-light .panel").count(), 1);
  await page.evaluate(() => {
    document.querySelector("cite-light")?.remove();
  });
  await page.waitForFunction(() => CSS.highlights.size === 0);
  assert.equal(await page.locator("[data-citelight-ui=card]").count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test("with hide-empty nothing is shown where there is nothing to say, and what there is, where {doi} names it", async () => {
  for (const [path, isShown] of [
    ["empty.html", false],
    ["doi.html", true],
  ] as const) {
    const { page } = await open(path);
    const element = page.locator("cite-light");
    if (isShown) {
      await settled(page);
      await page.waitForFunction(() => (CSS.highlights.get("citelight-review")?.size ?? 0) > 0);
    } else await page.waitForEvent("console", (message) => message.text().includes("nowhere.json"));
    assert.equal(await element.isVisible(), isShown, path);
    await page.close();
  }
});

test("a badge shows the counts of findings in one line, by little, and only once it is near", async () => {
  const { page, errors } = await open("badges.html");
  const near = page.locator("#near");
  await near.getByRole("link", { name: /^\d+ of \d+ citations need attention$/ }).waitFor();
  assert.equal(await near.getByRole("link").getAttribute("href"), `${server.url}article.html`);
  await page.waitForFunction(() => document.querySelector("#gone")?.shadowRoot?.childElementCount === 0);
  assert.equal(await page.locator("#gone").isVisible(), false);
  assert.ok(!server.asked.some((path) => path.endsWith("far.json")), "what is far below is not fetched");
  assert.deepEqual(await axe(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, "component-badge.png"), animations: "disabled" });
  await page.getByText("The last").scrollIntoViewIfNeeded();
  await page.locator("#far").getByText("no problem found").waitFor();
  const chunks = server.asked.filter((path) => /panel|session|worker|wasm/.test(path));
  // The browser tells of the one that is not there.
  assert.deepEqual(
    errors.filter((error) => !error.includes("404")),
    [],
  );
  assert.deepEqual(
    chunks.filter((path) => path.includes("worker")),
    [],
  );
  await page.close();
});
