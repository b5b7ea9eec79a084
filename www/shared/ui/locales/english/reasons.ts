/** Why a verdict was given, a sentence for each kind of reason: the same that the core writes into reports. */

import type { IndexGap } from "../../../generated/IndexGap";
import type { RetractionManner } from "../../../generated/RetractionManner";
import type { Update } from "../../../generated/Update";
import type { WorkForm } from "../../../generated/WorkForm";
import { count, form, list, number, sources } from "./general";

const papers = (n: number): string =>
  n === 1 ? "one paper that cites it" : count(n, { other: "papers that cite it" });
const says = (n: number): string => (n === 1 ? "says" : "say");

const gone = (manner: RetractionManner): string => (manner === "withdrawn" ? "withdrawn" : "retracted");
/** ` on 2010-02-06`, ` in 2010`. */
const on = (date: string | null): string =>
  date === null ? "" : ` ${date.length > 7 ? "on" : "in"} ${date}`;
const bracketed = (notice: string | null): string => (notice === null ? "" : ` (notice: ${notice})`);

/** Works of a kind that the indexes lack, and where else to look for them. */
const elsewhere: Record<WorkForm, { works: string; next: string }> = {
  paper: { works: "papers", next: "Search the journal's archive or a library catalogue." },
  book: {
    works: "books",
    next: "Search a library catalogue, such as WorldCat or Open Library, by ISBN or title.",
  },
  thesis: { works: "theses", next: "Search the university's repository or a catalogue of theses." },
  report: { works: "reports", next: "Search the site of the institution by the report's number." },
  standard: {
    works: "standards",
    next: "Search the catalogue of the body that issued it by its number.",
  },
  law: {
    works: "laws and decisions",
    next: "Search the official gazette or the court's register by number or date.",
  },
  software: {
    works: "programs",
    next: "Open its repository, its page in a package index, or its SWHID in Software Heritage.",
  },
  dataset: { works: "data sets", next: "Search the repository that keeps the data, or DataCite." },
  patent: { works: "patents", next: "Search Espacenet by the patent's number." },
  "web-page": { works: "web pages", next: "Open the address, or its copy in an archive of the web." },
  press: {
    works: "pieces of newspapers, magazines and encyclopedias",
    next: "Search the publication's own archive.",
  },
  other: { works: "works of this kind", next: "Look it up where such works are listed." },
};
const UPDATED: Record<Update, readonly [what: string, verb: string]> = {
  corrected: ["A correction to this work", "published"],
  "partly-retracted": ["Part of this work", "retracted"],
  "new-version": ["A newer version of this work", "published"],
};
const updated = (update: Update, date: string | null): string => {
  const [what, verb] = UPDATED[update];
  return `${what} ${date === null ? "has been" : "was"} ${verb}`;
};
const TO_DO: Record<Update, string> = {
  corrected: "check whether it affects this sentence",
  "partly-retracted": "check whether this sentence relies on it",
  "new-version": "check whether it still says this",
};

/** Tests from which on a share tells something. */
const ENOUGH_TESTED = 20;

export const reasonWords = {
  sourceSaysSo: "The source says so.",
  similarPassage: "The source has a similar passage.",
  /** How often something of the kind was right on tested sentences; fewer than 20 tell nothing. */
  testedSupport: (right: number, of: number) =>
    of === 0
      ? "How often such a passage confirms a sentence has not been measured."
      : of < ENOUGH_TESTED
        ? `Too few tested sentences had such a passage to say how often it confirms one (${number(right)} of ${number(of)}).`
        : `In tests, ${number(right)} of ${number(of)} sentences with such a passage were accurate.`,
  testedDifference: (right: number, of: number) =>
    of === 0
      ? "How often such a difference is an error has not been measured."
      : of < ENOUGH_TESTED
        ? `Too few tested sentences had such a difference to say how often it is an error (${number(right)} of ${number(of)}).`
        : `In tests, ${number(right)} of ${number(of)} sentences with such a difference were not accurate.`,
  numberMissing: (claim: string) => `${claim} appears nowhere in the source.`,
  quotationFound: "The quotation is in the source, word for word.",
  quotationAltered: (claim: string, source: string) =>
    claim === ""
      ? `The quotation leaves out “${source}”, which the source has.`
      : source === ""
        ? `The quotation has “${claim}”, which the source does not have there.`
        : `The quotation has “${claim}”, the source “${source}”.`,
  quotationMissing: (quote: string) => `The quotation “${quote}” is not in the text of the source.`,
  differs: (claim: string, source: string) => `The source says ${source}, the sentence ${claim}.`,
  directionDiffers: (claim: string, source: string) =>
    `The source says “${source}”, the sentence “${claim}”.`,
  sourceDenies: (source: string) => `The source denies it (“${source}”), the sentence does not.`,
  sentenceDenies: (claim: string) => `The sentence denies it (“${claim}”), the source does not.`,
  negationDiffers: "The source and the sentence differ in a negation.",
  hedgeDropped: (source: string) => `The source is more careful (“${source}”) than the sentence.`,
  scopeDiffers: (claim: string, source: string) =>
    `The source is about ${source}, the sentence about ${claim}.`,
  causalUpgrade: (claim: string, source: string) =>
    `The source reports an association (“${source}”), the sentence states a cause (“${claim}”).`,
  authorDiffers: (claim: string, record: string) =>
    `The sentence names ${claim}; the record's authors are ${record.replace(/\.$/, "")}.`,
  noRecord: (asked: readonly string[]) =>
    asked.length === 0 ? "Not found in any index." : `Not found in ${sources(asked)}.`,
  notCheckable: (form: WorkForm, gap: IndexGap) => {
    switch (gap) {
      case "kind":
        return `Not checkable here: no index has it, and the indexes lack many ${elsewhere[form].works}. ${elsewhere[form].next}`;
      case "language":
        return "Not checkable here: no index has it, and the indexes lack many papers in this language. Search an index of the country, such as CNKI, CiNii, eLIBRARY, Dialnet, SciELO or MATARKA.";
      case "age":
        return "Not checkable here: no index has it, and the indexes lack many papers of that time. Search the journal's archive or a library catalogue.";
      case "registrar":
        return "Not checkable here: its DOI is registered, but not with an agency whose works the indexes hold. Open the DOI.";
    }
  },
  metadata: (fields: readonly string[]) => `The record differs from the reference: ${fields.join("; ")}.`,
  metadataField: (name: string, record: string, reference: string) =>
    `${name} “${record}”, the reference “${reference}”`,
  retracted: (date: string | null, notice: string | null, manner: RetractionManner, citing: string | null) =>
    `The work was ${gone(manner)}${on(date)}${bracketed(notice)}${citing === null ? "" : `, before this paper appeared (${citing})`}.`,
  retractedSince: (date: string, citing: string, notice: string | null, manner: RetractionManner) =>
    `${manner === "withdrawn" ? "Withdrawn" : "Retracted"} later: the work was ${gone(manner)}${on(date)}${bracketed(notice)}, after this paper appeared (${citing}).`,
  retractedUndated: (
    date: string | null,
    citing: string | null,
    notice: string | null,
    manner: RetractionManner,
  ) =>
    `The work was ${gone(manner)}${on(date)}${bracketed(notice)}; whether before or after this paper appeared is not known${citing === null ? "" : ` (this paper: ${citing})`}.`,
  retractedAndReplaced: (date: string | null, notice: string | null) =>
    `The work was retracted and replaced${on(date)}${bracketed(notice)}; a corrected version has the same identifier.`,
  updated: (update: Update, date: string | null, notice: string | null) =>
    `${updated(update, date)}${on(date)}${bracketed(notice)}; ${TO_DO[update]}.`,
  changedSince: (claim: string, latest: string, version: string) =>
    `The cited version says ${claim}; where it stood, the latest one (${version}) says ${latest}.`,
  identifierOfAnotherWork: (identifier: string, title: string) =>
    `The identifier ${identifier} belongs to another work, “${title}”.`,
  notFound: "The source neither confirms nor contradicts this.",
  anotherSubject: (missing: readonly string[], elsewhere: string) =>
    `The source never mentions ${list(missing.map((word) => `“${word}”`))}; ${elsewhere} does.`,
  nameBesideDiffers: (sentence: string, entry: string) =>
    `The sentence names ${sentence}, but the cited entry is by ${entry}.`,
  yearBesideDiffers: (sentence: string, entry: string) =>
    `The sentence gives the year ${sentence}, but the cited entry has ${entry}.`,
  seemsAboutSomethingElse: (title: string) =>
    `By title and abstract, “${title}” seems to be about something else.`,
  nearestSentence: (sentence: string) => `The nearest sentence of its abstract: “${sentence}”`,
  betterEntry: (number: number, title: string) => `Reference ${number}, “${title}”, fits better.`,
  fitsNothing: "It also seems unrelated to the article and to the rest of the reference list.",
  onlyInCrowd: (works: number) => `It is cited only in groups of ${works} or more.`,
  evidenceWeak: "The passages found are inconclusive.",
  modelFindsSupport: (model: string) =>
    `Based on the passages shown, ${model} finds that the source says so.`,
  modelFindsContradiction: (model: string) =>
    `Based on the passages shown, ${model} finds that the source says otherwise.`,
  modelFindsContradictionAs: (model: string, rationale: string) =>
    `Based on the passages shown, ${model} finds that the source says otherwise: ${rationale}`,
  modelUndecided: (model: string) => `Based on the passages shown, ${model} could not decide.`,
  votes: (shown: number, of: number) => `${number(shown)} of ${number(of)} votes.`,
  secondHand: (first: string) => `Second-hand: the source itself cites this from ${first}.`,
  leftOut: (source: string) => `The sentence drops “${source}”.`,
  became: (source: string, sentence: string) => `The source says “${source}”, the sentence “${sentence}”.`,
  abstractOnly: "Only the abstract could be read.",
  passagesOnly: "Only some passages of the source could be read.",
  perfunctory: "The work is named in passing; it exists and is on the topic.",
  witnessesSaySo: (witnesses: number, statement: string) =>
    `The source could not be read; ${papers(witnesses)} ${says(witnesses)} the same about it: “${statement}”`,
  witnessesSayOtherwise: (witnesses: number, statement: string) =>
    `The source could not be read; ${papers(witnesses)} ${says(witnesses)} otherwise about it: “${statement}”`,
  noWitness: "No paper that cites it could be used.",
  witnessesUndecided: (witnesses: number, why: string) =>
    `The source could not be read, and ${papers(witnesses)} ${witnesses === 1 ? "is" : "are"} inconclusive: ${why}`,
  notLookedUp: "Not checked yet. Look up references to check it.",
  notChecked: (why: string) => `Not checked: ${why}`,
  entryChosen: (entries: number) =>
    `The citation fits ${count(entries, { one: "reference", other: "references" })}; an AI model chose this one.`,
  readFromImage: (page: number) =>
    `Page ${page} was read from its image by an AI model; words may be misread.`,
};

const retracted = (manner: RetractionManner): string => (manner === "withdrawn" ? "Withdrawn" : "Retracted");
/** ` 2021`. */
const year = (date: string | null): string => (date === null ? "" : ` ${date.slice(0, 4)}`);

/** The first line of a card: what a reader has to know, in a few words and without a full stop. */
export const headlineWords = {
  numberDiffers: (claim: string, source: string) => `${claim} here, ${source} in the source`,
  wordDiffers: (claim: string, source: string) => `“${claim}” here, “${source}” in the source`,
  sentenceDenies: (claim: string) => `The sentence says “${claim}”, the source does not`,
  sourceDenies: (source: string) => `The source says “${source}”, the sentence does not`,
  negationDiffers: "Source and sentence differ in a negation",
  hedgeDropped: (source: string) => `The source is more careful: “${source}”`,
  causalUpgrade: "A cause here, an association in the source",
  authorDiffers: (claim: string, record: string) => `${claim} here, ${record} in the record`,
  noRecord: "No record of this work was found",
  notCheckable: "Not checkable here",
  fieldDiffers: (name: string, here: string, record: string) =>
    `${name}: ${here} here, ${record} in the record`,
  fieldsDiffer: (names: readonly string[]) =>
    `${list(names)} ${form(names.length, { one: "differs", other: "differ" })} from the record`,
  retracted: (date: string | null, citing: string | null, manner: RetractionManner) =>
    `${retracted(manner)}${year(date)}${citing === null ? "" : `, cited${year(citing)}`}`,
  retractedSince: (date: string, citing: string, manner: RetractionManner) =>
    `${retracted(manner)}${year(date)}, after this article appeared (${citing.slice(0, 4)})`,
  retractedUndated: (date: string | null, manner: RetractionManner) =>
    `${retracted(manner)}${year(date)}; whether this article came first is not known`,
  replaced: "Retracted and replaced by a corrected version",
  updated: (update: Update, date: string | null) =>
    `${updated(update, date)}${date === null ? "" : ` in${year(date)}`}`,
  changedSince: (claim: string, latest: string) =>
    `${claim} in the cited version, ${latest} in the latest one`,
  concern: "The journal has expressed concern",
  anotherWork: "The identifier belongs to another work",
  sourceAgrees: "The source says so",
  similarPassage: "A similar passage was found: read it",
  figuresDiffer: (claim: string, source: string) => `The figures differ: ${claim} here, ${source} there`,
  numberMissing: (claim: string) => `${claim} appears nowhere in the source`,
  quotationFound: "The quotation is in the source, word for word",
  quotationAltered: (claim: string, source: string) =>
    claim === ""
      ? `The quotation leaves out “${source}”`
      : source === ""
        ? `The quotation adds “${claim}”`
        : `Quoted as “${claim}”, the source says “${source}”`,
  quotationMissing: "The quotation is not in the text of the source",
  abstractAgrees: "The abstract says so",
  notInSource: "The source does not say",
  notInAbstract: "The abstract does not say",
  openInSource: "The passages found do not settle it",
  openInAbstract: "The abstract does not settle it",
  anotherSubject: (missing: readonly string[]) =>
    `The source never mentions ${list(missing.map((word) => `“${word}”`))}`,
  modelUndecided: (model: string) => `${model} could not decide`,
  secondHand: "The source has this from another work",
  nameBesideDiffers: "The sentence names other authors",
  yearBesideDiffers: (sentence: string, entry: string) =>
    `${sentence} in the sentence, ${entry} in the entry`,
  seemsAboutSomethingElse: "Seems to be about something else",
  abstractOnly: "Only the abstract could be read",
  passagesOnly: "Only some passages of the source could be read",
  perfunctory: "Named in passing; the work exists and is on the topic",
  modelAgrees: (model: string) => `${model} finds that the source says so`,
  modelDisagrees: (model: string) => `${model} finds that the source says otherwise`,
  witnessesAgree: (n: number) =>
    `${count(n, { one: "citing paper says", other: "citing papers say" })} the same`,
  witnessesDisagree: (n: number) =>
    `${count(n, { one: "citing paper says", other: "citing papers say" })} otherwise`,
  witnessesUndecided: "Papers that cite it do not settle it",
  noText: "The source could not be read",
  notLookedUp: "This reference has not been looked up yet",
  notIdentified: "The cited work is not identified yet",
  notMapped: "No entry of the reference list fits this citation",
  notCompared: "Not compared with the source",
  entryFound: "The work was found; the entry agrees with its record",
  entryOpen: "The records leave open which work is meant",
};
