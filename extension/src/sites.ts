/** What a reader chose for single sites. Read and written where the extension's storage is open: not in pages. */

import { ASK_MODES, type AskMode } from "@citelight/shared/audit/endpoint-choice";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { withLock } from "./with-lock";
import { isOpenReviewSite } from "./openreview/site";

export const CHECK_MODES = ["click", "open", "never"] as const;
/** Checked when the reader clicks, whenever an article is opened, or not at all. */
export type CheckMode = (typeof CHECK_MODES)[number];

export interface SiteChoice {
  check: CheckMode;
  /** How the endpoint is asked there; null: as everywhere. */
  ask: AskMode | null;
}

/** What holds where nothing was chosen. */
export const ANY_SITE: SiteChoice = { check: "click", ask: null };

/** What holds where nobody knows whose document it is: what a reader forbade its site, wherever that is, is not done. */
const UNKNOWN_SITE: SiteChoice = { check: "click", ask: "off" };

/** Files of this computer, as if they were one site. No host has such a name. */
export const FILES = "file:";

/** Where the choices are kept. */
export const SITES_KEY = "sites";

/** The site of an address, as readers call it; null where the extension cannot be, or nobody knows. */
export function siteOf(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, host, origin } = new URL(address);
  if (protocol === FILES) return FILES;
  // What a page made is of that page's site.
  if (protocol === "blob:") return siteOf(origin);
  // With a dot at its end, a name leads to the same place.
  return protocol === "https:" || protocol === "http:" ? host.replace(/\.(?=:\d+$|$)/, "") : null;
}

/** Whether something is a site's name, written as `siteOf` writes it. */
export function isSite(name: string): boolean {
  if (name === FILES) return true;
  // An address may have a star for its host, which in a pattern stands for all of them.
  return !name.includes("*") && ["https", "http"].some((scheme) => siteOf(`${scheme}://${name}/`) === name);
}

/** What readers call a site. */
export function siteName(words: ExtensionMessages, site: string): string {
  return site === FILES ? words.viewer.thisComputer : site;
}

/** The pages of a site, as browsers grant them; patterns know no ports. */
export function pagesOf(site: string): string {
  const hostname = site.replace(/:\d+$/, "");
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return `${isLocal ? "http" : "https"}://${hostname}/*`;
}

/** All sites for which something was chosen, by name. */
export async function readSites(): Promise<ReadonlyMap<string, SiteChoice>> {
  const { [SITES_KEY]: kept } = await chrome.storage.local.get(SITES_KEY);
  return sitesFrom(kept);
}

/** The choices for sites, of what was kept. */
export function sitesFrom(kept: unknown): ReadonlyMap<string, SiteChoice> {
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  // A browser takes no pattern of what is no site, and then none of the others that come with it.
  return new Map(
    entries
      .filter(([site]) => isSite(site))
      .map(([site, choice]): [string, SiteChoice] => [site, possible(site, choiceFrom(choice))])
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

/** What holds for a site; of one that is not known, nobody is asked anything. */
export async function siteChoice(site: string | null): Promise<SiteChoice> {
  return site === null ? UNKNOWN_SITE : ((await readSites()).get(site) ?? standardOf(site));
}

/**
 * What holds for a document of several sites (one sent the browser on to another), each of which may forbid something; of a document
 * whose site is not known, the strictest.
 */
export async function siteChoices(sites: readonly string[]): Promise<readonly SiteChoice[]> {
  return sites.length === 0 ? [UNKNOWN_SITE] : Promise.all(sites.map(siteChoice));
}

/**
 * What holds where nothing leaves the browser: files, and documents whose site is not known, are then as any other. What the reader chose
 * for a site holds.
 */
export function choicesWithinBrowser(sites: readonly string[]): Promise<readonly SiteChoice[]> {
  const named = sites.filter((site) => site !== FILES);
  return named.length === 0 ? Promise.resolve([ANY_SITE]) : Promise.all(named.map(siteChoice));
}

/** Whether a document may be checked: on a click unless a site forbids it, by itself only where the reader wanted that. */
export function mayCheck(choices: readonly SiteChoice[], isByItself: boolean): boolean {
  return choices.every(({ check }) => (isByItself ? check === "open" : check !== "never"));
}

/** Where a file of this computer came from, nobody knows. */
function standardOf(site: string): SiteChoice {
  return site === FILES ? UNKNOWN_SITE : ANY_SITE;
}

/**
 * Whether the articles of a site can be checked as they are opened: no script can be put into all files, and OpenReview's pages show
 * submissions and reviews in confidence.
 */
export function opensAt(site: string): boolean {
  return site !== FILES && !isOpenReviewSite(site);
}

/** Nothing is checked as it is opened where that cannot be; and of files no choice is as everywhere, where everywhere is not known to be meant. */
function possible(site: string, { check, ask }: SiteChoice): SiteChoice {
  return {
    check: check === "open" && !opensAt(site) ? UNKNOWN_SITE.check : check,
    ask: site === FILES ? (ask ?? UNKNOWN_SITE.ask) : ask,
  };
}

/** Keeps what is chosen anew, and leaves the rest of a site's choice as it is; one that is as everywhere is forgotten. */
export function writeSite(site: string, chosen: Partial<SiteChoice>): Promise<void> {
  return withLock(SITES_KEY, async () => {
    const sites = new Map(await readSites());
    const standard = standardOf(site);
    const choice = possible(site, { ...(sites.get(site) ?? standard), ...chosen });
    if (choice.check === standard.check && choice.ask === standard.ask) sites.delete(site);
    else sites.set(site, choice);
    await store(sites);
  });
}

/** Forgets what was chosen for a site. */
export function forgetSite(site: string): Promise<void> {
  return writeSite(site, standardOf(site));
}

/** Keeps these choices and no others. */
export function writeSites(sites: ReadonlyMap<string, SiteChoice>): Promise<void> {
  return withLock(SITES_KEY, () => store(sites));
}

function store(sites: ReadonlyMap<string, SiteChoice>): Promise<void> {
  return chrome.storage.local.set({ [SITES_KEY]: Object.fromEntries(sites) });
}

/** A choice as it was kept, or as a file of settings tells it; what is not known is as everywhere. */
export function choiceFrom(kept: unknown): SiteChoice {
  const { check, ask }: Partial<Record<keyof SiteChoice, unknown>> =
    typeof kept === "object" && kept !== null ? kept : {};
  return {
    check: CHECK_MODES.find((mode) => mode === check) ?? ANY_SITE.check,
    ask: ASK_MODES.find((mode) => mode === ask) ?? null,
  };
}
