/** The address of the browser's own model: of no server, and of no request. crate/web knows it, too (network/fetch.rs). */
export const OWN_MODEL = "browser:model";

/** Whether a request is for it. */
export function isForOwnModel(url: string): boolean {
  return url.startsWith(`${OWN_MODEL}/`);
}
