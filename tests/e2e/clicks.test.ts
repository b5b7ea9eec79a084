/** How many clicks, and prompts of the browser, lie between an installed extension and the first useful finding. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { knowReferencesOf } from "./support/known-references";
import { FORUM, forumPage } from "./support/openreview/forum";
import { openReviewWorld } from "./support/openreview/world";
import { lookUpButton } from "./support/panel";
import { savedPages } from "./support/saved-pages";

const ARXIV = "latexml-1707.08043.html";
const FOUND_MS = 75_000;

/** A reader who installed the extension just now, and counts. */
class Reader {
  clicks = 0;
  readonly #extension: Extension;

  constructor(extension: Extension) {
    this.#extension = extension;
  }

  async clickToolbar(page: Page): Promise<Page> {
    this.clicks += 1;
    await this.#extension.click(page);
    const panel = await this.#extension.sidePanel();
    await countPrompts(panel);
    return panel;
  }

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
}

/** The browser's prompts are windows of its own, which no test sees: what asks for them is counted. */
async function countPrompts(panel: Page): Promise<void> {
  await panel.evaluate(() => {
    const { permissions } = chrome;
    const request = permissions.request.bind(permissions);
    document.documentElement.dataset.prompts = "0";
    permissions.request = (wanted: chrome.permissions.Permissions) => {
      const { dataset } = document.documentElement;
      dataset.prompts = String(Number(dataset.prompts) + 1);
      return request(wanted);
    };
  });
}

async function prompts(panel: Page): Promise<number> {
  return Number(await panel.evaluate(() => document.documentElement.dataset.prompts));
}

test("arXiv: two clicks and one prompt until the references are found", async () => {
  const saved = savedPages().find((page) => page.name === ARXIV);
  assert.ok(saved, "the page is there");
  const { host, pathname } = new URL(saved.address);
  assert.equal(host, "arxiv.org");
  const known = await knowReferencesOf(saved.path);
  const granted = await launchGranted(known.web, host, new Map([[pathname, saved.html]]));
  try {
    const reader = new Reader(granted.extension);
    const page = await granted.extension.context.newPage();
    await page.goto(saved.address, { waitUntil: "domcontentloaded" });
    const panel = await reader.clickToolbar(page);
    await reader.click(lookUpButton(panel));
    await panel
      .locator(".health")
      .getByRole("button", { name: /^\d+ verified$/ })
      .waitFor({ timeout: FOUND_MS });
    assert.equal(reader.clicks, 2);
    assert.equal(await prompts(panel), 1);
  } finally {
    await granted.close();
    await known.close();
  }
});

test("OpenReview: three clicks and one prompt until a suggested reference is found, or is not", async () => {
  const world = await openReviewWorld(new Map([["/forum", forumPage()]]));
  const { extension } = world;
  try {
    const reader = new Reader(extension);
    const page = await extension.context.newPage();
    await page.goto(FORUM);
    const panel = await reader.clickToolbar(page);
    await reader.click(panel.getByRole("button", { name: "Look up references online" }));
    await page.bringToFront();
    const review = page.getByRole("region", { name: "Suggested references" }).first();
    await reader.click(review.getByRole("button", { name: "Check 4 references" }));
    await review.getByText("The work was retracted.").waitFor({ timeout: FOUND_MS });
    assert.equal(reader.clicks, 3);
    assert.equal(await prompts(panel), 1);
  } finally {
    await world.close();
  }
});
