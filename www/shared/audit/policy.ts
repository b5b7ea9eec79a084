/**
 * What a venue makes of what is found about an entry. The facts are told as the core tells them (crate/core/src/export/check_policy.rs); a
 * test compares the two. The levels are the core's own table.
 */

import { isOfTheWork, mostSevere, severityOf, severityOfWords, type FindingSeverity } from "./severity";
import type { Finding } from "../generated/Finding";
import type { JudgedReference } from "../generated/JudgedReference";
import type { Discrepancy } from "../generated/Discrepancy";
import type { Field } from "../generated/Field";
import type { FieldDifference } from "../generated/FieldDifference";
import type { Level } from "../generated/Level";
import type { Record as Work } from "../generated/Record";
import type { Resolution } from "../generated/Resolution";
import table from "./policy-levels.json";

export const PROFILES = ["default", "neurips-2026", "iclr-2026", "strict", "lenient"] as const;

export type PolicyProfile = (typeof PROFILES)[number];

/** From the gravest on. */
export const LEVELS: readonly Level[] = ["error", "warning", "note", "none"];

const TABLE = table as Readonly<Record<PolicyProfile, Readonly<Record<Discrepancy, Level>>>>;

const FACTS: Readonly<Record<Exclude<Field, "authors" | "venue">, Discrepancy>> = {
  title: "title",
  year: "year",
  doi: "doi_of_another_work",
};

/** A choice as it was kept; null where none was made, or one that is not known. */
export function profileFrom(kept: unknown): PolicyProfile | null {
  return PROFILES.find((profile) => profile === kept) ?? null;
}

/** The level of the gravest fact about an entry. A retraction that came after the article is held against nobody. */
export function levelOf(profile: PolicyProfile, resolution: Resolution, isRetractedSince: boolean): Level {
  const levels = factsOf(resolution).map((fact) => levelOfFact(profile, fact, isRetractedSince));
  return gravest(levels);
}

/** The facts about an entry with their levels, the weightiest last; null where none has one. */
export function judge(
  profile: PolicyProfile,
  reference: string,
  resolution: Resolution,
  isRetractedSince: boolean,
): JudgedReference | null {
  const discrepancies = [...new Set(factsOf(resolution))]
    .map((kind) => ({ kind, level: levelOfFact(profile, kind, isRetractedSince) }))
    .sort((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));
  const level = gravest(discrepancies.map((judged) => judged.level));
  return level === "none" ? null : { reference, discrepancies, level };
}

/** The need of a finding: an error in its entry is a problem, and what is a note or nothing is none. What the source says stays. */
export function severityAt(level: Level, finding: Finding): FindingSeverity {
  const severity = severityOf(finding);
  if (level === "error") return mostSevere([severity, "reference"]) ?? severity;
  if (level === "warning" || !isOfTheWork(severity)) return severity;
  return severityOfWords(finding);
}

/** Whether a policy that gives an entry this level says something of a finding about it. */
export function saysSomething(level: Level, finding: Finding): boolean {
  return level === "error" || level === "warning" || isOfTheWork(severityOf(finding));
}

/** Whether an entry of this level is no problem. */
export function isWaived(level: Level | null): boolean {
  return level === "note" || level === "none";
}

function levelOfFact(profile: PolicyProfile, fact: Discrepancy, isRetractedSince: boolean): Level {
  const level = TABLE[profile][fact];
  const isLater = isRetractedSince && (fact === "retracted" || fact === "withdrawn");
  return isLater && LEVELS.indexOf(level) < LEVELS.indexOf("note") ? "note" : level;
}

function gravest(levels: readonly Level[]): Level {
  return LEVELS.find((level) => levels.includes(level)) ?? "none";
}

/** What is known of an entry, in the words of policies. */
export function factsOf(resolution: Resolution): Discrepancy[] {
  switch (resolution.kind) {
    case "ghost":
      return ["not_found"];
    case "ambiguous":
    case "unknown":
      return ["unconfirmed"];
    case "resolved":
      return [
        ...resolution.differences.map((difference) => factOf(difference, resolution.record)),
        ...ofStatus(resolution.record),
      ];
  }
}

function factOf({ field, reference }: FieldDifference, record: Work): Discrepancy {
  if (field === "venue") return record.kind === "preprint" ? "preprint_as_published" : "venue";
  if (field !== "authors") return FACTS[field];
  const named = new Set(wordsOf(reference));
  const isShared = record.authors.some(({ family }) => wordsOf(family).some((word) => named.has(word)));
  return isShared ? "authors_in_part" : "authors";
}

function ofStatus({ status }: Work): Discrepancy[] {
  if (status.kind === "concern") return ["concern"];
  if (status.kind !== "retracted" || status.manner === "replaced") return [];
  return [status.manner === "withdrawn" ? "withdrawn" : "retracted"];
}

/** Words without case and accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
