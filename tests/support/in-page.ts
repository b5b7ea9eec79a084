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

export interface Pages {
  /** Opens a page with the given body, or a whole page at an address, which nobody is asked for. */
  (html: string, address?: string): Promise<Page>;
  /** Gives back a page that was only read: the next one takes its tab, since a new tab takes much longer to open than a page. */
  done: (page: Page) => Promise<void>;
}

/** Opens the browser for the tests of a file. */
export function pages(): Pages {
  let browser: Browser | undefined;
  const idle: Page[] = [];
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
  const open = async (html: string, address?: string): Promise<Page> => {
    if (browser === undefined) throw new Error("the browser is opened before the tests");
    const page = idle.pop() ?? (await browser.newPage());
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
  const done = async (page: Page): Promise<void> => {
    await page.unrouteAll();
    await page.goto("about:blank");
    idle.push(page);
  };
  return Object.assign(open, { done });
}
