/** The passages that would settle an open claim: best first, with what the claim needs marked in both. */

import type { Evidence } from "../generated/Evidence";
import type { Finding } from "../generated/Finding";
import type { Need } from "../generated/Need";
import type { Stretch } from "./differences";

/** Passages that are shown of an open claim. */
const SHOWN = 2;
/** Words of a page in print. */
const WORDS_OF_PAGE = 450;

/** The one or two passages that would decide; of what is decided the one that did. */
export function decidingPassages({ verdict, committee, evidence }: Finding): readonly Evidence[] {
  return evidence.slice(0, verdict === "undecidable" && committee === null ? SHOWN : 1);
}

/** Where the claim says what a passage would have to say. */
export function neededInClaim({ claim, needs }: Finding): Stretch[] {
  return within(needs ?? [], claim);
}

/** Where a passage speaks of it. */
export function neededInPassage(finding: Finding, passage: Evidence): Stretch[] {
  const place = finding.evidence.indexOf(passage);
  return within(finding.bearing?.[place] ?? [], passage.text);
}

function within(needs: readonly Need[], text: string): Stretch[] {
  return needs.map(({ range }) => range).filter(({ start, end }) => start < end && end <= text.length);
}

/** About how many pages of the source were read; null where nothing tells. */
export function pagesRead({ trail }: Finding): number | null {
  const words = trail.findLast(({ step }) => step === "retrieve")?.values.words;
  return words === undefined ? null : Math.max(1, Math.round(words / WORDS_OF_PAGE));
}

/** Whether a whole text was read and nothing near the claim found in it. */
export function isNothingFound({ verdict, reasons, committee }: Finding): boolean {
  const isAbstract = reasons.some(({ kind }) => kind === "abstract-only" || kind === "passages-only");
  const [first] = reasons;
  return (
    verdict === "undecidable" && committee === null && !isAbstract && first?.kind === "not-found-in-source"
  );
}
