/** A real Firefox with the extension, driven through WebDriver BiDi; its own windows through the scope that only tests are given. */

import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withOpenRoots } from "./open-roots";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { until } from "./until";

/** Firefox chooses one at random, unless it is told. */
const UUID = "5c0ffee5-c17e-4119-8a11-feedfacecafe";

/** Milliseconds after which Firefox ends an event page that hears nothing: half of what readers have. */
export const IDLE_MS = 15_000;

const CLOSE_MS = 15_000;

/** The browser named by CITELIGHT_FIREFOX, else the first one on the path. */
export function firefoxPath(): string {
  const named = process.env.CITELIGHT_FIREFOX;
  if (named !== undefined && named.length > 0) return named;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of ["firefox-esr", "firefox"]) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  throw new Error(
    "no Firefox found: install it (apt-get install firefox-esr) or set CITELIGHT_FIREFOX to its path",
  );
}

/** What is used of puppeteer's connection, which its types keep to themselves. */
interface Connection {
  send(method: string, params: object): Promise<{ result: unknown }>;
}

interface Evaluated {
  type: "success" | "exception";
  result?: { value?: unknown };
  exceptionDetails?: { text: string };
}

/** Firefox is asked to end, and ended if it does not. */
async function end(browser: Browser): Promise<void> {
  const ended = browser.close().then(() => true);
  const isClosed = await Promise.race([ended, wait(CLOSE_MS, false, { ref: false })]);
  if (!isClosed) browser.process()?.kill("SIGKILL");
}

export class Firefox {
  readonly #seen = new Set<string>();

  private constructor(
    readonly browser: Browser,
    readonly id: string,
    private readonly window: string,
    private readonly remove: () => void,
  ) {}

  /**
   * @param port of the server to which every host name leads.
   * @param roots whether tests can look into its shadow trees on strangers' pages, or meet them closed as they are shipped.
   * @param isAllowedInPrivate whether its reader lets it run in private windows.
   */
  static async launch(
    built: string,
    port: number,
    {
      roots = "open",
      isAllowedInPrivate = false,
    }: { roots?: "open" | "shipped"; isAllowedInPrivate?: boolean } = {},
  ): Promise<Firefox> {
    const { folder, remove } =
      roots === "open" ? withOpenRoots(built) : { folder: built, remove: () => undefined };
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      browser_specific_settings: { gecko: { id: string } };
    };
    const { id } = manifest.browser_specific_settings.gecko;
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: firefoxPath(),
      headless: true,
      acceptInsecureCerts: true,
      args: ["--remote-allow-system-access", "--width=1400", "--height=900"],
      defaultViewport: null,
      extraPrefsFirefox: {
        "extensions.webextensions.uuids": JSON.stringify({ [id]: UUID }),
        "extensions.background.idle.timeout": IDLE_MS,
        // Browsers ask readers for hosts in a window of their own: here the answer is yes, if a click asked.
        "extensions.webextOptionalPermissionPrompts": false,
        "network.dns.forceResolve": "127.0.0.1",
        "network.socket.forcePort": `443=${port}`,
        // As on every machine: a light desktop, one pixel a pixel, English.
        "layout.css.prefers-color-scheme.content-override": 1,
        "ui.systemUsesDarkTheme": 0,
        "ui.prefersReducedMotion": 0,
        "layout.css.devPixelsPerPx": "1.0",
        "intl.locale.requested": "en-US",
        "intl.accept_languages": "en-US, en",
      },
    });
    try {
      await browser.installExtension(folder);
      const { result } = await connectionOf(browser).send("browsingContext.getTree", {
        "moz:scope": "chrome",
      });
      const [window] = (result as { contexts: { context: string }[] }).contexts;
      if (window === undefined) throw new Error("Firefox has no window");
      const firefox = new Firefox(browser, id, window.context, remove);
      await firefox.#welcomed();
      if (isAllowedInPrivate) await firefox.#allowInPrivate();
      return firefox;
    } catch (error) {
      // Left open, it would keep the file of tests from ending.
      await end(browser);
      remove();
      throw error;
    }
  }

  async close(): Promise<void> {
    await end(this.browser);
    this.remove();
  }

  url(path: string): string {
    return `moz-extension://${UUID}/${path}`;
  }

  /** Clicks the extension's button in the toolbar, as a reader would: this grants the tab, and only it. */
  async click(page: Page): Promise<void> {
    await page.bringToFront();
    await this.#clickIn("window");
  }

  /** Opens a PDF's address, from which the button leads to the viewer. */
  async openInViewer(address: string): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(address);
    await this.click(page);
    const viewer = this.url("viewer.html?file=");
    await until(() => Promise.resolve(page.url().startsWith(viewer)), "the viewer does not open");
    return page;
  }

  /** Clicks the button of the private window. */
  clickInPrivate(): Promise<void> {
    return this.#clickIn("privateWindow()");
  }

  async #clickIn(window: string): Promise<void> {
    await this.inBrowser(`async () => {
      const action = ExtensionParent.apiManager.global.browserActionFor(extension);
      await action.triggerAction(${window});
    }`);
  }

  /**
   * The first page opens itself in front of the others. Opened later than the page of a test, it would hide that: Firefox draws hidden pages
   * half as often each time.
   */
  async #welcomed(): Promise<void> {
    await until(async () => {
      const { result } = await connectionOf(this.browser).send("browsingContext.getTree", {});
      const { contexts } = result as { contexts: { url: string }[] };
      return contexts.some(({ url }) => url === this.url("welcome.html"));
    }, "the first page does not open");
  }

  /** As readers do on Firefox's own page of extensions. */
  async #allowInPrivate(): Promise<void> {
    await this.inBrowser(`async () => {
      const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
      await ExtensionPermissions.add(extension.id, { permissions: ["internal:privateBrowsingAllowed"], origins: [] }, extension);
      await (await AddonManager.getAddonByID(extension.id)).reload();
    }`);
  }

  /** Opens a private window, and an address in it. */
  async openPrivately(address: string): Promise<Page> {
    const before = new Set(await this.browser.pages());
    await this.inBrowser(
      "async () => void (await BrowserWindowTracker.promiseOpenWindow({ private: true }))",
    );
    for (let waits = 0; waits < 100; waits += 1) {
      const page = (await this.browser.pages()).find((one) => !before.has(one));
      if (page !== undefined) {
        await this.#lead(page, address);
        return page;
      }
      await wait(100);
    }
    throw new Error("no private window opens");
  }

  /** The address in the sidebar once it shows a list that it did not show before, empty if none comes. */
  async sidebarAddress(): Promise<string> {
    const address = (await this.inBrowser(`async () => {
      const seen = ${JSON.stringify([...this.#seen])};
      for (let wait = 0; wait < 100; wait += 1) {
        const shown = document.getElementById("sidebar")?.contentDocument?.getElementById("webext-panels-browser");
        const address = shown?.currentURI?.spec ?? "";
        if (address.includes("panel.html?tab=") && !seen.includes(address)) return address;
        await new Promise((done) => setTimeout(done, 100));
      }
      return "";
    }`)) as string;
    this.#seen.add(address);
    return address;
  }

  /** Opens a page of the extension in a tab. Navigating to it would wait for events that such pages do not report. */
  async open(address: string): Promise<Page> {
    const page = await this.browser.newPage();
    await this.#lead(page, address);
    return page;
  }

  async #lead(page: Page, address: string): Promise<void> {
    const context = (page.mainFrame() as unknown as { _id: string })._id;
    await connectionOf(this.browser).send("browsingContext.navigate", {
      context,
      url: address,
      wait: "none",
    });
    const isThere = (): Promise<boolean> =>
      page.evaluate((address) => location.href === address && document.readyState === "complete", address);
    // What is asked of a page that goes at that moment has no answer.
    await until(() => isThere().catch(() => false), `Firefox does not open ${address}`);
  }

  /** "running", "suspending" or "stopped". */
  async background(): Promise<string> {
    return (await this.inBrowser("() => extension.backgroundState")) as string;
  }

  /** Match patterns of the hosts that the extension may read now. */
  async grantedHosts(): Promise<string[]> {
    return (await this.inBrowser(
      "() => extension.allowedOrigins.patterns.map(({ pattern }) => pattern)",
    )) as string[];
  }

  /** Kinds of data that the reader lets the extension send. */
  async consents(): Promise<string[]> {
    return (await this.inBrowser("() => [...extension.dataCollectionPermissions]")) as string[];
  }

  /** Takes a consent back, as readers do in Firefox's settings. */
  async takeBack(data: string): Promise<void> {
    await this.inBrowser(`async () => {
      const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
      const taken = { permissions: [], origins: [], data_collection: ["${data}"] };
      await ExtensionPermissions.remove(extension.id, taken, extension);
    }`);
  }

  /**
   * Errors that Firefox's own console reports for the extension's scripts. A page that is left, or kept aside, while it waits for an answer
   * is no error of theirs: the sidebar turns to another tab, the reader reloads.
   */
  async errors(): Promise<string[]> {
    return (await this.inBrowser(`() => Services.console.getMessageArray()
      .filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag))
      .filter(({ sourceName }) => sourceName.includes("${UUID}"))
      .filter(({ errorMessage }) => !/^Promise (resolved|rejected) (after context unloaded|while context is inactive)/.test(errorMessage))
      .map(({ errorMessage, sourceName, lineNumber }) => errorMessage + " (" + sourceName + ":" + lineNumber + ")")`)) as string[];
  }

  /** A picture of the whole window, sidebar and all. */
  async picture(): Promise<Buffer> {
    const base64 = (await this.inBrowser(`async () => {
      const bitmap = await window.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, "white");
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return bytes.toBase64();
    }`)) as string;
    return Buffer.from(base64, "base64");
  }

  /** Runs a function in the browser's own window; `extension` is what Firefox knows of ours. It gives text, or lists of it. */
  async inBrowser(source: string): Promise<unknown> {
    const { result } = await connectionOf(this.browser).send("script.callFunction", {
      functionDeclaration: `async (id) => {
        const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
        const extension = ExtensionParent.GlobalManager.getExtension(id);
        const privateWindow = () =>
          [...Services.wm.getEnumerator("navigator:browser")].find((one) => PrivateBrowsingUtils.isWindowPrivate(one));
        return JSON.stringify((await (${source})()) ?? null);
      }`,
      awaitPromise: true,
      target: { context: this.window },
      arguments: [{ type: "string", value: this.id }],
    });
    const { type, result: value, exceptionDetails } = result as Evaluated;
    if (type === "exception") throw new Error(exceptionDetails?.text);
    return JSON.parse(String(value?.value)) as unknown;
  }
}

function connectionOf(browser: Browser): Connection {
  return (browser as unknown as { connection: Connection }).connection;
}
