/** Neutral paragraphs for a review: what a sentence says, what its source says, and where; nothing about its authors. */

import { isProblem } from "../audit/severity";
import type { ReferenceStatus } from "../audit/reference-status";
import { pairKey, type AuditState } from "../audit/state";
import type { Finding } from "../generated/Finding";
import { evidencePlace, shortReference } from "./describe";
import { headlineOf } from "./policy-line";
import type { Messages } from "./locales/messages";

/** One finding as a paragraph. */
export function reviewParagraph(words: Messages, finding: Finding, state: AuditState): string {
  const { review } = words;
  const reference = state.reference(finding.reference);
  const name = shortReference(words, reference, finding.reference);
  const sentence = state.citation(finding.citation)?.sentence ?? finding.claim;
  const [passage] = finding.evidence;
  const answer = state.answers.get(pairKey(finding));
  const parts = [
    review.sentence(name, sentence),
    `${headlineOf(words, state, finding)}.`,
    passage === undefined || finding.verdict === "unchecked"
      ? ""
      : review.passage(passage.text, evidencePlace(words, finding, passage)),
    answer === "not-supported" ? review.notSupported : review.ask,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Findings that a review would name: problems and hints at differences that nobody settled, and what the reader found wanting. */
export function unresolved(state: AuditState): Finding[] {
  const places = new Map((state.document?.citations ?? []).map(({ id }, place) => [id, place]));
  const placeOf = ({ citation }: Finding): number => places.get(citation) ?? places.size;
  return [...state.findings()]
    .filter((finding) => isUnresolved(finding, state))
    .sort((one, other) => placeOf(one) - placeOf(other));
}

function isUnresolved(finding: Finding, state: AuditState): boolean {
  const key = pairKey(finding);
  const answer = state.answers.get(key);
  if (state.dismissed.has(key) || answer === "supported" || answer === "skipped") return false;
  const isHint = finding.verdict === "undecidable" && finding.category !== null;
  return answer === "not-supported" || isProblem(state.severityOf(finding)) || isHint;
}

const RETRACTED: readonly (ReferenceStatus | null)[] = ["retracted", "retracted-since", "replaced"];

/** What is wrong with entries of the reference list as such, a sentence for all of a kind; and the entries that are told there. */
function ofReferences(
  words: Messages,
  state: AuditState,
): { paragraphs: string[]; told: ReadonlySet<string> } {
  const { review } = words;
  // What the reader settled for every citation of an entry is not asked again.
  const open = new Set(unresolved(state).map(({ reference }) => reference));
  const references = (state.document?.references ?? []).filter(({ id }) => open.has(id));
  const of = (statuses: readonly (ReferenceStatus | null)[]): typeof references =>
    references.filter(({ id }) => statuses.includes(state.referenceStatus(id)));
  const [missing, retracted] = [of(["missing"]), of(RETRACTED)];
  const named = (all: typeof references): string[] =>
    all.map((reference) => {
      const title = reference.title === null ? "" : ` ${words.quote(reference.title)}`;
      return `${shortReference(words, reference, reference.id)}${title}`;
    });
  return {
    paragraphs: [
      ...(missing.length === 0 ? [] : [review.missing(missing.length, named(missing))]),
      ...(retracted.length === 0 ? [] : [review.retracted(retracted.length, named(retracted))]),
    ],
    told: new Set([...missing, ...retracted].map(({ id }) => id)),
  };
}

/** Paragraphs for what is wrong with references, and one for each citation beside. */
export function reviewSummary(words: Messages, state: AuditState): string {
  const { paragraphs, told } = ofReferences(words, state);
  const others = unresolved(state)
    .filter(({ reference }) => !told.has(reference))
    .map((finding) => reviewParagraph(words, finding, state));
  const all = [...paragraphs, ...(others.length === 0 ? [] : [words.review.head, ...others])];
  return all.length === 0 ? words.review.none : all.join("\n\n");
}

/** What the reader answered, a line of JSON for each answer: data to train or test with. */
export function labelledData(state: AuditState): string {
  const lines = [...state.findings()].flatMap((finding) => {
    const answer = state.answers.get(pairKey(finding));
    if (answer === undefined || answer === "skipped") return [];
    const citation = state.citation(finding.citation);
    const reference = state.reference(finding.reference);
    return [
      JSON.stringify({
        claim: finding.claim,
        sentence: citation?.sentence ?? finding.claim,
        title: reference?.title ?? null,
        doi: reference?.doi ?? null,
        evidence: finding.evidence.map(({ text }) => text),
        label: answer === "supported" ? "ACCURATE" : "NOT_ACCURATE",
        verdict: finding.verdict,
        reasons: finding.reasons.map(({ kind }) => kind),
      }),
    ];
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
