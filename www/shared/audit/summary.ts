/** Counts of an audit, as crate/core makes them (audit/event.rs). */

import type { Summary } from "../generated/Summary";
import type { Verdict } from "../generated/Verdict";

/** The summary after one verdict became another. */
export function withVerdictChanged(summary: Summary, was: Verdict, is: Verdict): Summary {
  const counted = { ...summary };
  counted[was] -= 1;
  counted[is] += 1;
  return withRates(counted);
}

/** Coverage and integrity from the counts. */
export function withRates(counted: Summary): Summary {
  const decided = counted.supported + counted.miscited;
  const coverage = counted.pairs === 0 ? 0 : (decided + counted.undecidable) / counted.pairs;
  const integrity = coverage >= 0.5 && decided > 0 ? counted.supported / decided : null;
  return { ...counted, coverage, integrity };
}
