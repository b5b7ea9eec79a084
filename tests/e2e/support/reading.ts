/** What a reader sees of an audit, read from a page. */

import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Where the built surfaces are. */
export const DIST = process.env.CITELIGHT_DIST ?? "dist";
export const SCREENSHOTS = "tests/screenshots";

/**
 * An audit of the sample takes minutes on a slow machine with software floating point kernels. Less than a whole file may take
 * (tests/run.mjs), so that who waits in vain says for what.
 */
export const AUDIT_MS = 5 * 60_000;
/** A tab that another one covers draws no frames: who waits for the next one, as is usual, waits in vain. */
const POLLING_MS = 100;

export interface GoldSentence {
  id: string;
  sentence: string;
  truth: "supported" | "planted" | "perfunctory" | "own";
  kind: string | null;
  readable: boolean;
}

export function gold(): GoldSentence[] {
  const file = JSON.parse(readFileSync("www/demo/articles/sample.gold.json", "utf8")) as {
    citations: GoldSentence[];
  };
  return file.citations;
}

/**
 * The sample with its second section only: planted errors, true sentences and four sources, in an eighth of the time.
 * How well the whole of it is judged is measured natively.
 */
export function excerpt(): string {
  return sections(/<section id="S[13-9]" class="ltx_section">[\s\S]*?<\/section>/g);
}

/** The same with a paragraph of the fourth, in which a sentence is supported. */
export function excerptWithSupport(): string {
  return sections(
    /<section id="S[135-9]" class="ltx_section">[\s\S]*?<\/section>|<div id="S4\.p[2-9]" class="ltx_para">[\s\S]*?<\/div>/g,
  );
}

function sections(without: RegExp): string {
  return readFileSync("www/demo/articles/sample.html", "utf8").replace(without, "");
}

/** The first paragraph of the excerpt: for surfaces that show what the demo's tests judge. */
export function paragraph(): string {
  return excerpt().replace(/<div id="S2\.p[2-9]" class="ltx_para">[\s\S]*?<\/div>/g, "");
}

/** Without any white space: parsers differ in where a tag leaves a blank. */
export function bare(text: string): string {
  return text.replace(/\s+/g, "");
}

/**
 * Waits until the panel says that the audit ended.
 *
 * @throws Error with what the panel shows instead.
 */
export async function waitForEnd(page: Page, panel = "#panel"): Promise<void> {
  try {
    await page.waitForFunction(
      (selector) => {
        const root = document.querySelector(selector)?.shadowRoot;
        const button = root?.querySelector(".state button")?.textContent;
        return button === "Check again" || button === "Try again";
      },
      panel,
      { timeout: AUDIT_MS, polling: 500 },
    );
  } catch (error) {
    throw new Error(`The audit did not end. The panel shows: ${await shown(page, panel)}`, { cause: error });
  }
}

/** The words in a panel, and what the page says beside it; or that it is gone. */
async function shown(page: Page, panel: string): Promise<string> {
  return page
    .evaluate((selector) => {
      const host = document.querySelector<HTMLElement>(selector);
      const state = `${document.visibilityState}, ${host?.hidden === true ? "hidden" : "shown"}`;
      return `${host?.shadowRoot?.textContent ?? "nothing"} (${state}) beside “${document.body.innerText}”`;
    }, panel)
    .then((text) => text.replace(/\s+/g, " "))
    .catch((error: unknown) => String(error));
}

/** Within so many milliseconds the panel shows that a check goes on. */
const UNSEEN_MS = 2000;

/**
 * Clicks “Check again” and waits for the end of that check, which is to find something: what the panel says at first is still of
 * the check before.
 */
export async function checkAgain(page: Page, panel = "#panel"): Promise<void> {
  // The same button stops a check that begins by itself, as it may just now: not pressed before it has said the same for a while.
  await page.waitForFunction(
    ({ selector, looks }) => {
      const root = document.querySelector(selector)?.shadowRoot;
      const button = root?.querySelector<HTMLElement>(".state button");
      if (!root || !button) return false;
      const said = button.textContent === "Check again" ? Number(button.dataset.said ?? 0) + 1 : 0;
      button.dataset.said = String(said);
      if (said < looks) return false;
      delete button.dataset.said;
      delete button.dataset.began;
      new MutationObserver((_, observer) => {
        if (button.textContent === "Check again") return;
        button.dataset.began = "";
        observer.disconnect();
      }).observe(button, { childList: true, characterData: true, subtree: true });
      return true;
    },
    { selector: panel, looks: 6 },
    { timeout: AUDIT_MS, polling: 100 },
  );
  await page.locator(`${panel} .state button`).press("Enter");
  // A check that asks nobody may end before the panel is drawn, which it is several times a second: then nothing is seen of it.
  await page
    .locator(`${panel} .state button[data-began]`)
    .waitFor({ timeout: UNSEEN_MS })
    .catch(() => undefined);
  await waitForEnd(page, panel);
}

/** The words under a highlight, one text per citing sentence or citation. */
export function highlighted(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    name,
  );
}

/**
 * Waits until words stand under a highlight: a page is told of a finding after the panel beside it, and what a panel says may
 * still be of the check before.
 */
export async function waitForMark(page: Page, name: string, words: string): Promise<void> {
  try {
    await page.waitForFunction(
      ([name, words]) =>
        [...(CSS.highlights.get(name) ?? [])]
          .map((range) => (range as Range).toString().replace(/\s+/g, " "))
          .some((text) => text.includes(words)),
      [name, words] as const,
      { timeout: AUDIT_MS, polling: POLLING_MS },
    );
  } catch (error) {
    throw new Error(`“${words}” is not under ${name}, but ${JSON.stringify(await highlighted(page, name))}`, {
      cause: error,
    });
  }
}

/** Waits until something stands under a highlight. */
export async function waitForAnyMark(page: Page, name: string): Promise<void> {
  await page.waitForFunction((name) => (CSS.highlights.get(name)?.size ?? 0) > 0, name, {
    timeout: AUDIT_MS,
    polling: POLLING_MS,
  });
}

/** How many marks each highlight has. */
export function marks(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() =>
    Object.fromEntries([...CSS.highlights].map(([name, highlight]) => [name, highlight.size])),
  );
}

/** An article's own elements are not ours to judge; what we put among them is. */
const THEIRS = "article, #article";
const OURS = "[data-citelight-ui]";

/** What axe finds against WCAG 2.2 AA in a page, less the article and what else is somebody else's. */
export async function axe(page: Page, except: string | null = null): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    // Only what is wrong is described, and in the page itself: else a second page is opened for each result.
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .include(":root")
    .include(OURS)
    .exclude(THEIRS);
  const { violations } = await (except === null ? builder : builder.exclude(except)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
