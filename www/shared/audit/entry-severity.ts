/** What an entry of the reference list needs of the reader, by the policy if there is one: decides its mark, its sign and its card. */

import { isWaived } from "./policy";
import { needsAttention } from "./reference-status";
import type { FindingSeverity } from "./severity";
import type { AuditState } from "./state";

/** Null where there is nothing to say. What a policy calls a note is told as quietly as what is open. */
export function entrySeverity(state: AuditState, reference: string): FindingSeverity | null {
  const standing = state.referenceStatus(reference);
  if (standing === null || !needsAttention(standing)) return null;
  const level = state.policyLevel(reference);
  if (level === "none") return null;
  return isWaived(level) ? "unchecked" : "reference";
}
