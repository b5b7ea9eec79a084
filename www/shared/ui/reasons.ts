/** Why a verdict was given, in the reader's words. */

import { isVerdictAlone } from "../audit/severity";
import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";
import type { Votes } from "../generated/Votes";
import { around, closed, textOf, type Part } from "./core-text";
import type { Messages } from "./locales/messages";

/** One reason as a sentence; clauses that the core wrote stay as they are. */
export function reasonParts(words: Messages, reason: Reason): Part[] {
  const { reason: text } = words;
  switch (reason.kind) {
    case "source-says-so":
      return [text.sourceSaysSo];
    case "similar-passage":
      return [text.similarPassage];
    case "tested-support":
      return [text.testedSupport(reason.right, reason.of)];
    case "tested-difference":
      return [text.testedDifference(reason.right, reason.of)];
    case "number-missing":
      return [text.numberMissing(reason.claim)];
    case "quotation-found":
      return [text.quotationFound];
    case "quotation-altered":
      return [text.quotationAltered(reason.claim, reason.source)];
    case "quotation-missing":
      return [text.quotationMissing(reason.quote)];
    case "number-differs":
    case "entity-differs":
      return [text.differs(reason.claim, reason.source)];
    case "direction-differs":
      return [text.directionDiffers(reason.claim, reason.source)];
    case "negation-differs":
      return [negation(words, reason.claim, reason.source)];
    case "hedge-dropped":
      return [text.hedgeDropped(reason.source)];
    case "scope-differs":
      return [text.scopeDiffers(reason.claim, reason.source)];
    case "causal-upgrade":
      return [text.causalUpgrade(reason.claim, reason.source)];
    case "author-differs":
      return [text.authorDiffers(reason.claim, reason.record)];
    case "no-record":
      return [text.noRecord(reason.asked)];
    case "not-checkable":
      return [text.notCheckable(reason.why.form, reason.why.gap)];
    case "metadata-differs":
      return [
        text.metadata(
          reason.differences.map(({ field, record, reference }) =>
            text.metadataField(words.fieldWithin(field), record, reference),
          ),
        ),
      ];
    case "retracted":
      return [
        text.retracted(
          reason.date ?? (reason.year === null ? null : String(reason.year)),
          reason.notice,
          reason.manner ?? "retracted",
          reason.citing ?? null,
        ),
      ];
    case "retracted-since":
      return [text.retractedSince(reason.date, reason.citing, reason.notice, reason.manner)];
    case "retracted-undated":
      return [text.retractedUndated(reason.date, reason.citing, reason.notice, reason.manner)];
    case "retracted-and-replaced":
      return [text.retractedAndReplaced(reason.date, reason.notice)];
    case "updated":
      return [text.updated(reason.update, reason.date, reason.notice)];
    case "changed-since":
      return [text.changedSince(reason.claim, reason.latest, reason.version)];
    case "identifier-of-another-work":
      return [text.identifierOfAnotherWork(reason.identifier, reason.title)];
    case "not-found-in-source":
      return [text.notFound];
    case "another-subject":
      return around((elsewhere) => text.anotherSubject(reason.missing, elsewhere), reason.elsewhere);
    case "seems-about-something-else":
      return [
        ...around(text.seemsAboutSomethingElse, reason.title),
        ...(reason.nearest === "" ? [] : [words.gap, ...around(text.nearestSentence, reason.nearest)]),
        ...(reason.better === null
          ? []
          : [words.gap, ...betterEntry(words, reason.better.number, reason.better.title)]),
        ...(reason.alone === true ? [words.gap, text.fitsNothing] : []),
        ...(reason.crowd === undefined ? [] : [words.gap, text.onlyInCrowd(reason.crowd)]),
      ];
    case "name-beside-differs":
      return [text.nameBesideDiffers(reason.sentence, reason.entry.replace(/\.$/, ""))];
    case "year-beside-differs":
      return [text.yearBesideDiffers(reason.sentence, reason.entry)];
    case "evidence-weak":
      return [text.evidenceWeak];
    case "model-finds-support":
      return [text.modelFindsSupport(reason.model), ...votes(words, reason.votes)];
    case "model-finds-contradiction":
      return [
        ...(reason.rationale === ""
          ? [text.modelFindsContradiction(reason.model)]
          : around(
              (rationale) => text.modelFindsContradictionAs(reason.model, rationale),
              closed(reason.rationale),
            )),
        ...votes(words, reason.votes),
      ];
    case "model-undecided":
      return [text.modelUndecided(reason.model)];
    case "second-hand":
      return [
        text.secondHand(reason.first.map(({ entry }) => entry.replace(/\.+$/, "")).join("; ")),
        ...(reason.changed ?? []).flatMap(({ sentence, source }) => [
          words.gap,
          sentence === "" ? text.leftOut(source) : text.became(source, sentence),
        ]),
      ];
    case "abstract-only":
      return [text.abstractOnly];
    case "passages-only":
      return [text.passagesOnly];
    case "perfunctory":
      return [text.perfunctory];
    case "witnesses-say-so":
      return [text.witnessesSaySo(reason.witnesses, reason.statement)];
    case "witnesses-say-otherwise":
      return [text.witnessesSayOtherwise(reason.witnesses, reason.statement)];
    case "witnesses-undecided":
      return reason.witnesses === 0
        ? [text.noWitness]
        : around((why) => text.witnessesUndecided(reason.witnesses, why), closed(reason.reason));
    case "no-text":
    case "not-resolved":
    case "not-mapped":
    case "no-model":
      return around(text.notChecked, closed(reason.reason));
    case "not-looked-up":
      return [text.notLookedUp];
    case "entry-chosen":
      return [text.entryChosen(reason.entries)];
    case "read-from-image":
      return [text.readFromImage(reason.page)];
  }
}

function votes(words: Messages, of: Votes | undefined): Part[] {
  return of === undefined ? [] : [words.gap, words.reason.votes(of.shown, of.of)];
}

function betterEntry({ reason: text }: Messages, number: number, title: string): Part[] {
  return around((inner) => text.betterEntry(number, inner), title);
}

function negation({ reason: text }: Messages, claim: string, source: string): string {
  if (claim === "" && source !== "") return text.sourceDenies(source);
  return claim !== "" && source === "" ? text.sentenceDenies(claim) : text.negationDiffers;
}

/** All reasons of a finding, the deciding one first. */
export function whyParts(words: Messages, finding: Finding): Part[] {
  if (isVerdictAlone(finding)) return [words.restored.verdictAlone];
  return finding.reasons.flatMap((reason, place) => [
    ...(place > 0 ? [words.gap] : []),
    ...reasonParts(words, reason),
  ]);
}

/** The same as plain text. */
export function whyText(words: Messages, finding: Finding): string {
  return textOf(whyParts(words, finding));
}
