// In a private window of Firefox nothing is kept: of an article whose references were looked up, and of a forum.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "puppeteer-core";
import { Firefox } from "./support/firefox";
import { pressNamed, shows } from "./support/firefox-page";
import { FORUM, forumPage } from "./support/openreview/forum";
import { servedWorld, type ServedWorld } from "./support/openreview/world";
import { OTHER_HTML, readDisk } from "./support/private-window";
import { AUDIT_MS, DIST } from "./support/reading";
import { ARTICLE as HTML } from "./support/sleep";
import type { Served } from "./support/tls";

const ARTICLE = "https://journal.example/article";
const OTHER = "https://journal.example/other";

let world: ServedWorld;
let firefox: Firefox;

before(async () => {
  world = await servedWorld(
    new Map<string, string | Served>([
      ["/article", HTML],
      ["/other", OTHER_HTML],
      ["/forum", { type: "text/html", body: new TextEncoder().encode(forumPage()), isFree: true }],
    ]),
  );
  firefox = await Firefox.launch(resolve(DIST, "firefox"), world.server.port, { isAllowedInPrivate: true });
  // What a reader chose in an ordinary window counts in private ones, too.
  const page = await firefox.browser.newPage();
  await page.goto(OTHER);
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await pressNamed(panel, "Look up 1 reference");
  await shows(panel, ".health button", /^1 not found$/, AUDIT_MS);
  await panel.close();
  await page.close();
});

after(async () => {
  await firefox.close();
  await world.close();
});

async function disk(): Promise<string> {
  // What is kept when a page is left is kept a moment later.
  await new Promise((done) => setTimeout(done, 3_000));
  const options = await firefox.open(firefox.url("options.html"));
  try {
    return await options.evaluate(readDisk);
  } finally {
    await options.close();
  }
}

/** The article with look-ups. */
async function checkArticle(page: Page): Promise<void> {
  await page.waitForFunction(() => (CSS.highlights.get("citelight-reference")?.size ?? 0) > 1, {
    timeout: AUDIT_MS,
  });
}

async function checkForum(page: Page): Promise<void> {
  await pressNamed(page, "Check 4 references");
  await shows(page, "li", /Found: Evening sleepers and what they remember \(2019\)\./);
  await shows(page, "li", /to the submission: cosine similarity -?0\.\d\d/, AUDIT_MS);
}

for (const [name, address, check] of [
  ["an article", ARTICLE, checkArticle],
  ["a forum", FORUM, checkForum],
] as const)
  test(`of ${name} in a private window of Firefox nothing is kept, and in an ordinary one something is`, async () => {
    const before = await disk();
    const page = await firefox.openPrivately(address);
    await firefox.clickInPrivate();
    await check(page);
    await page.close();
    assert.equal(await disk(), before);

    const ordinary = await firefox.browser.newPage();
    await ordinary.goto(address);
    await firefox.click(ordinary);
    await check(ordinary);
    await ordinary.close();
    assert.notEqual(await disk(), before, "what is kept can be read here");
  });
