/** The rows of a chair's table: what is known of each submission, put together. Nothing is asked here. */

import type { Conflict } from "@citelight/shared/generated/Conflict";
import type { CheckedSubmission } from "../audit-queue";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import { FAR } from "../nearness";
import { countsBy } from "../submission-counts";
import { nameIn, type Noted, type Replacement } from "./edges";
import type { SubmissionFacts, WorkStatus } from "./facts";
import type { VenueData } from "./load";
import { labelOf, type Submission } from "./submissions";

export interface Citations {
  /** Citations that need attention by the policy, if there is one. */
  review: number;
  policy: PolicyProfile | null;
  total: number;
  /** Entries without a record, and retracted ones. */
  missing: number;
  retracted: number;
}

export interface SuggestedRow {
  shown: string;
  /** How whoever suggests it signed: “Reviewer aB1c”. */
  by: string;
  /** Null as long as it was not looked up. */
  status: WorkStatus | null;
  title: string | null;
  cosine: number | null;
  isOwn: boolean | null;
}

export interface ReviewerRow {
  /** How they sign; null if that is not known. */
  label: string | null;
  /** The same, or the name of the profile that signs. */
  signsAs: string | null;
  /** Their name and profile, where this session may know them. */
  name: string | null;
  id: string | null;
  papers: number | null;
  fit: number | null;
  score: number | null;
  /** Whether the venue noted a conflict; null where it is not known. */
  venueConflict: boolean | null;
  conflicts: readonly Conflict[];
  /** Works that they suggest, and those of them that they wrote. */
  suggested: number;
  own: number;
}

export interface ChairRow {
  id: string;
  number: number | null;
  title: string;
  citations: Citations | null;
  suggested: readonly SuggestedRow[];
  reviewers: readonly ReviewerRow[];
  /** Whether its authors were compared. */
  authorsCompared: boolean;
  uncovered: readonly string[] | null;
  replacements: readonly Replacement[];
  /** Whether what is asked beyond the console's own answers has been asked. */
  isChecked: boolean;
}

export function rowOf(
  submission: Submission,
  venue: VenueData,
  facts: SubmissionFacts | null,
  checked: CheckedSubmission | null,
  policy: PolicyProfile | null,
): ChairRow {
  const suggested = submission.replies.flatMap(({ id, signature, suggestions }) =>
    suggestions.map((suggestion, place): SuggestedRow => {
      const known = facts?.suggestions.get(id)?.[place] ?? null;
      return {
        shown: known?.fact.status === "itself" ? "" : suggestion.shown,
        by: signature.startsWith("~") ? nameIn(signature) : labelOf(signature),
        status: known?.fact.status ?? null,
        title: known?.fact.work?.title ?? null,
        cosine: known?.cosine ?? null,
        isOwn: known?.isOwn ?? null,
      };
    }),
  );
  const reviewers = (submission.number === null ? [] : (venue.assignments.get(submission.number) ?? [])).map(
    ({ signature, id }): ReviewerRow => {
      const label = signature === null ? null : labelOf(signature);
      const fact = id === null ? null : (facts?.reviewers.get(id) ?? null);
      const signsAs = label ?? (id === null ? null : nameIn(id));
      const own = suggested.filter(({ by }) => by === signsAs);
      return {
        label,
        signsAs,
        id,
        name: id === null ? null : (venue.people.get(id)?.name ?? nameIn(id)),
        papers: fact?.papers ?? null,
        fit: fact?.fit ?? null,
        score: id === null ? null : (known(facts?.scores)?.get(id) ?? null),
        venueConflict: id === null ? null : (known(facts?.conflicts)?.has(id) ?? null),
        conflicts: fact?.conflicts ?? [],
        suggested: own.length,
        own: own.filter(({ isOwn }) => isOwn === true).length,
      };
    },
  );
  return {
    id: submission.id,
    number: submission.number,
    title: submission.title,
    citations: checked === null ? null : citationsOf(checked, policy),
    suggested,
    reviewers,
    authorsCompared: [...(facts?.reviewers.values() ?? [])].some(({ conflicts }) => conflicts !== null),
    uncovered: facts?.uncovered ?? null,
    replacements: facts?.replacements ?? [],
    isChecked: facts !== null,
  };
}

function known<T>(noted: Noted<T> | undefined): T | null {
  return noted?.kind === "known" ? noted.value : null;
}

function citationsOf(
  { counts, references: { missing, retracted } }: CheckedSubmission,
  policy: PolicyProfile | null,
): Citations {
  return { review: countsBy(policy, counts).problems, policy, total: counts.total, missing, retracted };
}

// What of a venue a chair looks at first.

export const FILTERS = ["all", "references", "own-works", "conflicts"] as const;
export type Filter = (typeof FILTERS)[number];

const RETRACTED: readonly (WorkStatus | null)[] = ["retracted", "retracted-since", "replaced"];

export const isMissing = ({ status }: SuggestedRow): boolean => status === "missing";
export const isRetracted = ({ status }: SuggestedRow): boolean => RETRACTED.includes(status);
export const isFar = ({ cosine }: SuggestedRow): boolean => cosine !== null && cosine < FAR;

/** What stands in the submission's own list counts, not what its reviewers suggest. */
function hasBadReferences({ citations }: ChairRow): boolean {
  return citations !== null && citations.missing + citations.retracted > 0;
}

const ownWorks = ({ reviewers, suggested }: ChairRow): number =>
  Math.max(0, ...reviewers.map(({ own }) => own)) || suggested.filter(({ isOwn }) => isOwn === true).length;

export const hasConflict = ({ conflicts, venueConflict }: ReviewerRow): boolean =>
  conflicts.length > 0 || venueConflict === true;

const lowest = ({ reviewers }: ChairRow): number =>
  Math.min(2, ...reviewers.filter(hasConflict).map(({ fit, score }) => fit ?? score ?? 2));

/** Rows that a filter shows, what weighs most first. */
export function filtered(rows: readonly ChairRow[], filter: Filter): readonly ChairRow[] {
  const bad = ({ citations }: ChairRow): number => (citations?.missing ?? 0) + (citations?.retracted ?? 0);
  switch (filter) {
    case "all":
      return rows;
    case "references":
      return rows.filter(hasBadReferences).sort((one, other) => bad(other) - bad(one));
    case "own-works":
      return rows.filter((row) => ownWorks(row) > 0).sort((one, other) => ownWorks(other) - ownWorks(one));
    case "conflicts":
      return rows
        .filter(({ reviewers }) => reviewers.some(hasConflict))
        .sort((one, other) => lowest(one) - lowest(other));
  }
}
