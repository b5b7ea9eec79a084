import assert from "node:assert/strict";
import { test } from "node:test";
import { JANE, madeNote, madeReply, RAE, VENUE } from "@citelight/test-support/made-venue";
import { NOBODY } from "../compare";
import type { CheckedSubmission } from "../audit-queue";
import { countsOf } from "../submission-counts.double";
import { csvOf } from "./csv";
import type { SubmissionFacts, SuggestionFact } from "./facts";
import type { VenueData } from "./load";
import { filtered, rowOf, type ChairRow } from "./rows";
import { submissionIn, type Submission } from "./submissions";

const S7 = `${VENUE}/Submission7`;
const TEXT =
  "See Walker et al. (2019), “Evening sleepers and what they remember”, and https://doi.org/10.1016/magnets.3.";

function made(): { submission: Submission; venue: VenueData } {
  const submission = submissionIn(madeNote({ replies: [madeReply({ text: TEXT })] }));
  assert.ok(submission);
  const venue: VenueData = {
    venue: VENUE,
    names: {
      ...{ score: "s", conflict: "c", submissions: "n", reviewers: "Reviewers" },
      ...{ anonymous: "Reviewer_", submission: "Submission" },
    },
    submissions: [submission],
    assignments: new Map([
      [
        7,
        [
          { signature: `${S7}/Reviewer_aB1c`, id: RAE },
          { signature: `${S7}/Reviewer_xY9z`, id: null },
        ],
      ],
    ]),
    people: new Map([[RAE, { ...NOBODY, id: RAE, name: "Rae Viewer" }]]),
  };
  return { submission, venue };
}

const suggestion = (
  status: "missing" | "found",
  cosine: number | null,
  isOwn: boolean | null,
): SuggestionFact => ({
  fact: { status, work: null },
  cosine,
  isOwn,
});

const FACTS: SubmissionFacts = {
  suggestions: new Map([
    ["Review0001", [suggestion("missing", null, null), suggestion("found", 0.12, true)]],
  ]),
  lookedUp: true,
  reviewers: new Map([
    [
      RAE,
      {
        papers: 3,
        fit: 0.4321,
        conflicts: [
          { kind: "institution", author: "Bo Writer", domain: "x.example", until: null, is_dated: true },
        ],
      },
    ],
  ]),
  scores: { kind: "known", value: new Map([[RAE, 0.63]]) },
  conflicts: { kind: "known", value: new Set([RAE]) },
  replacements: [{ id: JANE, score: 0.9 }],
  uncovered: ["windmills"],
};

const COUNTS = countsOf({ total: 9, problems: 2, judged: 4 });
const CHECKED: CheckedSubmission = {
  counts: { ...COUNTS, by: { ...COUNTS.by, lenient: { problems: 1, judged: 3 } } },
  references: { total: 4, verified: 1, missing: 2, retracted: 1, concern: 0, differs: 0, open: 0 },
  lookedUp: true,
};

test("a row says what is known, and leaves open what is not", () => {
  const { submission, venue } = made();
  const bare = rowOf(submission, venue, null, null, null);
  assert.deepEqual([bare.citations, bare.isChecked, bare.uncovered], [null, false, null]);
  assert.deepEqual(
    bare.suggested.map(({ by, status }) => [by, status]),
    [
      ["Reviewer aB1c", null],
      ["Reviewer aB1c", null],
    ],
  );
  const row = rowOf(submission, venue, FACTS, CHECKED, null);
  assert.deepEqual(row.citations, { review: 2, policy: null, total: 9, missing: 2, retracted: 1 });
  assert.equal(rowOf(submission, venue, FACTS, CHECKED, "lenient").citations?.review, 1);
  const [rae, unknown] = row.reviewers;
  assert.deepEqual(
    [rae?.name, rae?.fit, rae?.score, rae?.venueConflict, rae?.suggested, rae?.own],
    ["Rae Viewer", 0.4321, 0.63, true, 2, 1],
  );
  assert.deepEqual(
    [unknown?.label, unknown?.name, unknown?.fit, unknown?.venueConflict],
    ["Reviewer xY9z", null, null, null],
  );
});

test("a reviewer who signs with a profile suggests what stands there, as one who signs anonymously does", () => {
  const { submission, venue } = made();
  const [reply] = submission.replies;
  assert.ok(reply);
  const signed: Submission = { ...submission, replies: [{ ...reply, signature: RAE }] };
  const open: VenueData = { ...venue, assignments: new Map([[7, [{ signature: null, id: RAE }]]]) };
  const row = rowOf(signed, open, FACTS, null, null);
  assert.deepEqual(
    row.reviewers.map(({ label, suggested, own }) => [label, suggested, own]),
    [[null, 2, 1]],
  );
  assert.match(csvOf([row], () => "").split("\r\n")[1] ?? "", /,1,Walker/);
});

test("the lists of a program chair: bad references, own works, conflicts, what weighs most first", () => {
  const { submission, venue } = made();
  const row = rowOf(submission, venue, FACTS, CHECKED, null);
  const plain: ChairRow = { ...rowOf(submission, venue, null, null, null), id: "Plain00001" };
  const worse: ChairRow = {
    ...row,
    id: "Worse00001",
    citations: { review: 0, policy: null, total: 3, missing: 9, retracted: 0 },
  };
  const ids = (filter: Parameters<typeof filtered>[1]): string[] =>
    filtered([plain, row, worse], filter).map(({ id }) => id);
  assert.deepEqual(ids("all"), ["Plain00001", "Paper00007", "Worse00001"]);
  assert.deepEqual(ids("references"), ["Worse00001", "Paper00007"]);
  assert.deepEqual(ids("own-works"), ["Paper00007", "Worse00001"]);
  const lower: ChairRow = {
    ...row,
    id: "Lower00001",
    reviewers: row.reviewers.map((one) => ({ ...one, fit: 0.1 })),
  };
  assert.deepEqual(
    filtered([plain, row, lower], "conflicts").map(({ id }) => id),
    ["Lower00001", "Paper00007"],
  );
});

test("the file has a line for each reviewer, and no cell is a formula", () => {
  const { submission, venue } = made();
  const row = { ...rowOf(submission, venue, FACTS, CHECKED, null), title: '=HYPERLINK("evil"), said "he"' };
  const [head, first, second, end] = csvOf([row], () => "same institution").split("\r\n");
  assert.equal(head?.split(",").length, 23);
  assert.match(
    first ?? "",
    /^7,Paper00007,"'=HYPERLINK\(""evil""\), said ""he""",2,,9,2,1,2,1,0,1,windmills,~Jane_Signer1,/,
  );
  assert.match(first ?? "", /Reviewer aB1c,~Rae_Viewer1,3,0\.432,0\.63,true,same institution,1,Walker/);
  assert.match(second ?? "", /Reviewer xY9z,,,,,,,0,$/);
  assert.equal(end, "");
  const alone = csvOf([{ ...row, reviewers: [] }], () => "").split("\r\n")[1];
  assert.match(alone ?? "", /~Jane_Signer1,{9}$/);
});
