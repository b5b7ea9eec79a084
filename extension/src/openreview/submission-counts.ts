/** What consoles tell of a submission's citations, by every policy: whichever the reader chooses later, nothing is checked again for it. */

import { PROFILES, type PolicyProfile } from "@citelight/shared/audit/policy";

/** A policy, or none. */
export type PolicyChoice = PolicyProfile | "none";

const CHOICES: readonly PolicyChoice[] = ["none", ...PROFILES];

export interface CountsByPolicy {
  /** Citations that need attention. */
  problems: number;
  /** Citations that something was found out about. */
  judged: number;
}

export interface SubmissionCounts {
  /** In-text citations. */
  total: number;
  by: Readonly<Record<PolicyChoice, CountsByPolicy>>;
}

/** @param policy null for none. */
export function countsBy(policy: PolicyProfile | null, { by }: SubmissionCounts): CountsByPolicy {
  return by[policy ?? "none"];
}

/** Whether what was kept are counts as this version keeps them. */
export function areCounts(kept: Partial<SubmissionCounts> | undefined): boolean {
  const by: Partial<SubmissionCounts["by"]> | undefined = kept?.by;
  return kept?.total !== undefined && CHOICES.every((choice) => by?.[choice] !== undefined);
}
