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
  how: "How this was decided",
  numbers: "Scores",
  conditions: { met: "met:", unmet: "not met:" },
  dismiss: "Dismiss",
  dismissWhy: "Why is this not a problem?",
  dismissed: (reason: string) => `Dismissed: ${reason}`,
  undo: "Undo",
  copy: "Copy",
  notSeen: "Nothing was done: this card was covered, or had just moved. Click once more.",
  copied: "Copied",
  falseAlarm: "Copy as a false alarm",
  falseAlarmIs: "Called a false alarm",
  copyFailed: "Copying was refused. Select the text and copy it by hand.",
  next: "Next",
  previous: "Previous",
  close: "Close",
  findings: "References of this citation",
  pending: "Not checked yet",
  checkingAgain: "Checking again…",
  open: "open the source (new tab)",
  abstractOnly: "abstract only",
  /** Where words stand: below which heading, empty if none, and in which paragraph of it, 0 if that is not known. */
  place: (section: string, paragraph: number) =>
    [section, paragraph > 0 ? `¶${number(paragraph)}` : ""].filter((part) => part !== "").join(", "),
  differs: (name: string, here: string, there: string) =>
    `${name}: the reference says “${here}”, the record says “${there}”.`,
};

export const committeeWords = {
  summary: (n: number) =>
    form(n, { one: "What one citing paper says", other: `What ${number(n)} citing papers say` }),
  relation: {
    entails: "says what the sentence says",
    contradicts: "says otherwise",
    neutral: "says nothing about it",
  },
  weight: (share: number) => `weight ${percent(share)}`,
  votes: (n: number, all: number) => `${number(n)} of ${count(all, { one: "vote", other: "votes" })}`,
  influence: (value: number) => `influence ${decimal(value)}`,
  by: (title: string) => `“${title}”, a paper that cites it`,
  quoted: "quoted by an index, not read",
  notHeard: (n: number, parts: readonly string[]) =>
    `${count(n, { one: "other work that cites it was", other: "other works that cite it were" })} not heard: ${parts.join(", ")}.`,
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
};

export const referenceWords = {
  label: "Reference",
  entry: "Entry",
  record: "Record",
  none: "None.",
  nearest: "The nearest one, of another work:",
  notice: "The notice",
  bibtex: "BibTeX of the record",
  copy: "Copy BibTeX",
  cited: (n: number) => (n === 1 ? "Where it is cited" : `First of ${number(n)} citations`),
  list: "Reference list",
  listHint: "Entries that a reader should look at. The others agree with their records or are left open.",
  counts: (found: number, all: number, troubles: number) =>
    `${number(found)} of ${number(all)} found${troubles > 0 ? ` · ${number(troubles)} to look at` : ""}`,
  copyAll: (n: number) => `Copy BibTeX of ${count(n, { one: "record", other: "records" })}`,
};
