/** What a reader chose for single sites. Read and written where the extension's storage is open: not in pages. */

import { ASK_MODES, type AskMode } from "../../www/src/audit/endpoint-choice";
import { alone } from "./alone";

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

/** Where the choices are kept. */
export const SITES_KEY = "sites";

/** The site of an address, as readers call it; null where the extension cannot be. */
export function siteOf(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : null;
}

/** Whether something is a site's name, written as `siteOf` writes it. */
export function isSite(name: string): boolean {
  // An address may have a star for its host, which in a pattern stands for all of them.
  return !name.includes("*") && ["https", "http"].some((scheme) => siteOf(`${scheme}://${name}/`) === name);
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
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  // A browser takes no pattern of what is no site, and then none of the others that come with it.
  return new Map(
    entries
      .filter(([site]) => isSite(site))
      .map(([site, choice]): [string, SiteChoice] => [site, choiceFrom(choice)])
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

export async function siteChoice(site: string | null): Promise<SiteChoice> {
  return site === null ? ANY_SITE : ((await readSites()).get(site) ?? ANY_SITE);
}

/** Keeps what is chosen anew, and leaves the rest of a site's choice as it is; one that is as everywhere is forgotten. */
export function writeSite(site: string, chosen: Partial<SiteChoice>): Promise<void> {
  return alone(SITES_KEY, async () => {
    const sites = new Map(await readSites());
    const choice = { ...(sites.get(site) ?? ANY_SITE), ...chosen };
    if (choice.check === ANY_SITE.check && choice.ask === null) sites.delete(site);
    else sites.set(site, choice);
    await store(sites);
  });
}

/** Keeps these choices and no others. */
export function writeSites(sites: ReadonlyMap<string, SiteChoice>): Promise<void> {
  return alone(SITES_KEY, () => store(sites));
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
