/** A chair's table as a file of comma-separated values: a line for each reviewer of each submission, or one where no reviewer is known. */

import type { Conflict } from "@citelight/shared/generated/Conflict";
import { isFar, isMissing, isRetracted, type ChairRow, type ReviewerRow } from "./rows";

const OF_SUBMISSION = [
  "number",
  "forum",
  "title",
  "citations_to_review",
  "policy",
  "citations",
  "references_not_found",
  "references_retracted",
  "suggested",
  "suggested_not_found",
  "suggested_retracted",
  "suggested_far",
  "topics_not_covered",
  "possible_replacements",
] as const;

const OF_REVIEWER = [
  "reviewer",
  "reviewer_profile",
  "reviewer_papers",
  "fit",
  "venue_score",
  "venue_conflict",
  "conflicts",
  "own_works_suggested",
  "works_suggested",
] as const;

/** @param reason of a conflict, in words. */
export function csvOf(rows: readonly ChairRow[], reason: (conflict: Conflict) => string): string {
  const lines = rows.flatMap((row) => {
    const reviewers: readonly (ReviewerRow | null)[] = row.reviewers.length === 0 ? [null] : row.reviewers;
    return reviewers.map((reviewer) => [...ofSubmission(row), ...ofReviewer(row, reviewer, reason)]);
  });
  return (
    [[...OF_SUBMISSION, ...OF_REVIEWER], ...lines].map((line) => line.map(cell).join(",")).join("\r\n") +
    "\r\n"
  );
}

type Value = string | number | boolean | null;

function ofSubmission({
  number,
  id,
  title,
  citations,
  suggested,
  uncovered,
  replacements,
}: ChairRow): Value[] {
  const isLookedUp = suggested.some(({ status }) => status !== null);
  const count = (matches: (typeof suggested)[number][]): number | null =>
    isLookedUp ? matches.length : null;
  return [
    number,
    id,
    title,
    citations?.review ?? null,
    citations?.policy ?? null,
    citations?.total ?? null,
    citations?.missing ?? null,
    citations?.retracted ?? null,
    suggested.length,
    count(suggested.filter(isMissing)),
    count(suggested.filter(isRetracted)),
    count(suggested.filter(isFar)),
    uncovered === null ? null : uncovered.join("; "),
    replacements.map((one) => one.id).join("; "),
  ];
}

function ofReviewer(
  { suggested }: ChairRow,
  reviewer: ReviewerRow | null,
  reason: (conflict: Conflict) => string,
): Value[] {
  if (reviewer === null) return OF_REVIEWER.map(() => null);
  const { label, signsAs, id, papers, fit, score, venueConflict, conflicts, own } = reviewer;
  const asked = suggested.filter(({ by }) => by === signsAs).map(({ shown }) => shown);
  return [
    label,
    id,
    papers,
    fit === null ? null : Math.round(fit * 1000) / 1000,
    score,
    venueConflict,
    conflicts.map(reason).join("; "),
    own,
    asked.join("; "),
  ];
}

/** Spreadsheets take what begins like a formula for one: the words of others are text. */
function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[\s]*[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
