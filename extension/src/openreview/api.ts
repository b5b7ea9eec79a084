/**
 * OpenReview's own API, asked with nothing but the rights of the session that is signed in on the page: when the reader pressed a button,
 * and nothing twice. What may be asked is said in policy.ts. Readers are throttled, too.
 */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { ProfileRelation } from "@citelight/shared/generated/ProfileRelation";
import type { Affiliation } from "@citelight/shared/generated/Affiliation";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { NOBODY } from "./compare";
import { listedIn, type ListedElsewhere } from "./listed-elsewhere";
import { loggedFetch } from "./messages";
import { mayAsk, type Ask, type ForumAction, type ForumState, type Refusal } from "./policy";

/** Why nothing came of a request. */
export class ApiRefused extends Error {
  constructor(
    readonly status: number | null,
    /** The site wants to see first that a human asks. */
    readonly isChallenge = false,
  ) {
    super(status === null ? "no answer" : `status ${status}`);
  }
}

/** The policy says no. */
export class NotPermitted extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal);
  }
}

export interface Paper extends ComparedWork {
  id: string;
}

/** How a venue calls what it notes of reviewers and submissions. */
export interface VenueNames {
  score: string | null;
  conflict: string | null;
  /** The invitation of its submissions, and the name that their groups begin with. */
  submissions: string | null;
  /** The last part of the groups of reviewers, of one submission as of all. */
  reviewers: string;
  /** What the anonymous groups of reviewers begin with. */
  anonymous: string;
  /** What the groups of submissions begin with. */
  submission: string;
}

/** Answers that were given, by request. */
export class Answers {
  /** Requests that were sent. */
  calls = 0;
  readonly #known = new Map<string, Promise<unknown>>();

  of(made: Ask | Refusal): Promise<unknown> {
    if (typeof made === "string") return Promise.reject(new NotPermitted(made));
    const key = keyOf(made);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.calls += 1;
    const answer = asked(made);
    this.#known.set(key, answer);
    // What failed may be asked again, at the reader's next press.
    answer.catch(() => this.#known.delete(key));
    return answer;
  }

  /** Whether it was asked, and not refused. */
  has(made: Ask | Refusal): boolean {
    return typeof made !== "string" && this.#known.has(keyOf(made));
  }

  /** Lets an answer go that is kept elsewhere. */
  drop(made: Ask | Refusal): void {
    if (typeof made !== "string") this.#known.delete(keyOf(made));
  }
}

const keyOf = ({ url, body }: Ask): string => `${url.href}\n${body ?? ""}`;

export class OpenReviewApi {
  readonly #forum: ForumState;
  readonly #answers: Answers;

  /** @param answers that earlier checks of the same page were given. */
  constructor(forum: ForumState, answers: Answers) {
    this.#forum = forum;
    this.#answers = answers;
  }

  get calls(): number {
    return this.#answers.calls;
  }

  /** A profile, as far as this session may read it. */
  async profile(id: string): Promise<Scholar | null> {
    const [profile] = list(await this.#ask({ kind: "profile", id }), "profiles").map(scholarOf);
    return profile ?? null;
  }

  /** Where else a profile says that its papers are listed. */
  async listedElsewhere(id: string): Promise<ListedElsewhere> {
    const [profile] = list(await this.#ask({ kind: "profile", id }), "profiles");
    const named = (name: string): string | null => text(field(profile, name));
    return listedIn({ dblp: named("dblp"), orcid: named("orcid") });
  }

  /**
   * Papers that a profile lists in one of the site's two APIs, as far as this session may read them; of others only those that everybody
   * may read, authors and all.
   */
  async papersOf(id: string, isOwn: boolean, api: 1 | 2): Promise<Paper[]> {
    const notes = list(await this.#ask({ kind: "papers", id, api }), "notes");
    return notes
      .filter((note) => isOwn || isPublic(note))
      .map(paperOf)
      .filter((paper) => paper !== null);
  }

  /** The profiles of authors whom the page shows to everybody. */
  async authors(): Promise<Scholar[]> {
    if (this.#forum.authorIds.length === 0) return [];
    return list(await this.#ask({ kind: "authors" }), "profiles").map(scholarOf);
  }

  /** The venue of the forum; null if it has none. */
  async venue(): Promise<string | null> {
    const [note] = list(await this.#ask({ kind: "venue-of-forum" }), "notes");
    return text(note, "domain");
  }

  async namesOf(venue: string): Promise<VenueNames> {
    return venueNames(await this.#ask({ kind: "venue", venue }));
  }

  /** What the venue noted under an invitation of the forum and a reviewer: a weight; null if nothing. */
  async weight(invitation: string, id: string): Promise<number | null> {
    const [edge] = list(await this.#ask({ kind: "edge", invitation, id }), "edges");
    const weight = at(edge, "weight");
    return typeof weight === "number" ? weight : null;
  }

  #ask(action: ForumAction): Promise<unknown> {
    return this.#answers.of(mayAsk(this.#forum, action));
  }
}

async function asked(made: Ask): Promise<unknown> {
  const answer = await answered(made);
  return answer.json().catch(() => {
    throw new ApiRefused(null);
  });
}

/** An answer that is one, whose words are still to come. */
export async function answered(made: Ask): Promise<Response> {
  const answer = await loggedFetch(made, {
    headers: made.body === null ? {} : { "Content-Type": "application/json" },
    cache: "no-store",
  }).catch(() => {
    throw new ApiRefused(null);
  });
  if (!answer.ok) {
    const problem: unknown = await answer.json().catch(() => null);
    throw new ApiRefused(answer.status, at(problem, "name") === "ChallengeRequiredError");
  }
  return answer;
}

// Answers are what somebody wrote: every field is looked at before it is believed.

export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined,
    value,
  );
}

export function list(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

export function text(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
}

/** A field of a note: bare in the first API, wrapped in the second. */
export function field(note: unknown, name: string): unknown {
  const found = at(note, "content", name);
  return at(found, "value") ?? found;
}

/** @param answer of the venue's group. */
export function venueNames(answer: unknown): VenueNames {
  const [group] = list(answer, "groups");
  const named = (name: string): string | null => text(field(group, name));
  const reviewers = named("reviewers_name") ?? "Reviewers";
  return {
    score: named("reviewers_affinity_score_id"),
    conflict: named("reviewers_conflict_id"),
    submissions: named("submission_id"),
    reviewers,
    anonymous: named("reviewers_anon_name") ?? `${reviewers.replace(/s$/, "")}_`,
    submission: named("submission_name") ?? "Submission",
  };
}

export function scholarOf(profile: unknown): Scholar {
  const names = list(profile, "content", "names");
  const preferred = names.find((one) => at(one, "preferred") === true) ?? names[0];
  const id = text(profile, "id");
  const name = fullName(preferred);
  const others = names.map(fullName).filter((other) => other !== name && other !== "");
  const ids = names.map((one) => text(one, "username")).filter((other) => other !== null && other !== id);
  return {
    ...NOBODY,
    id,
    name,
    other_names: [...new Set(others)],
    other_ids: [...new Set(ids.filter((other) => other !== null))],
    affiliations: affiliationsOf(profile),
    relations: list(profile, "content", "relations").map(relationOf),
  };
}

function fullName(name: unknown): string {
  const parts = [text(name, "first"), text(name, "middle"), text(name, "last")];
  return text(name, "fullname") ?? parts.filter((part) => part !== null).join(" ");
}

function affiliationsOf(profile: unknown): Affiliation[] {
  const stays = list(profile, "content", "history").flatMap((entry): Affiliation[] => {
    const domain = text(entry, "institution", "domain");
    const [since, until] = [yearIn(entry, "start"), yearIn(entry, "end")];
    return domain === null ? [] : [{ domain, is_dated: since !== null || until !== null, until }];
  });
  const mails = ["emails", "emailsConfirmed"].flatMap((name) => list(profile, "content", name));
  const hosts = [...mails, at(profile, "content", "preferredEmail")].map(
    (mail) => text(mail)?.split("@")[1] ?? null,
  );
  const undated = [...new Set(hosts.filter((host) => host !== null))];
  return [...stays, ...undated.map((domain) => ({ domain, is_dated: false, until: null }))];
}

function relationOf(relation: unknown): ProfileRelation {
  const username = text(relation, "username");
  return {
    name: text(relation, "name") ?? "",
    id: username?.startsWith("~") === true ? username : null,
    kind: text(relation, "relation") ?? "",
    until: yearIn(relation, "end"),
  };
}

/** Years are numbers in most profiles, and text in some. */
function yearIn(value: unknown, name: string): number | null {
  const year = Number(at(value, name) ?? NaN);
  return Number.isInteger(year) && year > 1900 && year < 2200 ? year : null;
}

/** Whether everybody may read a note and who wrote it: a blind submission is public, its authors are read by a few. */
export function isPublic(note: unknown): boolean {
  const isOpen = (readers: unknown): boolean => Array.isArray(readers) && readers.includes("everyone");
  const fields = ["authors", "authorids"].map((name) => at(note, "content", name, "readers"));
  if (!isOpen(at(note, "readers")) || !fields.every((readers) => readers === undefined || isOpen(readers)))
    return false;
  // The first API puts the authors of a blind note into what chairs are given; once they are known to all, its BibTeX entry names them.
  if (text(note, "original") === null) return true;
  return /\bauthor\s*=\s*\{(?!\s*anonymous)/i.test(text(field(note, "_bibtex")) ?? "");
}

export function paperOf(note: unknown): Paper | null {
  const id = text(note, "forum") ?? text(note, "id");
  const title = text(field(note, "title"));
  if (id === null || title === null) return null;
  const ids = list(field(note, "authorids"));
  // Newer notes have authors as objects, and no field of their ids.
  const authors = list(field(note, "authors")).map((author, place): Scholar => {
    const own = text(ids[place]) ?? text(author, "username");
    const name = text(author) ?? text(author, "fullname") ?? "";
    return { ...NOBODY, name, id: own?.startsWith("~") === true ? own : null };
  });
  const time = at(note, "pdate") ?? at(note, "cdate");
  const year = typeof time === "number" ? new Date(time).getUTCFullYear() : null;
  return { id, title, abstract_text: text(field(note, "abstract")), authors, year };
}
