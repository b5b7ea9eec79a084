/** What a reader does in the panel, and reads there. */

import type { Locator, Page } from "playwright-core";

/** The button that lets references be looked up, with how many. */
export function lookUpButton(panel: Page | Locator): Locator {
  return panel.getByRole("button", { name: /^Look up \d+ references?$/ });
}

/** The same, whether or not it is known already how many there are. */
export function anyLookUpButton(panel: Page | Locator): Locator {
  return panel.getByRole("button", { name: /^Look up (\d+ references?|references online)$/ });
}

/** How many entries stand how to the records, such as “2 not found”. */
export function health(panel: Page | Locator, told: string): Locator {
  return panel.locator(".health").getByRole("button", { name: told, exact: true });
}

/** Waits until the panel says so of the reference list. */
export async function waitForHealth(
  panel: Page | Locator,
  told: readonly string[],
  timeout = 60_000,
): Promise<void> {
  for (const one of told) await health(panel, one).waitFor({ timeout });
}

/** How many citations the panel's line speaks of: each is counted once. */
export function citationsIn(line: string | null): number {
  const [mapped] = /^\d+(?= citations?, \d+ references? found)/.exec(line ?? "") ?? [];
  if (mapped !== undefined) return Number(mapped);
  return (line ?? "").split(" · ").reduce((sum, part) => sum + Number(/^\d+/.exec(part)?.[0] ?? NaN), 0);
}
