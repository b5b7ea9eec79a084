/** The card of a citation or an entry of the reference list. */

import { count, decimal, form, number, percent } from "./general";

export const cardWords = {
  label: (word: string) => `Citation: ${word}`,
  confidence: (value: number) => `confidence ${decimal(value)}`,
  /** A category that is suggested, not established. */
  suggested: (category: string) => `${category} (suggested)`,
  claim: "Claim",
  source: "Source",
  why: "Why",
  here: "This article",
  /** The passage that comes nearest where nothing in the source decides. */
  nearest: "Nearest passage",
  /** Passages that would decide an open claim. */
  deciding: "What would settle it",
  needed: "Marked: numbers, directions and populations of the claim.",
  nothingFound: (pages: number | null) =>
    pages === null
      ? "Nothing on this found in the source."
      : `Nothing on this found in the source (about ${count(pages, { one: "page", other: "pages" })} read).`,
  openPassage: "Open at this passage",
  openSource: "Open the source",
  technical: "Technical details",
  otherPassages: "Other passages that were compared",
  steps: "Steps",
  conditions: {
    met: "met:",
    unmet: "not met:",
    /** What was measured, and what it has to be. */
    of: (what: string, value: string, limit: string) => `${what}: ${value} (${limit})`,
    none: "none",
    noneAllowed: "none allowed",
    "at-least": (limit: string) => `at least ${limit}`,
    above: (limit: string) => `more than ${limit}`,
    "at-most": (limit: string) => `at most ${limit}`,
    below: (limit: string) => `less than ${limit}`,
  },
  /** What would settle what is open. */
  settledByText: "The full text would settle it; only the abstract was read.",
  settledByAccess: "Open the source to settle it.",
  dismiss: "Not a problem",
  dismissWhy: "Why? (optional)",
  dismissed: (reason: string) => `Not a problem: ${reason}`,
  dismissedPlain: "Marked as not a problem.",
  undo: "Undo",
  copy: "Copy",
  /** Beside a citation in the text. */
  tag: { retracted: "retracted", missing: "not found" },
  notSeen: "Nothing happened: the card was covered or had just moved. Click again.",
  copied: "Copied",
  falseAlarm: "Copy as a false alarm",
  falseAlarmIs: "Reported as a false alarm",
  copyFailed: "The browser didn’t allow copying. Select the text and copy it yourself.",
  next: "Next",
  previous: "Previous",
  close: "Close",
  findings: "Sources of this citation",
  /** The heading of a citation of several works. */
  sources: (n: number, problems: number) =>
    problems === 0
      ? count(n, { one: "source", other: "sources" })
      : `${number(problems)} of ${count(n, { one: "source", other: "sources" })} ${form(problems, { one: "needs", other: "need" })} attention`,
  needAttention: (n: number) => `${number(n)} ${form(n, { one: "needs", other: "need" })} attention`,
  pending: "Not checked yet",
  checkingAgain: "Checking again…",
  open: "open the source (new tab)",
  abstractOnly: "abstract only",
  passage: "passage of the full text",
  /** An entry of the reference list, by its number. */
  listed: (list: string, entry: number) => `${list}, no. ${entry}`,
  /** Where words stand: below which heading, empty if none, and in which paragraph of it, 0 if that is not known. */
  place: (section: string, paragraph: number) =>
    [section, paragraph > 0 ? `¶${paragraph}` : ""].filter((part) => part !== "").join(", "),
  differs: (name: string, here: string, there: string) =>
    `${name}: the reference says “${here}”, the record says “${there}”.`,
};

/** What the reader says of an open claim. */
export const triageWords = {
  ask: "Does the source say so?",
  answer: { supported: "Supported", "not-supported": "Not supported", skipped: "Skip" },
  said: (answer: string) => `You: ${answer}`,
  key: (label: string, key: string) => `${label} (${key})`,
  undo: "Undo",
  kept: "Your answers stay in this browser.",
};

/** Paragraphs for a review. They describe, and judge nobody. */
export const reviewWords = {
  copy: "Copy for review",
  summary: "Summary for my review",
  labels: "My answers as data (JSONL)",
  copied: (n: number) => `${count(n, { one: "paragraph", other: "paragraphs" })} copied.`,
  noAnswers: "You have not answered any claim yet.",
  edit: "Draft: edit it before you copy it. It is sent to nobody and posted nowhere.",
  copyDraft: "Copy draft",
  draftCopied: "Draft copied.",
  missing: (n: number, works: readonly string[]) =>
    `${form(n, { one: "One reference", other: `${number(n)} references` })} could not be found: ${works.join("; ")}. Could the authors check ${form(n, { one: "this entry", other: "these entries" })}?`,
  retracted: (n: number, works: readonly string[]) =>
    `${form(n, { one: "One cited work has", other: `${number(n)} cited works have` })} been retracted: ${works.join("; ")}. Could the authors check whether ${form(n, { one: "it is", other: "they are" })} still needed?`,
  head: "Citations that the authors may want to check:",
  none: "No citation is left to ask about.",
  sentence: (source: string, sentence: string) => `The manuscript cites ${source} for “${sentence}”.`,
  passage: (text: string, place: string) =>
    place === "" ? `The source says: “${text}”` : `The source says (${place}): “${text}”`,
  ask: "Could the authors check whether the source supports the sentence as written?",
  notSupported: "I read the source and did not find this; could the authors clarify or correct the citation?",
};

export const committeeWords = {
  summary: (n: number) =>
    form(n, { one: "What one citing paper says", other: `What ${number(n)} citing papers say` }),
  relation: {
    entails: "says what the sentence says",
    contradicts: "says otherwise",
    neutral: "doesn’t say",
  },
  weight: (share: number) => `weight ${percent(share)}`,
  votes: (n: number, all: number) => `${number(n)} of ${count(all, { one: "vote", other: "votes" })}`,
  influence: (value: number) => `influence ${decimal(value)}`,
  by: (title: string) => `“${title}”, a paper that cites it`,
  quoted: "quoted from an index; paper not read",
  notHeard: (n: number, parts: readonly string[]) =>
    `${count(n, { one: "other citing paper", other: "other citing papers" })} not used: ${parts.join(", ")}.`,
  refused: {
    editorial: "editorial",
    retracted: "retracted",
    "citing-paper": "this paper itself",
    "cited-work": "the cited work itself",
    "no-text": "no open text",
    "not-cited": "no in-text citation",
    "says-nothing": "says nothing about this",
    "not-heard": "enough papers already used",
  },
};

export const referenceWords = {
  label: "Reference",
  entry: "Entry",
  record: "Record",
  none: "None.",
  nearest: "Closest match, a different work:",
  notice: "Read the notice",
  openDoi: "Open the DOI",
  searchTitle: "Search for the title",
  bibtex: "BibTeX of the record",
  copy: "Copy BibTeX",
  cited: (n: number) => (n === 1 ? "Go to the citation" : `Go to the first of ${number(n)} citations`),
  list: "References",
  /** How many entries stand how to the records. */
  health: {
    verified: (n: number) => `${number(n)} verified`,
    missing: (n: number) => `${number(n)} not found`,
    retracted: (n: number) => `${number(n)} retracted`,
    concern: (n: number) => `${number(n)} with an expression of concern`,
    differs: (n: number) => count(n, { one: "differs", other: "differ" }),
    open: (n: number) => `${number(n)} open`,
  },
  showAll: (n: number) => `Show all ${number(n)}`,
  openAt: (host: string) => `Open at ${host}`,
  searchAt: (name: string) => `Search ${name}`,
  copyAll: (n: number) => `Copy BibTeX of ${count(n, { one: "record", other: "records" })}`,
};
