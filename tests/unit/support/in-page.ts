/** A page of a real Chromium with the page side of Citelight in it, as the global `lib`. */

import { after, before } from "node:test";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { launch } from "../../e2e/support/browser";
import type * as Library from "./page-library";

declare global {
  // Only inside the page.
  var lib: typeof Library;
}

/** Opens the browser for the tests of a file; gives a function that opens a page with the given body. */
export function pages(): (body: string) => Promise<Page> {
  let browser: Browser | undefined;
  let script = "";
  before(async () => {
    const built = await build({
      entryPoints: ["tests/unit/support/page-library.ts"],
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
  return async (body) => {
    if (browser === undefined) throw new Error("the browser is opened before the tests");
    const page = await browser.newPage();
    await page.setContent(
      `<!doctype html><html lang="en"><head><title>t</title></head><body>${body}</body></html>`,
    );
    await page.addScriptTag({ content: script });
    return page;
  };
}
