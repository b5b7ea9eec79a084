import assert from "node:assert/strict";
import { test } from "node:test";
import { citation, documentView, finding, record, summary } from "@citelight/test-support/factories";
import type { AuditEvent } from "../audit/audit-log";
import { pairKey } from "../audit/state";
import type { DocumentView } from "../generated/DocumentView";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { ReferenceView } from "../generated/ReferenceView";
import {
  byQuotes,
  carriedTo,
  documentOf,
  findingsOf,
  isComplete,
  replayed,
  standing,
  told,
  worthKeeping,
  type KeptDismissals,
} from "./kept-audit";

const nowhere = { ranges: [], quote: { exact: "", prefix: "", suffix: "" }, line: 0 };

function reference(id: string, number: number, raw: string): ReferenceView {
  return {
    id,
    number,
    label: `[${number}]`,
    raw: `[${number}] ${raw}`,
    authors: [],
    year: null,
    title: null,
    venue: null,
    volume: null,
    issue: null,
    pages: null,
    locator: nowhere,
    doi: null,
    arxiv: null,
    pmid: null,
    pmcid: null,
    isbn: null,
    url: null,
  };
}

/** Sentences that each cite one entry, `…` for its marker. */
function article(entries: string[], sentences: [text: string, entry: number][], prefix = ""): DocumentView {
  return {
    ...documentView(
      sentences.map(([text, entry], at) => ({
        ...citation(`c${at}`, [`${prefix}r${entry}`]),
        surface: `[${entry}]`,
        sentence: text.replace("…", `[${entry}]`),
      })),
    ),
    references: entries.map((raw, at) => reference(`${prefix}r${at + 1}`, at + 1, raw)),
  };
}

const logged = (event: Event): AuditEvent => ({
  kind: "worker",
  message: { kind: "event", audit: "a7", event },
});
const foundIn = (cited: string, cites: string): Finding => finding(cited, cites, "miscited");

const OLD = article(
  ["Ames 2001", "Bell 2002"],
  [
    ["Ice melts …", 1],
    ["Rain falls …", 2],
  ],
);
const LOG: AuditEvent[] = [
  { kind: "endpoint", host: "m.example", ask: "always" },
  { kind: "worker", message: { kind: "loading", file: "m", received: 1, total: 2 } },
  logged({ kind: "mapped", document: OLD }),
  logged({ kind: "progress", stage: "verify", done: 1, total: 2 }),
  logged({
    kind: "resolved",
    reference: "r1",
    resolution: { kind: "resolved", record: record(), score: 1, differences: [] },
    bibtex: null,
  }),
  logged({ kind: "found", finding: finding("c0", "r1", "unchecked") }),
  logged({ kind: "found", finding: foundIn("c0", "r1") }),
  logged({ kind: "found", finding: finding("c1", "r2", "supported") }),
  { kind: "dismiss", key: pairKey({ citation: "c0", reference: "r1" }), reason: "not-worth" },
  logged({ kind: "finished", summary: summary(true) }),
  logged({ kind: "found", finding: finding("c1", "r2", "undecidable") }),
];
const KEPT = worthKeeping(LOG);
const DISMISSALS: KeptDismissals = {
  [pairKey({ citation: "c0", reference: "r1" })]: { reason: "not-worth", severity: "review" },
};

test("of a log the last word on each thing is kept, and nothing of progress, models' files or endpoints", () => {
  assert.deepEqual(
    KEPT.map((message) => (message.kind === "event" ? message.event.kind : message.kind)),
    ["mapped", "resolved", "found", "found", "finished", "found"],
  );
  assert.equal(documentOf(KEPT), OLD);
  assert.equal(findingsOf(KEPT).get(pairKey({ citation: "c0", reference: "r1" }))?.verdict, "miscited");
  assert.equal(findingsOf(KEPT).get(pairKey({ citation: "c1", reference: "r2" }))?.verdict, "undecidable");
  assert.ok(isComplete(KEPT));
  assert.ok(!JSON.stringify(KEPT).includes("m.example"));
  assert.equal(replayed(KEPT), KEPT);
});

test("an audit that was cut off ends where it was", () => {
  const cut = worthKeeping(LOG.slice(0, 7));
  assert.ok(!isComplete(cut));
  const last = replayed(cut).at(-1);
  assert.ok(last?.kind === "event" && last.event.kind === "finished");
  assert.deepEqual([last.event.summary.complete, last.event.summary.miscited], [false, 1]);
});

test("another numbering of elements leaves the quotes", () => {
  const ranged = {
    ...nowhere,
    ranges: [{ node: 3, run: 0, start: 1, end: 4 }],
    quote: { exact: "[1]", prefix: "", suffix: "" },
  };
  const document = { ...OLD, citations: OLD.citations.map((one) => ({ ...one, locator: ranged })) };
  const quoted = documentOf(byQuotes([told({ kind: "mapped", document })]));
  assert.deepEqual(quoted?.citations[0]?.locator, { ...ranged, ranges: [] });
});

test("findings go to the same sentence and entry under other ids and numbers, and to no others", () => {
  // An entry was added in front, a sentence was changed, and one is new.
  const now = article(
    ["Zero 2000", "Ames 2001", "Bell 2002"],
    [
      ["A new one …", 1],
      ["Ice melts …", 2],
      ["Rain falls hard …", 3],
    ],
    "b",
  );
  const { events, dismissals, uncovered } = carriedTo(now, KEPT, DISMISSALS);
  const key = pairKey({ citation: "c1", reference: "br2" });
  assert.deepEqual([...findingsOf(events).keys()], [key]);
  assert.equal(findingsOf(events).get(key)?.verdict, "miscited");
  assert.deepEqual(dismissals, { [key]: DISMISSALS[pairKey({ citation: "c0", reference: "r1" })] });
  assert.deepEqual(uncovered, ["c0", "c2"]);
  const resolved = events.flatMap((message) =>
    message.kind === "event" && message.event.kind === "resolved" ? [message.event.reference] : [],
  );
  assert.deepEqual(resolved, ["br2"]);
  assert.equal(documentOf(events), now);
});

test("the same sentence with another entry has no finding, and of two equal sentences each has its own", () => {
  const other = article(["Bell 2002", "Ames 2001"], [["Ice melts …", 1]]);
  assert.deepEqual(carriedTo(other, KEPT, {}).uncovered, ["c0"]);
  const twice = article(
    ["Ames 2001"],
    [
      ["Ice melts …", 1],
      ["Ice melts …", 1],
    ],
  );
  const kept = worthKeeping([
    logged({ kind: "mapped", document: twice }),
    logged({ kind: "found", finding: finding("c0", "r1", "supported") }),
    logged({ kind: "found", finding: finding("c1", "r1", "miscited") }),
  ]);
  const found = findingsOf(carriedTo(twice, kept, {}).events);
  assert.deepEqual(
    [...found.values()].map(({ citation: id, verdict }) => [id, verdict]),
    [
      ["c0", "supported"],
      ["c1", "miscited"],
    ],
  );
});

test("a dismissal holds for the finding that it was of, not for another one of the same pair", () => {
  assert.equal(standing(DISMISSALS, findingsOf(KEPT)).length, 1);
  const key = pairKey({ citation: "c0", reference: "r1" });
  const retracted: Finding = {
    ...foundIn("c0", "r1"),
    reasons: [{ kind: "retracted", year: 2020, notice: null }],
  };
  assert.deepEqual(standing(DISMISSALS, new Map([[key, retracted]])), []);
});
