/** What a citation or finding needs of the reader: decides its mark, its group and its order. */

import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";

/** From the most to the least pressing. */
export const SEVERITIES = [
  "review",
  "reference",
  "retracted-since",
  "may-differ",
  "may-not-fit",
  "undecidable",
  "unchecked",
  "supported",
] as const;

export type FindingSeverity = (typeof SEVERITIES)[number];

/** What a citation counts as: what it needs of a reader, or that the reader dismissed all of it. */
export type CitationClass = FindingSeverity | "dismissed";

/** Whether a reader should look at it: what is open or supported accuses nobody. */
export function isProblem(need: FindingSeverity): boolean {
  return need === "review" || need === "reference" || need === "retracted-since";
}

/** Whether its sentence is marked, and a reader who goes through the article stops there: at problems, and at hints. */
export function needsALook(need: FindingSeverity): boolean {
  return isProblem(need) || need === "may-differ" || need === "may-not-fit";
}

/**
 * The need of one finding. A verdict about the work itself, not its words, is reference trouble. That the work was retracted
 * since, or nobody knows when, is no fault of those who cite it, whatever its text says of their sentence; but a reader should
 * know.
 */
export function severityOf(finding: Finding): FindingSeverity {
  const isTold =
    isRetractedSince(finding) || finding.reasons.some(({ kind }) => kind === "retracted-undated");
  if (finding.verdict !== "miscited" && isTold) return "retracted-since";
  return finding.verdict === "miscited" && isReferenceTrouble(finding)
    ? "reference"
    : severityOfWords(finding);
}

/** Whether it is about the work itself, not its words. */
export function isOfTheWork(need: FindingSeverity): boolean {
  return need === "reference" || need === "retracted-since";
}

/**
 * The need of one finding by what the source says, whatever the records say of the work. A claim whose source was not read for what they
 * say is open.
 */
export function severityOfWords(finding: Finding): FindingSeverity {
  switch (finding.verdict) {
    case "supported":
      return "supported";
    case "undecidable":
    case "unchecked":
      if (mayDiffer(finding) || differsBeside(finding)) return "may-differ";
      return mayNotFit(finding) ? "may-not-fit" : finding.verdict;
    case "miscited":
      return isReferenceTrouble(finding) ? "unchecked" : "review";
  }
}

/** Whether nothing but the verdict is known: more is not kept of documents in confidence (persistence/verdicts.ts). */
export function isVerdictAlone({ message, trail }: Finding): boolean {
  return message === "" && trail.length === 0;
}

/** Whether a passage differs, by a rule that is not right often enough for a verdict: a hint, and no problem by itself. */
export function mayDiffer({ verdict, category }: Finding): boolean {
  return verdict === "undecidable" && category !== null;
}

/** Whether the sentence writes another name or year beside the citation than the entry has: a hint, too. */
export function differsBeside({ reasons }: Finding): boolean {
  return reasons.some(isBeside);
}

/** Whether a reason is read off from the words beside a citation. */
export function isBeside({ kind }: Reason): boolean {
  return kind === "name-beside-differs" || kind === "year-beside-differs";
}

/** Whether the work seems to be about something else, by its title and abstract: a hint, and no problem by itself. */
export function mayNotFit({ reasons }: Finding): boolean {
  return reasons.some(({ kind }) => kind === "seems-about-something-else");
}

/** Whether the cited work was retracted after the citing paper appeared. */
export function isRetractedSince({ reasons }: Finding): boolean {
  return reasons.some(({ kind }) => kind === "retracted-since");
}

/** The most pressing of several, none of none. */
export function mostSevere(needs: Iterable<FindingSeverity>): FindingSeverity | null {
  const present = new Set(needs);
  return SEVERITIES.find((need) => present.has(need)) ?? null;
}

function isReferenceTrouble(finding: Finding): boolean {
  const subtype = finding.category?.subtype ?? null;
  if (subtype === "ghost-citation" || subtype === "retracted") return true;
  const kind = finding.reasons[0]?.kind;
  return kind === "no-record" || kind === "retracted" || kind === "metadata-differs";
}
