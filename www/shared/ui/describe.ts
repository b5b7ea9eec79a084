/** Short texts about findings and references, made of their own words. */

import { decidedBy } from "../audit/answers";
import type { Evidence } from "../generated/Evidence";
import type { DismissReason } from "../generated/DismissReason";
import type { Finding } from "../generated/Finding";
import type { Person } from "../generated/Person";
import type { Place } from "../generated/Place";
import type { Reason } from "../generated/Reason";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import type { WorkStatus } from "../generated/WorkStatus";
import { whyText } from "./reasons";
import type { Messages } from "./locales/messages";

/** `Smith et al. 2020`, else the title, else the entry's first words. */
export function shortReference(words: Messages, reference: ReferenceView | null, fallback: string): string {
  if (reference === null) return fallback;
  const names = shortNames(words, reference.authors);
  if (names.length > 0) return reference.year === null ? names : words.dated(names, reference.year);
  return shorten(reference.title ?? reference.raw, 60);
}

/** `Smith et al.`; nothing where no author is known. */
export function shortNames(words: Messages, authors: readonly Person[]): string {
  const [first, second] = authors.map((person) => person.family).filter((name) => name.length > 0);
  if (first === undefined) return "";
  if (authors.length === 1) return first;
  return authors.length === 2 && second !== undefined
    ? words.twoAuthors(first, second)
    : words.moreAuthors(first);
}

/** `Results › Growth, ¶4`. */
export function placeText(words: Messages, place: Place): string {
  // What stands in no work: the headings are the core's (crate/types/src/finding/evidence.rs).
  if (place.extent === null && place.section[0] === "Record") return words.reference.record;
  if (place.extent === null && place.section[0] === "References")
    return words.card.listed(words.reference.list, place.paragraph);
  const section = place.section.map((heading) => shorten(heading, 50)).join(" › ");
  // Which paragraph of the work a passage is nobody says.
  if (place.extent === "passages")
    return [section, words.card.passage].filter((part) => part.length > 0).join(" · ");
  const where = words.card.place(section, place.paragraph);
  return place.extent === "abstract"
    ? [where, words.card.abstractOnly].filter((part) => part.length > 0).join(" · ")
    : where;
}

/** Where words that a finding shows stand: in the source, or in a paper that cites it. */
export function evidencePlace(words: Messages, finding: Finding, { place }: Evidence): string {
  if (finding.committee === null) return placeText(words, place);
  const [title = ""] = place.section;
  return words.committee.by(shorten(title, 60));
}

/** `Content · says otherwise`. */
export function categoryText(words: Messages, finding: Finding): string {
  const label = finding.category;
  if (label === null) return "";
  const parts = [words.category[label.category]];
  if (label.subtype !== null) parts.push(words.subtype[label.subtype]);
  return parts.join(" · ");
}

/** Cuts at a word. */
export function shorten(text: string, length: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length / 2)).trimEnd()}…`;
}

/** Reasons that tell of a retraction. */
const RETRACTIONS: readonly Reason["kind"][] = [
  "retracted",
  "retracted-since",
  "retracted-undated",
  "retracted-and-replaced",
];

/** What a record says of the retraction of its work. */
function retractionText(words: Messages, status: Extract<WorkStatus, { kind: "retracted" }>): string {
  const date = status.date ?? (status.year === null ? null : String(status.year));
  return status.manner === "replaced"
    ? words.reason.retractedAndReplaced(date, null)
    : words.reason.retracted(date, null, status.manner ?? "retracted", null);
}

/** What is wrong with a reference itself, one sentence each, but for what reasons of a finding say already. */
export function referenceTroubles(
  words: Messages,
  resolution: Resolution | null,
  reasons: readonly Reason[] = [],
): string[] {
  const isSaid = (kind: Reason["kind"]): boolean => reasons.some((reason) => reason.kind === kind);
  if (resolution === null) return [];
  if (resolution.kind === "ghost")
    return isSaid("no-record") ? [] : [words.reason.noRecord(resolution.asked)];
  if (resolution.kind === "unknown" && resolution.not_checkable !== undefined && !isSaid("not-checkable"))
    return [words.reason.notCheckable(resolution.not_checkable.form, resolution.not_checkable.gap)];
  if (resolution.kind !== "resolved") return [];
  const troubles = resolution.differences.map((d) =>
    words.card.differs(words.field[d.field], d.reference, d.record),
  );
  const { status } = resolution.record;
  const isTold = RETRACTIONS.some((kind) => isSaid(kind));
  if (status.kind === "retracted" && !isTold) troubles.unshift(retractionText(words, status));
  return troubles;
}

/** How sure a finding is; of one that decides nothing there is nothing to be sure of. */
export function confidenceText(words: Messages, finding: Finding): string | null {
  const decided = finding.verdict === "supported" || finding.verdict === "miscited";
  return decided && finding.confidence !== null ? words.card.confidence(finding.confidence) : null;
}

/** What a finding is, and whose answer that is where rules and embedded models did not come to it. */
export function kindText(words: Messages, kind: string, finding: Finding): string {
  const by = decidedBy(finding);
  if (by === null) return kind;
  return `${kind} · ${by.kind === "model" ? by.model : words.answers.committee}`;
}

/** A finding as plain text, for the clipboard. */
export function findingText(words: Messages, finding: Finding, reference: ReferenceView | null): string {
  const head = [kindText(words, words.verdict[finding.verdict], finding), categoryText(words, finding)]
    .filter((part) => part.length > 0)
    .join(" · ");
  const confidence = confidenceText(words, finding);
  const lines = [
    confidence === null ? head : `${head} (${confidence})`,
    words.pair(words.card.claim, finding.claim),
    words.pair(words.card.source, reference?.raw ?? finding.reference),
  ];
  const [evidence] = finding.evidence;
  if (evidence !== undefined)
    lines.push(words.pair(evidencePlace(words, finding, evidence), words.quote(evidence.text)));
  lines.push(words.pair(words.card.why, whyText(words, finding)));
  return lines.join("\n");
}

/** What those who look after the rules need to see of a finding that its reader calls a false alarm. It goes nowhere but to the clipboard. */
export function falseAlarmText(
  words: Messages,
  finding: Finding,
  reference: ReferenceView | null,
  why: DismissReason,
  models: readonly string[],
): string {
  const head = words.pair(words.card.falseAlarmIs, words.dismissReason[why]);
  return [head, findingText(words, finding, reference), JSON.stringify({ models, finding }, null, 1)].join(
    "\n\n",
  );
}
