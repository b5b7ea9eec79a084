/** OpenReview: forums, consoles, assignments. */

import type { Field } from "../../../generated/Field";
import { count, decimal, list, number } from "./general";
import { fieldWithin } from "./labels";

export const openReviewWords = {
  label: "Citelight",
  unreadable: "the file could not be read",
  checkPaper: "Check the paper’s citations",
  opening: "Fetching the PDF…",
  notOpened: (reason: string) => `The PDF could not be fetched (${reason}). Try again later.`,
  /** How many suggested references were found in the replies. */
  found: (n: number, replies: number) =>
    n === 0
      ? "The reviews and comments shown here suggest no reference that could be looked up."
      : `${count(n, { one: "suggested reference", other: "suggested references" })} in ${count(replies, { one: "review or comment", other: "reviews and comments" })}.`,
  /** Instead of it where they are not read. */
  unreadReplies: {
    "first-api": "Citelight does not read reviews and comments in this older kind of OpenReview forum.",
    chat: "Citelight does not read replies in the chat view. Open another tab of the forum, then click Citelight’s button again.",
  },
  assignment: {
    title: "Check an assignment",
    about:
      "Compares a reviewer’s papers with the title and abstract above, in this browser. OpenReview is asked for the profile, its papers and the venue’s own score, as you are signed in: four requests at most. The authors of an anonymous submission are not looked for.",
    reviewer: "Profile of the reviewer (empty: your own)",
    years: "Years",
    check: "Check assignment",
    asking: "Asking OpenReview…",
    asked: (calls: number) =>
      calls === 0
        ? "Uses OpenReview’s earlier answers; nothing was asked again."
        : `OpenReview was asked ${count(calls, { one: "time", other: "times" })}.`,
    noId: "A profile’s id looks like ~First_Last1.",
    nobody: "No such profile can be read here.",
    signIn: "OpenReview does not show this without signing in.",
    failed: (reason: string) => `The request to OpenReview failed (${reason}). Try again later.`,
    noAnswer: "no answer",
    fit: (name: string, papers: number) =>
      `Fit of ${name}, by ${count(papers, { one: "paper", other: "papers" })}`,
    noPapers: "The profile lists no paper that can be read here.",
    mean: "Mean of all papers",
    best: "Best paper",
    meaning: "By meaning (embeddings)",
    words: "By words (TF-IDF)",
    noModel: (reason: string) => `Not compared by meaning: ${reason}`,
    venueScore: (score: number) => `The venue’s own score (Affinity_Score): ${decimal(score)}.`,
    venueNone: {
      none: "The venue has no score of its own for this pair.",
      hidden: "The venue’s own score cannot be read with your rights.",
    },
    nearest: "Nearest papers",
    paper: (title: string, year: number | null) => `${title}${year === null ? "" : ` (${year})`}`,
    numbers: (meaning: number | null, byWords: number) =>
      meaning === null
        ? `by words ${decimal(byWords)}`
        : `by meaning ${decimal(meaning)}, by words ${decimal(byWords)}`,
    conflicts: "Conflicts",
    hidden: "The authors are not shown to everyone, so conflicts were not checked.",
    noConflict: "None found.",
    authorsCut:
      "Only the first authors are shown on the page, and only they were compared. Show all authors, then click Citelight’s button again.",
    scope: (papers: number, since: number, authors: number) =>
      `Looked at: ${count(papers, { one: "paper", other: "papers" })} for authors in common since ${since}, and the institutions of ${count(authors, { one: "author", other: "authors" })} whose public profile names one. Names given by initials are not compared.`,
    isAuthor: (author: string) => `${author} is an author of the submission`,
    together: (author: string, paper: string, year: number | null) =>
      `Wrote “${paper}” (${year === null ? "year unknown" : String(year)}) with ${author}`,
    institution: (author: string, domain: string) => `Same institution as ${author}: ${domain}`,
  },
  column: "Citations",
  queue: (done: number, all: number) =>
    `${done} of ${count(all, { one: "submission", other: "submissions" })} checked.`,
  queueHint:
    "One submission after the other, in this browser: each PDF is fetched once, when its turn comes. Keep this page open; what was checked is kept, and the rest can be checked another day.",
  start: "Check submissions",
  resume: "Continue",
  pause: "Pause",
  running: "Checking",
  throttled: "OpenReview asks to wait. Continue in half an hour.",
  unknownPage: "Citelight does not read this page of OpenReview. Open a submission’s PDF, then click here.",
  cell: {
    waiting: "not started",
    reading: "reading",
    noCitations: "no citations found",
    notRead: "nothing could be read",
    notReadHint:
      "No source of a citation could be read: is “Look references up online” ticked in the side panel?",
    failed: "could not be checked",
    review: (n: number) => `${number(n)} to review`,
    clean: "clean so far",
    share: (read: number, all: number) =>
      `${read} of ${count(all, { one: "citation", other: "citations" })} read`,
    opens: (title: string) => `Opens the citation check of “${title}”`,
  },
  suggested: "Suggested references",
  suggestedHint:
    "Only the entries above are sent to scholarly indexes. How close they are to the submission is computed in this browser.",
  check: (n: number) => `Check ${count(n, { one: "reference", other: "references" })}`,
  checking: "Looking up…",
  comparing: "Comparing with the submission…",
  notAllowed:
    "Nobody was asked: looking references up is switched off. Tick “Look references up online” in the side panel, then check again.",
  endedEarly: (reason: string) => `The look-up ended early: ${reason}`,
  exists: (title: string, year: number | null) => `Found: ${title}${year === null ? "" : ` (${year})`}.`,
  retracted: "The work was retracted.",
  concern: "The journal has expressed concern about the work.",
  differs: (fields: readonly Field[]) =>
    `The review gives another ${list(fields.map(fieldWithin))} than the record.`,
  ghost: (asked: readonly string[]) =>
    `No record found in ${list(asked)}. It may exist under another title; ask the reviewer.`,
  ambiguous: "Several works fit. The review does not say which.",
  unknown: (reason: string) => `Left open: ${reason}`,
  notRead: "Could not be read as a reference.",
  itself:
    "This seems to be a copy of the submission itself. Its authors are hidden here, so nothing of its record is shown.",
  nearness: {
    near: "Near to the submission",
    some: "Somewhat near to the submission",
    far: "Far from the submission",
  },
  relevance: (nearness: string, cosine: number, basis: string) =>
    `${nearness}: ${decimal(cosine)}, the cosine of ${basis} (1: the same text, 0: nothing in common).`,
  bases: { both: "title and abstract", title: "titles alone, as an abstract is missing" },
  notCompared: (reason: string) => `Not compared with the submission: ${reason}`,
  ownWork: (name: string) => `${name}, who signed this, is among its authors.`,
};
