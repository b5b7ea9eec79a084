/** What the reader grants: hosts, and that data is sent to them, which Firefox asks about since version 140. */

/** Kinds of data, as the manifest lists them (www/manifest.mjs). */
export type Data = "websiteContent" | "personallyIdentifyingInfo" | "authenticationInfo";

/** Chrome's types know no consent. */
interface Wanted extends chrome.permissions.Permissions {
  data_collection?: string[];
}

export const grants = {
  /** Asks the browser for both in one question. Allowed only while a click lasts: before anything is awaited. */
  ask: (origins: string[], data: readonly Data[]): Promise<boolean> =>
    withData(origins, data, (wanted) => chrome.permissions.request(wanted)),
  isGranted: (origins: string[], data: readonly Data[]): Promise<boolean> =>
    withData(origins, data, (wanted) => chrome.permissions.contains(wanted)),
};

/** Older versions refuse the question at once, by throwing: the click still lasts. */
function withData(
  origins: string[],
  data: readonly Data[],
  act: (wanted: Wanted) => Promise<boolean>,
): Promise<boolean> {
  try {
    return act({ origins, data_collection: [...data] });
  } catch {
    return act({ origins });
  }
}
