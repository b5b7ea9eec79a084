/** Files of this computer, opened by their address: Firefox lets no extension do that. */

/** Which word of the viewer's says why not, and whether trying again may help. */
export interface NoLocalFiles {
  reason: "fileAccess" | "noFileAccess";
  again: boolean;
}

/** Why they cannot be, and whether trying again may help; null if they can. */
export function noLocalFiles(): Promise<NoLocalFiles | null> {
  return Promise.resolve({ reason: "noFileAccess", again: false });
}
