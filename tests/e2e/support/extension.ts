/** The extension as a reader meets it: its button in the toolbar, its side panel. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { launchWithExtension, type LaunchOptions } from "./browser";
import { until } from "./until";

export class Extension {
  /** Addresses of the side panels seen so far; each names its tab, so a new click brings a new address. */
  readonly #seen = new Set<string>();
  /** The tabs of the pages that were clicked on. */
  readonly #tabs = new Map<Page, string>();
  /** What pages told their consoles of side panels. */
  readonly #warnings: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly id: string,
    readonly cdp: CDPSession,
    readonly close: () => Promise<void>,
  ) {
    context.on("console", (message) => {
      if (message.text().includes("side panel")) this.#warnings.push(message.text());
    });
  }

  /** @param hosts names that lead to the local server at the port. */
  static async launch(
    folder: string,
    hosts: readonly string[],
    port: number,
    options: LaunchOptions = {},
  ): Promise<Extension> {
    const { profile } = options;
    const isEmpty = profile === undefined || readdirSync(profile).length === 0;
    const { context, close } = await launchWithExtension(folder, hosts, port, options);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    if (options.isNewlyInstalled ?? isEmpty) await welcomed(context);
    const browser = context.browser();
    if (browser === null) throw new Error("no browser behind the context");
    return new Extension(context, new URL(worker.url()).host, await browser.newBrowserCDPSession(), close);
  }

  /** Clicks the extension's button in the toolbar, as a reader would: this grants the tab, and only it. */
  async click(page: Page): Promise<void> {
    await page.bringToFront();
    const targetId = this.#tabs.get(page) ?? (await this.#tabOf(page));
    this.#tabs.set(page, targetId);
    await this.#send("Extensions.triggerAction", { id: this.id, targetId });
  }

  /** The tab of a page that was not clicked on yet. Tabs are told by their address alone, and one that was closed is listed for a moment. */
  async #tabOf(page: Page): Promise<string> {
    const known = new Set(this.#tabs.values());
    const isCandidate = (one: Page): boolean => one.url() === page.url() && !this.#tabs.has(one);
    let targets: string[] = [];
    await until(async () => {
      const { targetInfos } = (await this.#send("Target.getTargets", { filter: [{ type: "tab" }] })) as {
        targetInfos: { targetId: string; url: string }[];
      };
      targets = targetInfos
        .filter(({ targetId, url }) => url === page.url() && !known.has(targetId))
        .map(({ targetId }) => targetId);
      return targets.length > 0 && targets.length <= this.context.pages().filter(isCandidate).length;
    }, `no tab, or one that was closed, is listed with the address ${page.url()}`);
    const [target] = targets;
    assert.ok(target !== undefined);
    return target;
  }

  /** For what Playwright's types do not know. */
  #send(method: string, params: object): Promise<unknown> {
    return (this.cdp.send.bind(this.cdp) as (method: string, params: object) => Promise<unknown>)(
      method,
      params,
    );
  }

  /**
   * Waits for the side panel that the last click opened, and gives its page in a tab of its own: browsers are driven
   * by their tabs, and a side panel is none. Both show the same audit.
   *
   * @param tab the panel of this tab alone: the one of another tab may have opened later than its click.
   */
  async sidePanel(tab?: number): Promise<Page> {
    const ending = `panel.html?tab=${tab ?? ""}`;
    const isMeant = (url: string): boolean =>
      tab === undefined ? url.includes(ending) : url.endsWith(ending);
    let address = "";
    await until(
      async () => {
        const { targetInfos } = await this.cdp.send("Target.getTargets");
        address = targetInfos.find(({ url }) => isMeant(url) && !this.#seen.has(url))?.url ?? "";
        return address !== "";
      },
      async () => `the side panel did not open; ${await this.#inFront()}`,
    );
    this.#seen.add(address);
    const panel = await this.context.newPage();
    await panel.goto(address);
    return panel;
  }

  /** Why a side panel may not have opened: it does only beside the page in front. */
  async #inFront(): Promise<string> {
    const pages = await Promise.all(
      this.context
        .pages()
        .map(async (page) => `${page.url()} ${await page.evaluate(() => document.visibilityState)}`),
    );
    return `open are ${pages.join(", ")}; seen were ${[...this.#seen].join(", ")}; ${this.#warnings.join(", ")}`;
  }
}

/** The first page opens itself in front of the others: no side panel opens behind it. */
async function welcomed(context: BrowserContext): Promise<void> {
  const isWelcome = (page: Page): boolean => page.url().endsWith("/welcome.html");
  await until(() => context.pages().some(isWelcome), "the first page does not open");
  await context.pages().find(isWelcome)?.waitForLoadState();
}
