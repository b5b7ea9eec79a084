/** The card, the list beside the text, and what they lead to. */

import type { Summary } from "../../generated/Summary";
import type { ReportFormat } from "../../generated/ReportFormat";
import { count, percent } from "./counting";

const exportFormat: Readonly<Record<ReportFormat, { name: string; hint: string }>> = {
  html: { name: "Report (HTML)", hint: "one page to read, print or send on" },
  markdown: { name: "Report (Markdown)", hint: "for notes and reviews" },
  csv: { name: "Table (CSV)", hint: "one row a finding, for a spreadsheet" },
  json: { name: "Everything (JSON)", hint: "what `citelight explain` reads" },
  annotations: { name: "Annotations (JSON-LD)", hint: "W3C Web Annotation, one a finding" },
  bibtex: { name: "References (BibTeX)", hint: "the records that were found" },
  "csl-json": { name: "References (CSL-JSON)", hint: "the same for Zotero and others" },
};

export const cardWords = {
  label: (word: string) => `Citation: ${word}`,
  confidence: (value: number) => `confidence ${value.toFixed(2)}`,
  suggested: "suggested",
  claim: "Claim",
  source: "Source",
  evidence: "What the source says",
  nearest: "Closest words of the source",
  why: "Why",
  how: "How this was decided",
  numbers: "Scores",
  conditions: { met: "met:", unmet: "not met:" },
  dismiss: "Dismiss",
  dismissWhy: "Why is this not a problem?",
  dismissed: (reason: string) => `Dismissed: ${reason}`,
  undo: "Undo",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying was refused. Select the text and copy it by hand.",
  next: "Next",
  previous: "Previous",
  close: "Close",
  findings: "References of this citation",
  pending: "Not checked yet",
  open: "open the source (new tab)",
  abstractOnly: "abstract only",
  paragraph: (n: number) => `¶${n}`,
  differs: (name: string, here: string, there: string) =>
    `${name}: the reference says “${here}”, the record says “${there}”.`,
  ghost: (asked: readonly string[]) => `No record found in ${asked.join(", ")}.`,
  retracted: (year: number | null) =>
    year === null ? "The work was retracted." : `The work was retracted in ${year}.`,
  reference: "Reference",
} as const;

export const committeeWords = {
  summary: (n: number) =>
    `What ${n === 1 ? "one citing paper says" : `${n.toLocaleString()} citing papers say`}`,
  relation: {
    entails: "says what the sentence says",
    contradicts: "says otherwise",
    neutral: "says nothing about it",
  },
  weight: (share: number) => `weight ${percent(share)}`,
  votes: (n: number, all: number) => `${n} of ${count(all, "vote", "votes")}`,
  influence: (value: number) => `influence ${value.toFixed(2)}`,
  by: (title: string) => `“${title}”, a paper that cites it`,
  quoted: "quoted by an index, not read",
  notHeard: (n: number, parts: readonly string[]) =>
    `${count(n, "other work that cites it was", "other works that cite it were")} not heard: ${parts.join(", ")}.`,
  refused: {
    editorial: "editorial",
    retracted: "retracted",
    "citing-paper": "this very paper",
    "cited-work": "the cited work itself",
    "no-text": "without an open text",
    "not-cited": "does not cite it in its text",
    "says-nothing": "says nothing about it",
    "not-heard": "after enough were heard",
  },
} as const;

export const referenceWords = {
  label: "Reference",
  entry: "Entry",
  record: "Record",
  none: "None.",
  nearest: "The nearest one, of another work:",
  notice: "The notice",
  bibtex: "BibTeX of the record",
  copy: "Copy BibTeX",
  cited: (n: number) => (n === 1 ? "Where it is cited" : `First of ${n} citations`),
  list: "Reference list",
  listHint: "Entries that a reader should look at. The others agree with their records or are left open.",
  counts: (found: number, all: number, troubles: number) =>
    `${found} of ${all} found${troubles > 0 ? ` · ${troubles} to look at` : ""}`,
  copyAll: (n: number) => `Copy BibTeX of ${count(n, "record", "records")}`,
} as const;

export const exportWords = {
  title: "Export",
  format: exportFormat,
  nothing: "There is nothing to export yet. Check the citations first.",
  saved: (name: string) => `Saved as ${name}.`,
  failed: (reason: string) => `The file could not be written: ${reason}`,
} as const;

export const panelWords = {
  label: "Citation check",
  check: "Check citations",
  again: "Check again",
  stop: "Stop",
  idle: "Each citation is compared with what its source says. The reading happens in this browser.",
  loading: "Loading the models",
  loadingBytes: (received: number, total: number) =>
    total > 0
      ? `Loading the models: ${(received / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB`
      : `Loading the models: ${(received / 1e6).toFixed(0)} MB`,
  reading: "Reading the page",
  line: (checked: number, all: number, review: number, open: number) =>
    [
      `${checked} of ${count(all, "citation", "citations")} checked`,
      review > 0 ? `${review} ${review === 1 ? "needs" : "need"} review` : "",
      open > 0 ? `${open} could not be checked` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  finished: (summary: Summary) =>
    summary.integrity === null
      ? `Read ${percent(summary.coverage)} of ${count(summary.pairs, "pair", "pairs")} of citation and source.`
      : `Integrity ${percent(summary.integrity)}: ${summary.supported} of ${summary.supported + summary.miscited} decided pairs are supported. Read ${percent(summary.coverage)} of ${summary.pairs}.`,
  stopped: "Stopped before the end. What was checked stays.",
  failed: "The check ended early.",
  retry: "Try again",
  noCitations: "No citations were found here.",
  noCitationsNext: "Open the full text of an article, or choose another file.",
  nothingInFilter: "Nothing here with this filter.",
  search: "Search the findings",
  chart: "What was found",
  categories: "Categories of what needs review",
  noneToReview: "No citation needs review so far.",
  offline: "Offline: only what is on this device is used.",
  timeLeft: (seconds: number) =>
    seconds < 60
      ? "less than a minute left"
      : `about ${count(Math.round(seconds / 60), "minute", "minutes")} left`,
  strip: "Citations along the text",
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
  keyLabel: "Keys",
} as const;
