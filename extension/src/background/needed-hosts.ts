/**
 * Hosts that browsers granted, and everyone who needs them: a grant may serve several at once, so it is given back only here, when the
 * last of them has gone.
 */

import { withLock } from "../with-lock";
import { chosenCopyHosts, copyPattern, forgetUngrantedCopies } from "../copies";
import { overlap } from "../host-patterns";
import { lockedHosts } from "../host-locks";
import { forgetLookUpUnlessGranted, isLookUpChosen, lookUpHosts } from "../look-up";
import { pagesOf, readSites, sitesFrom, writeSite, type SiteChoice } from "../sites";
import { endpointHosts } from "./endpoint";

/** Patterns of all hosts that somebody needs: whoever asks browsers for hosts is counted here. */
export async function neededHosts(): Promise<readonly string[]> {
  return [
    // Sites whose articles are checked as they are opened.
    ...openHosts(await readSites()),
    // Sources that references are looked up at, and texts read from.
    ...((await isLookUpChosen()) ? lookUpHosts() : []),
    // Sites of open copies that the reader let us read.
    ...((await isLookUpChosen()) ? (await chosenCopyHosts()).map(copyPattern) : []),
    // What stays open is put to it; models are part of the package.
    ...(await endpointHosts()),
    // Viewers that read a file.
    ...(await lockedHosts()),
  ];
}

/** Gives hosts back that whoever asked for them no longer needs, but for those that somebody else does. */
export function giveBack(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return Promise.resolve();
  return withLock("hosts", async () => {
    const needed = await neededHosts();
    for (const pattern of patterns) {
      if (needed.some((other) => overlap(pattern, other))) continue;
      // Browsers refuse to take back what was not granted, or cannot be.
      await chrome.permissions.remove({ origins: [pattern] }).catch(() => false);
    }
  });
}

/** Changes what the reader chose, and gives back what is no longer needed then. */
export async function givingBack<T>(change: () => Promise<T>): Promise<T> {
  const before = await neededHosts();
  const changed = await change();
  const now = new Set(await neededHosts());
  await giveBack(before.filter((pattern) => !now.has(pattern)));
  return changed;
}

/** Hosts of the sites that were checked by themselves before a change of the choices, and are no longer. */
export function hostsNoLongerOpen(before: unknown, after: unknown): readonly string[] {
  const now = new Set(openHosts(sitesFrom(after)));
  return openHosts(sitesFrom(before)).filter((pattern) => !now.has(pattern));
}

/**
 * Readers may take hosts back in the browser's own settings: what takes them is then off, and says so. Otherwise it would begin again,
 * unasked, when something else is granted the same hosts.
 */
export async function forgetUngranted(): Promise<void> {
  await forgetLookUpUnlessGranted();
  await forgetUngrantedCopies();
  for (const [site, { check }] of await readSites()) {
    if (check !== "open") continue;
    if (!(await chrome.permissions.contains({ origins: [pagesOf(site)] })))
      await writeSite(site, { check: "click" });
  }
}

function openHosts(sites: ReadonlyMap<string, SiteChoice>): readonly string[] {
  return [...sites].filter(([, { check }]) => check === "open").map(([site]) => pagesOf(site));
}
