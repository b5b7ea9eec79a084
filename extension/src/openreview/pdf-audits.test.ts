import assert from "node:assert/strict";
import { test } from "node:test";
import { PdfAudits, type PdfAuditContext, type PdfFile } from "./pdf-audits";
import type { Event } from "@citelight/shared/generated/Event";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { AuditOrder } from "@citelight/shared/generated/AuditOrder";
import {
  citation,
  documentView,
  finding,
  record,
  reference,
  summary,
} from "@citelight/test-support/factories";
import { countsBy } from "./submission-counts";

const originOf = ({ document }: AuditOrder): string | null =>
  document.kind === "sent" ? document.document.origin : null;

class FakeContext implements PdfAuditContext {
  readonly lookMs = 5;
  readonly orders: AuditOrder[] = [];
  readonly listeners: ((message: FromWorker) => void)[] = [];
  readonly dropped: string[] = [];
  busy = false;
  readonly client = {
    audit: (order: AuditOrder, listener: (message: FromWorker) => void): string => {
      this.orders.push(order);
      this.listeners.push(listener);
      return `a${this.orders.length}`;
    },
    drop: (audit: string): void => {
      this.dropped.push(audit);
    },
  };
  isBusy(): boolean {
    return this.busy;
  }
  read(): ReturnType<PdfAuditContext["read"]> {
    return Promise.resolve({ title: null, fonts: [], pages: [] });
  }
  online(forgets: boolean): ReturnType<PdfAuditContext["online"]> {
    return Promise.resolve({ mailto: null, keys: {}, any_server: true, forgets });
  }
  tell(audit: number, event: Event): void {
    this.listeners[audit]?.({ kind: "event", audit: `a${audit + 1}`, event });
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const nobody = new AbortController().signal;
const fileOf = (origin: string, isPrivate = false): PdfFile => ({ parts: [], origin, isPrivate });

test("a submission waits for readers and for the one before it, and asks neither endpoint nor committee", async () => {
  const context = new FakeContext();
  const audits = new PdfAudits(context);
  context.busy = true;
  const first = audits.audit(fileOf("one"), nobody, () => undefined);
  const second = audits.audit(fileOf("two"), nobody, () => undefined);
  await wait(30);
  assert.equal(context.orders.length, 0, "a reader is served first");
  context.busy = false;
  await wait(30);
  assert.deepEqual(context.orders.map(originOf), ["one"]);
  const [order] = context.orders;
  assert.deepEqual([order?.endpoint ?? null, order?.committees ?? false], [null, false]);
  context.tell(0, {
    kind: "mapped",
    document: {
      ...documentView([citation("c1", ["r1"]), citation("c2", ["r2"])]),
      references: [reference("r1"), reference("r2")],
    },
  });
  context.tell(0, { kind: "found", finding: finding("c1", "r1", "miscited") });
  context.tell(0, { kind: "finished", summary: summary(true) });
  const { lookedUp, references, counts } = await first;
  assert.deepEqual([lookedUp, references.total, references.open], [true, 2, 2]);
  assert.deepEqual([counts.total, countsBy(null, counts)], [2, { problems: 1, judged: 1 }]);
  await wait(10);
  assert.equal(context.orders[1] && originOf(context.orders[1]), "two");
  context.listeners[1]?.({ kind: "failed", audit: "a2", message: "no" });
  await assert.rejects(second, /no/);
});

test("given up, a submission is dropped and the next one has its turn", async () => {
  const context = new FakeContext();
  const audits = new PdfAudits(context);
  const given = new AbortController();
  const first = audits.audit(fileOf("one"), given.signal, () => undefined);
  void audits.audit(fileOf("two"), nobody, () => undefined);
  await wait(10);
  given.abort();
  await assert.rejects(first);
  await wait(10);
  assert.deepEqual([context.dropped, context.orders.length], [["a1"], 2]);
});

test("what is answered for a submission of a private window is not kept", async () => {
  const context = new FakeContext();
  const audits = new PdfAudits(context);
  for (const isPrivate of [true, false]) {
    const given = new AbortController();
    const audited = audits.audit(fileOf("one", isPrivate), given.signal, () => undefined);
    await wait(30);
    assert.equal(context.orders.at(-1)?.online?.forgets, isPrivate);
    given.abort(new Error("enough"));
    await assert.rejects(audited, /enough/);
  }
});

test("problems are counted by every policy, so that a choice needs no other check", async () => {
  const context = new FakeContext();
  const ended = new PdfAudits(context).audit(fileOf("one"), nobody, () => undefined);
  await wait(30);
  context.tell(0, {
    kind: "mapped",
    document: { ...documentView([citation("c1", ["r1"])]), references: [reference("r1")] },
  });
  context.tell(0, {
    kind: "resolved",
    reference: "r1",
    bibtex: null,
    resolution: {
      kind: "resolved",
      score: 1,
      differences: [{ field: "title", reference: "Oaks", record: "Oak timber" }],
      record: record({ kind: "current" }),
    },
  });
  context.tell(0, { kind: "found", finding: finding("c1", "r1", "supported") });
  context.tell(0, { kind: "finished", summary: summary(true) });
  const { counts } = await ended;
  const policies = [null, "strict", "lenient"] as const;
  assert.deepEqual(
    policies.map((policy) => countsBy(policy, counts).problems),
    [0, 1, 0],
  );
});
