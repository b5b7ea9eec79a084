/**
 * Tabs in which the reader checks articles. A click grants a tab until it leaves the site (in Firefox: the page); when a page of the site is
 * loaded there again, what is kept of it comes back. No other page gets a script by this.
 */

import { siteChoice, siteOf } from "../sites";
import { withLock } from "../with-lock";
import { contentScriptFor } from "./content-script";

const KEY = "checked-tabs";
const MOST = 100;
const SCRIPT = "content-recall.js";

type Tabs = readonly (readonly [tab: number, site: string])[];

async function read(): Promise<Tabs> {
  const { [KEY]: kept } = await chrome.storage.session.get(KEY);
  return Array.isArray(kept) ? (kept as Tabs) : [];
}

function change(how: (tabs: Tabs) => Tabs): Promise<void> {
  return withLock(KEY, async () => {
    await chrome.storage.session.set({ [KEY]: how(await read()).slice(-MOST) });
  });
}

/** The reader clicked on the button in a tab that shows this address. */
export async function rememberTab(tab: number, address: string | undefined): Promise<void> {
  const site = siteOf(address);
  if (site !== null) await change((tabs) => [...tabs.filter(([other]) => other !== tab), [tab, site]]);
}

export async function forgetTab(tab: number): Promise<void> {
  if ((await read()).some(([known]) => known === tab))
    await change((tabs) => tabs.filter(([other]) => other !== tab));
}

/** A page was loaded in a tab. Its address is told only where the reader's click still holds, or the site was granted. */
export async function recallIn(tab: number, address: string | undefined): Promise<void> {
  const site = siteOf(address);
  if (site === null || address === undefined) return;
  if (!(await read()).some(([known, its]) => known === tab && its === site)) return;
  if (contentScriptFor(address) !== "content.js" || (await siteChoice(site)).check === "never") return;
  await chrome.scripting.executeScript({ target: { tabId: tab }, files: [SCRIPT] }).catch(() => {
    // The grant ended, or the page went on: a click shows what is kept.
  });
}
