/** Files of this computer, opened by their address: Firefox lets no extension do that. */

/** Which word of the viewer's says why they cannot be opened; null if they can. */
export function noLocalFiles(): Promise<"fileAccess" | "noFileAccess" | null> {
  return Promise.resolve("noFileAccess");
}
