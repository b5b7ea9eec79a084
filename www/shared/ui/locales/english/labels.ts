/** The words for what an audit tells: verdicts, categories, steps. */

import type { Category } from "../../../generated/Category";
import type { Field } from "../../../generated/Field";
import type { NoticeCode } from "../../../generated/NoticeCode";
import type { Severity } from "../../../generated/Severity";
import type { Stage } from "../../../generated/Stage";
import type { Step } from "../../../generated/Step";
import type { Subtype } from "../../../generated/Subtype";
import type { Verdict } from "../../../generated/Verdict";
import type { DismissReason } from "../../../generated/DismissReason";
import type { FindingSeverity } from "../../../audit/severity";
import type { ReferenceStatus } from "../../../audit/reference-status";

export const verdict: Readonly<Record<Verdict, string>> = {
  supported: "Supported",
  miscited: "Needs review",
  undecidable: "Undecidable",
  unchecked: "Not checked",
};

export const need: Readonly<Record<FindingSeverity, string>> = {
  review: "Needs review",
  reference: "Reference trouble",
  "retracted-since": "Retracted since",
  undecidable: "Undecidable",
  unchecked: "Not checked",
  supported: "Supported",
};

export const needHint: Readonly<Record<FindingSeverity, string>> = {
  review: "The source seems to say something else.",
  reference: "The cited work was not found, was retracted, or differs from its entry.",
  "retracted-since":
    "The cited work was retracted after this paper appeared, or it is not known which came first: no fault of its authors.",
  undecidable: "The source was read and does not settle it.",
  unchecked: "The source could not be read here.",
  supported: "The source says so.",
};

export const standing: Readonly<Record<ReferenceStatus, string>> = {
  retracted: "retracted",
  "retracted-since": "retracted since",
  replaced: "retracted and replaced",
  concern: "expression of concern",
  missing: "no record found",
  differs: "differs from its record",
  open: "left open",
  found: "found",
};

export const standingHint: Readonly<Record<ReferenceStatus, string>> = {
  retracted: "Whoever relies on it should know.",
  "retracted-since":
    "The work was retracted after this paper appeared. Whoever relies on it now should know.",
  replaced: "A corrected version stands under the same identifier. Check that it still says the same.",
  concern: "The journal has expressed concern about the work. Whoever relies on it should know.",
  missing: "No source that was asked knows a work like this entry. Look it up by hand before relying on it.",
  differs: "The work was found; the entry says something else about it than its record.",
  open: "The records leave open which work is meant.",
  found: "The entry and its record agree.",
};

export const category: Readonly<Record<Category, string>> = {
  "attribution-traceability": "Attribution",
  "citation-validity": "Validity",
  "content-misrepresentation": "Content",
  "scope-extrapolation": "Scope",
  "evidence-characterization": "Strength of evidence",
};

export const subtype: Readonly<Record<Subtype, string>> = {
  "ghost-citation": "no record found",
  "author-misattribution": "another author",
  retracted: "retracted",
  "secondary-source": "secondary source",
  irrelevant: "about something else",
  contradictory: "says otherwise",
  "selective-quotation": "quoted in part",
  "omitted-qualifiers": "qualifier left out",
  "conflated-findings": "two findings made one",
  overgeneralisation: "wider than the source",
  "methodological-misapplication": "method used elsewhere",
  "data-scope-misuse": "data used elsewhere",
  "correlation-as-causation": "association given as cause",
  "statistical-distortion": "figure changed",
};

export const step: Readonly<Record<Step, string>> = {
  map: "Citation and reference",
  resolve: "Reference and record",
  access: "Text of the source",
  retrieve: "Passages",
  windows: "Sentences",
  infer: "Comparison",
  expand: "Comparison with neighbouring sentences",
  signals: "Numbers, directions, qualifiers",
  committee: "What citing papers say",
  decide: "Decision",
  arbitrate: "Asked of the endpoint",
  categorise: "Category",
};

export const stage: Readonly<Record<Stage, string>> = {
  map: "Reading the page",
  resolve: "Looking up references",
  abstracts: "Fetching abstracts",
  access: "Finding sources",
  verify: "Checking citations",
};

export const field: Readonly<Record<Field, string>> = {
  authors: "Authors",
  title: "Title",
  year: "Year",
  venue: "Venue",
  doi: "DOI",
};

/** The name of a field within a sentence. */
export function fieldWithin(one: Field): string {
  return one === "doi" ? field[one] : field[one].toLowerCase();
}

export const dismissReason: Readonly<Record<DismissReason, string>> = {
  "source-agrees": "The source does say this",
  "claim-misread": "The sentence was misread",
  "wrong-source": "This is not the cited source",
  "not-worth": "Not worth reviewing",
};

export const severity: Readonly<Record<Severity, string>> = {
  info: "Note",
  warning: "Caution",
  error: "Problem",
};

export const notice: Readonly<Record<NoticeCode, string>> = {
  "no-models": "No models",
  "no-records": "No records",
  "source-failed": "Sources of records failed",
  damaged: "The page is incomplete",
  "no-citations": "References read, no citation recognised",
  "too-many-citations": "Too many citations to check at once",
  cancelled: "Stopped",
};
