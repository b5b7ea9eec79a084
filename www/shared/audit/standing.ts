/** How an entry of the reference list stands to the records: decides its mark and its row. */

import type { Resolution } from "../generated/Resolution";

/** From the most to the least pressing. */
export const STANDINGS = [
  "retracted",
  "retracted-since",
  "replaced",
  "concern",
  "missing",
  "differs",
  "open",
  "found",
] as const;

export type Standing = (typeof STANDINGS)[number];

/**
 * The standing of an entry; `open` where records leave it open. A resolution knows nothing of the citing paper: whether its work was
 * retracted only since is told by the findings.
 */
export function standingOf(resolution: Resolution, isRetractedSince = false): Standing {
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
export function isTrouble(standing: Standing): boolean {
  return standing !== "open" && standing !== "found";
}
