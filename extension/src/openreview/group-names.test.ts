import assert from "node:assert/strict";
import { test } from "node:test";
import { consoleGroup, submissionGroup } from "./group-names";

const VENUE = "Sleep.example/2026/Conference";

test("a console's group tells its venue and the role, whatever the role is called", () => {
  assert.deepEqual(consoleGroup(`${VENUE}/Action_Editors`), { venue: VENUE, role: "Action_Editors" });
  for (const id of ["", "Reviewers", "/Reviewers"]) assert.equal(consoleGroup(id), null, id);
});

test("a group of a submission tells its number, whatever the venue calls submissions; groups within it are none", () => {
  for (const name of ["Submission", "Paper", "Full_Paper"])
    assert.deepEqual(submissionGroup(`${VENUE}/${name}12/Reviewer_aB1c`), {
      number: 12,
      name: "Reviewer_aB1c",
    });
  for (const id of [
    `${VENUE}/Reviewers`,
    `${VENUE}/Submission12`,
    `${VENUE}/Submission12/Reviewers/Submitted`,
  ])
    assert.equal(submissionGroup(id), null, id);
});
