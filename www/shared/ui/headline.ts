/** The first line of a card: what differs, or what keeps it open. Said once: what it says is not repeated below. */

import { differsBeside, isBeside, isVerdictAlone, mayDiffer, mayNotFit } from "../audit/severity";
import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";
import type { Resolution } from "../generated/Resolution";
import type { ReferenceStatus } from "../audit/reference-status";
import type { Messages } from "./locales/messages";

/** Words of the claim that a headline names at most. */
const NAMED = 3;
/** A value that is longer is shown in the comparison and not in the headline. */
const LONGEST_VALUE = 40;

/** Reasons of which the headline says everything. */
const SAID: ReadonlySet<Reason["kind"]> = new Set<Reason["kind"]>([
  "source-says-so",
  "similar-passage",
  "number-missing",
  "quotation-found",
  "quotation-altered",
  "number-differs",
  "entity-differs",
  "direction-differs",
  "negation-differs",
  "hedge-dropped",
  "scope-differs",
  "causal-upgrade",
  "author-differs",
  "retracted",
  "retracted-since",
  "retracted-undated",
  "retracted-and-replaced",
  "not-found-in-source",
  "evidence-weak",
  "abstract-only",
  "passages-only",
  "perfunctory",
]);

/** Whether only the abstract of the source was read. */
export function isAbstractOnly({ evidence, reasons }: Finding): boolean {
  return (
    reasons.some(({ kind }) => kind === "abstract-only") ||
    (evidence.length > 0 && evidence.every(({ place }) => place.extent === "abstract"))
  );
}

/** How much of the source could be read says how far to trust a result; it is none itself, unless there is no other. */
function isOfExtent({ kind }: Reason): boolean {
  return kind === "abstract-only" || kind === "passages-only";
}

function decidingReason(finding: Finding): Reason | undefined {
  const { reasons, verdict } = finding;
  // Where nothing is decided, a hint says more than why.
  const isOpen = verdict === "undecidable" || verdict === "unchecked";
  if (isOpen && !mayDiffer(finding) && differsBeside(finding)) return reasons.find(isBeside);
  if (isOpen && mayNotFit(finding)) return reasons.find(({ kind }) => kind === "seems-about-something-else");
  return reasons.find((reason) => !isOfExtent(reason)) ?? reasons[0];
}

/** Reasons that a headline leaves something to say of. */
export function furtherReasons(finding: Finding): readonly Reason[] {
  const deciding = decidingReason(finding);
  return finding.reasons.filter((reason) =>
    reason === deciding ? !SAID.has(reason.kind) : reason.kind !== "abstract-only",
  );
}

export function headline(words: Messages, finding: Finding): string {
  if (isVerdictAlone(finding)) return words.restored.verdictAlone;
  const { headline: text } = words;
  const ofAbstract = isAbstractOnly(finding);
  const reason = decidingReason(finding);
  switch (reason?.kind) {
    case undefined:
      return words.card.pending;
    case "source-says-so":
      return ofAbstract ? text.abstractAgrees : text.sourceAgrees;
    case "similar-passage":
      return text.similarPassage;
    case "tested-support":
    case "tested-difference":
      return ofAbstract ? text.openInAbstract : text.openInSource;
    case "number-missing":
      return text.numberMissing(reason.claim);
    case "quotation-found":
      return text.quotationFound;
    case "quotation-altered":
      return text.quotationAltered(reason.claim, reason.source);
    case "quotation-missing":
      return text.quotationMissing;
    case "number-differs":
      return finding.verdict === "undecidable"
        ? text.figuresDiffer(reason.claim, reason.source)
        : text.numberDiffers(reason.claim, reason.source);
    case "entity-differs":
      return text.numberDiffers(reason.claim, reason.source);
    case "direction-differs":
    case "scope-differs":
      return text.wordDiffers(reason.claim, reason.source);
    case "negation-differs":
      if (reason.claim === "" && reason.source !== "") return text.sourceDenies(reason.source);
      return reason.claim !== "" && reason.source === ""
        ? text.sentenceDenies(reason.claim)
        : text.negationDiffers;
    case "hedge-dropped":
      return text.hedgeDropped(reason.source);
    case "causal-upgrade":
      return text.causalUpgrade;
    case "author-differs":
      return text.authorDiffers(reason.claim, reason.record);
    case "no-record":
      return text.noRecord;
    case "not-checkable":
      return text.notCheckable;
    case "metadata-differs":
      return differenceHeadline(words, reason.differences);
    case "retracted":
      return text.retracted(
        reason.date ?? (reason.year === null ? null : String(reason.year)),
        reason.citing ?? null,
        reason.manner ?? "retracted",
      );
    case "retracted-since":
      return text.retractedSince(reason.date, reason.citing, reason.manner);
    case "retracted-undated":
      return text.retractedUndated(reason.date, reason.manner);
    case "retracted-and-replaced":
      return text.replaced;
    case "updated":
      return text.updated(reason.update, reason.date);
    case "changed-since":
      return text.changedSince(reason.claim, reason.latest);
    case "identifier-of-another-work":
      return text.anotherWork;
    case "not-found-in-source":
      return ofAbstract ? text.notInAbstract : text.notInSource;
    case "another-subject":
      return text.anotherSubject(reason.missing.slice(0, NAMED));
    case "seems-about-something-else":
      return text.seemsAboutSomethingElse;
    case "name-beside-differs":
      return text.nameBesideDiffers;
    case "year-beside-differs":
      return text.yearBesideDiffers(reason.sentence, reason.entry);
    case "evidence-weak":
      return ofAbstract ? text.openInAbstract : text.openInSource;
    case "model-finds-support":
      return text.modelAgrees(reason.model);
    case "model-finds-contradiction":
      return text.modelDisagrees(reason.model);
    case "model-undecided":
      return text.modelUndecided(reason.model);
    case "second-hand":
      return text.secondHand;
    case "abstract-only":
      return text.abstractOnly;
    case "passages-only":
      return text.passagesOnly;
    case "perfunctory":
      return text.perfunctory;
    case "witnesses-say-so":
      return text.witnessesAgree(reason.witnesses);
    case "witnesses-say-otherwise":
      return text.witnessesDisagree(reason.witnesses);
    case "witnesses-undecided":
      return text.witnessesUndecided;
    case "no-text":
      return text.noText;
    case "not-resolved":
      return text.notIdentified;
    case "not-looked-up":
      return text.notLookedUp;
    case "not-mapped":
      return text.notMapped;
    case "no-model":
    case "entry-chosen":
    case "read-from-image":
      return text.notCompared;
  }
}

/** The same of an entry of the reference list. */
export function referenceHeadline(
  words: Messages,
  standing: ReferenceStatus,
  resolution: Resolution | null,
): string {
  const { headline: text } = words;
  const record = resolution?.kind === "resolved" ? resolution.record : null;
  switch (standing) {
    case "retracted":
    case "retracted-since": {
      const status = record?.status.kind === "retracted" ? record.status : null;
      const year = status?.year ?? null;
      return text.retracted(
        status?.date ?? (year === null ? null : String(year)),
        null,
        status?.manner ?? "retracted",
      );
    }
    case "replaced":
      return text.replaced;
    case "concern":
      return text.concern;
    case "missing":
      return text.noRecord;
    case "differs":
      return resolution?.kind === "resolved"
        ? differenceHeadline(words, resolution.differences)
        : words.standing.differs;
    case "open":
      return text.entryOpen;
    case "found":
      return text.entryFound;
  }
}

function differenceHeadline(
  words: Messages,
  differences: Extract<Reason, { kind: "metadata-differs" }>["differences"],
): string {
  const [first, second] = differences;
  if (first === undefined) return words.standing.differs;
  const isShort = first.reference.length <= LONGEST_VALUE && first.record.length <= LONGEST_VALUE;
  return second === undefined && isShort && first.reference !== ""
    ? words.headline.fieldDiffers(words.field[first.field], first.reference, first.record)
    : words.headline.fieldsDiffer(
        differences.map(({ field }, place) => (place === 0 ? words.field[field] : words.fieldWithin(field))),
      );
}
