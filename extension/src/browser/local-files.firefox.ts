/** Files of this computer, opened by their address: Firefox lets no extension do that. */

import { words } from "../../../www/src/ui/words";

/** Why they cannot be, and whether trying again may help; null if they can. */
export function noLocalFiles(): Promise<{ reason: string; again: boolean } | null> {
  return Promise.resolve({ reason: words.viewer.noFileAccess, again: false });
}
