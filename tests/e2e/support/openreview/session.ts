/** Who is signed in, as the site's own cookie tells its scripts. */

import type { BrowserContext } from "playwright-core";
import type { Person } from "./frame";

export const USER_COOKIE = "openreview.user";

/** The cookie's value. */
export function userOf({ id, name }: Person): string {
  const profile = { id, fullname: name, usernames: [id], emails: [] };
  return encodeURIComponent(JSON.stringify({ id: "someone@sleep.example.edu", profile }));
}

export async function signIn(context: BrowserContext, person: Person | null): Promise<void> {
  await context.clearCookies();
  if (person === null) return;
  const cookie = { name: USER_COOKIE, value: userOf(person), domain: ".openreview.net", path: "/" };
  await context.addCookies([cookie]);
}
