/** Sites whose open copies of works the reader let us read: one answer for each, which lasts as long as the browser grants the site. */

import { grants } from "./browser/grants";

const KEY = "copyHosts";
/** Sites that are remembered; the one that was allowed longest ago is asked about again. */
const MOST = 300;

/** The browser's pattern of a host. */
export function copyPattern(host: string): string {
  return `https://${host}/*`;
}

/** Hosts that the reader allowed, be they granted or not. */
export async function chosenCopyHosts(): Promise<readonly string[]> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return Array.isArray(kept) ? kept.filter((host): host is string => typeof host === "string") : [];
}

/** Hosts that the reader allowed and the browser grants. */
export async function allowedCopyHosts(): Promise<readonly string[]> {
  const hosts = await chosenCopyHosts();
  const granted = await Promise.all(
    hosts.map((host) => grants.isGranted([copyPattern(host)], ["websiteContent"])),
  );
  return hosts.filter((_, at) => granted[at] === true);
}

/** Asks the browser for hosts, all in one question; whether they are allowed now. Only while a click lasts: before anything is awaited. */
export async function askForCopies(hosts: readonly string[]): Promise<boolean> {
  if (!(await grants.ask(hosts.map(copyPattern), ["websiteContent"]))) return false;
  const others = (await chosenCopyHosts()).filter((host) => !hosts.includes(host));
  await chrome.storage.local.set({ [KEY]: [...others, ...hosts].slice(-MOST) });
  return true;
}

/** Forgets the hosts that the browser no longer grants. */
export async function forgetUngrantedCopies(): Promise<void> {
  const [chosen, allowed] = [await chosenCopyHosts(), await allowedCopyHosts()];
  if (allowed.length < chosen.length) await chrome.storage.local.set({ [KEY]: [...allowed] });
}
