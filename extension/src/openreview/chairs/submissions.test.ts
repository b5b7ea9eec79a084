import assert from "node:assert/strict";
import { test } from "node:test";
import { ABSTRACT, CHAIRS, madeNote, madeReply, TITLE, VENUE } from "@citelight/test-support/made-venue";
import { plainBlocks } from "./markdown";
import { labelOf, stateOfSubmission, submissionIn, type Submission } from "./submissions";

function read(note: object): Submission {
  const submission = submissionIn(note);
  assert.ok(submission);
  return submission;
}

const shown = (...replies: object[]): string[] =>
  read(madeNote({ replies })).replies.flatMap(({ suggestions }) => suggestions.map((one) => one.shown));

const WALKER = "Walker et al. (2019), “Evening sleepers and what they remember”";

test("who sees the authors decides what may be told of a submission", () => {
  const [hidden, revealed, open] = (["hidden", "revealed", "public"] as const).map((authors) =>
    read(madeNote({ authors })),
  );
  assert.deepEqual(
    [hidden, revealed, open].map((one) => one?.authorsState),
    ["hidden", "revealed", "public"],
  );
  assert.ok(revealed && open);
  assert.deepEqual(
    revealed.authors.map(({ name, id }) => [name, id]),
    [
      ["Ada Author", "~Ada_Author1"],
      ["Bo Writer", "~Bo_Writer1"],
    ],
  );
  assert.deepEqual(stateOfSubmission(revealed).authorIds, [], "of authors revealed to a few nobody is asked");
  assert.equal(stateOfSubmission(revealed).confidential?.title, TITLE);
  assert.match(stateOfSubmission(revealed).confidential?.text ?? "", /Forty millers/);
  assert.equal(stateOfSubmission(open).confidential, null);
  assert.equal(submissionIn({ id: "Paper00001", content: {} }), null, "without a title it is none");
});

test("authors of whom nobody has a profile, or who are called anonymous, are hidden, whoever may read the field", () => {
  const open = (authors: unknown, ids: unknown): object => {
    const note = madeNote({ authors: "public" }) as { content: Record<string, unknown> };
    note.content.authors = { value: authors };
    if (ids === undefined) delete note.content.authorids;
    else note.content.authorids = { value: ids };
    return note;
  };
  for (const [authors, ids] of [
    [["Anonymous"], ["Sleep.example/2026/Conference/Submission7/Authors"]],
    [["Anonymous Authors"], ["~Anonymous_Authors1"]],
    [["Night Sleep 2026 Submission7 Authors"], undefined],
    [["Ada Author"], ["ada@sleep.example.edu"]],
    [[{ fullname: "Ada Author" }], undefined],
  ] as const) {
    const submission = read(open(authors, ids));
    assert.equal(submission.authorsState, "hidden", JSON.stringify(authors));
    assert.deepEqual(submission.authors, []);
    assert.equal(stateOfSubmission(submission).confidential?.title, TITLE);
  }
  assert.equal(
    read(open(["Ada Author", "Guest"], ["~Ada_Author1", "guest@x.example"])).authorsState,
    "public",
  );
});

test("institutions of authors, and keywords as a list or as one text", () => {
  const objects = [
    { fullname: "Ada Author", username: "~Ada_Author1", institutions: [{ domain: "sleep.example.edu" }] },
  ];
  const note = madeNote() as { content: Record<string, unknown> };
  note.content.authors = { value: objects, readers: CHAIRS };
  delete note.content.authorids;
  assert.deepEqual(read(note).authors[0]?.affiliations, [
    { domain: "sleep.example.edu", is_dated: true, until: null },
  ]);
  assert.deepEqual(read(madeNote({ keywords: "sleep; windmills , sleep" })).keywords, ["sleep", "windmills"]);
  assert.deepEqual(read(madeNote({ keywords: null })).keywords, []);
});

test("replies suggest, in Markdown, and what tells of the submission or of who judges it is left out", () => {
  assert.deepEqual(
    shown(
      madeReply({
        text: `**Weaknesses.** The paper misses *${WALKER}*.\n\n- see [this](https://arxiv.org/abs/1706.03762)`,
      }),
      madeReply({ id: "Review0002", by: "Reviewer_xY9z", text: `As Doe (2024), “${TITLE}”, says.` }),
      madeReply({
        id: "Review0003",
        by: "Reviewer_xY9z",
        text: "[5] Doe, J. What Reviewer aB1c said of sleep. Journal of Sleep, 2024.",
      }),
      madeReply({ id: "Reply00001", by: "Authors", text: "We cite https://doi.org/10.1016/sleep.1." }),
    ),
    ["Walker et al. (2019). “Evening sleepers and what they remember”", "arXiv:1706.03762"],
  );
});

test("who may read a reply is as its readers say", () => {
  const readers = (named: string[]): string | undefined =>
    read(madeNote({ replies: [madeReply({ readers: named, text: WALKER })] })).replies[0]?.readers;
  assert.equal(readers(["everyone"]), "everyone");
  assert.equal(readers([...CHAIRS, `${VENUE}/Submission7/Reviewers/Submitted`]), "committee");
  assert.equal(readers(CHAIRS), "chairs");
  assert.equal(readers([...CHAIRS, `${VENUE}/Submission7/Reviewer_aB1c`]), "chairs");
  assert.equal(readers([]), "unknown");
});

test("signatures are shown as pages show them, and are secret", () => {
  assert.equal(labelOf(`${VENUE}/Submission7/Reviewer_aB1c`), "Reviewer aB1c");
  assert.deepEqual(read(madeNote({ replies: [madeReply({ text: "" })] })).pseudonyms, ["Reviewer aB1c"]);
});

test("Markdown's signs are no words", () => {
  assert.deepEqual(
    plainBlocks(
      "# Head\n\n> **Bold** and _slanted_ `code`\n> [a_b](https://doi.org/10.1/a_b)\n\n```\nx\n```",
    ),
    ["Head", "Bold and slanted code\na_b https://doi.org/10.1/a_b", "x"],
  );
  assert.deepEqual(plainBlocks("snake_case_word and 2 * 3 * 4, \\*not\\*"), [
    "snake_case_word and 2 * 3 * 4, *not*",
  ]);
  assert.equal(plainBlocks(ABSTRACT)[0], ABSTRACT);
});
