/** Which words of claim and source differ: set off in both, so that a reader sees the difference without reading twice. */

import type { Evidence } from "../generated/Evidence";
import type { Reason } from "../generated/Reason";

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The words of the claim that reasons are about. */
export function differingInClaim(claim: string, reasons: readonly Reason[]): Stretch[] {
  return merged(
    reasons.flatMap((reason) => wordsOf(reason, "claim")).flatMap((word) => placesOf(claim, word)),
  );
}

/** The words of the evidence that differ: as the core found them, else those that reasons name. */
export function differingInSource(
  { text, differing }: Pick<Evidence, "text" | "differing">,
  reasons: readonly Reason[],
): Stretch[] {
  if (differing.length > 0) return merged(differing.filter(({ end }) => end <= text.length));
  return merged(
    reasons.flatMap((reason) => wordsOf(reason, "source")).flatMap((word) => placesOf(text, word)),
  );
}

/** What a reason names on one side. */
function wordsOf(reason: Reason, side: "claim" | "source"): string[] {
  if (reason.kind === "another-subject") return side === "claim" ? reason.missing : [];
  if (reason.kind === "number-missing") return side === "claim" ? [reason.claim] : [];
  if (reason.kind === "hedge-dropped") return side === "source" ? [reason.source] : [];
  // A record's text lists all authors: the first is enough to see whose it is.
  if (reason.kind === "author-differs")
    return side === "claim" ? [reason.claim] : [reason.record.split(/ et al\.| & |, | and /)[0] ?? ""];
  return "claim" in reason && "source" in reason ? [reason[side]] : [];
}

/** Where a word stands in a text by itself, whatever its case. */
export function placesOf(text: string, word: string): Stretch[] {
  const wanted = word.trim().toLowerCase();
  const among = text.toLowerCase();
  // Letters whose lower case is longer would shift every place.
  if (wanted === "" || among.length !== text.length) return [];
  const found: Stretch[] = [];
  for (let at = among.indexOf(wanted); at >= 0; at = among.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isEdge(text, at, wanted[0]) && isEdge(text, end, wanted.at(-1))) found.push({ start: at, end });
  }
  return found;
}

/** Whether a word that begins or ends with `letter` ends at `at`; a number also at a point that parts no digits. */
function isEdge(text: string, at: number, letter = ""): boolean {
  if (!/[\p{L}\p{N}]/u.test(letter)) return true;
  const around = [text[at - 1] ?? "", text[at] ?? ""] as const;
  return !around.every((c) => /[\p{L}\p{N}]/u.test(c)) && !isWithinNumber(text, at);
}

function isWithinNumber(text: string, at: number): boolean {
  return /\d[.,]$/.test(text.slice(0, at)) && /^\d/.test(text.slice(at))
    ? true
    : /\d$/.test(text.slice(0, at)) && /^[.,]\d/.test(text.slice(at));
}

/** In order, none within or over another. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const done: Stretch[] = [];
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= start) continue;
    const last = done.at(-1);
    if (last === undefined || start >= last.end) done.push({ start, end });
    else done[done.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return done;
}
