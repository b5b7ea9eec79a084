/** OpenReview's tables of those who chair. */

import { count, decimal, list, number } from "./general";

export const chairWords = {
  title: "Table for chairs",
  about:
    "For each submission: citations to review, the references that its reviewers suggest, and how the reviewers fit. To build it, Citelight asks OpenReview for what this console asks anyway, with your sign-in.",
  build: "Build the table",
  loading: (submissions: number, people: number) =>
    people === 0
      ? `Reading OpenReview’s answers: ${count(submissions, { one: "submission", other: "submissions" })}…`
      : `Reading OpenReview’s answers: ${count(submissions, { one: "submission", other: "submissions" })}, ${count(people, { one: "profile", other: "profiles" })}…`,
  loaded: (submissions: number, reviewers: number, suggested: number) =>
    `${count(submissions, { one: "submission", other: "submissions" })}, ${count(reviewers, { one: "reviewer", other: "reviewers" })}, ${count(suggested, { one: "suggested reference", other: "suggested references" })}.`,
  noVenue: "OpenReview doesn’t tell Citelight which submissions belong to this console.",
  check: "Check suggestions and reviewers",
  checkHint:
    "Looks up suggested references if lookups are on, and asks OpenReview for the venue’s scores and conflicts and for the reviewers’ papers: at most one request a second. Nobody is asked about authors. Answers are saved for 30 days, so you can continue another day. Keep this page open.",
  progress: (done: number, all: number) =>
    `${number(done)} of ${count(all, { one: "submission", other: "submissions" })} checked.`,
  timeLeft: (minutes: number) =>
    minutes < 2
      ? "About a minute left."
      : minutes < 120
        ? `About ${number(minutes)} minutes left.`
        : `About ${number(Math.round(minutes / 60))} hours left.`,
  withoutLookUps:
    "Suggested references weren’t looked up because lookups are off. Turn on “Look up references online” in the side panel, then continue.",
  chairsReplies: "Look up references from comments that only chairs may read, too",
  save: "Save as CSV",
  show: "Show",
  filter: {
    all: "All submissions",
    references: "Submissions that cite retracted works or works without a record",
    "own-works": "Reviewers who suggest their own works",
    conflicts: "Reviewers with a conflict, lowest fit first",
  },
  more: (n: number) => `Show ${count(n, { one: "more submission", other: "more submissions" })}`,
  none: "No submissions to show",
  submission: "Submission",
  suggested: "Suggested references",
  reviewers: "Reviewers",
  notChecked: "Citations not checked yet",
  citations: (review: number, total: number) =>
    `${number(review)} of ${count(total, { one: "citation", other: "citations" })} to review`,
  references: (missing: number, retracted: number) =>
    list(
      [
        missing === 0
          ? ""
          : count(missing, { one: "reference without a record", other: "references without a record" }),
        retracted === 0
          ? ""
          : count(retracted, { one: "retracted reference", other: "retracted references" }),
      ].filter((part) => part !== ""),
    ),
  noSuggestions: "None",
  noReviewers: "None that you can see",
  notLookedUp: "not looked up",
  hiddenEntry: "Seems to be a copy of the submission",
  status: {
    found: "found",
    missing: "no record found",
    retracted: "retracted",
    "retracted-since": "retracted",
    replaced: "retracted and replaced",
    concern: "expression of concern",
    differs: "found, with differences",
    open: "open",
    unreadable: "not readable as a reference",
    itself: "not shown",
  },
  ownWork: "the reviewer’s own work",
  fit: (fit: number, papers: number) =>
    `fit ${decimal(fit)} (mean of the two nearest of ${count(papers, { one: "paper", other: "papers" })})`,
  noPapers: "no public papers",
  venueScore: (score: number) => `venue’s score ${decimal(score)}`,
  venueConflict: "Conflict recorded by the venue",
  asksForOwn: (own: number, suggested: number) =>
    `suggests own works: ${number(own)} of ${number(suggested)}`,
  uncovered: (topics: readonly string[]) => `Keywords in none of the reviewers’ papers: ${list(topics)}`,
  notCompared: "Authors were not compared.",
  edges: {
    about:
      "Compares the reviewers beside the selected submission with its title and abstract, in this browser. OpenReview is asked for their profiles and papers with your sign-in, at most one request a second; nobody is asked about authors.",
    check: "Check fit and conflicts",
    noConflict: "No conflict found.",
    select: "Select a submission to see its reviewers.",
    progress: (done: number, all: number) =>
      `${number(done)} of ${count(all, { one: "reviewer", other: "reviewers" })} compared.`,
  },
  replacements: (people: readonly string[]) =>
    `Others with a high venue score and no recorded conflict: ${list(people)}`,
};
