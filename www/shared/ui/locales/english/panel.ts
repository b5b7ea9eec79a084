/** The panel beside the text, and exports. */

import type { AnswerTally } from "../../../generated/AnswerTally";
import type { CitationCounts } from "../../../generated/CitationCounts";
import type { ReportFormat } from "../../../generated/ReportFormat";
import { count, form, megabytes, number } from "./general";

const exportFormat: Readonly<Record<ReportFormat, { name: string; hint: string }>> = {
  html: { name: "Report (HTML)", hint: "to read, print or share" },
  markdown: { name: "Report (Markdown)", hint: "for notes and reviews" },
  csv: { name: "Table (CSV)", hint: "one row per finding, for spreadsheets" },
  json: { name: "Everything (JSON)", hint: "for programs and citelight explain" },
  annotations: { name: "Annotations (JSON-LD)", hint: "one W3C Web Annotation per finding" },
  bibtex: { name: "References (BibTeX)", hint: "the records found" },
  "csl-json": { name: "References (CSL-JSON)", hint: "the records found, for Zotero and others" },
};

export const exportWords = {
  title: "Export",
  format: exportFormat,
  nothing: "Nothing to export yet. Check the citations first.",
  saved: (name: string) => `Saved as ${name}.`,
  failed: (reason: string) => `The file wasn’t saved: ${reason}`,
};

/** Citations by class, and how many need attention. */
type Counted = Omit<CitationCounts, "total" | "review" | "reference" | "retracted_since"> & {
  attention: number;
};

export const panelWords = {
  label: "Citation check",
  check: "Check citations",
  again: "Check again",
  stop: "Stop",
  idle: "Compares each citation with its source, in this browser.",
  /** How many megabytes have come; of how many, 0 if that is not known. */
  loading: (received: number, total: number) =>
    total > 0
      ? `Loading models: ${number(received)} of ${megabytes(total)}`
      : `Loading models: ${megabytes(received)}`,
  reading: "Reading the page",
  readingImages: (pages: number) => `Reading page images: ${number(pages)} so far`,
  mapped: (citations: number, references: number) =>
    `${count(citations, { one: "citation", other: "citations" })}, ${count(references, { one: "reference", other: "references" })} found.`,
  nothingLookedUp: "Nothing was looked up yet.",
  /** What came of the citations; what there is none of is left out. */
  counted: ({ attention, supported, may_differ, may_not_fit, undecidable, unchecked, dismissed }: Counted) =>
    [
      supported > 0 ? `${number(supported)} supported` : "",
      attention > 0 ? count(attention, { one: "needs attention", other: "need attention" }) : "",
      may_differ > 0 ? `${number(may_differ)} may differ` : "",
      may_not_fit > 0 ? `${number(may_not_fit)} may not fit` : "",
      undecidable > 0 ? `${number(undecidable)} inconclusive` : "",
      unchecked > 0 ? `${number(unchecked)} open` : "",
      dismissed > 0 ? `${number(dismissed)} dismissed` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  /** How many of the references were found so far. */
  found: (found: number, all: number) =>
    `${number(found)} of ${count(all, { one: "reference", other: "references" })} found`,
  /** Which of the sources' texts is on its way. */
  readingSources: (place: number, all: number) => `reading source ${number(place)} of ${number(all)}`,
  judged: (judged: number, all: number) =>
    `${number(judged)} of ${count(all, { one: "citation", other: "citations" })} checked`,
  stopped: "Stopped early. Results so far are kept.",
  failed: "The check ended early.",
  retry: "Try again",
  noCitations: "No citations found here. Open the full text of an article, or choose another file.",
  /** On a page that is only about an article: its abstract, a landing page, search results. */
  fullText: {
    references: (n: number) =>
      `This page lists ${count(n, { one: "reference", other: "references" })}, but not the text that cites them.`,
    elsewhere: "This page does not show the full text.",
    listing: "This page lists several articles. Open one of them to check its citations.",
    check: { html: "Check the HTML version", pdf: "Check the PDF" },
    open: { html: "Open the HTML version", pdf: "Open the PDF" },
  },
  nothingInFilter: "No findings match.",
  search: "Search findings",
  chart: "Findings by verdict",
  categories: "Problems by category",
  noneToReview: "No citation needs review so far.",
  offline: "You’re offline. Only data on this device is used.",
  timeLeft: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    return seconds < 60
      ? "less than a minute left"
      : form(minutes, {
          one: `about ${number(minutes)} minute left`,
          other: `about ${number(minutes)} minutes left`,
        });
  },
  findings: "Findings",
  notices: "Notices",
  filter: "Show",
  all: "All",
  showSupported: "Mark supported citations in the text",
  dismissed: "Dismissed",
  notFound: "not found on the page",
  gone: "No longer on this page",
  moreSources: (n: number) => `and ${count(n, { one: "other source", other: "other sources" })}`,
  lookUpNow: (references: number) =>
    `Look up ${count(references, { one: "reference", other: "references" })}`,
  lookUpSends:
    "Sends titles, authors, years and identifiers of the references, but not the text of the article, to Crossref, OpenAlex, Semantic Scholar and other scholarly indexes.",
  lookUpRefused: "The browser didn’t allow this, so nothing was looked up.",
  lookUpOn: "References are looked up online.",
  lookUpEnd: "Turn off",
  lookUpNever: "This site doesn’t let references be looked up.",
  lookUp: "Look up references online",
  lookUpHint:
    "Sends titles, authors and identifiers from the reference list to Crossref, Semantic Scholar, OpenAlex and other indexes. The article’s text is not sent.",
  committees: "If a source isn’t readable, use papers that cite it",
  committeesHint:
    "Looks up and reads papers that cite the source: about 12 requests per source. Findings say so when they rest on such papers. If you set up an AI model, the claim and their sentences are sent to it.",
  passages: "If a source isn’t readable, search its passages at Semantic Scholar",
  passagesHint:
    "Sends the citing sentence to Semantic Scholar, which knows passages of millions of open papers. Findings say so. Never for submissions on OpenReview or files on this computer.",
  keys: "Alt+J next · Alt+K previous · 1 supported · 2 not supported · 3 skip · 0 undo · Esc close",
};

/** What connected models and citing papers said: counted apart from what is found here. */
export const answerWords = {
  label: "Answers from models and citing papers",
  of: (model: string) => `Answers from ${model}`,
  ofCommittee: "Answers from papers that cite the source",
  committee: "citing papers",
  /** What there is none of is left out. */
  said: ({ supported, otherwise, open }: AnswerTally) =>
    [
      supported > 0 ? `${number(supported)} supported` : "",
      otherwise > 0 ? `${number(otherwise)} contradicted` : "",
      open > 0 ? `${number(open)} undecided` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
};
