/** A page of a real Chromium with the page side of Citelight in it, as the global `lib`. */

import { after, before } from "node:test";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { launch } from "../e2e/support/browser";
import type * as Library from "./page-library";

declare global {
  // Only inside the page.
  var lib: typeof Library;
}

/**
 * Opens the browser for the tests of a file; gives a function that opens a page with the given body, or a whole page at an address, which
 * nobody is asked for.
 */
export function pages(): (html: string, address?: string) => Promise<Page> {
  let browser: Browser | undefined;
  let script = "";
  before(async () => {
    const built = await build({
      entryPoints: ["tests/support/page-library.ts"],
      bundle: true,
      format: "iife",
      globalName: "lib",
      write: false,
      loader: { ".css": "text" },
    });
    script = built.outputFiles[0]?.text ?? "";
    browser = await launch();
  });
  after(() => browser?.close());
  return async (html, address) => {
    if (browser === undefined) throw new Error("the browser is opened before the tests");
    const page = await browser.newPage();
    if (address === undefined)
      await page.setContent(
        `<!doctype html><html lang="en"><head><title>t</title></head><body>${html}</body></html>`,
      );
    else {
      await page.route("**", (route) =>
        route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
      );
      await page.goto(address);
    }
    await page.addScriptTag({ content: script });
    return page;
  };
}
