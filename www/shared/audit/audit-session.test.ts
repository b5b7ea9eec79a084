import assert from "node:assert/strict";
import { after, test } from "node:test";
import { finding, summary } from "@citelight/test-support/factories";
import type { Event } from "../generated/Event";
import type { FromWorker } from "../generated/FromWorker";
import type { PdfText } from "../generated/PdfText";
import type { ToWorker } from "../generated/ToWorker";
import { WorkerClient, type WorkerPort } from "../worker/client";
import type { AuditEvent } from "./audit-log";
import { AuditSession, type AuditPermissions, type PageImages } from "./audit-session";
import { NEW_SETTINGS } from "./endpoint-choice";
import { textAlone } from "./order";
import { pairKey } from "./state";

const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

class FakeWorker extends EventTarget {
  readonly heard: ToWorker[] = [];

  postMessage(message: ToWorker): void {
    this.heard.push(message);
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
}

const DOCUMENT = { content: textAlone("<p>"), origin: "page.html", address: null };
const ENDPOINT = {
  settings: { ...NEW_SETTINGS, url: "https://m.example/v1", model: "m" },
  carried: true,
};
const NOBODY: AuditPermissions = {
  mayCheck: true,
  online: null,
  committees: false,
  passages: false,
  copies: null,
  endpoint: null,
  pageImages: false,
};
const KEY = pairKey({ citation: "c1", reference: "r1" });

function start(allowed: AuditPermissions = NOBODY): {
  session: AuditSession;
  worker: FakeWorker;
  happened: AuditEvent[];
  allow: (permissions: AuditPermissions) => void;
} {
  const worker = new FakeWorker();
  const client = new WorkerClient(
    { worker: "w.js", models: null, library: null },
    () => worker as WorkerPort,
  );
  // Until then it listens whether its worker still answers.
  after(() => {
    client.close();
  });
  const happened: AuditEvent[] = [];
  let permissions = allowed;
  const session = new AuditSession(
    client,
    () => Promise.resolve(permissions),
    (event) => happened.push(event),
  );
  return { session, worker, happened, allow: (now) => (permissions = now) };
}

function finish(worker: FakeWorker, audit: string | undefined): void {
  assert.ok(audit !== undefined);
  worker.say({ kind: "event", audit, event: { kind: "finished", summary: summary(true) } });
}

test("a document is checked with what is allowed, and all that happens is kept in order", async () => {
  const use = { endpoint: ENDPOINT, always: false };
  const { session, worker, happened } = start({
    ...NOBODY,
    committees: true,
    passages: false,
    endpoint: use,
  });
  assert.equal(session.origin, null);
  assert.ok(await session.check(DOCUMENT, { settings: { rerank_n: 2 } }));
  const [audit] = worker.audits;
  assert.equal(audit?.order.endpoint, null, "it is asked on request only");
  assert.deepEqual([audit.order.settings, audit.order.committees], [{ rerank_n: 2 }, true]);
  assert.deepEqual([session.origin, session.isRunning], ["page.html", true]);
  finish(worker, audit.audit);
  session.log.record({ kind: "dismiss", key: KEY, reason: "not-worth" });
  assert.equal(session.isRunning, false);
  assert.deepEqual(
    happened.map(({ kind }) => kind),
    ["endpoint", "worker", "dismiss"],
  );
  assert.deepEqual(session.log.events, happened);
});

test("asked again, the worker gets the document's id and not the page, with what is allowed by then", async () => {
  const { session, worker, happened, allow } = start();
  await session.check(DOCUMENT);
  const [first] = worker.audits;
  finish(worker, first?.audit);
  const online = { mailto: null, keys: {}, any_server: false };
  allow({ ...NOBODY, online, endpoint: { endpoint: ENDPOINT, always: false } });
  await session.ask(KEY, "endpoint");
  const [, again] = worker.audits;
  assert.deepEqual(again?.order.document, { kind: "known", id: first?.order.document.id });
  assert.deepEqual(again.order.only, [{ citation: "c1", reference: "r1" }]);
  assert.deepEqual([again.order.online, again.order.endpoint], [online, ENDPOINT]);
  worker.say({
    kind: "event",
    audit: again.audit,
    event: { kind: "found", finding: finding("c1", "r1", "supported") },
  });
  finish(worker, again.audit);
  assert.deepEqual(
    happened.map(({ kind }) => kind),
    ["endpoint", "worker", "endpoint", "asking", "worker", "asked"],
  );
});

test("who may not be asked is not asked, and what may not be checked is not sent", async () => {
  const { session, worker, allow } = start();
  await session.check(DOCUMENT);
  await session.ask(KEY, "endpoint");
  assert.equal(worker.audits.length, 1);
  allow({ ...NOBODY, mayCheck: false });
  session.reset();
  assert.equal(await session.check(DOCUMENT), false);
  assert.equal(worker.audits.length, 1);
});

test("a session that is reset lets go of audit and document, and what was begun before comes to nothing", async () => {
  const { session, worker, happened } = start();
  await session.check(DOCUMENT);
  const [first] = worker.audits;
  session.reset();
  assert.ok(worker.heard.some(({ kind }) => kind === "cancel"));
  assert.deepEqual(worker.heard.at(-1), { kind: "release", document: first?.order.document.id });
  assert.deepEqual([session.log.events, session.origin, session.isRunning], [[], null, false]);
  const before = happened.length;
  finish(worker, first?.audit);
  assert.equal(happened.length, before);
  const early = session.check(DOCUMENT);
  session.reset();
  assert.ok(await early);
  assert.equal(worker.audits.length, 1);
});

test("a session that takes over from another one knows what happened, and sends the document when it is asked about", async () => {
  const { session, worker, happened, allow } = start();
  const told: AuditEvent[] = [{ kind: "lost", citation: "c7" }];
  await session.restore(DOCUMENT, told);
  assert.deepEqual([session.log.events, happened, worker.heard], [told, [], []]);
  await session.refreshEndpoint();
  await session.refreshEndpoint();
  assert.deepEqual(happened, [{ kind: "endpoint", host: null, ask: "off" }], "the same is not told twice");
  allow({ ...NOBODY, endpoint: { endpoint: ENDPOINT, always: true } });
  await session.ask(KEY, "sources");
  assert.equal(worker.audits[0]?.order.document.kind, "sent");
  assert.deepEqual(worker.audits[0].order.endpoint, ENDPOINT);
});

test("what runs is cancelled; what has not begun cannot be", async () => {
  const { session, worker } = start();
  assert.equal(session.cancel(), false);
  await session.check(DOCUMENT);
  assert.equal(session.cancel(), true);
  assert.equal(worker.heard.at(-1)?.kind, "cancel");
});

const COPIES: Event = { kind: "open-copies", references: ["r1"], hosts: ["copies.example.org"] };
const ONLINE = { mailto: null, keys: {}, any_server: true };

test("open copies that the reader allowed are read, and their pairs alone are judged again", async () => {
  const { session, worker, happened, allow } = start({ ...NOBODY, online: ONLINE, copies: [] });
  await session.check(DOCUMENT);
  const [first] = worker.audits;
  const tell = (event: Event): void => {
    worker.say({ kind: "event", audit: first?.audit ?? "", event });
  };
  for (const [citation, reference] of [
    ["c1", "r1"],
    ["c2", "r1"],
    ["c2", "r2"],
  ] as const)
    tell({ kind: "found", finding: finding(citation, reference, "unchecked") });
  tell(COPIES);
  tell({ kind: "finished", summary: summary(true) });
  await session.readCopies();
  assert.equal(worker.audits.length, 1, "no host was allowed");
  allow({ ...NOBODY, online: ONLINE, copies: ["copies.example.org"] });
  await session.readCopies();
  const [, again] = worker.audits;
  assert.deepEqual(again?.order.copies, ["copies.example.org"]);
  assert.deepEqual(again.order.only, [
    { citation: "c1", reference: "r1" },
    { citation: "c2", reference: "r1" },
  ]);
  finish(worker, again.audit);
  assert.deepEqual(happened.slice(-2), [
    { kind: "reading-copies", references: ["r1"] },
    { kind: "copies-read", failure: null },
  ]);
  await session.readCopies();
  assert.equal(worker.audits.length, 2, "they were read");
});

test("where no copies may be read, none are told of", async () => {
  const { session, worker, happened } = start({ ...NOBODY, online: ONLINE });
  await session.check(DOCUMENT);
  const [audit] = worker.audits;
  worker.say({ kind: "event", audit: audit?.audit ?? "", event: COPIES });
  assert.deepEqual(
    happened.map(({ kind }) => kind),
    ["endpoint"],
  );
  assert.deepEqual(audit?.order.copies, []);
});

const PDF: PdfText = { title: null, fonts: [], pages: [] };
const READ: PdfText = {
  ...PDF,
  readings: [{ page: 0, outcome: { kind: "read", by: "m (transcription/1)" } }],
};
const FILE = { content: { pdf: PDF }, origin: "weirs.pdf", address: null };

/** Pages that are never drawn here, and what is heard of them. */
function pagesOf(heard: PdfText[]): PageImages {
  return { draw: () => Promise.reject(new Error("it is not drawn here")), read: (text) => heard.push(text) };
}

const readingIn = (worker: FakeWorker): Extract<ToWorker, { kind: "read-pages" }> | undefined =>
  worker.heard.find((message) => message.kind === "read-pages");

test("pages without text are read before the document is checked, which is another one then", async () => {
  const endpoint = { endpoint: ENDPOINT, always: true };
  const { session, worker, happened } = start({ ...NOBODY, endpoint, pageImages: true });
  const heard: PdfText[] = [];
  const checking = session.check(FILE, {
    pages: pagesOf(heard),
    keepable: { name: null, keeping: "all" },
  });
  await soon();
  const told = readingIn(worker);
  assert.ok(told !== undefined);
  assert.deepEqual([told.order.document, told.order.endpoint], [FILE, ENDPOINT]);
  assert.equal(worker.audits.length, 0);
  const { port1, port2 } = new MessageChannel();
  const data = { kind: "draw", reading: told.reading, page: 0 };
  worker.dispatchEvent(new MessageEvent("message", { data, ports: [port2] }));
  port1.close();
  assert.deepEqual(
    happened,
    [
      { kind: "endpoint", host: "m.example", ask: "always" },
      { kind: "page-images", count: 1 },
    ],
    "the reader hears who is sent a page before it is drawn",
  );
  worker.say({ kind: "pages-read", reading: told.reading, text: READ });
  assert.ok(await checking);
  assert.deepEqual(heard, [READ]);
  const document = worker.audits[0]?.order.document;
  assert.ok(document?.kind === "sent");
  assert.deepEqual(document.document, { ...FILE, content: { pdf: READ } });
});

test("nothing is drawn or sent where that is not allowed, of no PDF, and where nobody draws", async () => {
  const endpoint = { endpoint: ENDPOINT, always: true };
  for (const [allowed, document, pages] of [
    [{ ...NOBODY, endpoint, pageImages: false }, FILE, pagesOf([])],
    [{ ...NOBODY, endpoint: null, pageImages: true }, FILE, pagesOf([])],
    [{ ...NOBODY, endpoint, pageImages: true }, DOCUMENT, pagesOf([])],
    [{ ...NOBODY, endpoint, pageImages: true }, FILE, null],
  ] as const) {
    const { session, worker } = start(allowed);
    await session.check(document, { pages });
    assert.equal(readingIn(worker), undefined);
    assert.equal(worker.audits.length, 1);
  }
});

test("stopped while pages are read, the reading ends and nothing is checked; a lost worker is told", async () => {
  const allowed = { ...NOBODY, endpoint: { endpoint: ENDPOINT, always: true }, pageImages: true };
  const stopped = start(allowed);
  const checking = stopped.session.check(FILE, { pages: pagesOf([]) });
  await soon();
  const reading = readingIn(stopped.worker)?.reading;
  stopped.session.reset();
  await checking;
  assert.deepEqual(stopped.worker.heard.at(-1), { kind: "cancel", audit: reading });
  assert.deepEqual([stopped.worker.audits.length, stopped.happened.length], [0, 0]);

  const lost = start(allowed);
  const failing = lost.session.check(FILE, { pages: pagesOf([]) });
  await soon();
  lost.worker.dispatchEvent(new Event("error"));
  await failing;
  const [told] = lost.happened;
  assert.ok(told?.kind === "worker" && told.message.kind === "failed", JSON.stringify(told));
  assert.equal(lost.worker.audits.length, 0);
});

test("of a document in confidence nothing that a model reads on its pages is kept", async () => {
  for (const keeping of ["verdicts", "nothing"] as const) {
    const endpoint = { endpoint: ENDPOINT, always: true };
    const { session, worker } = start({ ...NOBODY, endpoint, pageImages: true });
    void session.check(FILE, { pages: pagesOf([]), keepable: { name: null, keeping } });
    await soon();
    assert.deepEqual(readingIn(worker)?.order.endpoint, { ...ENDPOINT, forgets: true }, keeping);
    session.reset();
  }
});
