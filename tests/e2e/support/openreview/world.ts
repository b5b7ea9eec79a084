/** All that a test on OpenReview's pages needs: the site, its API and the scholarly indexes under their own names, and a browser that leads there. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { HOSTS } from "../../../fake-apis/sources.mjs";
import { Extension } from "../extension";
import { grantedCopy } from "../granted";
import { writeHabits } from "../habits";
import { anyLookUpButton } from "../panel";
import { serveSecurely, type SecureServer, type Served } from "../tls";
import { openReviewApi, type OpenReviewApiDouble } from "./api";
import { CHAIR } from "./frame";
import { signIn } from "./session";
import { serveStyle } from "./style";
import { smallVenue } from "./venue";
import { suggestedWorks } from "./works";

/** Three references: each that no index knows takes what arXiv asks to be left between two requests. */
export const PAPER = readFileSync("tests/fixtures/pdf/author-year-short.pdf");

/** Content by path, which tests change as they go. */
export type Pages = Map<string, string | Served>;

/** The site without a browser. */
export interface ServedWorld {
  /** The scholarly indexes, with the works that reviews suggest. */
  web: Awaited<ReturnType<typeof suggestedWorks>>;
  api: OpenReviewApiDouble;
  server: SecureServer;
  pages: Pages;
  /** Names that lead to the server. */
  hosts: readonly string[];
  /** All that was sent to anybody but the site's own pages, in one readable text. */
  sent(): string;
  /** Forgets what was sent so far; what indexes were asked is answered from memory the next time, and stays. */
  forget(): void;
  close(): Promise<void>;
}

export interface OpenReviewWorld extends ServedWorld {
  extension: Extension;
  /** Turns look-ups on in the side panel, where the page shows them. */
  allowLookUps(page: Page): Promise<void>;
}

/** @param sites whose pages are served beside OpenReview's. */
export async function servedWorld(pages: Pages, sites: readonly string[] = []): Promise<ServedWorld> {
  const web = await suggestedWorks();
  const api = await openReviewApi();
  const indexes = Object.entries(HOSTS as Readonly<Record<string, string>>);
  const standIns = new Map(indexes.map(([host, prefix]) => [host, `${web.url}/${prefix}`]));
  for (const host of ["api.openreview.net", "api2.openreview.net"]) standIns.set(host, api.url);
  // The browser asks for it by itself.
  pages.set("/favicon.ico", { type: "image/x-icon", body: new Uint8Array() });
  if (!pages.has("/pdf")) pages.set("/pdf", { type: "application/pdf", body: PAPER });
  const server = await serveSecurely(pages, standIns);
  return {
    ...{ web, api, server, pages, hosts: ["openreview.net", ...sites, ...standIns.keys()] },
    sent: () =>
      readable([server.passedOn.map(({ host, url }) => `${host}${url}`), api.asked, web.log.entries()]),
    forget: () => {
      server.passedOn.length = 0;
      api.asked.length = 0;
    },
    close: async () => {
      await server.close();
      await web.close();
      await api.close();
    },
  };
}

/** The same with a Chromium, whose reader granted the hosts of the indexes. */
export async function openReviewWorld(
  pages: Pages = new Map(),
  { sites = [], prepare }: { sites?: readonly string[]; prepare?: (folder: string) => void } = {},
): Promise<OpenReviewWorld> {
  const served = await servedWorld(pages, sites);
  const granted = grantedCopy();
  prepare?.(granted.folder);
  const extension = await Extension.launch(granted.folder, served.hosts, served.server.port);
  return {
    ...served,
    extension,
    allowLookUps: async (page) => {
      await extension.click(page);
      const panel = await extension.sidePanel();
      await anyLookUpButton(panel).click();
      await panel.close();
      await page.bringToFront();
    },
    close: async () => {
      await extension.close();
      await served.close();
      granted.remove();
    },
  };
}

/** The same where the bundled library has something to say of a PDF, pages have a style, and a chair of two submissions is signed in. */
export async function chairedWorld(pages: Pages = new Map()): Promise<OpenReviewWorld> {
  const world = await openReviewWorld(pages, { prepare: withHabits });
  serveStyle(world.pages);
  chairTwo(world.api);
  await signIn(world.extension.context, CHAIR);
  return world;
}

export function withHabits(folder: string): void {
  writeHabits(join(folder, "library"));
}

/** The small venue, of which whoever is signed in chairs two submissions. */
export function chairTwo(api: OpenReviewApiDouble, role = "Area_Chair"): void {
  api.venue = smallVenue();
  api.chaired.role = `${role}_zZ9z`;
  api.chaired.numbers = [1, 2];
}

/** Addresses with their signs as somebody reads them. */
function readable(sent: unknown): string {
  return JSON.stringify(sent)
    .replaceAll("+", " ")
    .replace(/%([0-9A-F]{2})/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)).replace('"', " "),
    );
}
