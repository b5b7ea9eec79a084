/** What a reader sees and does in a page of Firefox. */

import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { ElementHandle, Page } from "puppeteer-core";

/** The words under a highlight, one text per citing sentence or citation. */
export function highlighted(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    name,
  );
}

/** Errors that a page tells of. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

/** Clicks as a reader does on what stands in a shadow tree, too. */
export async function press(page: Page, selector: string): Promise<void> {
  const found = await page.waitForSelector(`>>> ${selector}`);
  assert.ok(found, selector);
  await found.click();
}

/** What pages take at most to show something. */
const PATIENCE_MS = 60_000;

/** Looks until something is there; null if it does not come. */
async function eventually<T>(look: () => Promise<T | null>, timeout = PATIENCE_MS): Promise<T | null> {
  const started = Date.now();
  for (;;) {
    const found = await look();
    if (found !== null || Date.now() - started > timeout) return found;
    await wait(250);
  }
}

/** Waits until a page shows a text, in a shadow tree, too. */
export async function shows(
  page: Page,
  selector: string,
  text: RegExp,
  timeout = PATIENCE_MS,
): Promise<string> {
  let shown: string[] = [];
  const found = await eventually(async () => {
    const elements = await page.$$(`>>> ${selector}`);
    shown = await Promise.all(elements.map((element) => element.evaluate((element) => element.textContent)));
    return shown.find((each) => text.test(each)) ?? null;
  }, timeout);
  if (found === null) throw new Error(`${selector} does not show ${text.source}: ${shown.join(" | ")}`);
  return found;
}

/** Writes into the field of a label, or chooses it, once the page shows it. */
export async function fill(page: Page, label: string, text: string | null): Promise<void> {
  const input = await eventually(async () => {
    for (const element of await page.$$(">>> label")) {
      if (!(await element.evaluate((element, label) => element.textContent.startsWith(label), label)))
        continue;
      const control = await element.evaluateHandle((element) => element.control);
      return control.asElement() as ElementHandle<HTMLInputElement> | null;
    }
    return null;
  });
  if (input === null) throw new Error(`there is no ${label}`);
  // Three clicks choose what stands in a field; a box would be ticked, cleared and ticked, each heard in its turn.
  await input.click({ count: text === null ? 1 : 3 });
  if (text !== null) await input.type(text);
}

/** Presses the button with a name, once the page shows it. */
export async function pressNamed(page: Page, name: string): Promise<void> {
  const button = await eventually(async () => {
    for (const button of await page.$$(">>> button"))
      if ((await button.evaluate((button) => button.textContent)) === name) return button;
    return null;
  });
  if (button === null) throw new Error(`there is no button ${name}`);
  await button.click();
}
