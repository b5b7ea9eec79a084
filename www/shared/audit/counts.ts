/**
 * What every surface counts: in-text citations, each once by the most severe of its findings, and entries of the reference list. The core
 * counts the same for its summary and its reports (crate/core/src/audit/counts.rs); a test compares the two.
 */

import type { CitationCounts } from "../generated/CitationCounts";
import type { ReferenceCounts } from "../generated/ReferenceCounts";
import type { ReferenceStatus } from "./reference-status";
import type { CitationClass } from "./severity";
import type { AuditState } from "./state";

/** What an entry counts as. */
export type ReferenceClass = Exclude<keyof ReferenceCounts, "total">;

/** In the order in which they are told. */
export const REFERENCE_CLASSES: readonly ReferenceClass[] = [
  "verified",
  "missing",
  "retracted",
  "concern",
  "differs",
  "open",
];

export const NO_CITATIONS: CitationCounts = {
  total: 0,
  review: 0,
  reference: 0,
  retracted_since: 0,
  may_differ: 0,
  may_not_fit: 0,
  undecidable: 0,
  unchecked: 0,
  supported: 0,
  dismissed: 0,
};

const CITATION_FIELDS: Readonly<Record<CitationClass, Exclude<keyof CitationCounts, "total">>> = {
  review: "review",
  reference: "reference",
  "retracted-since": "retracted_since",
  "may-differ": "may_differ",
  "may-not-fit": "may_not_fit",
  undecidable: "undecidable",
  unchecked: "unchecked",
  supported: "supported",
  dismissed: "dismissed",
};

const REFERENCE_FIELDS: Readonly<Record<ReferenceStatus, ReferenceClass>> = {
  retracted: "retracted",
  "retracted-since": "retracted",
  replaced: "retracted",
  concern: "concern",
  missing: "missing",
  differs: "differs",
  open: "open",
  found: "verified",
};

/** What is known of an article. */
export interface Counts {
  readonly citations: CitationCounts;
  readonly references: ReferenceCounts;
}

export function countsOf(state: AuditState): Counts {
  return { citations: citationCounts(state), references: referenceCounts(state) };
}

/** In-text citations by class. What does not stand on the page any more is no part of an article that was checked beforehand. */
export function citationCounts(state: AuditState): CitationCounts {
  const counts = { ...NO_CITATIONS };
  for (const { id } of state.document?.citations ?? []) {
    if (state.isBeforehand && state.lost.has(id)) continue;
    counts.total += 1;
    counts[CITATION_FIELDS[state.classOfCitation(id)]] += 1;
  }
  return counts;
}

export function countOf(counts: CitationCounts, one: CitationClass): number {
  return counts[CITATION_FIELDS[one]];
}

/** Citations that need attention. */
export function problems({ review, reference, retracted_since }: CitationCounts): number {
  return review + reference + retracted_since;
}

/** Citations that something was found out about. */
export function judged({ total, unchecked }: CitationCounts): number {
  return total - unchecked;
}

/** Entries of the reference list by how they stand to the records; what was not looked up is open. */
export function referenceCounts(state: AuditState): ReferenceCounts {
  const counts: ReferenceCounts = {
    total: 0,
    verified: 0,
    missing: 0,
    retracted: 0,
    concern: 0,
    differs: 0,
    open: 0,
  };
  for (const { id } of state.document?.references ?? []) {
    counts.total += 1;
    counts[referenceClass(state, id)] += 1;
  }
  return counts;
}

export function referenceClass(state: AuditState, reference: string): ReferenceClass {
  return REFERENCE_FIELDS[state.referenceStatus(reference) ?? "open"];
}

/** Entries whose work is known. */
export function found({ total, missing, open }: ReferenceCounts): number {
  return total - missing - open;
}
