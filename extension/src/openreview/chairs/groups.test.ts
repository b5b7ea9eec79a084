import assert from "node:assert/strict";
import { test } from "node:test";
import { JANE, RAE, VENUE } from "@citelight/test-support/made-venue";
import { replacementsIn, nameIn, weightsIn } from "./edges";
import { AssignmentReader, type Assigned } from "./groups";
import { uncovered } from "./topics";

const S7 = `${VENUE}/Submission7`;

function assigned(
  groups: readonly object[],
  names = { group: "Reviewers", anonymous: "Reviewer_" },
): readonly Assigned[] {
  const reader = new AssignmentReader(names);
  for (const group of groups) reader.take(group);
  return reader.assignments.get(7) ?? [];
}

test("who is behind a signature is in its group; whoever was unassigned reviews no more", () => {
  const groups = [
    { id: `${S7}/Authors`, members: ["~Ada_Author1"] },
    { id: `${S7}/Reviewers`, members: [`${S7}/Reviewer_aB1c`, `${S7}/Reviewer_xY9z`] },
    { id: `${S7}/Reviewer_aB1c`, members: [RAE] },
    { id: `${S7}/Reviewer_xY9z` },
    { id: `${S7}/Reviewer_oLd0`, members: [JANE] },
    { id: `${S7}/Area_Chair_zZ9z`, members: ["~Cleo_Chair1"] },
    { id: `${S7}/Reviewers/Submitted`, members: [`${S7}/Reviewer_aB1c`] },
  ];
  assert.deepEqual(assigned(groups), [
    { signature: `${S7}/Reviewer_aB1c`, id: RAE },
    { signature: `${S7}/Reviewer_xY9z`, id: null },
  ]);
});

test("members may be profiles, groups of members out of reach, and roles called otherwise", () => {
  assert.deepEqual(
    assigned([
      { id: `${S7}/Reviewers`, members: [RAE] },
      { id: `${S7}/Reviewer_aB1c`, members: [RAE] },
    ]),
    [{ signature: `${S7}/Reviewer_aB1c`, id: RAE }],
  );
  assert.deepEqual(assigned([{ id: `${S7}/Reviewers`, members: [RAE] }]), [{ signature: null, id: RAE }]);
  assert.deepEqual(
    assigned([{ id: `${S7}/Program_Committee_aB1c`, members: [RAE] }], {
      group: "Program_Committee",
      anonymous: "Program_Committee_",
    }),
    [{ signature: `${S7}/Program_Committee_aB1c`, id: RAE }],
  );
});

test("replacements are those whom the venue scores highest, without conflicts and whoever reviews already", () => {
  const edges = (weights: Record<string, number>): object => ({
    edges: Object.entries(weights).map(([tail, weight]) => ({ tail, weight })),
  });
  const scores = weightsIn(
    edges({ "~A_A1": 0.9, "~B_B1": 0.8, "~C_C1": 0.7, "~D_D1": 0.6, "~E_E1": 0.5, group: 1 }),
  );
  assert.equal(scores.size, 5, "what is no profile is nobody");
  assert.deepEqual(
    replacementsIn(scores, weightsIn(edges({ "~B_B1": -1 })), ["~A_A1"]).map(({ id }) => id),
    ["~C_C1", "~D_D1", "~E_E1"],
  );
  assert.equal(nameIn("~Anne_Marie_Doe12"), "Anne Marie Doe");
});

test("a keyword is covered if all its words stand in one paper", () => {
  const papers = [
    { title: "Diaries of sleepers", abstract_text: "We study windmills at night." },
    { title: "Graph networks", abstract_text: null },
  ];
  assert.deepEqual(
    uncovered(["Windmill", "graph network", "sleeper diaries", "graph windmills", "optics", "AI"], papers),
    ["graph windmills", "optics"],
  );
});
