/** What the reader grants: hosts. What is sent to them is told where the reader switches it on. */

/** Kinds of data, in Firefox's words. */
export type Data = "websiteContent" | "personallyIdentifyingInfo" | "authenticationInfo";

/** Asks the browser for hosts. Allowed only while a click lasts: before anything is awaited. */
export function ask(origins: string[], _data: readonly Data[]): Promise<boolean> {
  return origins.length === 0 ? Promise.resolve(true) : chrome.permissions.request({ origins });
}

export function isGranted(origins: string[], _data: readonly Data[]): Promise<boolean> {
  return origins.length === 0 ? Promise.resolve(true) : chrome.permissions.contains({ origins });
}
