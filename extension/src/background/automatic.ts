/** Sites whose articles are checked as they are opened: the browser puts a script of the package into their pages. */

import { withLock } from "../with-lock";
import { pagesOf, readSites } from "../sites";

const SCRIPT = "content-automatic.js";
/** Ids of scripts of ours begin so. */
const PREFIX = "automatic:";

/**
 * Has the browser put the script into the sites that the reader chose and granted, and into no others. A choice and its grant are told at
 * the same time: one after the other, or both would register the same script, and Chrome refuses all that come with a second one.
 */
export function registerAutomatic(): Promise<void> {
  return withLock("automatic", register);
}

async function register(): Promise<void> {
  const wanted = new Map<string, string>();
  for (const [site, { check }] of await readSites()) {
    const pages = pagesOf(site);
    if (check === "open" && (await chrome.permissions.contains({ origins: [pages] })))
      wanted.set(`${PREFIX}${site}`, pages);
  }
  const present = await chrome.scripting.getRegisteredContentScripts();
  const known = new Set(present.map(({ id }) => id).filter((id) => id.startsWith(PREFIX)));
  const gone = [...known].filter((id) => !wanted.has(id));
  if (gone.length > 0) await chrome.scripting.unregisterContentScripts({ ids: gone });
  const added = [...wanted].filter(([id]) => !known.has(id));
  if (added.length > 0)
    await chrome.scripting.registerContentScripts(
      added.map(([id, pages]) => ({ id, matches: [pages], js: [SCRIPT], runAt: "document_idle" })),
    );
}
