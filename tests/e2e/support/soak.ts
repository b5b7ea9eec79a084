/** One audit after the other in one browser, as a reader has them made over days, and what is left of each. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Extension } from "./extension";
import { Inspected, heapOf } from "./inspected";
import { checkAgain, waitForEnd } from "./reading";

/** Audits of one tab before it is closed and another one opened. */
const OF_ONE_TAB = 10;

/** What the browser holds once an audit is over. All sizes in bytes. */
export interface Held {
  audits: number;
  /** JavaScript of the article's page. */
  page: number;
  /** JavaScript of the extension's pages: panel and offscreen document share one heap. */
  extension: number;
  /** JavaScript of the core's worker and those that run models. */
  workers: number;
  /** WebAssembly of all workers. */
  wasm: number;
  /** Private memory of the browser's renderers. */
  renderers: number;
  /** What the extension keeps on the disk. */
  storage: number;
  /** Dedicated workers. */
  workerCount: number;
  /** Pages of the extension that are open. */
  pageCount: number;
  documents: number;
  nodes: number;
  listeners: number;
}

/** Names of what is compared. */
export type Figure = Exclude<keyof Held, "audits">;

/** Checks an article over and over, and measures after each so many audits. */
export async function soak(
  extension: Extension,
  address: string,
  { audits, every }: { audits: number; every: number },
): Promise<Held[]> {
  const held: Held[] = [];
  let tab: { page: Page; panel: Page } | null = null;
  for (let audit = 1; audit <= audits; audit += 1) {
    if (tab === null || audit % OF_ONE_TAB === 1) {
      await tab?.panel.close();
      await tab?.page.close();
      tab = await newTab(extension, address);
    } else await checkAnew(extension, tab, audit % 2 === 0);
    await readFirst(tab);
    if (audit % every === 0) held.push(await measure(extension, tab.page, audit));
  }
  return held;
}

async function newTab(extension: Extension, address: string): Promise<{ page: Page; panel: Page }> {
  const page = await extension.context.newPage();
  await page.goto(address);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  return { page, panel };
}

/** Checks a page once more: loaded again, or as it stands. */
async function checkAnew(
  extension: Extension,
  { page, panel }: { page: Page; panel: Page },
  isReloaded: boolean,
): Promise<void> {
  if (isReloaded) {
    await page.reload();
    // What was kept comes back first.
    await extension.click(page);
    await panel.getByText("Checked today").waitFor();
  }
  await checkAgain(panel);
}

/** Opens the card of the first finding, and closes it. */
async function readFirst({ page, panel }: { page: Page; panel: Page }): Promise<void> {
  await panel.locator(".group .rows button").first().click();
  const card = page.getByRole("dialog");
  await card.waitFor();
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "hidden" });
}

async function measure(extension: Extension, page: Page, audits: number): Promise<Held> {
  const { found, detach } = await Inspected.all(extension.cdp, `chrome-extension://${extension.id}/`);
  const session = await extension.context.newCDPSession(page);
  try {
    const workers = found.filter(({ info }) => info.type === "worker");
    const pages = found.filter(({ info }) => info.type !== "worker" && info.type !== "service_worker");
    const host = pages.find(({ info }) => info.url.endsWith("/offscreen.html"));
    assert.ok(host, "the offscreen document is there");
    let [ofWorkers, wasm] = [0, 0];
    for (const worker of workers) {
      ofWorkers += await worker.heap();
      wasm += await worker.wasm();
    }
    const ofPage = await heapOf((method) => session.send(method));
    const ofExtension = await host.heap();
    // Counted once what nobody holds is gone.
    const own = await host.send<Pick<Held, "documents" | "nodes"> & { jsEventListeners: number }>(
      "Memory.getDOMCounters",
    );
    const other = await session.send("Memory.getDOMCounters");
    return {
      audits,
      page: ofPage,
      extension: ofExtension,
      workers: ofWorkers,
      wasm,
      renderers: await ofRenderers(extension),
      storage: await host.evaluate<number>("navigator.storage.estimate().then(({ usage }) => usage)"),
      workerCount: workers.length,
      pageCount: pages.length,
      documents: own.documents + other.documents,
      nodes: own.nodes + other.nodes,
      listeners: own.jsEventListeners + other.jsEventListeners,
    };
  } finally {
    await session.detach();
    await detach();
  }
}

/** Private memory of all renderers; what is shared counts for none. */
async function ofRenderers({ cdp }: Extension): Promise<number> {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== "renderer") continue;
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    for (const [, own] of rollup.matchAll(/^Private_(?:Clean|Dirty): +([0-9]+) kB/gm))
      kilobytes += Number(own);
  }
  return kilobytes * 1024;
}

/** The mean of a figure over the second fifth and over the last: what a first audit sets up once is behind the one. */
export function compared(held: readonly Held[], figure: Figure): { before: number; after: number } {
  const fifth = Math.max(1, Math.floor(held.length / 5));
  const mean = (some: readonly Held[]): number =>
    some.reduce((sum, one) => sum + one[figure], 0) / some.length;
  return { before: mean(held.slice(fifth, 2 * fifth)), after: mean(held.slice(-fifth)) };
}
