/** Demo and component. */

import { count, form, list, megabytes, number } from "./general";

export const demoWords = {
  title: "Citelight: citations checked where you read",
  skip: "Skip to the article",
  skipToCheck: "Skip to the citation check",
  results: "All results",
  /** Two kinds of articles. */
  kinds: { sample: "Sample", article: "Article" },
  noArticle: (title: string) =>
    `“${title}” didn’t load. Check that this page is still being served, then choose it again.`,
  noIndex: "The list of articles didn’t load. Reload the page, or drop a file.",
  /** In the place of a picture; its description may be empty. */
  figure: (description: string) => (description === "" ? "Figure omitted" : `Figure omitted: ${description}`),
  /** By whether references are looked up, and when the endpoint is asked. */
  leaves: {
    nothing: {
      off: "Everything stays in this browser.",
      "on-request": "Only claims you ask about leave this browser.",
      always: "Inconclusive claims leave this browser.",
    },
    references: {
      off: "Only the reference list leaves this browser.",
      "on-request": "The reference list and claims you ask about leave this browser.",
      always: "The reference list and inconclusive claims leave this browser.",
    },
  },
};

/** How the demo takes articles. */
export const intakeWords = {
  headline: "Check whether an article’s sources say what the article claims.",
  choose: "Example",
  file: "Open a file",
  identifier: "arXiv ID or DOI",
  go: "Open",
  formats:
    "Open, drop or paste an article: HTML, PDF, Word, LaTeX (.tex, .zip, .tar.gz), JATS or TEI XML, Markdown or BibTeX.",
  drop: "Drop the article to check it",
  loading: (name: string) => `Opening ${name}`,
  pasted: "Pasted text",
  own: (name: string) => `Your file: ${name}`,
  /** What is not a page is shown without its layout. */
  asText: (name: string) => `Your file: ${name}. Shown as text, without figures and layout.`,
  fetched: (host: string) => `Loaded from ${host}.`,
  nothing: "There was no file to open. Choose or drop one.",
  empty: (name: string) => `${name} is empty. Save it again, or choose another file.`,
  tooLarge: (name: string, most: number) =>
    `${name} is larger than ${megabytes(most)}. Choose the article alone, without figures or data.`,
  tooMany: (most: number) =>
    `These are more than ${number(most)} files. Pack the article as .zip and open that.`,
  unreadable: (name: string) => `${name} couldn’t be read. Choose it again.`,
  noIdentifier: (text: string) =>
    `“${text}” is neither an arXiv ID nor a DOI. Enter one such as 2405.12311 or 10.1371/journal.pone.0234687.`,
  offline: "You’re offline. Choose an example or open a file.",
  closed: {
    arxiv: (id: string) =>
      `This page can’t read ${id} from arXiv. Save its HTML or PDF there and drop it here, or check it on arXiv with the Citelight extension.`,
    doi: (id: string) =>
      `Europe PMC has no open full text of ${id}, and publishers don’t let this page read theirs. Save the article’s HTML or PDF and drop it here, or check it on the publisher’s page with the Citelight extension.`,
  },
  unanswered: (host: string) => `${host} didn’t answer. Try again in a minute, or drop the article here.`,
  openAt: (host: string) => `Open it on ${host}`,
};

export const beforehandWords = {
  check: "Show citation check",
  idle: "The publisher of this page had these citations checked.",
  loading: "Loading findings",
  failed: "The findings can’t be shown.",
  checkHere: "Check it yourself",
  publishedBy: (host: string) => `Findings published by ${host}`,
  publishedHere: (models: readonly string[]) =>
    `They come from this site${models.length > 0 ? ` (made with ${list(models)})` : ""} and are not signed. Nothing was checked in this browser. Text added later was not checked.`,
  publishedElsewhere: (host: string, models: readonly string[]) =>
    `This page links to them. They come from ${host}, not from this site${models.length > 0 ? ` (made with ${list(models)})` : ""}, and are not signed. Nothing was checked in this browser. Text added later was not checked.`,
  publishedAtChosen: (host: string, models: readonly string[]) =>
    `They come from ${host}, the place that you set in the options, not from this site${models.length > 0 ? ` (made with ${list(models)})` : ""}, and are not signed. Nothing was checked in this browser. Text added later was not checked.`,
  publishedUnusable: (host: string) => `Findings published by ${host} are not shown`,
  unavailable: "The citation check isn’t available for this article right now.",
  made: "Checked by the publisher",
  madeBy: (models: readonly string[]) =>
    `The publisher of this page had the citations checked${models.length > 0 ? ` (with ${list(models)})` : ""}. Nothing is computed in this browser. Text added later was not checked.`,
  changed: "The article has changed since the check",
  citationsMissing: (missing: number, all: number) =>
    form(missing, {
      one: `${number(missing)} of ${number(all)} citing sentences is no longer on this page. Its findings are listed, but not marked or counted.`,
      other: `${number(missing)} of ${number(all)} citing sentences are no longer on this page. Their findings are listed, but not marked or counted.`,
    }),
  referencesMissing: (missing: number, all: number) =>
    form(missing, {
      one: `${number(missing)} of ${number(all)} references has changed since the check.`,
      other: `${number(missing)} of ${number(all)} references have changed since the check.`,
    }),
  listElsewhere: "The reference list isn’t marked",
  listElsewhereWhy: "It is on another page, or has changed since the check.",
  otherArticle: (name: string, citations: number) =>
    `${name} belongs to another article: none of its ${count(citations, { one: "citing sentence", other: "citing sentences" })} is on this page. The publisher of this page can create it again with citelight check --format json.`,
  unreachable: (name: string, reason: string) =>
    `${name} didn’t load: ${reason}. The publisher of this page can correct src="…".`,
  tooLarge: (name: string, most: number) => `${name} is larger than ${megabytes(most)}.`,
  noJson: (name: string) => `${name} isn’t JSON. Create it with citelight check --format json.`,
  otherSchema: (name: string, schema: string | null, wanted: string) =>
    `${name} ${schema === null ? "isn’t a findings file" : `has the format “${schema}”`}. It must have the format “${wanted}”, as citelight check --format json writes it.`,
  misfit: (name: string, fault: string) =>
    `${name} isn’t a valid findings file: ${fault}. The publisher of this page can create it again.`,
};
