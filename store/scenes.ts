/** What the screenshots show: real runs of the package, each step as a reader would take it. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { waitForEnd, waitForMark } from "../tests/e2e/support/reading";
import { beside, whole, type Picture } from "./pictures";
import { World } from "./world";
import { lookUpButton, waitForHealth } from "../tests/e2e/support/panel";

const WIDTH = 1280;
const HEIGHT = 800;
/** Of the list beside the page, in a window of that width. */
const PANEL = 400;
const SIZE = { width: WIDTH, height: HEIGHT };
const LINES = { light: "#d9dde3", dark: "#363c47" };

async function shot(page: Page): Promise<Buffer> {
  await page.bringToFront();
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

async function pair(name: string, page: Page, panel: Page, scheme: "light" | "dark"): Promise<Picture> {
  for (const side of [page, panel]) await side.emulateMedia({ colorScheme: scheme });
  return beside(name, [await shot(page), await shot(panel)], SIZE, LINES[scheme]);
}

/** The list for a page whose check was begun: a side panel in the browser, and no tab. */
async function listOf(world: World): Promise<Page> {
  const panel = await world.extension.sidePanel();
  await panel.setViewportSize({ width: PANEL - 1, height: HEIGHT });
  await waitForEnd(panel);
  return panel;
}

/** The list from its top, as it stood before a row further down was chosen. */
async function toTop(panel: Page): Promise<void> {
  // Off the rows: one that the pointer rests on looks chosen.
  await panel.mouse.move(0, 0);
  await panel.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
  });
}

/** Pixels of a card that are seen only by scrolling in it. */
function hiddenIn(card: Locator): Promise<number> {
  return card.evaluate((root) =>
    Math.max(
      ...[root, ...root.querySelectorAll("*")].map((part) =>
        /auto|scroll/.test(getComputedStyle(part).overflowY) ? part.scrollHeight - part.clientHeight : 0,
      ),
    ),
  );
}

/** Rows of the list whose cards are looked at. */
const MOST_LOOKED_AT = 5;

/**
 * Chooses a finding or an entry in the list, which brings its words and its card: of some, that whose card has room, or most of it.
 *
 * @param from how many rows are passed over.
 */
async function choose(page: Page, panel: Page, rows: string, from = 0): Promise<void> {
  const card = page.getByRole("dialog");
  const open = async (row: Locator): Promise<number> => {
    await row.click();
    await page.bringToFront();
    await card.waitFor();
    // The card is placed when the page has been scrolled and drawn.
    await page.waitForTimeout(500);
    return hiddenIn(card);
  };
  const all = (await panel.locator(rows).all()).slice(from, from + MOST_LOOKED_AT);
  let best: { row: Locator; hidden: number } | null = null;
  for (const row of all) {
    const hidden = await open(row);
    if (hidden <= 1) return;
    if (best === null || hidden < best.hidden) best = { row, hidden };
  }
  if (best === null) throw new Error(`the list has no row ${rows} after ${from}`);
  await open(best.row);
}

async function article(world: World): Promise<Picture[]> {
  const page = await world.article("sample", WIDTH - PANEL, HEIGHT);
  await world.extension.click(page);
  const panel = await listOf(world);
  await choose(page, panel, ".group .rows button.need-review");
  const light = await pair("1-article", page, panel, "light");
  await choose(page, panel, ".group .rows button.need-may-differ", 1);
  await toTop(panel);
  const dark = await pair("5-dark", page, panel, "dark");
  await panel.close();
  await page.close();
  return [light, dark];
}

async function lookedUp(world: World): Promise<Picture[]> {
  const options = await world.own("options.html", WIDTH, HEIGHT);
  const page = await world.article("sleep", WIDTH - PANEL, HEIGHT);
  await world.extension.click(page);
  const panel = await listOf(world);
  await lookUpButton(panel).click();
  await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"]);
  await waitForEnd(panel);
  await waitForMark(page, "citelight-may-differ-sentence", "remembered 30 % less");
  // Scrolled a little, so that the card finds room below its words.
  await page.evaluate(() => {
    scrollTo({ top: 80, behavior: "instant" });
  });
  await choose(page, panel, ".entries .rows button");
  const references = await pair("2-references", page, panel, "light");
  await panel.close();
  await page.close();
  // As large as a reader may make it, and from the list of requests on.
  await options.evaluate((zoom) => {
    document.documentElement.style.zoom = zoom;
  }, "1.5");
  const heading = options.getByRole("heading", { name: "What leaves this browser" });
  await heading.evaluate((element) => {
    element.scrollIntoView({ block: "start", behavior: "instant" });
    scrollBy(0, -48);
  });
  const log = whole("4-privacy", await shot(options), WIDTH, HEIGHT);
  await options.close();
  return [references, log];
}

async function pdf(world: World): Promise<Picture[]> {
  const file = join(tmpdir(), `citelight-sample-${process.pid}.pdf`);
  const print = await world.article("sample", WIDTH, HEIGHT);
  await print.pdf({
    path: file,
    format: "A4",
    margin: { top: "18mm", bottom: "18mm", left: "16mm", right: "16mm" },
  });
  await print.close();
  const page = await world.own("viewer.html", WIDTH - PANEL, HEIGHT);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(file);
  await page.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
  rmSync(file);
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await listOf(world);
  await choose(page, panel, ".group .rows button.need-review", 1);
  await toTop(panel);
  const picture = await pair("3-pdf", page, panel, "light");
  await panel.close();
  await page.close();
  return [picture];
}

/** Every screenshot, in the order of the stores. */
export async function scenes(): Promise<Picture[]> {
  const world = await World.open();
  try {
    const made: Picture[] = [];
    // Once a scene has switched the look-up on it stays on: what needs nobody comes before.
    for (const scene of [article, pdf, lookedUp]) made.push(...(await scene(world)));
    return made.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    await world.close();
  }
}
