/** Who is signed in, as the site's own cookie tells its scripts. */

import type { BrowserContext } from "playwright-core";
import type { Person } from "./frame";

export async function signIn(context: BrowserContext, person: Person | null): Promise<void> {
  await context.clearCookies();
  if (person === null) return;
  const user = {
    id: "someone@sleep.example.edu",
    profile: { id: person.id, fullname: person.name, usernames: [person.id], emails: [] },
  };
  const value = encodeURIComponent(JSON.stringify(user));
  await context.addCookies([{ name: "openreview.user", value, domain: ".openreview.net", path: "/" }]);
}
