/** OpenReview: forums, consoles, assignments. */

import type { Field } from "../../../generated/Field";
import { count, decimal, list, number, percent, sources } from "./general";
import { fieldWithin } from "./labels";

export const openReviewWords = {
  label: "Citelight",
  unreadable: "the file couldn’t be read",
  checkPaper: "Check the paper’s citations",
  opening: "Fetching the PDF…",
  noViewer:
    "Chrome doesn’t show the viewer in private windows. Open this page in a normal window to check the paper.",
  notOpened: (reason: string) => `The PDF couldn’t be fetched (${reason}). Try again later.`,
  /** How many suggested references were found in the replies. */
  found: (n: number, replies: number) =>
    n === 0
      ? "The reviews and comments on this page suggest no references that can be looked up."
      : `${count(n, { one: "suggested reference", other: "suggested references" })} in ${count(replies, { one: "review or comment", other: "reviews and comments" })}.`,
  /** Instead of it where they are not read. */
  unreadReplies: {
    "first-api": "Citelight can’t read reviews and comments in older OpenReview forums.",
  },
  repliesToCome: "The page is still loading its reviews and comments.",
  assignment: {
    title: "Check an assignment",
    about:
      "Compares a reviewer’s papers with the title and abstract above, in this browser. With your sign-in, Citelight asks OpenReview for the profile, its papers, and the venue’s score and conflicts: at most eight requests. Nobody is asked about hidden authors.",
    reviewer: "Reviewer’s profile (leave empty for yours)",
    years: "Years of conflicts that count",
    elsewhere:
      "Also use papers listed by DBLP and OpenAlex if the profile has a DBLP page or an ORCID iD (they learn whose papers you look up)",
    fromElsewhere: (papers: number) =>
      papers === 0
        ? "DBLP and OpenAlex list no further papers."
        : `${count(papers, { one: "paper is", other: "papers are" })} listed by DBLP or OpenAlex only.`,
    namesNoList: "The profile has neither a DBLP page nor an ORCID iD.",
    check: "Check assignment",
    asking: "Asking OpenReview…",
    asked: (calls: number) =>
      calls === 0
        ? "From earlier answers; OpenReview wasn’t asked again."
        : `${count(calls, { one: "request", other: "requests" })} to OpenReview.`,
    noId: "A profile ID looks like ~First_Last1.",
    nobody: "This profile doesn’t exist or isn’t visible to you.",
    signIn: "Sign in to OpenReview to see this.",
    challenge: "OpenReview wants to check that you are human first. Reload the page, then try again.",
    reveal:
      "Compare the authors by the identities revealed to you (in this browser; nobody is asked about them)",
    failed: (reason: string) => `OpenReview didn’t answer (${reason}). Try again later.`,
    noAnswer: "no answer",
    fit: (name: string, papers: number) =>
      `Fit of ${name}, based on ${count(papers, { one: "paper", other: "papers" })}`,
    noPapers: "The profile lists no papers that you can see.",
    mean: "Mean of all papers",
    nearestTwo: "Mean of the two nearest",
    best: "Best paper",
    meaning: "By meaning (embeddings)",
    words: "By words (TF-IDF)",
    likely: "Probably a good fit.",
    expertise: (three: number, four: number, ratings: number) =>
      `In a study, reviewers with a similar fit rated their own expertise at least 3 out of 5 in ${percent(three)} of ${number(ratings)} cases, and at least 4 in ${percent(four)}.`,
    noModel: (reason: string) => `Not compared by meaning: ${reason}`,
    venueScore: (score: number) => `The venue’s own score: ${decimal(score)}.`,
    venueNone: {
      none: "The venue has no score for this pair.",
      hidden: "The venue’s score isn’t visible to you.",
      unnamed: "The venue publishes no score of its own.",
      "first-api": "Older OpenReview forums have no score that Citelight can read.",
    },
    venueConflict: "The venue has recorded a conflict of this pair.",
    nearest: "Nearest papers",
    paper: (title: string, year: number | null) => `${title}${year === null ? "" : ` (${year})`}`,
    numbers: (meaning: number | null, byWords: number) =>
      meaning === null
        ? `by words ${decimal(byWords)}`
        : `by meaning ${decimal(meaning)}, by words ${decimal(byWords)}`,
    conflicts: "Conflicts",
    hidden: "Conflicts were not checked because the authors are hidden from some readers.",
    mayReveal:
      "Conflicts were not checked because the authors are hidden from some readers. You see who they are: tick the box above to compare them in this browser.",
    byRevealed:
      "By identities revealed to you: others don’t see them. Nobody was asked about these authors; of their institutions only those on the page are known.",
    noConflict: "None found.",
    authorsCut:
      "The page shows only the first authors, so only they were compared. Show all authors, then click the Citelight button again.",
    scope: (papers: number, since: number, authors: number) =>
      `Compared: co-authors of ${count(papers, { one: "paper", other: "papers" })}, relations and institutions since ${since}; institutions are known of ${count(authors, { one: "author", other: "authors" })}. Names with initials only are not compared.`,
    isAuthor: (author: string) => `${author} is an author of the submission`,
    together: (author: string, paper: string, year: number | null) =>
      `Co-author of ${author}: “${paper}” (${year === null ? "year unknown" : String(year)})`,
    togetherByName: (author: string, paper: string, year: number | null) =>
      `Possible co-author of ${author}, by name only: “${paper}” (${year === null ? "year unknown" : String(year)})`,
    institution: (author: string, domain: string, until: number | null, isDated: boolean) =>
      `Same institution as ${author}: ${domain}${until === null ? (isDated ? "" : " (no dates in the profiles)") : ` (until ${until})`}`,
    relation: (author: string, relation: string, until: number | null) =>
      `${author}: ${relation}${until === null ? "" : ` (until ${until})`}`,
  },
  column: "Citations",
  queue: (done: number, all: number) =>
    `${number(done)} of ${count(all, { one: "submission", other: "submissions" })} checked.`,
  queueHint:
    "Checks one submission after another, in this browser. Each PDF is fetched once. Keep this page open. Results are saved, so you can continue another day.",
  /** @param policy what stands after “under”. */
  byPolicy: (policy: string) => `Problems are counted under ${policy}.`,
  noSubmissions: "Open a tab that lists submissions.",
  otherPages: (n: number) =>
    `${count(n, { one: "submission", other: "submissions" })} on other pages couldn’t be listed. Open those pages to include them.`,
  checkAgain: (n: number) =>
    `Check ${count(n, { one: "submission", other: "submissions" })} again, with lookups`,
  leftConsole: "The check stopped when you left the console. Return to it to continue.",
  start: "Check submissions",
  resume: "Continue",
  pause: "Pause",
  running: "Checking",
  throttled: "OpenReview limits requests. Continue in half an hour.",
  unknownPage:
    "Citelight can’t read this OpenReview page. Open a submission’s PDF, then click the button again.",
  cell: {
    waiting: "not started",
    reading: "reading",
    noCitations: "no citations found",
    notRead: "no source readable",
    notReadHint: "No cited source was readable. Is “Look up references online” on in the side panel?",
    failed: "check failed",
    review: (n: number) => count(n, { one: "needs attention", other: "need attention" }),
    clean: "clean so far",
    opens: (title: string) => `Open the citation check of “${title}”`,
  },
  suggested: "Suggested references",
  suggestedIn: (title: string) => `Suggested references in “${title}”`,
  chairsOnly: "This may be for chairs only. Look up references from such comments in this forum anyway",
  chairsOnlyFirst: "Tick the box first: this comment may be for chairs only.",
  notSent: "Nothing was sent: an entry could identify the submission or a reviewer.",
  suggestedHint:
    "Only the references above are sent to scholarly indexes. Similarity to the submission is computed in this browser.",
  check: (n: number) => `Check ${count(n, { one: "reference", other: "references" })}`,
  checking: "Looking up…",
  comparing: "Comparing with the submission…",
  notAllowed: "Lookups are off. Turn on “Look up references online” in the side panel, then check again.",
  endedEarly: (reason: string) => `The lookup ended early: ${reason}`,
  exists: (title: string, year: number | null) => `Found: ${title}${year === null ? "" : ` (${year})`}.`,
  retracted: "The work was retracted.",
  concern: "The journal has expressed concern about this work.",
  differs: (fields: readonly Field[]) =>
    `The review and the record differ in ${list(fields.map(fieldWithin))}.`,
  ghost: (asked: readonly string[]) =>
    `Not found in ${sources(asked)}. It may have another title; ask the reviewer.`,
  ambiguous: "Several works match. The review doesn’t say which one.",
  unknown: (reason: string) => `Open: ${reason}`,
  notRead: "This couldn’t be read as a reference.",
  itself:
    "This seems to be a copy of the submission. Its authors are hidden here, so its record isn’t shown.",
  nearness: {
    near: "Close to the submission",
    some: "Somewhat close to the submission",
    far: "Far from the submission",
  },
  relevance: (nearness: string, cosine: number, basis: string) =>
    `${nearness}: cosine similarity ${decimal(cosine)}, based on ${basis} (1: same text, 0: nothing in common).`,
  bases: { both: "title and abstract", title: "titles only (an abstract is missing)" },
  notCompared: (reason: string) => `Not compared with the submission: ${reason}`,
  ownWork: (name: string) => `${name}, who signed this, is one of its authors.`,
};
