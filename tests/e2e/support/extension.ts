/** The extension as a reader meets it: its button in the toolbar, its side panel. */

import assert from "node:assert/strict";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { launchWithExtension, type LaunchOptions } from "./browser";

export class Extension {
  /** Addresses of the side panels seen so far; each names its tab, so a new click brings a new address. */
  readonly #seen = new Set<string>();

  private constructor(
    readonly context: BrowserContext,
    readonly id: string,
    readonly cdp: CDPSession,
    readonly close: () => Promise<void>,
  ) {}

  /** @param hosts names that lead to the local server at the port. */
  static async launch(
    folder: string,
    hosts: readonly string[],
    port: number,
    options: LaunchOptions = {},
  ): Promise<Extension> {
    const { context, close } = await launchWithExtension(folder, hosts, port, options);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await welcomed(context);
    const browser = context.browser();
    if (browser === null) throw new Error("no browser behind the context");
    return new Extension(context, new URL(worker.url()).host, await browser.newBrowserCDPSession(), close);
  }

  /** Clicks the extension's button in the toolbar, as a reader would: this grants the tab, and only it. */
  async click(page: Page): Promise<void> {
    await page.bringToFront();
    const send = this.cdp.send.bind(this.cdp) as (method: string, params: object) => Promise<unknown>;
    const { targetInfos } = (await send("Target.getTargets", { filter: [{ type: "tab" }] })) as {
      targetInfos: { targetId: string; url: string }[];
    };
    const target = targetInfos.find(({ url }) => url === page.url());
    assert.ok(target, "the tab is there");
    await send("Extensions.triggerAction", { id: this.id, targetId: target.targetId });
  }

  /**
   * Waits for the side panel that the last click opened, and gives its page in a tab of its own: browsers are driven
   * by their tabs, and a side panel is none. Both show the same audit.
   */
  async sidePanel(): Promise<Page> {
    for (let wait = 0; wait < 100; wait += 1) {
      const { targetInfos } = await this.cdp.send("Target.getTargets");
      const opened = targetInfos.find(({ url }) => url.includes("panel.html?tab=") && !this.#seen.has(url));
      if (opened !== undefined) {
        this.#seen.add(opened.url);
        const panel = await this.context.newPage();
        await panel.goto(opened.url);
        return panel;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the side panel did not open");
  }
}

const WELCOME_MS = 5000;

/** The first page opens itself in front of the others: no side panel opens behind it. A profile that was used before opens none. */
async function welcomed(context: BrowserContext): Promise<void> {
  const isWelcome = (page: Page): boolean => page.url().endsWith("/welcome.html");
  const page =
    context.pages().find(isWelcome) ??
    (await context
      .waitForEvent("page", { predicate: isWelcome, timeout: WELCOME_MS })
      .catch((): Page | null => null));
  await page?.waitForLoadState();
}
