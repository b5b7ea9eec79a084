/** What is counted here is what the core counts: both count the same cases. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { citation, documentView, finding, record, summary } from "@citelight/test-support/factories";
import type { AnswerCounts } from "../generated/AnswerCounts";
import type { CitationCounts } from "../generated/CitationCounts";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { ReferenceCounts } from "../generated/ReferenceCounts";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import type { WorkStatus } from "../generated/WorkStatus";
import { answerCounts } from "./answers";
import { citationCounts, found, judged, problems, referenceCounts } from "./counts";
import { reportOf } from "./report";
import { AuditState, pairKey } from "./state";

interface Case {
  id: string;
  references: string[];
  findings: Partial<Finding>[];
  dismissed: string[];
  class: string;
}

interface Entry {
  id: string;
  resolution: (Resolution & { status?: WorkStatus }) | null;
}

const cases = JSON.parse(readFileSync("tests/fixtures/findings/counts.json", "utf8")) as {
  citations: Case[];
  references: Entry[];
  counts: { citations: CitationCounts; references: ReferenceCounts; answers: AnswerCounts };
};

/** The cases as one audit. */
function audited(): AuditState {
  const state = new AuditState();
  state.begin("loading");
  const apply = (event: Event): void => {
    state.apply({ kind: "event", audit: "a", event });
  };
  const citations = cases.citations.map(({ id, references }) => citation(id, references));
  const references = cases.references.map(({ id }) => ({ id }) as ReferenceView);
  apply({ kind: "mapped", document: { ...documentView(citations), references } });
  for (const { id, resolution } of cases.references) {
    if (resolution === null) continue;
    const whole =
      resolution.kind === "resolved" ? { ...resolution, record: record(resolution.status) } : resolution;
    apply({ kind: "resolved", reference: id, resolution: whole, bibtex: null });
  }
  for (const { id, findings, dismissed } of cases.citations) {
    for (const found of findings)
      apply({
        kind: "found",
        finding: { ...finding(id, "", "unchecked"), category: null, ...found },
      });
    for (const reference of dismissed) state.dismiss(pairKey({ citation: id, reference }), "not-worth");
  }
  return state;
}

test("each citation is counted once, by the most severe of its findings", () => {
  const state = audited();
  for (const { id, class: expected } of cases.citations)
    assert.equal(state.classOfCitation(id), expected, id);
  const counts = citationCounts(state);
  assert.deepEqual(counts, cases.counts.citations);
  const { total, ...classes } = counts;
  assert.equal(
    Object.values(classes).reduce((sum, count) => sum + count, 0),
    total,
  );
  assert.equal(problems(counts), 10);
});

test("answers of models and citing papers are counted as theirs", () => {
  assert.deepEqual(answerCounts(audited().findings()), cases.counts.answers);
});

test("references are counted apart, by how they stand to the records", () => {
  const counts = referenceCounts(audited());
  assert.deepEqual(counts, cases.counts.references);
  assert.equal(found(counts), 5);
});

test("what was not checked is never counted as checked", () => {
  const state = new AuditState();
  state.begin("loading");
  const citations = ["c1", "c2"].map((id) => citation(id, ["r1"]));
  state.apply({ kind: "event", audit: "a", event: { kind: "mapped", document: documentView(citations) } });
  assert.equal(judged(citationCounts(state)), 0);
  state.apply({
    kind: "event",
    audit: "a",
    event: { kind: "found", finding: finding("c1", "r1", "unchecked") },
  });
  assert.deepEqual([judged(citationCounts(state)), citationCounts(state).unchecked], [0, 2]);
});

test("of an article that was checked beforehand only what still stands there is counted", () => {
  const state = audited();
  state.isBeforehand = true;
  state.lose("review");
  assert.equal(citationCounts(state).total, cases.counts.citations.total - 1);
  assert.equal(citationCounts(state).review, cases.counts.citations.review - 1);
});

test("a report holds the counts as they are when it is written", () => {
  const state = audited();
  assert.equal(reportOf(state, null), null);
  state.apply({
    kind: "event",
    audit: "a",
    event: { kind: "finished", summary: summary(true) },
  });
  state.dismiss(pairKey({ citation: "review", reference: "r1" }), "not-worth");
  const { citations } = reportOf(state, null)?.summary ?? summary(false);
  assert.deepEqual(
    [citations.review, citations.dismissed],
    [cases.counts.citations.review - 1, cases.counts.citations.dismissed + 1],
  );
});
