/** What was found out for a chair's table, beyond what the console's own requests answer. */

import type { Conflict } from "@citelight/shared/generated/Conflict";
import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Resolution } from "@citelight/shared/generated/Resolution";
import { referenceStatusOf, type ReferenceStatus } from "@citelight/shared/audit/reference-status";
import { workOf } from "../compare";
import { isCopy, type Confidential } from "../confidential";
import { byIdentifier } from "../work-checks";
import type { Noted, Replacement } from "./edges";

/** How a suggested work stands to the records. */
export type WorkStatus =
  | ReferenceStatus
  /** Nothing in it could be looked up. */
  | "unreadable"
  /** It led to a copy of the submission: nothing of it is shown. */
  | "itself";

export interface WorkFact {
  status: WorkStatus;
  /** Its record; null where none is known, or none is shown. */
  work: ComparedWork | null;
}

/** How one suggestion of one reply stands to the submission and to whoever made it. */
export interface SuggestionFact {
  fact: WorkFact;
  /** Null where it was not compared. */
  cosine: number | null;
  /** Whether whoever suggests it wrote it; null where nobody is known. */
  isOwn: boolean | null;
}

export interface ReviewerFact {
  /** Papers that were compared. */
  papers: number;
  /** The mean of the two nearest; null without papers. */
  fit: number | null;
  /** Null where authors are not compared. */
  conflicts: readonly Conflict[] | null;
}

export interface SubmissionFacts {
  /** By reply, in the order of its suggestions; null where it was not looked up. */
  suggestions: ReadonlyMap<string, readonly (SuggestionFact | null)[]>;
  /** Whether references might be looked up. */
  lookedUp: boolean;
  /** By profile. */
  reviewers: ReadonlyMap<string, ReviewerFact>;
  scores: Noted<ReadonlyMap<string, number>>;
  conflicts: Noted<ReadonlySet<string>>;
  replacements: readonly Replacement[];
  /** Keywords that none of the reviewers' papers names; null where a reviewer is unknown. */
  uncovered: readonly string[] | null;
}

export function factOf(resolution: Resolution, identifier: string | null): WorkFact {
  const known = byIdentifier(resolution, identifier);
  const work = known.kind === "resolved" ? workOf(known.record) : null;
  return { status: referenceStatusOf(known), work };
}

/** A fact as it may be shown beside a submission: of a copy of it, nothing. */
export function shownBeside(fact: WorkFact, confidential: Confidential | null): WorkFact {
  const isOwn = confidential !== null && fact.work !== null && isCopy(fact.work, confidential);
  return isOwn ? { status: "itself", work: null } : fact;
}
