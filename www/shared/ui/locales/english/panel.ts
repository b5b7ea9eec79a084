/** The list beside the text, and the files that are made of it. */

import type { ReportFormat } from "../../../generated/ReportFormat";
import type { Summary } from "../../../generated/Summary";
import { count, form, megabytes, number, percent } from "./general";

const exportFormat: Readonly<Record<ReportFormat, { name: string; hint: string }>> = {
  html: { name: "Report (HTML)", hint: "one page to read, print or send on" },
  markdown: { name: "Report (Markdown)", hint: "for notes and reviews" },
  csv: { name: "Table (CSV)", hint: "one row a finding, for a spreadsheet" },
  json: { name: "Everything (JSON)", hint: "what `citelight explain` reads" },
  annotations: { name: "Annotations (JSON-LD)", hint: "W3C Web Annotation, one a finding" },
  bibtex: { name: "References (BibTeX)", hint: "the records that were found" },
  "csl-json": { name: "References (CSL-JSON)", hint: "the same for Zotero and others" },
};

export const exportWords = {
  title: "Export",
  format: exportFormat,
  nothing: "There is nothing to export yet. Check the citations first.",
  saved: (name: string) => `Saved as ${name}.`,
  failed: (reason: string) => `The file could not be written: ${reason}`,
};

export const panelWords = {
  label: "Citation check",
  check: "Check citations",
  again: "Check again",
  stop: "Stop",
  idle: "Each citation is compared with what its source says. The reading happens in this browser.",
  /** How many megabytes have come; of how many, 0 if that is not known. */
  loading: (received: number, total: number) =>
    total > 0
      ? `Loading the models: ${number(received)} of ${megabytes(total)}`
      : `Loading the models: ${megabytes(received)}`,
  reading: "Reading the page",
  line: (checked: number, all: number, review: number, open: number) =>
    [
      `${number(checked)} of ${count(all, { one: "citation", other: "citations" })} checked`,
      review > 0 ? count(review, { one: "needs review", other: "need review" }) : "",
      open > 0 ? `${number(open)} could not be checked` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  finished: ({ integrity, coverage, pairs, supported, miscited }: Summary) =>
    integrity === null
      ? `Read ${percent(coverage)} of ${count(pairs, { one: "pair", other: "pairs" })} of citation and source.`
      : `Integrity ${percent(integrity)}: ${number(supported)} of ${number(supported + miscited)} decided pairs are supported. Read ${percent(coverage)} of ${number(pairs)}.`,
  stopped: "Stopped before the end. What was checked stays.",
  failed: "The check ended early.",
  retry: "Try again",
  noCitations: "No citations were found here. Open the full text of an article, or choose another file.",
  nothingInFilter: "Nothing here with this filter.",
  search: "Search the findings",
  chart: "What was found",
  categories: "Categories of what needs review",
  noneToReview: "No citation needs review so far.",
  offline: "Offline: only what is on this device is used.",
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
  notFound: "place not found in the page",
  lookUp: "Look references up online",
  lookUpHint:
    "Sends the entries of the reference list (titles, authors, identifiers) to Crossref, Semantic Scholar, OpenAlex and other indexes. The article’s text is not sent.",
  committees: "Where a work cannot be read, ask those who cite it",
  committeesHint:
    "Papers that cite the work are looked up and read: about a dozen requests for each such work. A verdict says that it rests on them. With an endpoint, the claim and their sentences are sent there.",
  keys: "Alt+J next · Alt+K previous · Esc closes",
};
