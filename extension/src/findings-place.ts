/** A place of the reader's choice where findings of articles are looked for by DOI: an address with `{doi}` in it. */

import { grants } from "./browser/grants";
import type { AskFindingsPlace } from "./messages";

const KEY = "findingsPlace";
const DOI = "{doi}";
const LONGEST = 1000;

/** What is wrong with the address of a place; null for nothing. */
export function placeFault(place: string): "address" | "doi" | null {
  if (place.length > LONGEST || addressAt(place, "10.1/x") === null) return "address";
  return place.includes(DOI) ? null : "doi";
}

/** Where the findings of an article would be; null if the place is not an address of the encrypted web. */
export function addressAt(place: string, doi: string): URL | null {
  const address = place.replaceAll(DOI, encodeURIComponent(doi));
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // A DOI decides what is asked for, never whom.
  const isNamed =
    url.protocol === "https:" && !place.slice(0, place.indexOf("/", 8) + 1 || undefined).includes("{");
  return isNamed && url.username === "" && url.password === "" ? url : null;
}

/** Where the extension's storage is open. */
export async function readFindingsPlace(): Promise<string | null> {
  const { [KEY]: place } = await chrome.storage.local.get(KEY);
  return typeof place === "string" && placeFault(place) === null ? place : null;
}

/** The same in somebody's page: as the background says. */
export async function findingsPlaceFromBackground(): Promise<string | null> {
  const ask: AskFindingsPlace = { kind: "findings-place" };
  return chrome.runtime.sendMessage<AskFindingsPlace, string | null>(ask).catch(() => null);
}

/** Whether it was kept. Asking is allowed only while the reader's click lasts: before anything is awaited. */
export async function writeFindingsPlace(place: string | null): Promise<boolean> {
  if (place === null) await chrome.storage.local.remove(KEY);
  else if (await grants.ask([], ["websiteContent"])) await chrome.storage.local.set({ [KEY]: place });
  else return false;
  return true;
}
