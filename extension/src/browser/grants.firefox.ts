/** What the reader grants: hosts, and that data is sent to them. Firefox asks about both in one question. */

/** Kinds of data, as the manifest lists them (www/manifest.mjs). */
export type Data = "websiteContent" | "personallyIdentifyingInfo" | "authenticationInfo";

/** Chrome's types know no consent. */
interface Wanted extends chrome.permissions.Permissions {
  data_collection?: string[];
}

const withData = (origins: string[], data: readonly Data[]): Wanted => ({
  origins,
  data_collection: [...data],
});

export const grants = {
  /** Allowed only while a click lasts: before anything is awaited. */
  ask: (origins: string[], data: readonly Data[]): Promise<boolean> =>
    chrome.permissions.request(withData(origins, data)),
  isGranted: (origins: string[], data: readonly Data[]): Promise<boolean> =>
    chrome.permissions.contains(withData(origins, data)),
};
