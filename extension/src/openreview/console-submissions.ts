/** The submissions that a console lists on all its pages: the page draws 25 of them, and OpenReview is asked for the ids of the others. */

import { at, list, text, venueNames, type Answers } from "./api";
import { consoleGroup, submissionGroup } from "./group-names";
import { mayAskForConsole, MOST_PAGES, PAGE_SIZE } from "./policy";
import { ownProfile } from "./session";

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
  const { submissions: invitation, submission } = venueNames(
    await answers.of(mayAskForConsole({ kind: "venue", venue })),
  );
  if (invitation === null) return null;
  const all = await allOf(invitation, venue, answers);
  const own = await ownNumbers({ venue, role, submission }, cookies, answers);
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
    if (last === null || last === after || notes.length < PAGE_SIZE) break;
    after = last;
  }
  return found;
}

/**
 * Numbers of the submissions that are the reader's in this role; none for who has them all.
 *
 * @param submission what the venue's groups of submissions begin with.
 */
export async function ownNumbers(
  { venue, role, submission }: { venue: string; role: string; submission: string },
  cookies: string,
  answers: Answers,
): Promise<ReadonlySet<number>> {
  const id = ownProfile(cookies);
  if (id === null) return new Set();
  const made = mayAskForConsole({ kind: "own-groups", venue, submission, id });
  const name = role.replace(/s$/, "");
  const own = list(await answers.of(made), "groups")
    .map((group) => submissionGroup(text(group, "id") ?? ""))
    .filter((group) => group?.name.startsWith(name) === true);
  return new Set(own.flatMap((group) => group?.number ?? []));
}
