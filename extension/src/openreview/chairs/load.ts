/** What a chair's console itself asks OpenReview for, asked once more: an extension cannot read the page's own answers. */

import type { Scholar } from "@citelight/shared/generated/Scholar";
import {
  answered,
  ApiRefused,
  NotPermitted,
  scholarOf,
  text,
  venueNames,
  type Answers,
  type VenueNames,
} from "../api";
import { ownNumbers } from "../console-submissions";
import { consoleGroup } from "../group-names";
import { mayAskForConsole, MOST_PAGES, PAGE_SIZE, type ConsoleAction } from "../policy";
import { AssignmentReader, type Assignments } from "./groups";
import { CutShort, itemsOf } from "./json-items";
import { submissionIn, type Submission } from "./submissions";
import { Turns } from "./turns";

export interface VenueData {
  venue: string;
  names: VenueNames;
  /** By their numbers. */
  submissions: readonly Submission[];
  assignments: Assignments;
  /** Profiles of those who review, by each of their ids. */
  people: ReadonlyMap<string, Scholar>;
}

export interface Loading {
  submissions: number;
  people: number;
}

/** With more submissions than these, the groups of all are one request, as program chairs' consoles ask. */
const FEW = 60;

/** No console whose group tells its venue, or a venue that names no submissions. */
export class NoVenue extends Error {}

/**
 * @param group of the console.
 * @param isWhole whether whoever sees it chairs the whole venue; else only submissions in whose groups they are.
 */
export async function loadVenue(
  { group, isWhole }: { group: string; isWhole: boolean },
  cookies: string,
  answers: Answers,
  signal: AbortSignal,
  told: (loading: Loading) => void,
): Promise<VenueData> {
  const named = consoleGroup(group);
  if (named === null) throw new NoVenue();
  const { venue, role } = named;
  const names = venueNames(await answers.of(mayAskForConsole({ kind: "venue", venue })));
  const { submissions: invitation } = names;
  if (invitation === null) throw new NoVenue();
  const own = isWhole
    ? null
    : await ownNumbers({ venue, role, submission: names.submission }, cookies, answers);
  signal.throwIfAborted();

  const loading: Loading = { submissions: 0, people: 0 };
  const turns = new Turns();
  const submissions: Submission[] = [];
  const numbers = own === null ? null : [...own].sort((one, other) => one - other);
  for (const some of numbers === null ? [null] : chunks(numbers, 100)) {
    let after: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const action: ConsoleAction = { kind: "replies", invitation, venue, numbers: some, after };
      let last: string | null = null;
      let count = 0;
      for await (const note of streamed(action, "notes", turns, signal)) {
        count += 1;
        last = text(note, "id");
        const submission = submissionIn(note);
        if (submission !== null) submissions.push(submission);
        told({ ...loading, submissions: submissions.length });
      }
      if (count < PAGE_SIZE || last === null || last === after) break;
      after = last;
    }
  }
  loading.submissions = submissions.length;

  const reader = new AssignmentReader({ group: names.reviewers, anonymous: names.anonymous });
  const listed = submissions.map(({ number }) => number).filter((number) => number !== null);
  for (const number of listed.length <= FEW ? listed : [null]) {
    const action: ConsoleAction = { kind: "members", venue, submission: names.submission, number };
    for await (const one of streamed(action, "groups", turns, signal)) reader.take(one);
  }
  const { assignments } = reader;

  const ids = new Set(
    listed.flatMap((number) => (assignments.get(number) ?? []).flatMap(({ id }) => id ?? [])),
  );
  const people = new Map<string, Scholar>();
  for (const some of chunks([...ids], PAGE_SIZE)) {
    for await (const profile of streamed({ kind: "reviewers", ids: some }, "profiles", turns, signal)) {
      const scholar = scholarOf(profile);
      for (const id of [scholar.id, ...scholar.other_ids]) if (id !== null) people.set(id, scholar);
      told({ ...loading, people: people.size });
    }
  }
  return { venue, names, submissions, assignments, people };
}

async function* streamed(
  action: ConsoleAction,
  field: string,
  turns: Turns,
  signal: AbortSignal,
): AsyncGenerator {
  const made = mayAskForConsole(action);
  if (typeof made === "string") throw new NotPermitted(made);
  const { body } = await answered(made);
  if (body === null) throw new ApiRefused(null);
  try {
    for await (const item of itemsOf(body, field, turns)) {
      signal.throwIfAborted();
      yield item;
    }
  } catch (error) {
    if (error instanceof CutShort) throw new ApiRefused(null);
    throw error;
  }
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let from = 0; from < all.length; from += size) pieces.push(all.slice(from, from + size));
  return pieces;
}
