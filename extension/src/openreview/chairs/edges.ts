/** What the venue noted of one submission and its reviewers: scores and conflicts, and who else might review it. */

import { at, list, text } from "../api";

/** What this session may know of it. */
export type Noted<T> =
  | { kind: "known"; value: T }
  /** Out of this session's reach. */
  | { kind: "hidden" }
  /** The venue's group names no such thing. */
  | { kind: "unnamed" };

/** Weights of one submission, by profile. */
export type Weights = ReadonlyMap<string, number>;

export interface Replacement {
  id: string;
  score: number;
}

/** So many are named. */
const MOST = 3;

export function weightsIn(answer: unknown): Weights {
  const weights = new Map<string, number>();
  for (const edge of list(answer, "edges")) {
    const id = text(edge, "tail");
    const weight = at(edge, "weight");
    if (id?.startsWith("~") === true && typeof weight === "number") weights.set(id, weight);
  }
  return weights;
}

/** Those whom the venue scores highest, without whoever reviews it already or has a conflict. */
export function replacementsIn(
  scores: Weights,
  conflicts: Weights,
  assigned: readonly string[],
): Replacement[] {
  return [...scores]
    .filter(([id]) => !assigned.includes(id) && !conflicts.has(id))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([id, score]) => ({ id, score }));
}

/** The name in a profile's id: `~Rae_Viewer1`. */
export function nameIn(id: string): string {
  return id.replace(/^~/, "").replace(/\d+$/, "").replaceAll("_", " ");
}
