/** What the panel exports as JSON. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";

export async function reportOf(panel: Page): Promise<CheckExport> {
  const box = panel.locator("details.export");
  if (!(await box.evaluate((details) => (details as HTMLDetailsElement).open)))
    await box.locator("summary").click();
  const [download] = await Promise.all([
    panel.waitForEvent("download"),
    box.getByRole("button", { name: "Everything (JSON)" }).click(),
  ]);
  return JSON.parse(readFileSync(await download.path(), "utf8")) as CheckExport;
}
