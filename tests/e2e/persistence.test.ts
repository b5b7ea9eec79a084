/** What was found and dismissed comes back: after a reload, Back, a change within the page, in another tab and on another day. Nobody is asked twice. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { DIST, marks, SCREENSHOTS, waitForAnyMark, waitForEnd } from "./support/reading";
import { lookUpButton, waitForHealth } from "./support/panel";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { serveSecurely } from "./support/tls";

const HOST = "journal.example";
const ADDRESS = `https://${HOST}/sleep`;
/** Where the content script paints what was retracted or is unknown. */
const REFERENCE = "citelight-reference";
/** What is kept is shown in so long, on a machine on which all else runs, too. */
const SOON_MS = 20_000;

const NEW_SENTENCE = 'Millers count in their dreams, too <a href="#r2">[2]</a>.';
const OTHER = ARTICLE.replaceAll("Sleep and what it is for", "Bread and what it is for").replace(
  /<p>Forty sleepers[\s\S]*?<\/p>/,
  '<p>Bread was baked by millers who counted sheep <a href="#r3">[3]</a>.</p>',
);
/** A site that shows one article after the other in the same page. */
const SINGLE_PAGE = `<!DOCTYPE html><html lang="en"><head><title>Journal</title></head><body><div id="root"></div><script>
const articles = { "/app/sleep": ${JSON.stringify(bodyOf(ARTICLE))}, "/app/bread": ${JSON.stringify(bodyOf(OTHER))} };
const show = () => {
  root.replaceChildren("Loading");
  setTimeout(() => { root.innerHTML = articles[location.pathname]; }, 100);
};
addEventListener("popstate", show);
globalThis.go = (path) => { history.pushState(null, "", path); show(); };
show();
</script></body></html>`;

function bodyOf(html: string): string {
  return /<article>[\s\S]*<\/article>/.exec(html)?.[0] ?? "";
}

let web: Awaited<ReturnType<typeof sleepWeb>>;
let granted: Awaited<ReturnType<typeof launchGranted>>;
const singlePage = { type: "text/html", body: new TextEncoder().encode(SINGLE_PAGE), isFree: true };
const pages = new Map<string, string | typeof singlePage>([
  ["/sleep", ARTICLE],
  ["/bread", OTHER],
  ["/app/sleep", singlePage],
  ["/app/bread", singlePage],
]);

before(async () => {
  web = await sleepWeb();
  granted = await launchGranted(web, HOST, pages);
});

after(async () => {
  await granted.close();
  await web.close();
});

const asked = (): number => web.log.entries().length;

/** Opens and checks the article, with look-ups. */
async function checked(address = ADDRESS): Promise<{ page: Page; panel: Page }> {
  const { extension } = granted;
  const page = await extension.context.newPage();
  await page.goto(address);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const lookUp = lookUpButton(panel);
  if (await lookUp.isVisible()) await lookUp.click();
  await waitForHealth(panel, ["1 not found", "1 retracted"]);
  await waitForEnd(panel);
  await waitForAnyMark(page, REFERENCE);
  return { page, panel };
}

async function returned(page: Page, panel: Page): Promise<void> {
  await page.waitForFunction((name) => (CSS.highlights.get(name)?.size ?? 0) > 0, REFERENCE, {
    timeout: SOON_MS,
  });
  await panel.getByText("Checked today").waitFor({ timeout: SOON_MS });
}

/** The badge of the tab that is in front. */
async function badge(page: Page): Promise<{ text: string; title: string }> {
  const { context } = granted.extension;
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await page.bringToFront();
  return worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const of = { tabId: tab?.id ?? -1 };
    return { text: await chrome.action.getBadgeText(of), title: await chrome.action.getTitle(of) };
  });
}

async function badgeSays(page: Page, text: string): Promise<void> {
  for (let wait = 0; wait < 50; wait += 1) {
    if ((await badge(page)).text === text) return;
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await badge(page), { text });
}

/** Whether anything that could check is running. */
async function isWorking(): Promise<boolean> {
  const { targetInfos } = await granted.extension.cdp.send("Target.getTargets");
  return targetInfos.some(({ type, url }) => type === "worker" || url.endsWith("worker.js"));
}

async function closeTargets(isMeant: (url: string) => boolean): Promise<void> {
  const { cdp } = granted.extension;
  const { targetInfos } = await cdp.send("Target.getTargets");
  for (const { targetId, url } of targetInfos)
    if (isMeant(url)) await cdp.send("Target.closeTarget", { targetId }).catch(() => undefined);
}
const closeOffscreen = (): Promise<void> => closeTargets((url) => url.endsWith("/offscreen.html"));

/** Dismisses the first finding of the list, in the page's card. */
async function dismissFirst(page: Page, panel: Page): Promise<void> {
  await panel.bringToFront();
  await panel.locator("details.group .rows button").first().click();
  await page.bringToFront();
  const card = page.getByRole("dialog");
  await card.waitFor();
  await card.getByRole("button", { name: "Not a problem", exact: true }).click();
  await card.getByText("Marked as not a problem.").waitFor();
  await page.keyboard.press("Escape");
}

test("after a reload the marks are back at once, with what was dismissed: nobody is asked, and no worker starts", async () => {
  const { page, panel } = await checked();
  await badgeSays(page, "2");
  assert.match((await badge(page)).title, /2 citations need attention/);
  await dismissFirst(page, panel);
  await badgeSays(page, "1");
  const before = await marks(page);
  const requests = asked();
  // Whoever owned the worker is gone, too.
  await closeOffscreen();
  await page.reload();
  await returned(page, panel);
  assert.equal(await isWorking(), false);
  assert.equal(asked(), requests);
  await badgeSays(page, "1");
  assert.deepEqual(await marks(page), before);
  await panel.bringToFront();
  await panel.getByText("Dismissed").first().waitFor();
  await panel.screenshot({ path: join(SCREENSHOTS, "persistence-panel.png"), animations: "disabled" });
  // Its steps and its evidence are there, and it can be asked about.
  await panel.locator("details.group .rows button").first().click();
  await page.bringToFront();
  await page.getByRole("dialog").waitFor();
  await panel.close();
  await page.close();
});

test("Back brings the marks back, and another article of the site has none of them", async () => {
  const { page, panel } = await checked();
  const requests = asked();
  await page.goto(`https://${HOST}/bread`);
  await page.waitForTimeout(2000);
  assert.deepEqual(await marks(page), {});
  await badgeSays(page, "");
  await page.goBack();
  await returned(page, panel);
  await badgeSays(page, "1");
  assert.equal(asked(), requests);
  await panel.close();
  await page.close();
});

test("where a page puts another article in the place of the first, its marks go, and come back with it", async () => {
  const { page, panel } = await checked(`https://${HOST}/app/sleep`);
  const requests = asked();
  await page.evaluate(() => {
    (globalThis as unknown as { go: (path: string) => void }).go("/app/bread");
  });
  await page.waitForFunction(() => CSS.highlights.size === 0, null, { timeout: SOON_MS });
  await page.getByText("Bread was baked").waitFor();
  await page.waitForTimeout(2000);
  assert.deepEqual(await marks(page), {});
  await badgeSays(page, "");
  await page.goBack();
  await page.getByText("Forty sleepers").waitFor();
  await returned(page, panel);
  assert.equal(asked(), requests);
  await panel.close();
  await page.close();
});

test("of a page whose words changed the rest comes back, and a button checks what is new", async () => {
  const { page, panel } = await checked();
  pages.set("/sleep", ARTICLE.replace("</p>", ` ${NEW_SENTENCE}</p>`));
  try {
    const requests = asked();
    await page.reload();
    await returned(page, panel);
    await panel.getByText("Checked today · 1 new").waitFor();
    assert.equal(asked(), requests);
    await panel.screenshot({ path: join(SCREENSHOTS, "persistence-new.png"), animations: "disabled" });
    await panel.getByRole("button", { name: "Check 1 new citation" }).click();
    await panel.getByText("Checked today", { exact: true }).waitFor({ timeout: 120_000 });
    assert.equal(asked(), requests, "its reference was looked up before");
    await page.reload();
    await returned(page, panel);
    await panel.getByText("Checked today", { exact: true }).waitFor();
  } finally {
    pages.set("/sleep", ARTICLE);
  }
  await panel.close();
  await page.close();
});

test("what is dismissed in one tab is dismissed in the other when that is loaded again", async () => {
  const { page, panel } = await checked("https://journal.example/bread");
  const other = await granted.extension.context.newPage();
  await other.goto("https://journal.example/bread");
  await granted.extension.click(other);
  const otherPanel = await granted.extension.sidePanel();
  await returned(other, otherPanel);
  await dismissFirst(page, panel);
  await page.waitForTimeout(500);
  await other.reload();
  await otherPanel.getByText("Checked today").waitFor({ timeout: SOON_MS });
  await otherPanel.getByText("Dismissed").first().waitFor();
  assert.equal((await marks(other))[REFERENCE], undefined);
  for (const one of [panel, otherPanel, page, other]) await one.close();
});

test("on another day a click brings everything back without a request, and cleared it is gone", async () => {
  const requests = asked();
  await granted.restart();
  const { extension } = granted;
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await returned(page, panel);
  await panel.getByText("Dismissed").first().waitFor();
  assert.equal(asked(), requests);
  // What the service worker knew is lost with it, and nothing else.
  const session = await extension.context.newCDPSession(panel);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
  await page.reload();
  await returned(page, panel);

  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByText(/Findings and dismissals of \d articles are saved/).waitFor();
  await options.getByText("Clear saved findings").scrollIntoViewIfNeeded();
  await options.screenshot({ path: join(SCREENSHOTS, "persistence-options.png"), animations: "disabled" });
  await options.getByRole("button", { name: "Clear saved findings" }).click();
  await options.getByText("The saved findings were cleared.").waitFor();
  await options.getByText("No findings are saved.").waitFor();
  await options.close();
  await page.reload();
  await page.waitForTimeout(3000);
  assert.deepEqual(await marks(page), {});
  assert.equal(asked(), requests);
  await panel.close();
  await page.close();
});

test("a click grants its tab until it leaves the site: a reload there needs no other", async () => {
  const server = await serveSecurely(new Map([["/sleep", ARTICLE]]));
  const extension = await Extension.launch(join(process.cwd(), DIST, "chrome"), [HOST], server.port);
  try {
    const page = await extension.context.newPage();
    await page.goto(ADDRESS);
    await extension.click(page);
    const panel = await extension.sidePanel();
    await waitForEnd(panel);
    await page.reload();
    await panel.getByText("Checked today").waitFor({ timeout: SOON_MS });
    await waitForAnyMark(page, "citelight-unchecked");
    // A tab in which nobody clicked is left alone.
    const other = await extension.context.newPage();
    await other.goto(ADDRESS);
    await other.waitForTimeout(3000);
    assert.deepEqual(await marks(other), {});
  } finally {
    await extension.close();
    await server.close();
  }
});

test("of a file of this computer verdicts are kept, and not one of its words", async () => {
  const { extension } = granted;
  const page = await extension.context.newPage();
  const choose = async (): Promise<void> => {
    await page.goto(`chrome-extension://${extension.id}/viewer.html`);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await chooser).setFiles("tests/fixtures/pdf/author-year-short.pdf");
    await page.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
  };
  await choose();
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const before = await marks(page);
  assert.ok(Object.keys(before).length > 0);
  await page.waitForTimeout(500);
  const disk = await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open("citelight-findings");
      opening.onsuccess = () => {
        done(opening.result);
      };
      opening.onerror = () => {
        fail(opening.error ?? new Error("it cannot be opened"));
      };
    });
    const rows = (store: string): Promise<unknown[]> =>
      new Promise((done) => {
        const request = opened.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => {
          done(request.result as unknown[]);
        };
      });
    const kept = { articles: await rows("articles"), confidential: await rows("confidential") };
    opened.close();
    return JSON.stringify(kept);
  });
  assert.match(disk, /"verdict":"/);
  for (const word of ["editors", "Dahl", "survey", "author-year"]) assert.ok(!disk.includes(word), word);
  await choose();
  await panel.getByText("Checked today").waitFor({ timeout: 60_000 });
  await waitForAnyMark(page, Object.keys(before)[0] ?? "");
  await panel.locator("details.group:not([open]) summary").first().click();
  await panel.locator("details.group .rows button:visible").first().click();
  await page.bringToFront();
  await page.getByRole("dialog").getByText("Only the verdict was saved").first().waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, "persistence-verdict.png"), animations: "disabled" });
  await panel.close();
  await page.close();
});
