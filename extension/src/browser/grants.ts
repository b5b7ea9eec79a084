/** What the reader grants: hosts. What is sent to them is told where the reader switches it on. */

/** Kinds of data, in Firefox's words. */
export type Data = "websiteContent" | "personallyIdentifyingInfo" | "authenticationInfo";

export interface Grants {
  /** Asks the browser for hosts. Allowed only while a click lasts: before anything is awaited. */
  ask(origins: string[], data: readonly Data[]): Promise<boolean>;
  isGranted(origins: string[], data: readonly Data[]): Promise<boolean>;
}

export const grants: Grants = {
  ask: (origins) => (origins.length === 0 ? Promise.resolve(true) : chrome.permissions.request({ origins })),
  isGranted: (origins) =>
    origins.length === 0 ? Promise.resolve(true) : chrome.permissions.contains({ origins }),
};
