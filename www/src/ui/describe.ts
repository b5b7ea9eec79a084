/** Short texts about findings and references, made of their own words. */

import type { Evidence } from "../generated/Evidence";
import type { Finding } from "../generated/Finding";
import type { Identifiers } from "../generated/Identifiers";
import type { Person } from "../generated/Person";
import type { Place } from "../generated/Place";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import { words } from "./words";

/** `Smith et al. 2020`, else the title, else the entry's first words. */
export function shortReference(reference: ReferenceView | null, fallback: string): string {
  if (reference === null) return fallback;
  const names = shortNames(reference.authors);
  if (names.length > 0) return reference.year === null ? names : `${names} ${reference.year}`;
  return shorten(reference.title ?? reference.raw, 60);
}

/** `Smith et al.`; nothing where no author is known. */
export function shortNames(authors: readonly Person[]): string {
  const [first, second] = authors.map((person) => person.family).filter((name) => name.length > 0);
  if (first === undefined) return "";
  if (authors.length === 1) return first;
  return authors.length === 2 && second !== undefined ? `${first} & ${second}` : `${first} et al.`;
}

/** `Results › Growth, ¶4`. */
export function placeText(place: Place): string {
  const section = place.section.map((heading) => shorten(heading, 50)).join(" › ");
  const paragraph = place.paragraph > 0 ? words.card.paragraph(place.paragraph) : "";
  const where = [section, paragraph].filter((part) => part.length > 0).join(", ");
  return place.extent === "abstract"
    ? [where, words.card.abstractOnly].filter((part) => part.length > 0).join(" · ")
    : where;
}

/** Where words that a finding shows stand: in the source, or in a paper that cites it. */
export function evidencePlace(finding: Finding, { place }: Evidence): string {
  if (finding.committee === null) return placeText(place);
  const [title = ""] = place.section;
  return words.committee.by(shorten(title, 60));
}

/** `Content · says otherwise`. */
export function categoryText(finding: Finding): string {
  const label = finding.category;
  if (label === null) return "";
  const parts = [words.category[label.category]];
  if (label.subtype !== null) parts.push(words.subtype[label.subtype]);
  return parts.join(" · ");
}

/**
 * Where a reader can open the source: the place the text came from, at the very words, where that is on the web; else
 * by identifier. Only http(s): a hostile record must not smuggle in a script.
 */
export function sourceLink(
  reference: ReferenceView | null,
  resolution: Resolution | null,
  evidence: Evidence | undefined,
): string | null {
  const origin = evidence?.place.origin ?? "";
  if (/^https?:\/\//i.test(origin) && URL.canParse(origin)) {
    const url = new URL(origin);
    url.hash = "";
    return `${url.href}#:~:text=${textFragment(evidence?.text ?? "")}`;
  }
  const record = resolution?.kind === "resolved" ? resolution.record.identifiers : null;
  return (
    (record === null ? null : identifierLink(record)) ??
    (reference === null ? null : identifierLink(reference))
  );
}

/** The page of a work by its identifiers. Absent ones are left out of messages, whatever their type says. */
export function identifierLink(identifiers: Partial<Identifiers>): string | null {
  const { doi, arxiv, pmcid, pmid } = identifiers;
  if (doi) return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
  if (arxiv) return `https://arxiv.org/abs/${encodeURI(arxiv)}`;
  if (pmcid) return `https://pmc.ncbi.nlm.nih.gov/articles/${encodeURIComponent(pmcid)}/`;
  if (pmid) return `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`;
  return null;
}

function textFragment(text: string): string {
  const tokens = text.trim().split(/\s+/);
  const encode = (part: readonly string[]): string =>
    encodeURIComponent(part.join(" ")).replaceAll("-", "%2D");
  return tokens.length <= 10 ? encode(tokens) : `${encode(tokens.slice(0, 5))},${encode(tokens.slice(-5))}`;
}

/** Cuts at a word. */
export function shorten(text: string, length: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length / 2)).trimEnd()}…`;
}

/** What is wrong with a reference itself, one sentence each. */
export function referenceTroubles(resolution: Resolution | null): string[] {
  if (resolution === null) return [];
  if (resolution.kind === "ghost") return [words.card.ghost(resolution.asked)];
  if (resolution.kind !== "resolved") return [];
  const troubles = resolution.differences.map((d) =>
    words.card.differs(words.field[d.field], d.reference, d.record),
  );
  const { status } = resolution.record;
  if (status.kind === "retracted") troubles.unshift(words.card.retracted(status.year));
  return troubles;
}

/** How sure a finding is; of one that decides nothing there is nothing to be sure of. */
export function confidenceText(finding: Finding): string | null {
  const decided = finding.verdict === "supported" || finding.verdict === "miscited";
  return decided && finding.confidence !== null ? words.card.confidence(finding.confidence) : null;
}

/** A finding as plain text, for the clipboard. */
export function findingText(finding: Finding, reference: ReferenceView | null): string {
  const head = [words.verdict[finding.verdict], categoryText(finding)]
    .filter((part) => part.length > 0)
    .join(" · ");
  const confidence = confidenceText(finding);
  const lines = [
    confidence === null ? head : `${head} (${confidence})`,
    `${words.card.claim}: ${finding.claim}`,
    `${words.card.source}: ${reference?.raw ?? finding.reference}`,
  ];
  const [evidence] = finding.evidence;
  if (evidence !== undefined) lines.push(`${evidencePlace(finding, evidence)}: “${evidence.text}”`);
  lines.push(`${words.card.why}: ${finding.message}`);
  return lines.join("\n");
}
