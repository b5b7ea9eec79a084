/** Whether anything was ever kept of this site's articles: known without loading what reads it. */

const KEY = "citelight-kept";

export function noteKept(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Storage is closed to this page: nothing is kept either.
  }
}

export function mayBeKept(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
