/** The double of the Prompt API in pages (tests/fake-prompt-api), and what it is told and writes down. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Page } from "playwright-core";
import type { Logged, Orders } from "../../fake-prompt-api/prompt-api";
import { SAYS } from "./lamps";

/** It as a classic script. */
export const DOUBLE = bundled();

function bundled(): string {
  const { outputFiles } = buildSync({
    entryPoints: ["tests/fake-prompt-api/prompt-api.ts"],
    bundle: true,
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** What a right model says of the lamps. */
export const ANSWERS: Orders["answers"] = {
  answer: { answer: "ready" },
  relation: { quote: SAYS, rationale: "The source says later, not sooner.", relation: "contradicted" },
  answers: {
    quotes: [SAYS],
    rationale: "It says the opposite.",
    answers: [
      { category: "attribution-traceability", answer: "passed", subtype: null },
      { category: "citation-validity", answer: "passed", subtype: null },
      { category: "content-misrepresentation", answer: "failed", subtype: "contradictory" },
    ],
  },
};

/** Puts the double before the scripts of the extension's own pages: browsers are driven by their tabs, and its worker's page is none. */
export function putInto(folder: string): void {
  writeFileSync(join(folder, "prompt-api.js"), DOUBLE);
  for (const name of ["offscreen.html", "panel.html", "options.html"]) {
    const path = join(folder, name);
    const html = readFileSync(path, "utf8");
    writeFileSync(path, html.replace(/<script/, '<script src="prompt-api.js"></script><script'));
  }
}

/** Tells the double of a page's origin what to do from now on. */
export function order(page: Page, orders: Partial<Orders>): Promise<void> {
  return page.evaluate((orders) => {
    const known = JSON.parse(localStorage.getItem("prompt-api") ?? "{}") as object;
    localStorage.setItem("prompt-api", JSON.stringify({ ...known, ...orders }));
  }, orders);
}

/** What the double was asked. */
export function asked(page: Page): Promise<Logged[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("prompt-api-log") ?? "[]") as Logged[]);
}

export function forgetAsked(page: Page): Promise<void> {
  return page.evaluate(() => {
    localStorage.removeItem("prompt-api-log");
  });
}
