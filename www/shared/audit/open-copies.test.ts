/** Open copies: offered while nobody read them, counted while they are read, and told what came of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { finding } from "@citelight/test-support/factories";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { AuditEvent } from "./audit-log";
import { offeredIn } from "./offered-copies";
import { OpenCopies } from "./open-copies";

const A = { references: ["r1", "r4"], hosts: ["a.example.org", "shared.example.org"] };
const B = { references: ["r2"], hosts: ["shared.example.org"] };

function judged(reference: string, extent: "full-text" | "abstract" | null): Finding {
  const plain = finding("c1", reference, "undecidable");
  const place = { section: [], paragraph: 1, sentence: 1, origin: "https://a.example.org/a.pdf", extent };
  return {
    ...plain,
    evidence: extent === null ? [] : [{ text: "words", differing: [], place, scores: NO_SCORES }],
  };
}

const NO_SCORES = {} as Finding["evidence"][number]["scores"];

test("works are offered with each host once, and read as far as they are judged", () => {
  const copies = new OpenCopies();
  copies.offer(A);
  copies.offer(B);
  assert.deepEqual([copies.offered.length, copies.hosts], [2, ["a.example.org", "shared.example.org"]]);
  copies.offer({ ...A, hosts: ["a.example.org"] });
  assert.deepEqual(
    copies.offered.map(({ hosts }) => hosts.length),
    [1, 1],
    "what is told again is the same work",
  );
  copies.begin(["r1", "r4", "r2"]);
  assert.deepEqual([copies.offered, copies.progress], [[], { done: 0, total: 2 }]);
  copies.judged(judged("r4", "full-text"));
  copies.judged(judged("r1", "full-text"));
  assert.deepEqual(copies.progress, { done: 1, total: 2 });
  copies.judged(judged("r2", "abstract"));
  copies.end(null);
  assert.deepEqual([copies.progress, copies.outcome], [null, { works: 2, read: 1, failure: null }]);
});

test("findings of an ordinary check are no copies that were read", () => {
  const copies = new OpenCopies();
  copies.offer(A);
  copies.judged(judged("r1", "full-text"));
  assert.deepEqual([copies.progress, copies.outcome, copies.offered], [null, null, [A]]);
});

test("a log tells what is still offered", () => {
  const told = (event: Event): AuditEvent => ({
    kind: "worker",
    message: { kind: "event", audit: "a1", event },
  });
  const events: AuditEvent[] = [told({ kind: "open-copies", ...A }), told({ kind: "open-copies", ...B })];
  assert.deepEqual(offeredIn(events), [A, B]);
  assert.deepEqual(offeredIn([...events, { kind: "reading-copies", references: ["r1", "r4"] }]), [B]);
});
