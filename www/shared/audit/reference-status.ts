/** How an entry of the reference list stands to the records: decides its mark and its row. */

import type { Resolution } from "../generated/Resolution";

/** From the most to the least pressing. */
export const REFERENCE_STATUSES = [
  "retracted",
  "retracted-since",
  "replaced",
  "concern",
  "missing",
  "differs",
  "open",
  "found",
] as const;

export type ReferenceStatus = (typeof REFERENCE_STATUSES)[number];

/**
 * The standing of an entry; `open` where records leave it open. A resolution knows nothing of the citing paper: whether its work was
 * retracted only since is told by the findings.
 */
export function referenceStatusOf(resolution: Resolution, isRetractedSince = false): ReferenceStatus {
  switch (resolution.kind) {
    case "ghost":
      return "missing";
    case "ambiguous":
    case "unknown":
      return "open";
    case "resolved": {
      const { status } = resolution.record;
      if (status.kind === "concern") return "concern";
      if (status.kind === "retracted") {
        if (status.manner === "replaced") return "replaced";
        return isRetractedSince ? "retracted-since" : "retracted";
      }
      return resolution.differences.length > 0 ? "differs" : "found";
    }
  }
}

/** Whether a reader should look at the entry. What is open accuses nobody. */
export function needsAttention(standing: ReferenceStatus): boolean {
  return standing !== "open" && standing !== "found";
}
