/** Files of this computer, opened by their address. */

/** Which word of the viewer's says why not, and whether trying again may help. */
export interface NoLocalFiles {
  reason: "fileAccess" | "noFileAccess";
  again: boolean;
}

/** Why they cannot be, and whether trying again may help; null if they can. */
export async function noLocalFiles(): Promise<NoLocalFiles | null> {
  const isAllowed = await chrome.extension.isAllowedFileSchemeAccess();
  return isAllowed ? null : { reason: "fileAccess", again: true };
}
