/** How well a reviewer fits a submission, and what stands between them: what is asked, and what the core is given. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { ApiRefused, type OpenReviewApi, type Paper } from "./api";
import { scholarOf, submissionOf } from "./compare";
import { confidentialOf, isCopy } from "./confidential";
import type { OpenReviewClient } from "./client";
import type { Forum } from "./markup";
import type { ShownPerson } from "./people";

/** The venue's own score: a number, none for this pair, or out of this session's reach. */
export type VenueScore = { kind: "score"; score: number } | { kind: "none" } | { kind: "hidden" };

export interface Assignment {
  reviewer: Scholar;
  papers: ComparedWork[];
  assessment: Assessment;
  /** Whether the forum shows who wrote the submission: else conflicts are not looked for. */
  authorsShown: boolean;
  /** Whether it shows only the first of them. */
  authorsCut: boolean;
  /** Authors whose institutions are known. */
  authorsKnown: number;
  venue: VenueScore;
  since: number;
  calls: number;
}

/** @param id the reviewer's profile; null for whoever is signed in. */
export async function checkAssignment(
  forum: Forum,
  id: string | null,
  years: number,
  api: OpenReviewApi,
  client: OpenReviewClient,
): Promise<Assignment | null> {
  const before = api.calls;
  const reviewer = await api.profile(id);
  const known = reviewer?.id ?? null;
  if (reviewer === null || known === null) return null;
  // What the reviewer wrote may be this very submission, or an earlier copy of it: who wrote it is not told here.
  const submitted = confidentialOf(forum);
  const isItself = (paper: Paper): boolean =>
    paper.id === forum.id || (submitted !== null && isCopy(paper, submitted));
  const papers = (await api.papersOf(known, id === null)).filter((paper) => !isItself(paper));
  const authorsShown = forum.authors.kind === "public";
  const authors = forum.authors.kind === "public" ? await withInstitutions(forum.authors.people, api) : [];
  const venue = await scoreOf(forum, known, api);
  const since = new Date().getFullYear() - years;
  const works = distinct(papers);
  const submission = submissionOf(forum, authors);
  const assessment = await client.assess({ submission, works, reviewer, since });
  const authorsKnown = authors.filter(({ domains }) => domains.length > 0).length;
  const authorsCut = forum.authors.kind === "public" && forum.authors.isCut;
  const calls = api.calls - before;
  const about = { authorsShown, authorsCut, authorsKnown };
  return { reviewer, papers: works, assessment, ...about, venue, since, calls };
}

/** The authors that the forum shows, with the domains of their public profiles where those can be had. */
async function withInstitutions(people: readonly ShownPerson[], api: OpenReviewApi): Promise<Scholar[]> {
  const shown = people.map(scholarOf);
  const ids = shown.flatMap(({ id }) => (id === null ? [] : [id]));
  const profiles = await api.people(ids).catch(quietly([]));
  return shown.map((author) => {
    const domains = profiles.find(({ id }) => id === author.id && id !== null)?.domains ?? [];
    return { ...author, domains };
  });
}

async function scoreOf(forum: Forum, reviewer: string, api: OpenReviewApi): Promise<VenueScore> {
  if (forum.venue === null) return { kind: "hidden" };
  const score = await api.venueScore(forum.venue, forum.id, reviewer).catch(quietly("hidden" as const));
  if (score === "hidden") return { kind: "hidden" };
  return score === null ? { kind: "none" } : { kind: "score", score };
}

/** What a session may not read is no failure; a site that asks to wait is. */
function quietly<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiRefused && error.status !== 429) return instead;
    throw error;
  };
}

/** A paper and its preprint are one. */
function distinct(papers: readonly ComparedWork[]): ComparedWork[] {
  const byTitle = new Map<string, ComparedWork>();
  for (const { title, abstract_text, authors, year } of papers) {
    const key = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    if (!byTitle.has(key)) byTitle.set(key, { title, abstract_text, authors, year });
  }
  return [...byTitle.values()];
}
