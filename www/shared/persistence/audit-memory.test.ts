import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { citation, documentView, finding, summary } from "@citelight/test-support/factories";
import type { AuditEvent } from "../audit/audit-log";
import { applyEvent } from "../audit/audit-log";
import { AuditSession, type AuditPermissions } from "../audit/audit-session";
import { textAlone } from "../audit/order";
import { AuditState, pairKey } from "../audit/state";
import type { DocumentInput } from "../generated/DocumentInput";
import type { DocumentView } from "../generated/DocumentView";
import type { FromWorker } from "../generated/FromWorker";
import type { ToWorker } from "../generated/ToWorker";
import { WorkerClient, type WorkerPort } from "../worker/client";
import type { Keepable } from "./audit-memory";
import { AuditStore } from "./audit-store";

const KEY = pairKey({ citation: "c0", reference: "r1" });
const NAMED: Keepable = { name: "doi:10.1000/x", keeping: "all" };
const NOBODY: AuditPermissions = {
  mayCheck: true,
  online: null,
  committees: false,
  passages: false,
  copies: null,
  endpoint: null,
  pageImages: false,
};
const ONLINE: AuditPermissions = {
  ...NOBODY,
  online: { mailto: null, keys: {}, any_server: false },
};
const VIEW = documentView([{ ...citation("c0", ["r1"]), sentence: "Ice melts [1]." }]);

class FakeWorker extends EventTarget {
  readonly heard: ToWorker[] = [];

  /** @param view as which it maps whatever it is sent. */
  constructor(readonly view: DocumentView) {
    super();
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
    if (message.kind === "audit")
      queueMicrotask(() => {
        this.say({ kind: "event", audit: message.audit, event: { kind: "mapped", document: this.view } });
      });
  }

  terminate(): void {
    this.heard.length = 0;
  }

  say(message: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data: message }));
  }

  get audits(): Extract<ToWorker, { kind: "audit" }>[] {
    return this.heard.filter((message) => message.kind === "audit");
  }

  finds(verdict: "miscited" | "supported" = "miscited"): void {
    const audit = this.audits.at(-1)?.audit ?? "";
    this.say({ kind: "event", audit, event: { kind: "found", finding: finding("c0", "r1", verdict) } });
  }

  ends(): void {
    const audit = this.audits.at(-1)?.audit ?? "";
    this.say({ kind: "event", audit, event: { kind: "finished", summary: summary(true) } });
  }
}

const workers = new Set<FakeWorker>();

// A client watches its worker for as long as that lives.
afterEach(() => {
  for (const worker of workers) worker.dispatchEvent(new Event("error", { cancelable: true }));
  workers.clear();
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function opened(
  view: DocumentView = VIEW,
  allowed: AuditPermissions = NOBODY,
): { session: AuditSession; worker: FakeWorker; state: AuditState; happened: AuditEvent[] } {
  const worker = new FakeWorker(view);
  workers.add(worker);
  const client = new WorkerClient(
    { worker: "w.js", models: null, library: null },
    () => worker as unknown as WorkerPort,
  );
  const state = new AuditState();
  const happened: AuditEvent[] = [];
  const session = new AuditSession(
    client,
    () => Promise.resolve(allowed),
    (event) => {
      happened.push(event);
      applyEvent(state, event);
    },
    new AuditStore(),
  );
  return { session, worker, state, happened };
}

function page(text: string): DocumentInput {
  return { content: textAlone(`<body><p>${text}</p></body>`), origin: "https://j.example/", address: null };
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 60));

async function checked(text: string, keepable = NAMED, allowed = NOBODY): Promise<void> {
  const { session, worker } = opened(VIEW, allowed);
  await session.check(page(text), { keepable });
  await soon();
  worker.finds();
  worker.ends();
  session.log.record({ kind: "dismiss", key: KEY, reason: "not-worth" });
  await session.settled();
  session.reset();
  await session.settled();
}

test("what a reader answered is kept with the article, beside what was dismissed, and can be taken back", async () => {
  await checked("Ice melts [1].");
  const { session, state } = opened();
  assert.ok(await session.recall(page("Ice melts [1]."), { keepable: NAMED }, () => undefined));
  session.log.record({ kind: "answer", key: KEY, answer: "not-supported" });
  await session.settled();
  assert.equal(state.answers.get(KEY), "not-supported");
  const again = opened();
  assert.ok(await again.session.recall(page("Ice melts [1]."), { keepable: NAMED }, () => undefined));
  assert.deepEqual(
    [again.state.answers.get(KEY), again.state.dismissed.get(KEY)],
    ["not-supported", "not-worth"],
  );
  again.session.log.record({ kind: "answer", key: KEY, answer: null });
  await again.session.settled();
  const last = opened();
  assert.ok(await last.session.recall(page("Ice melts [1]."), { keepable: NAMED }, () => undefined));
  assert.deepEqual([last.state.answers.size, last.state.dismissed.get(KEY)], [0, "not-worth"]);
});

test("an article with the same words shows what was found and dismissed, and no worker hears of it", async () => {
  await checked("Ice melts [1].");
  const { session, worker, state } = opened();
  let isFound = false;
  assert.ok(await session.recall(page("Ice melts [1]."), { keepable: NAMED }, () => (isFound = true)));
  assert.deepEqual([isFound, worker.heard, state.phase], [true, [], "finished"]);
  assert.equal(state.findingsOf("c0")[0]?.verdict, "miscited");
  assert.equal(state.dismissed.get(KEY), "not-worth");
  assert.equal(state.restored?.newCitations, 0);
  assert.ok(Date.now() - state.restored.at < 60_000);
  // Nothing else is shown on another article.
  const other = opened();
  assert.equal(
    await other.session.recall(page("Rain falls."), { keepable: { ...NAMED, name: null } }, () => undefined),
    false,
  );
  assert.deepEqual([other.happened, other.worker.heard], [[], []]);
});

test("an article whose words changed is mapped, nobody is asked, and what is new is checked on demand", async () => {
  await checked("Ice melts [1].");
  const view = documentView([
    { ...citation("c0", ["r2"]), sentence: "Rain falls [2]." },
    { ...citation("c1", ["r1"]), sentence: "Ice melts [1]." },
  ]);
  const { session, worker, state } = opened(view, ONLINE);
  assert.ok(
    await session.recall(page("Rain falls [2]. Ice melts [1]."), { keepable: NAMED }, () => undefined),
  );
  assert.deepEqual(
    worker.audits.map(({ order }) => [order.online, order.endpoint, order.committees]),
    [[null, null, false]],
  );
  assert.equal(worker.heard.at(-1)?.kind, "cancel", "only the mapping was wanted");
  assert.equal(state.findingsOf("c1")[0]?.verdict, "miscited");
  assert.deepEqual([...state.dismissed.keys()], [pairKey({ citation: "c1", reference: "r1" })]);
  assert.equal(state.restored?.newCitations, 1);
  await session.checkNew();
  assert.deepEqual(worker.audits.at(-1)?.order.only, [{ citation: "c0", reference: "r2" }]);
  const audit = worker.audits.at(-1)?.audit ?? "";
  worker.say({ kind: "event", audit, event: { kind: "found", finding: finding("c0", "r2", "supported") } });
  assert.equal(state.restored.newCitations, 0);
});

test("a page that bears the name of another article shows nothing of it", async () => {
  await checked("Ice melts [1].");
  const view = documentView([
    { ...citation("c0", ["r2"]), sentence: "Rain falls [2]." },
    { ...citation("c1", ["r2"]), sentence: "Snow falls [2]." },
  ]);
  const { session, happened } = opened(view);
  assert.equal(await session.recall(page("Rain falls [2]."), { keepable: NAMED }, () => undefined), false);
  assert.deepEqual(happened, []);
});

test("a reader who allows more than before has it checked; one who does not sees what was found", async () => {
  await checked("Ice melts [1].");
  const more = opened(VIEW, ONLINE);
  await more.session.check(page("Ice melts [1]."), { keepable: NAMED, mayRecall: true });
  assert.equal(more.worker.audits.length, 1);
  await soon();
  more.worker.finds();
  more.worker.ends();
  await soon();
  assert.equal(more.state.dismissed.get(KEY), "not-worth", "what was dismissed is, when it is found again");
  more.session.reset();
  await soon();
  for (const allowed of [ONLINE, NOBODY]) {
    const same = opened(VIEW, allowed);
    await same.session.check(page("Ice melts [1]."), { keepable: NAMED, mayRecall: true });
    assert.deepEqual([same.worker.heard, same.state.phase], [[], "finished"]);
  }
});

test("what was dismissed is shown when something else is found", async () => {
  await checked("Ice melts [1].");
  const { session, worker, state } = opened();
  await session.check(page("Ice melts [1]."), { keepable: NAMED });
  await soon();
  worker.finds("supported");
  worker.ends();
  await soon();
  assert.equal(state.dismissed.size, 0);
});

test("an audit that was cut off shows what it had found, and goes on when it is wanted", async () => {
  const first = opened();
  await first.session.check(page("Ice melts [1]."), { keepable: NAMED });
  await soon();
  first.worker.finds();
  first.session.reset();
  await soon();
  const back = opened();
  assert.ok(await back.session.recall(page("Ice melts [1]."), { keepable: NAMED }, () => undefined));
  assert.deepEqual([back.state.phase, back.state.findingsOf("c0").length], ["stopped", 1]);
  const click = opened();
  await click.session.check(page("Ice melts [1]."), { keepable: NAMED, mayRecall: true });
  assert.equal(click.worker.audits.length, 1);
});

test("in private windows nothing is kept and nothing found, and of what is in confidence no finding but its verdict", async () => {
  await checked("Ice melts [1].", { ...NAMED, keeping: "nothing" });
  assert.deepEqual(await new AuditStore().usage(), { articles: 0, bytes: 0 });
  await checked("Ice melts [1].");
  const hidden = opened();
  const nothing: Keepable = { ...NAMED, keeping: "nothing" };
  assert.equal(
    await hidden.session.recall(page("Ice melts [1]."), { keepable: nothing }, () => undefined),
    false,
  );
  const verdicts: Keepable = { ...NAMED, keeping: "verdicts" };
  await checked("A submission [1].", verdicts);
  const { session, state, worker } = opened();
  assert.ok(await session.recall(page("A submission [1]."), { keepable: verdicts }, () => undefined));
  assert.equal(worker.audits.length, 1, "its words are read again, since none was kept");
  const [shown] = state.findingsOf("c0");
  assert.deepEqual([shown?.verdict, shown?.message, shown?.evidence], ["miscited", "", []]);
  assert.equal(state.dismissed.get(KEY), "not-worth");
  session.log.record({ kind: "dismiss", key: KEY, reason: null });
  await session.settled();
  const again = opened();
  assert.ok(await again.session.recall(page("A submission [1]."), { keepable: verdicts }, () => undefined));
  assert.equal(again.state.dismissed.size, 0);
});
