import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem, mostSevere, severityOf } from "./severity";
import {
  needsAttention,
  REFERENCE_STATUSES,
  referenceStatusOf,
  type ReferenceStatus,
} from "./reference-status";
import { AuditState, pairKey, type Change } from "./state";
import type { Finding } from "../generated/Finding";
import type { FromWorker } from "../generated/FromWorker";
import type { Reason } from "../generated/Reason";
import type { Resolution } from "../generated/Resolution";
import { citation, documentView, finding, record, summary } from "@citelight/test-support/factories";

function told(event: Extract<FromWorker, { kind: "event" }>["event"]): FromWorker {
  return { kind: "event", audit: "a1", event };
}

function mapped(): AuditState {
  const state = new AuditState();
  state.begin("loading");
  state.apply(
    told({ kind: "mapped", document: documentView([citation("c0", ["r1", "r2"]), citation("c1", ["r1"])]) }),
  );
  return state;
}

test("the most pressing finding speaks for its citation", () => {
  const state = mapped();
  assert.equal(state.severityOfCitation("c0"), null);
  state.apply(told({ kind: "found", finding: finding("c0", "r1", "supported") }));
  assert.equal(state.severityOfCitation("c0"), "supported");
  assert.equal(state.classOfCitation("c0"), "unchecked");
  state.apply(told({ kind: "found", finding: finding("c0", "r2", "miscited") }));
  assert.equal(state.severityOfCitation("c0"), "review");
  assert.equal(state.classOfCitation("c0"), "review");
});

test("a later finding for the same pair replaces the earlier one", () => {
  const state = mapped();
  state.apply(told({ kind: "found", finding: finding("c1", "r1", "miscited") }));
  state.apply(told({ kind: "found", finding: finding("c1", "r1", "supported") }));
  assert.deepEqual(
    state.findingsOf("c1").map(({ verdict }) => verdict),
    ["supported"],
  );
});

test("a dismissed finding no longer needs anything, until that is undone", () => {
  const state = mapped();
  const bad = finding("c1", "r1", "miscited");
  state.apply(told({ kind: "found", finding: bad }));
  state.dismiss(pairKey(bad), "claim-misread");
  assert.equal(state.severityOfCitation("c1"), null);
  state.dismiss(pairKey(bad), null);
  assert.equal(state.severityOfCitation("c1"), "review");
});

test("an audit that was stopped is not finished", () => {
  const state = mapped();
  state.apply(told({ kind: "finished", summary: summary(false) }));
  assert.equal(state.phase, "stopped");
  state.apply({ kind: "failed", audit: "a1", message: "the worker stopped" });
  assert.equal(state.phase, "failed");
  assert.equal(state.failure, "the worker stopped");
});

test("listeners hear many messages as one change", async () => {
  const state = mapped();
  const changes: Change[] = [];
  state.subscribe((change) => changes.push(change));
  for (const verdict of ["miscited", "supported"] as const)
    state.apply(told({ kind: "found", finding: finding("c1", "r1", verdict) }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(changes.length, 1);
  assert.deepEqual([...(changes[0]?.citations ?? [])], ["c1"]);
});

test("ghosts and retractions are trouble of the reference, not of the words", () => {
  const ghost: Finding = {
    ...finding("c1", "r1", "miscited"),
    category: { category: "attribution-traceability", subtype: "ghost-citation", suggested: false },
  };
  assert.equal(severityOf(ghost), "reference");
  assert.equal(severityOf(finding("c1", "r1", "miscited")), "review");
  assert.equal(mostSevere(["supported", "unchecked", "reference"]), "reference");
  assert.equal(mostSevere([]), null);
});

test("a hint about the subject is a class of its own, and no problem", () => {
  const hint: Reason = { kind: "seems-about-something-else", title: "Lamps", nearest: "", better: null };
  for (const verdict of ["undecidable", "unchecked"] as const) {
    const found: Finding = { ...finding("c1", "r1", verdict), reasons: [hint] };
    assert.equal(severityOf(found), "may-not-fit", verdict);
  }
  assert.equal(severityOf({ ...finding("c1", "r1", "supported"), reasons: [hint] }), "supported");
  assert.ok(!isProblem("may-not-fit"));
});

test("what was retracted since is a status of its own, and no fault", () => {
  const state = mapped();
  const retracted = record({ kind: "retracted", year: 2020, notice: null, date: "2020-03-04" });
  state.apply(
    told({
      kind: "resolved",
      reference: "r1",
      resolution: { kind: "resolved", record: retracted, score: 1, differences: [] },
      bibtex: null,
    }),
  );
  assert.equal(state.referenceStatus("r1"), "retracted");
  const since: Reason = {
    kind: "retracted-since",
    date: "2020-03-04",
    citing: "2018-01",
    notice: null,
    manner: "retracted",
  };
  for (const verdict of ["supported", "undecidable", "unchecked"] as const) {
    const judged: Finding = { ...finding("c1", "r1", verdict), reasons: [since] };
    assert.equal(severityOf(judged), "retracted-since", verdict);
    state.apply(told({ kind: "found", finding: judged }));
    assert.equal(state.referenceStatus("r1"), "retracted-since");
    assert.equal(state.severityOfCitation("c1"), "retracted-since");
  }
  // What the source contradicts is to be reviewed all the same.
  assert.equal(severityOf({ ...finding("c1", "r1", "miscited"), reasons: [since] }), "review");
  // Where nobody knows which came first, nobody is accused, and the record of the entry says no more than it knows.
  const undated: Reason = {
    kind: "retracted-undated",
    date: null,
    citing: null,
    notice: null,
    manner: "retracted",
  };
  assert.equal(severityOf({ ...finding("c1", "r1", "supported"), reasons: [undated] }), "retracted-since");
  assert.equal(severityOf({ ...finding("c1", "r1", "miscited"), reasons: [undated] }), "review");
  const replaced = record({ kind: "retracted", year: 2020, notice: null, manner: "replaced" });
  assert.equal(
    referenceStatusOf({ kind: "resolved", record: replaced, score: 1, differences: [] }),
    "replaced",
  );
});

test("an entry of the list stands as its record says; what is open accuses nobody", () => {
  const state = mapped();
  assert.equal(state.referenceStatus("r1"), null);
  const resolve = (resolution: Resolution, bibtex: string | null = null): ReferenceStatus | null => {
    state.apply(told({ kind: "resolved", reference: "r1", resolution, bibtex }));
    return state.referenceStatus("r1");
  };
  const title = { field: "title", reference: "Grwth", record: "Growth" } as const;
  assert.equal(resolve({ kind: "unknown", reason: "offline" }), "open");
  assert.equal(resolve({ kind: "ambiguous", candidates: [] }), "open");
  assert.equal(resolve({ kind: "ghost", asked: ["crossref"], nearest: null }), "missing");
  assert.equal(state.bibtex("r1"), null);
  assert.equal(resolve({ kind: "resolved", record: record(), score: 1, differences: [title] }), "differs");
  const withdrawn = record({ kind: "retracted", year: 2020, notice: null });
  assert.equal(
    resolve({ kind: "resolved", record: withdrawn, score: 1, differences: [title] }, "@misc{a}"),
    "retracted",
  );
  assert.equal(state.bibtex("r1"), "@misc{a}");
  assert.equal(resolve({ kind: "resolved", record: record(), score: 1, differences: [] }), "found");
  assert.deepEqual(
    REFERENCE_STATUSES.filter((standing) => needsAttention(standing)),
    ["retracted", "retracted-since", "replaced", "concern", "missing", "differs"],
  );
  assert.deepEqual(state.citationsOf("r1"), ["c0", "c1"]);
  assert.deepEqual(state.citationsOf("r2"), ["c0"]);
  state.begin("loading");
  assert.equal(state.bibtex("r1"), null);
});

test("a finding that an endpoint decides after the end changes the counts", () => {
  const state = mapped();
  state.apply(told({ kind: "found", finding: finding("c0", "r1", "undecidable") }));
  state.apply(
    told({
      kind: "finished",
      summary: {
        ...summary(true),
        pairs: 3,
        supported: 1,
        miscited: 0,
        undecidable: 1,
        unchecked: 1,
        integrity: 1,
      },
    }),
  );
  const key = pairKey({ citation: "c0", reference: "r1" });
  state.ask(key, "endpoint");
  state.apply(told({ kind: "found", finding: finding("c0", "r1", "miscited") }));
  state.asked(key, null);
  const { supported, miscited, undecidable, coverage, integrity } = state.summary ?? summary(false);
  assert.deepEqual([supported, miscited, undecidable, integrity], [1, 1, 0, 0.5]);
  assert.equal(coverage.toFixed(2), "0.67");
  assert.equal(state.asking.size, 0);
  state.asked(key, "the worker stopped");
  assert.equal(state.unasked.get(key), "the worker stopped");
  state.begin("loading");
  assert.equal(state.unasked.size, 0);
});
