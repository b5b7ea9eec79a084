/** How well a reviewer fits a submission, and what stands between them: what is asked, and what the core is given. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { ApiRefused, NotPermitted, type OpenReviewApi, type Paper } from "./api";
import { scholarOf, submissionOf } from "./compare";
import { folded, isCopy } from "./confidential";
import type { OpenReviewClient } from "./client";
import { stateOf, type Forum } from "./markup";
import { domainsByAuthor, revealedIn } from "./people";
import { mayAskForLists, mayCompareAuthors, type Consent, type ForumState } from "./policy";

/** What the venue itself noted of a pair. */
export type VenueNote =
  | { kind: "weight"; weight: number }
  /** Nothing of this pair. */
  | { kind: "none" }
  /** Out of this session's reach. */
  | { kind: "hidden" }
  /** The venue's group names no such thing. */
  | { kind: "unnamed" }
  /** A forum of the first API. */
  | { kind: "first-api" };

/** What came of asking indexes for the reviewer's papers. */
export type Elsewhere =
  /** The reader did not want it. */
  | { kind: "off" }
  /** Look-ups are off. */
  | { kind: "not-allowed" }
  /** The profile names no list. */
  | { kind: "unnamed" }
  /** So many papers that OpenReview does not have; indexes that gave no answer. */
  | { kind: "asked"; added: number; failed: readonly string[] };

/** On which ground authors were compared. */
export type AuthorsCompared = "public" | "revealed" | "none";

export interface Assignment {
  reviewer: Scholar;
  papers: ComparedWork[];
  elsewhere: Elsewhere;
  assessment: Assessment;
  authors: AuthorsCompared;
  /** Whether the page reveals the authors to this reader, so that they might be compared. */
  mayReveal: boolean;
  /** Whether it shows only the first of them. */
  authorsCut: boolean;
  /** Authors whose institutions are known. */
  authorsKnown: number;
  score: VenueNote;
  /** Whether the venue noted a conflict of this pair. */
  conflict: VenueNote;
  since: number;
  calls: number;
}

/**
 * @param id of the reviewer's profile.
 * @param isOwn whether it is the profile of whoever is signed in.
 * @param since papers written together, institutions and relations count from this year on.
 */
export async function checkAssignment(
  forum: Forum,
  { id, isOwn, since }: { id: string; isOwn: boolean; since: number },
  consent: Consent,
  api: OpenReviewApi,
  client: OpenReviewClient,
): Promise<Assignment | null> {
  const before = api.calls;
  const reviewer = await api.profile(id);
  const known = reviewer?.id ?? null;
  if (reviewer === null || known === null) return null;
  // What the reviewer wrote may be this very submission, or an earlier copy of it: who wrote it is not told here.
  const state = stateOf(forum);
  const isItself = (paper: ComparedWork): boolean =>
    state.confidential !== null && isCopy(paper, state.confidential);
  const published = [
    ...(await api.papersOf(known, isOwn, 2)),
    ...(await api.papersOf(known, isOwn, 1).catch(quietly<Paper[]>([]))),
  ].filter((paper) => paper.id !== forum.id && !isItself(paper));
  const { elsewhere, papers } = await papersElsewhere(known, state, consent, api, client);
  const works = distinct([...published, ...papers.filter((paper) => !isItself(paper))]);
  const authors = mayCompareAuthors(state, consent) ? await authorsOf(forum, api) : [];
  const venue = await venueNotes(known, api);
  const submission = submissionOf(forum, authors);
  const assessment = await client.assess({ submission, works, reviewer, since });
  return {
    reviewer,
    papers: works,
    elsewhere:
      elsewhere.kind === "asked"
        ? { ...elsewhere, added: works.length - distinct(published).length }
        : elsewhere,
    assessment,
    authors: authors.length === 0 ? "none" : forum.authors.kind === "public" ? "public" : "revealed",
    mayReveal: forum.authors.kind === "revealed",
    authorsCut: forum.authors.kind === "public" && forum.authors.isCut,
    authorsKnown: authors.filter(({ affiliations }) => affiliations.length > 0).length,
    ...venue,
    since,
    calls: api.calls - before,
  };
}

/** What indexes list of the reviewer, if that is wanted. */
async function papersElsewhere(
  id: string,
  state: ForumState,
  consent: Consent,
  api: OpenReviewApi,
  client: OpenReviewClient,
): Promise<{ elsewhere: Elsewhere; papers: readonly ComparedWork[] }> {
  if (!consent.papersElsewhere) return { elsewhere: { kind: "off" }, papers: [] };
  const lists = mayAskForLists(state, consent, await api.listedElsewhere(id));
  if (lists === null) return { elsewhere: { kind: "unnamed" }, papers: [] };
  const answer = await client.publications(lists);
  if (answer.kind === "not-allowed") return { elsewhere: answer, papers: [] };
  const { papers, failed } = answer.kind === "found" ? answer.found : { papers: [], failed: lists.names };
  return { elsewhere: { kind: "asked", added: 0, failed }, papers };
}

/**
 * The authors, with the institutions of their public profiles where everybody sees who they are. About those who are revealed to this
 * reader nobody is asked: of them only what the page itself shows is known.
 */
async function authorsOf({ authors, authorLines }: Forum, api: OpenReviewApi): Promise<Scholar[]> {
  const shown = (authors.kind === "public" ? authors.people : revealedIn(authorLines)).map(scholarOf);
  const profiles = authors.kind === "public" ? await api.authors().catch(quietly<Scholar[]>([])) : [];
  const onPage = domainsByAuthor(authorLines);
  return shown.map((author) => {
    const profile = profiles.find(
      ({ id, other_ids: others }) => author.id !== null && [id, ...others].includes(author.id),
    );
    const domains = onPage.get(author.id ?? "") ?? [];
    const affiliations = domains.map((domain) => ({ domain, is_dated: true, until: null }));
    return profile === undefined
      ? { ...author, affiliations }
      : { ...profile, name: author.name, affiliations: [...profile.affiliations, ...affiliations] };
  });
}

async function venueNotes(
  id: string,
  api: OpenReviewApi,
): Promise<{ score: VenueNote; conflict: VenueNote }> {
  const both = (note: VenueNote): { score: VenueNote; conflict: VenueNote } => ({
    score: note,
    conflict: note,
  });
  const venue = await api.venue().catch(asNote);
  if (typeof venue === "object") return both(venue ?? { kind: "hidden" });
  const names = await api.namesOf(venue).catch(asNote);
  if ("kind" in names) return both(names);
  const noted = async (invitation: string | null): Promise<VenueNote> => {
    if (invitation === null) return { kind: "unnamed" };
    const weight = await api.weight(invitation, id).catch(asNote);
    if (typeof weight === "object") return weight ?? { kind: "none" };
    return { kind: "weight", weight };
  };
  return { score: await noted(names.score), conflict: await noted(names.conflict) };
}

/** What a session may not read, or nobody may ask, is no failure. */
function asNote(error: unknown): VenueNote {
  if (error instanceof NotPermitted) return { kind: error.refusal === "first-api" ? "first-api" : "hidden" };
  return quietly<VenueNote>({ kind: "hidden" })(error);
}

/** What a session may not read is no failure; a site that asks to wait, or to be shown a human, is. */
function quietly<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiRefused && error.status !== 429 && !error.isChallenge) return instead;
    throw error;
  };
}

/** A paper and its preprint are one: the first one stands, with the authors of whichever names their profiles. */
export function distinct(papers: readonly ComparedWork[]): ComparedWork[] {
  const byTitle = new Map<string, ComparedWork>();
  for (const { title, abstract_text, authors, year } of papers) {
    const key = folded(title);
    const known = byTitle.get(key);
    if (known === undefined) byTitle.set(key, { title, abstract_text, authors, year });
    else {
      if (known.authors.length === 0) known.authors = authors;
      known.abstract_text ??= abstract_text;
    }
  }
  return [...byTitle.values()];
}
