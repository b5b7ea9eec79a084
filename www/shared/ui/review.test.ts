import assert from "node:assert/strict";
import { test } from "node:test";
import { AuditState, pairKey } from "../audit/state";
import type { Finding } from "../generated/Finding";
import type { Resolution } from "../generated/Resolution";
import { citation, documentView, finding, reference } from "@citelight/test-support/factories";
import { english } from "./locales/english/index";
import { labelledData, reviewParagraph, reviewSummary, unresolved } from "./review";
import { answerOf, canBeAnswered } from "./triage";

function stateOf(findings: readonly Finding[]): AuditState {
  const state = new AuditState();
  const document = {
    ...documentView([citation("c0", ["r1"]), citation("c1", ["r1"])]),
    references: [reference("r1")],
  };
  state.apply({ kind: "event", audit: "a", event: { kind: "mapped", document } });
  for (const one of findings)
    state.apply({ kind: "event", audit: "a", event: { kind: "found", finding: one } });
  return state;
}

test("keys answer, take back, or mean nothing", () => {
  assert.deepEqual(
    ["1", "2", "3", "0", "4", "a"].map((key) => answerOf(key)),
    ["supported", "not-supported", "skipped", null, undefined, undefined],
  );
  assert.ok(canBeAnswered(finding("c0", "r1", "undecidable")));
  assert.ok(!canBeAnswered(finding("c0", "r1", "supported")));
});

test("a review names what nobody settled, in neutral words", () => {
  const wrong = finding("c0", "r1", "miscited");
  const state = stateOf([wrong, { ...finding("c1", "r1", "undecidable"), category: null }]);
  assert.deepEqual(unresolved(state), [wrong]);
  const paragraph = reviewParagraph(english, wrong, state);
  assert.match(paragraph, /^The manuscript cites Smith et al\. 2020 for “/);
  assert.match(paragraph, /Could the authors check/);
  assert.ok(reviewSummary(english, state).includes(paragraph));
  state.answer(pairKey(wrong), "supported");
  assert.equal(reviewSummary(english, state), english.review.none);
});

test("references that were not found or retracted are told in one sentence each, and not once more", () => {
  const state = stateOf([finding("c0", "r1", "miscited")]);
  const resolution: Resolution = { kind: "ghost", asked: ["Crossref"], nearest: null };
  state.apply({
    kind: "event",
    audit: "a",
    event: { kind: "resolved", reference: "r1", resolution, bibtex: null },
  });
  assert.equal(unresolved(state).length, 1);
  assert.match(
    reviewSummary(english, state),
    /^One reference could not be found: Smith et al\. 2020 “A study”\. Could the authors check this entry\?/,
  );
});

test("what a reader found wanting is named, whatever was found", () => {
  const open = { ...finding("c1", "r1", "undecidable"), category: null };
  const state = stateOf([open]);
  state.answer(pairKey(open), "not-supported");
  assert.match(reviewSummary(english, state), /could the authors clarify/);
});

test("answers are data: a line for each that says something", () => {
  const [one, other] = [finding("c0", "r1", "undecidable"), finding("c1", "r1", "undecidable")];
  const state = stateOf([one, other]);
  assert.equal(labelledData(state), "");
  state.answer(pairKey(one), "not-supported");
  state.answer(pairKey(other), "skipped");
  const lines = labelledData(state).trim().split("\n");
  assert.equal(lines.length, 1);
  const { label, claim, title } = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
  assert.deepEqual([label, claim, title], ["NOT_ACCURATE", one.claim, reference("r1").title]);
});
