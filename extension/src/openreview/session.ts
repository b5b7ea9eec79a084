/** Who is signed in, as OpenReview tells its own scripts: no page has a link that is sure to be the reader's own. */

import { isProfile } from "./policy";

const COOKIE = "openreview.user";

/** The profile of whoever is signed in; null for guests. */
export function ownProfile(cookies: string): string | null {
  for (const cookie of cookies.split(/;\s*/)) {
    const at = cookie.indexOf("=");
    if (at < 0 || cookie.slice(0, at) !== COOKIE) continue;
    const id = idIn(cookie.slice(at + 1));
    if (id !== null) return id;
  }
  return null;
}

function idIn(value: string): string | null {
  try {
    const user = JSON.parse(decodeURIComponent(value)) as { profile?: { id?: unknown } } | null;
    const id = user?.profile?.id;
    return typeof id === "string" && isProfile(id) ? id : null;
  } catch {
    return null;
  }
}
