/** Files of this computer, opened by their address. */

import { words } from "../../../www/src/ui/words";

/** Why they cannot be, and whether trying again may help; null if they can. */
export async function noLocalFiles(): Promise<{ reason: string; again: boolean } | null> {
  const isAllowed = await chrome.extension.isAllowedFileSchemeAccess();
  return isAllowed ? null : { reason: words.viewer.fileAccess, again: true };
}
