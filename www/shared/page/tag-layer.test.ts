import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { pages } from "@citelight/test-support/in-page";

const open = pages();
const WORDS = "Lamps dim as they age [3], and nobody knows why that is so in cold rooms. ";

/** Puts a tag beside `[3]` of the second paragraph. */
async function tagged(isolation: "shared" | "sealed"): Promise<Page> {
  const page = await open(
    `<style>body{margin:20px;font:16px/24px serif;width:300px}</style><p>${WORDS.repeat(4)}</p><p id="p">${WORDS}</p>`,
  );
  await page.evaluate((isolation) => {
    const world = globalThis as unknown as { shift: number; html: string; layer: { remove(): void } };
    world.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) world.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift" });
    world.html = document.body.getHTML();
    const text = document.querySelector("#p")?.firstChild;
    if (!(text instanceof Text)) throw new Error("no text");
    const range = document.createRange();
    const at = text.data.indexOf("[3]");
    range.setStart(text, at);
    range.setEnd(text, at + 3);
    Object.assign(globalThis, { range });
    const layer = new lib.TagLayer(new lib.Theme(), lib.WINDOW_VIEWPORT, isolation, "en");
    layer.set("citation\u001fa", [{ text: "retracted", ranges: [range] }]);
    world.layer = layer;
  }, isolation);
  await page.waitForTimeout(200);
  return page;
}

/** How far the tag is from the end of its words. */
function distance(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const { range } = globalThis as unknown as { range: Range };
    const tag = document
      .querySelector("[data-citelight-ui=tags]")
      ?.shadowRoot?.querySelector(".tag")
      ?.getBoundingClientRect();
    const words = range.getBoundingClientRect();
    return { x: (tag?.left ?? NaN) - words.right, y: (tag?.top ?? NaN) - words.top };
  });
}

test("a tag stands at its words, follows them, and leaves page, layout and clipboard alone", async () => {
  const page = await tagged("shared");
  const near = async (): Promise<void> => {
    const { x, y } = await distance(page);
    assert.ok(Math.abs(x - 1) < 1.5 && y < 0 && y > -14, `${x}, ${y}`);
  };
  await near();
  await page.evaluate(() => {
    document.body.style.width = "420px";
  });
  await page.waitForTimeout(200);
  await near();
  await page.evaluate(() => {
    scrollTo(0, 60);
  });
  await near();
  const seen = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.documentElement);
    const { html, range } = globalThis as unknown as { html: string; range: Range };
    document.body.removeAttribute("style");
    const { left, top, width, height } = range.getBoundingClientRect();
    return {
      copied: String(getSelection()).includes("retracted"),
      isSame: document.body.getHTML() === html,
      hit: document.elementFromPoint(left + width / 2, top + height / 2)?.id,
    };
  });
  assert.deepEqual(seen, { copied: false, isSame: true, hit: "p" });
});

test("a tag moves nothing, and on a stranger's page it cannot be read", async () => {
  const page = await tagged("sealed");
  const seen = await page.evaluate(() => ({
    shift: (globalThis as unknown as { shift: number }).shift,
    root: document.querySelector("[data-citelight-ui=tags]")?.shadowRoot ?? null,
    text: document.body.textContent.includes("retracted"),
  }));
  assert.deepEqual(seen, { shift: 0, root: null, text: false });
  const left = await page.evaluate(() => {
    (globalThis as unknown as { layer: { remove(): void } }).layer.remove();
    return document.querySelectorAll("[data-citelight-ui]").length;
  });
  assert.equal(left, 0);
});
