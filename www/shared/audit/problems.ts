/** How many citations a reader should look at. */

import type { AuditState } from "./state";

/** Citations whose source seems to say otherwise, or whose reference is retracted, unknown or misdescribed; dismissed ones left out. */
export function problemsOf(state: AuditState): number {
  return (state.document?.citations ?? []).filter(({ id }) => {
    const severity = state.severityOfCitation(id);
    return severity === "review" || severity === "reference" || severity === "retracted-since";
  }).length;
}
