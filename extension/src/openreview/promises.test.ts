/** Each promise of docs/openreview.md with the tests that hold it: a sentence without one, or a test that is gone, fails here. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const E2E = "tests/e2e";
const HERE = "extension/src/openreview";
const FILES = {
  forum: `${E2E}/openreview-forum.test.ts`,
  live: `${E2E}/openreview-live.test.ts`,
  assignment: `${E2E}/openreview-assignment.test.ts`,
  chairs: `${E2E}/openreview-chairs.test.ts`,
  edges: `${E2E}/openreview-edges.test.ts`,
  firefox: `${E2E}/firefox-openreview.test.ts`,
  suggest: `${E2E}/suggest-source.test.ts`,
  search: "extension/src/suggest/search.test.ts",
  review: "www/shared/ui/review.test.ts",
  draft: `${E2E}/review-draft.test.ts`,
  check: `${HERE}/chairs/check.test.ts`,
  rows: `${HERE}/chairs/rows.test.ts`,
  groups: `${HERE}/chairs/groups.test.ts`,
  replies: `${HERE}/chairs/submissions.test.ts`,
  kept: `${HERE}/chairs/kept-store.test.ts`,
  load: `${HERE}/chairs/load.test.ts`,
  cell: `${HERE}/console-cell.test.ts`,
  surfaces: `${E2E}/openreview-surfaces.test.ts`,
  console: `${E2E}/openreview-console.test.ts`,
  consoleLive: `${E2E}/openreview-console-live.test.ts`,
  privacy: `${E2E}/openreview-privacy.test.ts`,
  allowed: "extension/src/background/allowed.test.ts",
  policy: `${HERE}/policy.test.ts`,
  markup: `${HERE}/markup.test.ts`,
  suggestions: `${HERE}/suggestions.test.ts`,
  session: `${HERE}/session.test.ts`,
  api: `${HERE}/api.test.ts`,
  queue: `${HERE}/audit-queue.test.ts`,
  pdfs: `${HERE}/pdf-audits.test.ts`,
  store: "extension/src/request-log.test.ts",
  private: `${E2E}/private-window.test.ts`,
  answers: "crate/records/tests/forum_ids.rs",
  pairs: "crate/core/src/assignment/conflict_pairs.rs",
  fit: "crate/core/src/assignment/fit.rs",
  expertise: "crate/core/src/assignment/expertise.rs",
  study: "crate/eval/src/nearness/reviewers.rs",
  nearness: `${HERE}/nearness.test.ts`,
  listed: `${HERE}/listed-elsewhere.test.ts`,
  core: "crate/core/src/assignment/mod.rs",
} as const;

type Held = readonly (readonly [file: keyof typeof FILES, test: string])[];

const PRIVATE: Held = [["privacy", "no request before a press, and none that tells of it"]];
const HIDDEN: Held = [["markup", "authors of a forum are hidden: ${name}"]];
const CONSOLES: Held = [["consoleLive", "an early click, then cells that survive sorting, search and pages"]];

/** Words of a sentence or a row, and the tests that hold what it promises. */
const PROMISES: readonly (readonly [words: string, held: Held])[] = [
  ["Before the click nothing runs", [["assignment", "two measures beside each other"], ...PRIVATE]],
  ["the button shows a dash", [["forum", "pages of people, assignments and venues are not read"]]],
  [
    "No page of OpenReview can be checked automatically",
    [["allowed", "no page of OpenReview is checked as it is opened"]],
  ],
  ["what comes later is read as it comes", [["live", "a click before the page is hydrated works"]]],
  ["the boxes and what was found return", [["live", "results survive every level"], ...CONSOLES]],
  [
    "They look as the page does",
    [
      ["live", "boxes look as the page does"],
      ["surfaces", "its suggestions looked up and an assignment checked"],
    ],
  ],
  [
    "the same in Chrome and in Firefox",
    [
      ["firefox", "a forum in Firefox"],
      ["firefox", "a console in Firefox"],
      ["firefox", "the browser of edges in Firefox"],
    ],
  ],
  [
    "people are known only if everybody can see",
    [...HIDDEN, ["markup", "authors of a forum are public where"]],
  ],
  ["the authors' line has the signature of their group", HIDDEN],
  ["links to profiles with an icon", [["markup", "revealed to this reader alone are not read"]]],
  ["links to profiles without it", [["markup", "authors of a forum are public where they are linked"]]],
  [
    "whatever the page shows: how it marks",
    [
      ["markup", "a forum of the first API is read as a blind one"],
      ["forum", "a forum of the first API"],
    ],
  ],
  [
    "a review signed “Reviewer aB1c”",
    [["markup", "a reviewer whose identity is revealed to this reader alone is anonymous"]],
  ],
  [
    "a review signed with a profile",
    [["markup", "who signed with a profile, or is known to everybody, is named"]],
  ],
  [
    "names of hidden people are not read",
    [["markup", "revealed to this reader alone are not read"], ...PRIVATE],
  ],
  ["Author tags in the page's head", [["markup", "a profile in the abstract, a reply or the head"]]],
  [
    "an entry is neither looked up nor listed",
    [
      ["suggestions", "nothing that tells of the submission is an entry"],
      ["policy", "what is looked up in indexes"],
    ],
  ],
  [
    "a copy of the submission, recognised by",
    [
      ["suggestions", "a copy is known by its title or by its abstract"],
      ["forum", "suggested references are found"],
    ],
  ],
  [
    "conflicts are not looked for, unless you see",
    [
      ["api", "while authors are hidden, no conflict is looked for"],
      ["policy", "authors are compared if"],
    ],
  ],
  ["An entry that contains an anonymous signature", [["policy", "what is looked up in indexes"]]],
  ["One module of the program decides", [["policy", "what OpenReview is asked, by a"], ...PRIVATE]],
  [
    "a box lists them",
    [
      ["forum", "suggested references are found"],
      ["live", "results survive every level"],
    ],
  ],
  [
    "Citelight recognises suggestions conservatively",
    [["suggestions", "identifiers, quoted titles and whole entries are found"]],
  ],
  [
    "does not count. Suggestions in a chat",
    [
      ["suggestions", "what could only be guessed is left alone"],
      ["live", "replies of a chat are read"],
    ],
  ],
  ["Replies that the page has not rendered", [["live", "of many replies some are drawn"]]],
  [
    "A work that several replies suggest is looked up once",
    [["live", "a work that several reviews suggest is looked up once"]],
  ],
  [
    "Comments that only chairs may read",
    [
      ["live", "what only chairs may read is not sent"],
      ["markup", "who may read a reply is what its line says"],
    ],
  ],
  ["Press “Check”, and each entry is", [["forum", "suggested references are found"]]],
  ["A DOI or arXiv id on its own is matched", [["forum", "suggested references are found"]]],
  ["**compared with the submission**", [["forum", "suggested references are found"]]],
  ["The words are [measured]", [["nearness", "a work is called near or far only where"]]],
  ["They say how similar the texts are", [["core", "the_nearer_paper_comes_first_by_both_measures"]]],
  ["If an abstract is missing", [["forum", "suggested references are found"]]],
  [
    "**reported as the suggester's own**",
    [
      ["forum", "suggested references are found"],
      ["forum", "names that only this reader may see are nobody's"],
    ],
  ],
  [
    "“Check the paper's citations” fetches the PDF",
    [["forum", "a reader on the keyboard opens the paper's own audit"]],
  ],
  ["“Check an assignment” compares", [["assignment", "two measures beside each other"]]],
  ["leave the field empty for your own", [["assignment", "the reader's own profile is that of the session"]]],
  ["the mean over all papers", [["fit", "a_worked_example"]]],
  ["how researchers with a similar fit rated", [["study", "the_product_s_bands_are_those_of"]]],
  [
    "It is called good only if nine in ten",
    [
      ["expertise", "bands_have_ratings_enough"],
      ["assignment", "two measures beside each other"],
    ],
  ],
  ["No fit is called bad", [["expertise", "bands_have_ratings_enough"]]],
  ["the three nearest papers", [["assignment", "two measures beside each other"]]],
  ["the venue's own score and a conflict", [["api", "the venue is the note's own"]]],
  ["Citelight learns their names from the venue's group", [["api", "the venue is the note's own"]]],
  ["conflicts, each with its reason", [["assignment", "authors that the forum shows: conflicts"]]],
  [
    "Your own profile is that of your OpenReview session",
    [
      ["assignment", "the reader's own profile is that of the session"],
      ["session", "whoever is signed in"],
    ],
  ],
  [
    "Of other people's papers, only those count",
    [
      ["api", "of others only those papers are used"],
      ["api", "papers of the first API"],
    ],
  ],
  [
    "papers that DBLP and OpenAlex list for that person",
    [
      ["assignment", "papers that DBLP and OpenAlex list"],
      ["listed", "addresses of DBLP and ORCID hold identifiers"],
    ],
  ],
  ["The submission itself is never among them", [["api", "a copy of the submission is no paper"]]],
  ["A paper without a year counts", [["pairs", "fn papers"]]],
  ["Names with initials are not compared", [["pairs", "fn papers"]]],
  ["Two domains belong to one institution", [["pairs", "fn institutions"]]],
  ["Mail hosts such as gmail.com", [["pairs", "fn institutions"]]],
  ["An institution that a profile left", [["pairs", "fn institutions"]]],
  ["A mail address without dates counts", [["pairs", "fn institutions"]]],
  ["Advisors and family count", [["pairs", "fn relations"]]],
  [
    "If the page shows only the first authors",
    [["markup", "authors of a forum are public where they are linked"]],
  ],
  [
    "you can tick “by the identities revealed to you”",
    [["assignment", "authors revealed to this reader alone"]],
  ],
  ["They are then compared in this browser", [["assignment", "authors revealed to this reader alone"]]],
  ["Nobody is asked about them", [["assignment", "authors revealed to this reader alone"], ...PRIVATE]],
  ["whatever the venue calls the role", CONSOLES],
  ["Each submission gets a cell", [["console", "a console of 20 submissions gets its column"], ...CONSOLES]],
  ["the cell says “no source readable”", [["cell", "what nobody could read is not clean"]]],
  ["Click the cell to open the paper", [["console", "the queue goes one by one"]]],
  ["Lists of people get no cells", [["consoleLive", "tabs: where people are listed there is no cell"]]],
  [
    "On a narrow page the cells stand below",
    [
      ["consoleLive", "a column that would widen a narrow page is none"],
      ["surfaces", "some submissions checked"],
    ],
  ],
  [
    "“Check submissions” starts the queue",
    [
      ["queue", "nothing begins before the reader starts the queue"],
      ["pdfs", "a submission waits for readers"],
    ],
  ],
  ["“Pause” stops it", [["console", "the queue goes one by one"]]],
  ["Checked submissions are stored", [["console", "the queue goes one by one"]]],
  ["The rest continues when you press", [["console", "the queue goes one by one"]]],
  [
    "Nothing is checked twice, except",
    [
      ["queue", "what was checked is never checked again"],
      ["consoleLive", "what was checked without look-ups can be checked again"],
    ],
  ],
  [
    "If you choose a venue's policy in the options",
    [
      ["pdfs", "problems are counted by every policy"],
      ["rows", "a row says what is known"],
      ["consoleLive", "what was checked without look-ups can be checked again"],
    ],
  ],
  [
    "When you change the policy, the counts change at once",
    [["consoleLive", "what was checked without look-ups can be checked again"]],
  ],
  ["If OpenReview asks to wait", [["queue", "a site that asks to wait pauses all"]]],
  [
    "the queue stops, and the toolbar button says so",
    [
      ["consoleLive", "the queue stops when the console is left"],
      ["consoleLive", "a console that is left while its other pages are asked for"],
    ],
  ],
  ["all are counted", CONSOLES],
  [
    "asks OpenReview for the ids of the others",
    [["consoleLive", "the queue takes in what other pages list"]],
  ],
  [
    "there is a “Table for chairs”",
    [
      ["chairs", "presses everything"],
      ["chairs", "a console that was left"],
    ],
  ],
  [
    "asks OpenReview for what the console itself asks for",
    [
      ["chairs", "an area chair's table"],
      ["load", "a chair's submissions are those in whose groups they are"],
      ["load", "a chair without submissions is answered none"],
    ],
  ],
  ["so they are asked for once more, when you press the button", [["chairs", "an area chair's table"]]],
  [
    "its citations to review, and its references that were retracted",
    [
      ["rows", "a row says what is known"],
      ["chairs", "what the queue found"],
    ],
  ],
  ["the references that its reviews and comments suggest", [["replies", "replies suggest, in Markdown"]]],
  [
    "its reviewers, by their signatures",
    [
      ["groups", "who is behind a signature"],
      ["groups", "members may be profiles"],
    ],
  ],
  [
    "“Check suggestions and reviewers” fills in the rest",
    [
      ["chairs", "suggestions are looked up, reviewers compared"],
      ["check", "one submission after another"],
      ["groups", "replacements are those"],
      ["groups", "a keyword is covered"],
    ],
  ],
  [
    "is found out in this browser, by the names in the record",
    [
      ["check", "whose works they are"],
      ["chairs", "presses everything"],
    ],
  ],
  [
    "Authors are compared only if everybody sees them",
    [
      ["check", "revealed authors are compared"],
      ["chairs", "suggestions are looked up"],
    ],
  ],
  [
    "Suggestions in comments that only chairs may read",
    [
      ["check", "what only chairs may read"],
      ["chairs", "suggestions are looked up"],
    ],
  ],
  [
    "OpenReview is asked at most once a second",
    [
      ["check", "requests keep their distance"],
      ["chairs", "a venue of 3,000 submissions"],
    ],
  ],
  [
    "does leaving the console, or OpenReview asking to wait",
    [
      ["chairs", "a console that was left"],
      ["check", "paused it asks no more"],
    ],
  ],
  [
    "What was answered is kept for 30 days",
    [
      ["check", "on another day nothing is asked twice"],
      ["kept", "forgotten after a while"],
      ["chairs", "on another day"],
    ],
  ],
  ["a reviewer's papers are asked for once", [["check", "works once, people once"]]],
  ["If look-ups were off, you can continue", [["check", "what was not looked up is done again"]]],
  [
    "“Show” lists what needs a chair's eye",
    [
      ["rows", "the lists of a program chair"],
      ["chairs", "a venue of 3,000 submissions"],
    ],
  ],
  [
    "writes the rows that are listed",
    [
      ["rows", "the file has a line"],
      ["chairs", "suggestions are looked up"],
    ],
  ],
  [
    "| “Build the table”",
    [
      ["policy", "for a chair OpenReview is asked by ids"],
      ["chairs", "an area chair's table"],
    ],
  ],
  [
    "| “Check suggestions and reviewers”",
    [
      ["policy", "words are no names"],
      ["chairs", "presses everything"],
    ],
  ],
  ["its database (`citelight-chairs`) holds", [["kept", "no more than so many"]]],
  ["They are saved under salted hashes", [["kept", "nobody reads in the database"]]],
  [
    "Nothing is kept from a private window",
    [
      ["private", "in a private window nothing is kept"],
      ["private", "what an ordinary window kept is not told"],
      ["pdfs", "what is answered for a submission of a private window"],
      ["kept", "of a private window nothing is kept"],
      ["kept", "of a console in a private window"],
    ],
  ],
  [
    "“Summary for my review”: what was found",
    [
      ["draft", "a draft for a review"],
      ["review", "a review names what nobody settled"],
    ],
  ],
  ["are named in one sentence each", [["review", "references that were not found or retracted"]]],
  ["“Copy draft” puts it on the clipboard", [["draft", "a draft for a review"]]],
  ["It is sent to nobody and posted nowhere", [["draft", "a draft for a review"]]],
  [
    "Select a sentence, or type one",
    [
      ["suggest", "works that may be meant"],
      ["suggest", "beside any page"],
    ],
  ],
  [
    "OpenAlex and Semantic Scholar are searched with up to 14 words",
    [
      ["search", "a sentence is searched for by its telling words"],
      ["suggest", "nothing is searched for before"],
      ["policy", "whose sentences are searched for"],
    ],
  ],
  ["What they find is compared with the sentence in this browser", [["search", "what two indexes find"]]],
  [
    "no sentence leaves the browser",
    [["suggest", "a blind submission, authors"], ["policy", "whose sentences are searched for"], ...PRIVATE],
  ],
  ["A sentence with an anonymous signature", [["policy", "whose sentences are searched for"]]],
  [
    "nor is one from a comment that only chairs may read",
    [
      ["policy", "what stands in a comment that chairs alone may read"],
      ["suggest", "a sentence of a comment for chairs alone"],
    ],
  ],
  [
    "Chrome does not show the viewer in private windows",
    [["private", "Chrome shows no page of an extension"]],
  ],
  ["The side panel has the same for any other page", [["suggest", "beside any page"]]],
  [
    "Sentences of files, of pages on private networks",
    [["policy", "on other pages a sentence is searched for"]],
  ],
  [
    "“Check fit and conflicts” compares the reviewers",
    [
      ["edges", "fit beside each reviewer"],
      ["edges", "on another day"],
    ],
  ],
  [
    "if you went on from column to column",
    [["markup", "the browser of edges: the submission that is selected"]],
  ],
  ["Pages draw 100 reviewers at first", [["edges", "reviewers that the page draws later"]]],
  [
    "Beside each you then see their fit",
    [
      ["edges", "fit beside each reviewer"],
      ["edges", "whoever may not see the authors compares none"],
    ],
  ],
  [
    "is asked at most once a second, nothing twice",
    [
      ["edges", "fit beside each reviewer"],
      ["edges", "on another day"],
      ["edges", "paused, it asks no more"],
    ],
  ],
  ["If it refuses, you are told", [["edges", "a site that asks to wait, or refuses"]]],
  [
    "| “Check fit and conflicts”",
    [
      ["edges", "no word of the submission"],
      ["policy", "words are no names"],
    ],
  ],
  [
    "| “Search” for a sentence",
    [
      ["suggest", "works that may be meant"],
      ["search", "what two indexes find"],
    ],
  ],
  ["The loaded page is read", [["console", "without one call of the API"], ...PRIVATE]],
  ["| “Check” under a review", [["forum", "suggested references are found"], ...PRIVATE]],
  [
    "| “Check the paper's citations”, a cell",
    [["forum", "a reader on the keyboard opens the paper's own audit"]],
  ],
  [
    "| a finding's button in the viewer",
    [["allowed", "on OpenReview a model is asked by a press of a button alone"]],
  ],
  ["| “Check submissions” | The PDFs", [["pdfs", "asks neither endpoint nor committee"]]],
  [
    "| “Check submissions”, if the console has several pages",
    [
      ["policy", "for a console OpenReview is asked for files"],
      ["consoleLive", "the queue takes in what other pages list"],
    ],
  ],
  [
    "| “Check assignment”, if you ticked",
    [
      ["assignment", "papers that DBLP and OpenAlex list"],
      ["policy", "indexes are asked for a reviewer's papers by identifiers"],
    ],
  ],
  [
    "| “Check assignment” |",
    [
      ["assignment", "in eight requests"],
      ["api", "they are compared"],
    ],
  ],
  ["are computed in this browser (module", [["assignment", "two measures beside each other"]]],
  ["storage holds ids of submissions", [["store", "what a console tells of its queue"]]],
  [
    "its scripts cannot press the buttons",
    [
      ["forum", "suggested references are found"],
      ["console", "a console of 20 submissions"],
    ],
  ],
  ["Look-ups run only if you turned them on", [["forum", "nobody is asked before the reader allows it"]]],
  ["then learn its identifier or, without one, its title", PRIVATE],
  [
    "OpenReview's API learns, without your session",
    [
      ["forum", "of an entry that names another forum"],
      ["answers", "the_api_learns_only_the_forum"],
    ],
  ],
  [
    "They learn neither your mail address nor your source keys",
    [
      ["forum", "suggested references are found"],
      ["forum", "a reader on the keyboard"],
    ],
  ],
  ["Requests carry no cookie", [["forum", "suggested references are found"], ...PRIVATE]],
];

/** Sentences that explain, warn or lead on, and promise nothing of their own. */
const EXPLAINS = [
  "Open a forum, a console or the browser of edges",
  "OpenReview draws its pages bit by bit",
  "You may click before it is done",
  "OpenReview shows some readers names",
  "your role changes nothing there",
  "While authors are hidden",
  "in the scholarly indexes, if lookups are turned on",
  "You see",
  "These rules keep conflicts right",
  "If it names an author without a profile",
  "If OpenReview reveals the authors to you alone",
  "“3 need attention”",
  "A page can see what is drawn on it",
  "For a PDF, Semantic",
  "For each entry, Crossref",
  "Each of them sees",
  "The price is stricter limits",
  "One thing remains",
  "If nobody may know that you review it",
  "A PDF that you saved",
  "The markup that was seen",
  "Of the first API one forum was seen",
  "All selectors are",
  "The study of expertise asked",
  "Among reviewers that a venue assigns",
  "The articles that the words for suggestions",
  "If the console lists more submissions",
  "If you leave the console",
  "For a submission, the table has",
  "The table holds what OpenReview shows to you",
  "“Clear cache” under “Storage”",
];

/** Sentences, rows and items of the document, each in one line. */
function sentences(): string[] {
  const text = readFileSync("docs/openreview.md", "utf8").replace(/!\[[^\]]*\]\([^)]*\)/g, "");
  const blocks = text.split(/\n\s*\n|\n(?=[-|#])/).map((block) => block.replace(/\s+/g, " ").trim());
  return blocks
    .filter(
      (block) =>
        block !== "" && !/^#|^\| (?:---|on the page|when) /.test(block) && !/^\|[\s|-]+$/.test(block),
    )
    .flatMap((block) => (block.startsWith("|") ? [block] : block.split(/(?<=[.!?][”)]*)\s+(?=[\p{Lu}“])/u)));
}

test("every promise of docs/openreview.md is in it and names tests that exist", () => {
  const text = readFileSync("docs/openreview.md", "utf8").replace(/\s+/g, " ");
  const read = new Map(Object.values(FILES).map((file) => [file, readFileSync(file, "utf8")]));
  for (const [words, held] of PROMISES) {
    assert.ok(text.includes(words), `not in the document: ${words}`);
    for (const [file, name] of held)
      assert.ok(read.get(FILES[file])?.includes(name), `no test “${name}” in ${FILES[file]}, for: ${words}`);
  }
  for (const words of EXPLAINS) assert.ok(text.includes(words), `not in the document: ${words}`);
});

test("no sentence of docs/openreview.md promises what no test holds", () => {
  const known = [...PROMISES.map(([words]) => words), ...EXPLAINS];
  // A promise may begin in one sentence and end in the next.
  const parts = known.flatMap((words) => [
    words,
    ...words.split(/(?<=[.!?])\s/).filter((part) => part.length > 12),
  ]);
  const open = sentences().filter((sentence) => !parts.some((words) => sentence.includes(words)));
  assert.deepEqual(open, []);
});
