/** A real Chromium for tests. */

import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { withOpenRoots } from "./open-roots";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

// Fonts, language and time zone are those of the environment, which tests/run.mjs sets.
const ARGS = [
  "--lang=en-US",
  "--force-device-scale-factor=1",
  "--font-render-hinting=none",
  "--no-sandbox",
  "--disable-gpu-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser named by CITELIGHT_CHROMIUM, else the first one on the path. */
export function chromiumPath(): string {
  const named = process.env.CITELIGHT_CHROMIUM;
  if (named !== undefined && named.length > 0) return named;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
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
    "no Chromium found: install it (apt-get install chromium) or set CITELIGHT_CHROMIUM to its path",
  );
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ARGS });
}

/** How the extension is launched. */
export interface LaunchOptions {
  /** The folder of a profile that outlives the browser; one of its own if left out. */
  profile?: string;
  /** Whether the browser takes the extension for newly installed, and opens its first page. If left out, it does in an empty profile. */
  isNewlyInstalled?: boolean;
  /** Whether tests can look into its shadow trees on strangers' pages, or meet them closed as they are shipped. */
  roots?: "open" | "shipped";
}

/** A browser with the extension, and host names that lead to a local server. */
export async function launchWithExtension(
  built: string,
  hosts: readonly string[],
  port: number,
  { profile: kept, roots = "open" }: LaunchOptions = {},
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const { folder, remove } =
    roots === "open" ? withOpenRoots(built) : { folder: built, remove: () => undefined };
  const profile = kept ?? mkdtempSync(join(tmpdir(), "citelight-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    channel: "chromium",
    headless: true,
    locale: "en-US",
    ignoreHTTPSErrors: true,
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      ...ARGS,
      "--ignore-certificate-errors",
      "--enable-unsafe-extension-debugging",
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(",")}`,
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      remove();
      if (kept === undefined) rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Fails a test on any error the page reports. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}
