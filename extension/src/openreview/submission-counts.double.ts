/** Counts for tests. */

import type { ReferenceCounts } from "@citelight/shared/generated/ReferenceCounts";
import { PROFILES } from "@citelight/shared/audit/policy";
import type { CountsByPolicy, SubmissionCounts } from "./submission-counts";

/** The same under every policy. */
export function countsOf({ total, ...counts }: CountsByPolicy & { total: number }): SubmissionCounts {
  const by = Object.fromEntries(["none" as const, ...PROFILES].map((choice) => [choice, counts]));
  return { total, by: by as SubmissionCounts["by"] };
}

export const REFERENCES: ReferenceCounts = {
  total: 4,
  verified: 1,
  missing: 2,
  retracted: 1,
  concern: 0,
  differs: 0,
  open: 0,
};
