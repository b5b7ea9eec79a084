/** The extension as a reader meets it: its button in the toolbar, its side panel. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { afterEach } from "node:test";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { launchWithExtension, type LaunchOptions } from "./browser";
import { withTimeout } from "@citelight/shared/timeout";
import { until } from "./until";

const launched = new Set<Extension>();

// A failed test prints the state of its browsers, which are gone afterwards.
afterEach(async (test) => {
  if (!("diagnostic" in test) || Reflect.get(test, "passed") === true) return;
  for (const extension of launched) {
    const told = await withTimeout(5_000, extension.state()).catch((error: unknown) => [String(error)]);
    for (const line of told) test.diagnostic(line);
  }
});

export class Extension {
  /** Addresses of the side panels seen so far; each names its tab, so a new click brings a new address. */
  readonly #seen = new Set<string>();
  /** The tabs of the pages that were clicked on. */
  readonly #tabs = new Map<Page, string>();

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
    const { profile } = options;
    const isEmpty = profile === undefined || readdirSync(profile).length === 0;
    const { context, close } = await launchWithExtension(folder, hosts, port, options);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    if (options.isNewlyInstalled ?? isEmpty) await welcomed(context);
    const browser = context.browser();
    if (browser === null) throw new Error("no browser behind the context");
    const [id, cdp] = [new URL(worker.url()).host, await browser.newBrowserCDPSession()];
    const extension = new Extension(context, id, cdp, async () => {
      launched.delete(extension);
      await close();
    });
    launched.add(extension);
    await worker.evaluate(recordWarnings);
    return extension;
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
    await until(async () => {
      const { targetInfos } = await this.cdp.send("Target.getTargets");
      address = targetInfos.find(({ url }) => isMeant(url) && !this.#seen.has(url))?.url ?? "";
      return address !== "";
    }, "the side panel did not open");
    this.#seen.add(address);
    const panel = await this.context.newPage();
    await panel.goto(address);
    return panel;
  }

  /** What a failed test should tell: the tabs with their badges, the extension's pages, its warnings, what its panels show. */
  async state(): Promise<string[]> {
    const [worker] = this.context.serviceWorkers();
    const told = await worker?.evaluate(async () => {
      const tabs = (await chrome.tabs.query({})).map(async ({ id: tabId, url, active, status }) => {
        const [badge, title] = await Promise.all([
          chrome.action.getBadgeText({ tabId }),
          chrome.action.getTitle({ tabId }),
        ]);
        return { tabId, url, active, status, badge, title };
      });
      const contexts = (await chrome.runtime.getContexts({})).map(
        ({ contextType, documentUrl }) => `${contextType} ${documentUrl ?? ""}`,
      );
      return [
        ...(await Promise.all(tabs)),
        ...contexts,
        Reflect.get(globalThis, "warnings") as string[] | undefined,
      ];
    });
    const panels = this.context.pages().filter((page) => page.url().includes("/panel.html"));
    const shown = panels.map((panel) =>
      panel.evaluate(() => {
        const root = document.querySelector("#panel")?.shadowRoot;
        return `${document.visibilityState} panel: ${root?.textContent ?? "empty"}`.replace(/\s+/g, " ");
      }),
    );
    return [...(told ?? ["the service worker is not running"]), ...(await Promise.all(shown))].map((one) =>
      JSON.stringify(one ?? "restarted"),
    );
  }
}

/** Runs in the service worker, whose console Playwright does not pass on. */
function recordWarnings(): void {
  const warnings: string[] = [];
  Object.assign(globalThis, { warnings });
  const warn = console.warn.bind(console);
  console.warn = (...words: unknown[]): void => {
    warnings.push(words.map(String).join(" "));
    warn(...words);
  };
}

/** The first page opens itself in front of the others: no side panel opens behind it. */
async function welcomed(context: BrowserContext): Promise<void> {
  const isWelcome = (page: Page): boolean => page.url().endsWith("/welcome.html");
  await until(() => context.pages().some(isWelcome), "the first page does not open");
  await context.pages().find(isWelcome)?.waitForLoadState();
}
