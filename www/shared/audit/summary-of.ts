/** The summary of those findings that are shown: a file may say otherwise, and some of its sentences may have gone. */

import { citationCounts, referenceCounts } from "./counts";
import type { AuditState } from "./state";
import { withRates } from "./summary";
import type { Summary } from "../generated/Summary";

export function summaryOf(state: AuditState, complete: boolean): Summary {
  const summary: Summary = {
    pairs: 0,
    supported: 0,
    miscited: 0,
    undecidable: 0,
    unchecked: 0,
    unmapped: 0,
    references_resolved: 0,
    references_ghost: 0,
    references_open: 0,
    coverage: 0,
    integrity: null,
    complete,
    citations: citationCounts(state),
    references: referenceCounts(state),
  };
  for (const { citation, reference, verdict } of state.findings()) {
    if (state.lost.has(citation)) continue;
    if (reference === "") {
      summary.unmapped += 1;
      continue;
    }
    summary.pairs += 1;
    summary[verdict] += 1;
  }
  for (const { id } of state.document?.references ?? []) {
    const resolution = state.resolution(id);
    if (resolution?.kind === "resolved") summary.references_resolved += 1;
    else if (resolution?.kind === "ghost") summary.references_ghost += 1;
    else summary.references_open += 1;
  }
  return withRates(summary);
}
