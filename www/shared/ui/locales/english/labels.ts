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
  undecidable: "Inconclusive",
  unchecked: "Open",
};

export const need: Readonly<Record<FindingSeverity, string>> = {
  review: "Needs review",
  reference: "Reference problem",
  "retracted-since": "Retracted later",
  "may-differ": "May differ",
  "may-not-fit": "May not fit",
  undecidable: "Inconclusive",
  unchecked: "Open",
  supported: "Supported",
};

export const needHint: Readonly<Record<FindingSeverity, string>> = {
  review: "The source seems to say something else.",
  reference: "The cited work wasn’t found, was retracted, or doesn’t match its entry.",
  "retracted-since":
    "The cited work was retracted after this paper appeared, or the order isn’t known. The authors are not at fault.",
  "may-differ":
    "A passage of the source differs from the sentence. A hint: such differences are often explained by their context.",
  "may-not-fit":
    "By title and abstract, the cited work seems to be about something else. A hint, not a verdict.",
  undecidable: "The source neither confirms nor contradicts this.",
  unchecked: "Not checked: the source, its record or a model isn’t available yet.",
  supported: "The source says so.",
};

export const standing: Readonly<Record<ReferenceStatus, string>> = {
  retracted: "retracted",
  "retracted-since": "retracted later",
  replaced: "retracted and replaced",
  concern: "expression of concern",
  missing: "not found",
  differs: "differs from its record",
  open: "open",
  found: "verified",
};

export const standingHint: Readonly<Record<ReferenceStatus, string>> = {
  retracted: "Read the retraction notice before you rely on this work.",
  "retracted-since":
    "The work was retracted after this paper appeared. Read the notice before you rely on it.",
  replaced: "A corrected version has the same identifier. Check that it still says the same.",
  concern: "The journal has expressed concern about this work. Read the notice before you rely on it.",
  missing: "None of the indexes lists a work like this. Look it up yourself before you rely on it.",
  differs: "The work was found, but the entry doesn’t match its record.",
  open: "The records don’t show which work is meant.",
  found: "The entry matches its record.",
};

export const category: Readonly<Record<Category, string>> = {
  "attribution-traceability": "Attribution",
  "citation-validity": "Validity",
  "content-misrepresentation": "Content",
  "scope-extrapolation": "Scope",
  "evidence-characterization": "Strength of evidence",
};

export const subtype: Readonly<Record<Subtype, string>> = {
  "ghost-citation": "not found",
  "author-misattribution": "different author",
  retracted: "retracted",
  "secondary-source": "secondary source",
  irrelevant: "different topic",
  contradictory: "says otherwise",
  "selective-quotation": "selective quote",
  "omitted-qualifiers": "qualifier dropped",
  "conflated-findings": "findings conflated",
  overgeneralisation: "broader than the source",
  "methodological-misapplication": "method outside its scope",
  "data-scope-misuse": "data outside its scope",
  "correlation-as-causation": "association presented as cause",
  "statistical-distortion": "number changed",
};

export const step: Readonly<Record<Step, string>> = {
  map: "Citation to reference",
  resolve: "Reference to record",
  relevance: "Title and abstract",
  access: "Source text",
  retrieve: "Passages",
  windows: "Sentences",
  infer: "Comparison",
  expand: "Comparison in context",
  signals: "Numbers, directions, qualifiers",
  committee: "Citing papers",
  decide: "Decision",
  arbitrate: "AI second opinion",
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
  "not-a-problem": "Not a problem",
};

export const severity: Readonly<Record<Severity, string>> = {
  info: "Note",
  warning: "Caution",
  error: "Problem",
};

export const notice: Readonly<Record<NoticeCode, string>> = {
  "no-models": "Models not loaded",
  "no-records": "No references looked up",
  "source-failed": "Some indexes didn’t answer",
  damaged: "The page is incomplete",
  "no-citations": "No citations found in the text",
  "too-many-citations": "Too many citations for one check",
  "pages-without-text": "Pages without text",
  "pages-read-from-images": "Pages read from images",
  "shifted-numbering": "Numbering off by one",
  "far-works": "Several works seem unrelated",
  cancelled: "Stopped",
};
