/** The reader's choice to have references looked up, and the hosts that this takes. */

import { FURTHER, NO_LOOK_UP, type LookUp, type LookUpChoice } from "@citelight/shared/audit/look-up-choice";
import { grants } from "./browser/grants";
import { allowedSourceKeys } from "./source-keys";
import type { Online } from "@citelight/shared/generated/Online";

const KEY = "lookUp";
const MAIL = "mail";

/** The servers of the scholarly sources, as the manifest lists them. */
export function lookUpHosts(): string[] {
  const { optional_host_permissions: hosts = [] } = chrome.runtime.getManifest() as {
    optional_host_permissions?: string[];
  };
  // The others are patterns for the reader's own endpoint (background/endpoint.ts), and for files (viewer/source.ts).
  return hosts.filter((host) => !/^(https?:\/\/(\*|localhost|127\.0\.0\.1)|file:\/\/)\//.test(host));
}

/** The mail address that the sources are told; null for none. */
export async function readMail(): Promise<string | null> {
  const { [MAIL]: mail } = await chrome.storage.local.get(MAIL);
  return typeof mail === "string" && mail !== "" ? mail : null;
}

/** Whether it was kept. Asking is allowed only while the reader's click lasts: before anything is awaited. */
export async function writeMail(mail: string | null): Promise<boolean> {
  if (mail === null) await chrome.storage.local.remove(MAIL);
  else if (await grants.ask([], ["personallyIdentifyingInfo"]))
    await chrome.storage.local.set({ [MAIL]: mail });
  else return false;
  return true;
}

/** Whether the reader chose to have references looked up, be the hosts granted or not. */
export async function isLookUpChosen(): Promise<boolean> {
  const { [KEY]: chosen } = await chrome.storage.local.get(KEY);
  return chosen === true;
}

/** Forgets the choice, where the browser no longer grants what it takes: nothing is looked up before the reader chooses it anew. */
export async function forgetLookUpUnlessGranted(): Promise<void> {
  if (!(await isLookUpChosen()) || (await grants.isGranted(lookUpHosts(), ["websiteContent"]))) return;
  await chrome.storage.local.set({ [KEY]: false, committees: false, passages: false });
}

/** Kept with the extension, and only as long as the browser grants the hosts. */
export const extensionLookUp: LookUpChoice = {
  async read(): Promise<LookUp> {
    const kept = await chrome.storage.local.get([KEY, ...FURTHER]);
    const references = kept[KEY] === true && (await grants.isGranted(lookUpHosts(), ["websiteContent"]));
    return references
      ? { references, committees: kept.committees === true, passages: kept.passages === true }
      : NO_LOOK_UP;
  },
  async write(wanted): Promise<LookUp> {
    // Asking for hosts is allowed only while the reader's click lasts: before anything is awaited.
    const references = wanted.references && (await grants.ask(lookUpHosts(), ["websiteContent"]));
    const chosen = references ? { ...wanted, references } : NO_LOOK_UP;
    const { committees, passages } = chosen;
    await chrome.storage.local.set({ [KEY]: references, committees, passages });
    return chosen;
  },
};

/**
 * How references are looked up now, null if they are not; whether committees are convened, and passages searched for.
 *
 * @param isInConfidence whether nobody may learn who asks: then neither mail address nor key goes along, whatever the reader left here
 */
export async function lookedUp(
  isInConfidence: boolean,
): Promise<{ online: Online | null; committees: boolean; passages: boolean }> {
  const { references, ...further } = await extensionLookUp.read();
  if (!references) return { online: null, ...further };
  // Nothing of a text in confidence leaves the browser, its claims least of all.
  if (isInConfidence)
    return {
      online: { mailto: null, keys: {}, any_server: true },
      ...further,
      passages: false,
    };
  const mailto = (await grants.isGranted([], ["personallyIdentifyingInfo"])) ? await readMail() : null;
  return {
    online: { mailto, keys: await allowedSourceKeys(), any_server: true },
    ...further,
  };
}
