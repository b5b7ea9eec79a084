/** Files of this computer, opened by their address. */

/** Which word of the viewer's says why they cannot be opened; null if they can. The reader may allow it in Chrome's settings, and try again. */
export async function noLocalFiles(): Promise<"fileAccess" | "noFileAccess" | null> {
  return (await chrome.extension.isAllowedFileSchemeAccess()) ? null : "fileAccess";
}
