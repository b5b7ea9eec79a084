/** What a surface makes of an audit by a policy: needs, counts and reports. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  citation,
  documentView,
  finding,
  record,
  reference,
  summary,
} from "@citelight/test-support/factories";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { Resolution } from "../generated/Resolution";
import type { WorkStatus } from "../generated/WorkStatus";
import { citationCounts, problems, referenceCounts } from "./counts";
import { entrySeverity } from "./entry-severity";
import type { PolicyProfile } from "./policy";
import { reportOf } from "./report";
import { AuditState, pairKey, type Change } from "./state";

const resolved = (status: WorkStatus, ...fields: ("authors" | "venue")[]): Resolution => ({
  kind: "resolved",
  score: 1,
  differences: fields.map((field) => ({ field, reference: "Nobody", record: "Smith" })),
  record: record(status),
});
const CURRENT: WorkStatus = { kind: "current" };
const GONE: WorkStatus = { kind: "retracted", year: 2023, notice: null, manner: "retracted" };

/** Sound; other authors; another venue; retracted since; not found; retracted nobody knows when. */
const RESOLUTIONS: readonly Resolution[] = [
  resolved(CURRENT),
  resolved(CURRENT, "authors"),
  resolved(CURRENT, "venue"),
  resolved(GONE),
  { kind: "ghost", asked: ["Crossref"], nearest: null },
  resolved(GONE),
];

function findings(): Finding[] {
  const supported = (id: number): Finding => ({
    ...finding(`c${id}`, `r${id}`, "supported"),
    reasons: [{ kind: "source-says-so" }],
  });
  const [since, undated] = [supported(3), supported(5)];
  since.reasons.push({
    kind: "retracted-since",
    date: "2023",
    citing: "2020",
    notice: null,
    manner: "retracted",
  });
  undated.reasons.push({
    kind: "retracted-undated",
    date: null,
    citing: null,
    notice: null,
    manner: "retracted",
  });
  const ghost: Finding = {
    ...finding("c4", "r4", "miscited"),
    category: { category: "attribution-traceability", subtype: "ghost-citation", suggested: false },
    reasons: [{ kind: "no-record", asked: ["Crossref"] }],
  };
  return [supported(0), supported(1), supported(2), since, ghost, undated];
}

function audited(policy: PolicyProfile | null): AuditState {
  const state = new AuditState();
  state.choosePolicy(policy);
  state.begin("loading");
  const apply = (event: Event): void => {
    state.apply({ kind: "event", audit: "a", event });
  };
  const ids = RESOLUTIONS.keys();
  const document = documentView([...ids].map((id) => citation(`c${id}`, [`r${id}`])));
  const references = RESOLUTIONS.map((_, id) => reference(`r${id}`));
  apply({ kind: "mapped", document: { ...document, references } });
  for (const [id, resolution] of RESOLUTIONS.entries())
    apply({ kind: "resolved", reference: `r${id}`, resolution, bibtex: null });
  for (const one of findings()) apply({ kind: "found", finding: one });
  apply({ kind: "finished", summary: summary(true) });
  return state;
}

const classes = (state: AuditState): string[] => RESOLUTIONS.map((_, id) => state.classOfCitation(`c${id}`));
const entries = (state: AuditState): (string | null)[] =>
  RESOLUTIONS.map((_, id) => entrySeverity(state, `r${id}`));

test("without a policy each finding is what it is by itself", () => {
  const state = audited(null);
  const since = "retracted-since";
  assert.deepEqual(classes(state), ["supported", "supported", "supported", since, "reference", since]);
  const marked = "reference";
  assert.deepEqual(entries(state), [null, marked, marked, marked, marked, marked]);
  assert.equal(problems(citationCounts(state)), 3);
  assert.equal(reportOf(state, null)?.policy, undefined);
});

test("by a policy an error is a problem, a note is quiet, and what is waived is nothing", () => {
  const state = audited("neurips-2026");
  assert.deepEqual(classes(state), [
    "supported",
    "reference",
    "supported",
    "supported",
    "reference",
    "supported",
  ]);
  assert.deepEqual(entries(state), [null, "reference", "unchecked", "unchecked", "reference", "unchecked"]);
  assert.equal(problems(citationCounts(state)), 2);
  assert.deepEqual(referenceCounts(state), referenceCounts(audited(null)), "what was found stays");
  const strict = audited("strict");
  assert.deepEqual(entries(strict), [null, "reference", "reference", "unchecked", "reference", "unchecked"]);
  const waived = audited(null);
  waived.judgedBy({ policy: "Weirs", references: [], contradicted: 0, level: "none" });
  assert.deepEqual(entries(waived), [null, null, null, null, null, null]);
  assert.deepEqual(classes(waived)[4], "unchecked", "nothing was read of a work that nobody found");
  assert.equal(problems(citationCounts(waived)), 0);
});

test("a report holds the outcome, and counts as the surface does", () => {
  const state = audited("neurips-2026");
  const report = reportOf(state, null);
  assert.deepEqual(
    report?.policy?.references.map((judged) => [judged.reference, judged.level]),
    [
      ["r1", "error"],
      ["r2", "note"],
      ["r3", "note"],
      ["r4", "error"],
      ["r5", "note"],
    ],
  );
  assert.deepEqual([report.policy.policy, report.policy.level], ["neurips-2026", "error"]);
  assert.deepEqual(report.summary.citations, citationCounts(state));
  state.dismiss(pairKey({ citation: "c1", reference: "r1" }), "not-worth");
  state.dismiss(pairKey({ citation: "c4", reference: "r4" }), "not-worth");
  assert.equal(reportOf(state, null)?.policy?.level, "note", "what the reader dismissed counts for nothing");
});

test("a policy that is chosen later changes all that was told, and the reader's goes before a file's", async () => {
  const state = audited(null);
  const changes: Change[] = [];
  await new Promise((done) => setTimeout(done, 120));
  state.subscribe((change) => changes.push(change));
  state.judgedBy({ policy: "Weirs", references: [], contradicted: 0, level: "none" });
  assert.equal(state.policyName, "Weirs");
  state.choosePolicy("strict");
  assert.deepEqual([state.policyName, state.policyLevel("r2")], ["strict", "error"]);
  await new Promise((done) => setTimeout(done, 120));
  assert.equal(changes.length, 1);
  assert.deepEqual([changes[0]?.all, changes[0]?.citations.size, changes[0]?.references.size], [true, 6, 6]);
  state.choosePolicy(null);
  state.begin("loading");
  assert.equal(state.policyName, null, "a file's policy goes with the file");
});
