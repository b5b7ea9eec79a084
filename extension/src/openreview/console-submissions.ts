/** The submissions that a console lists on all its pages: the page draws 25 of them, and OpenReview is asked for the ids of the others. */

import { at, list, text, venueNames, type Answers } from "./api";
import { consoleGroup } from "./console-markup";
import { mayAskForConsole } from "./policy";
import { ownProfile } from "./session";

/** Answers of a thousand that are asked for: no venue has more. */
const MOST_PAGES = 40;

interface Listed {
  id: string;
  number: number | null;
}

/**
 * @param group of the console.
 * @param listed how many the console itself says it lists; what is not exactly so many is not that list.
 * @returns null where the list could not be had.
 */
export async function listedSubmissions(
  group: string,
  listed: number,
  cookies: string,
  answers: Answers,
): Promise<string[] | null> {
  const named = consoleGroup(group);
  if (named === null) return null;
  const { venue, role } = named;
  const { submissions: invitation } = venueNames(
    await answers.of(mayAskForConsole({ kind: "venue", venue })),
  );
  if (invitation === null) return null;
  const all = await allOf(invitation, venue, answers);
  const own = await ownNumbers(venue, role, cookies, answers);
  const found = own.size === 0 ? all : all.filter(({ number }) => number !== null && own.has(number));
  return found.length === listed ? found.map(({ id }) => id) : null;
}

async function allOf(invitation: string, venue: string, answers: Answers): Promise<Listed[]> {
  const found: Listed[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const notes = list(
      await answers.of(mayAskForConsole({ kind: "submissions", invitation, venue, after })),
      "notes",
    );
    for (const note of notes) {
      const id = text(note, "id");
      const number = at(note, "number");
      if (id !== null) found.push({ id, number: typeof number === "number" ? number : null });
    }
    const last = text(notes.at(-1), "id");
    if (last === null || last === after || notes.length < 1000) break;
    after = last;
  }
  return found;
}

/** Numbers of the submissions that are the reader's in this role; none for who has them all. */
export async function ownNumbers(
  venue: string,
  role: string,
  cookies: string,
  answers: Answers,
): Promise<ReadonlySet<number>> {
  const id = ownProfile(cookies);
  if (id === null) return new Set();
  const groups = list(await answers.of(mayAskForConsole({ kind: "own-groups", venue, id })), "groups");
  const name = role.replace(/s$/, "");
  const numbers = groups.flatMap((group) => {
    const [, number, rest] = /\/[A-Za-z_]*?(\d+)\/([^/]+)$/.exec(text(group, "id") ?? "") ?? [];
    return number !== undefined && rest?.startsWith(name) === true ? [Number(number)] : [];
  });
  return new Set(numbers);
}
