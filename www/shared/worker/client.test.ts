import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { errorCodeOf } from "../error-codes";
import type { FromWorker } from "../generated/FromWorker";
import type { ReadingOrder } from "../generated/ReadingOrder";
import type { ToWorker } from "../generated/ToWorker";
import { newOrder, textAlone } from "../audit/order";
import { NEW_SETTINGS } from "../audit/endpoint-choice";
import { WorkerClient, type WorkerPort } from "./client";
import { drawOnPage, type DrawnPage } from "./page-images";
import type { Ping, Pong } from "../heartbeat";
import { finding, summary } from "@citelight/test-support/factories";

/** Pings that a worker may leave unanswered, and the one at which that is noticed. */
const UNTIL_REPLACED_MS = 10 * 2000;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
});

/** A worker that only listens. */
class Silent extends EventTarget {
  readonly heard: (ToWorker | Ping)[] = [];
  ended = false;

  postMessage(message: ToWorker | Ping): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromWorker | Pong): void {
    this.dispatchEvent(new MessageEvent("message", { data: message }));
  }
}

function start(): { client: WorkerClient; workers: Silent[] } {
  const workers: Silent[] = [];
  const client = new WorkerClient({ worker: "w.js", models: "m/", library: null }, () => {
    const worker = new Silent();
    workers.push(worker);
    return worker as WorkerPort;
  });
  return { client, workers };
}

const document = { content: textAlone("<p>"), origin: "o", address: null };
const order = newOrder({ kind: "sent", id: null, document });

test("one worker is started when first needed, told to load once, and keeps audits apart", () => {
  const { client, workers } = start();
  assert.equal(workers.length, 0);
  const heard: string[] = [];
  const first = client.audit(order, (message) => heard.push(`1 ${message.kind}`));
  const second = client.audit(order, (message) => heard.push(`2 ${message.kind}`));
  assert.notEqual(first, second);
  assert.equal(workers.length, 1);
  assert.deepEqual(
    workers[0]?.heard.map(({ kind }) => kind),
    ["load", "audit", "audit"],
  );
  workers[0].say({ kind: "event", audit: second, event: { kind: "finished", summary: summary(true) } });
  assert.deepEqual(heard, ["2 event"]);
});

test("what could not be loaded is told to audits that come later too", () => {
  const { client, workers } = start();
  client.audit(order, () => undefined);
  workers[0]?.say({ kind: "ready", models: [], records: 0, problems: ["no models"] });
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["ready"],
  );
});

test("a worker whose script cannot be had is told apart from one that crashed", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  workers[0]?.dispatchEvent(new Event("error"));
  client.audit(order, (message) => heard.push(message));
  workers[1]?.say({ kind: "pong" });
  workers[1]?.dispatchEvent(new Event("error"));
  assert.deepEqual(
    heard.map((message) => (message.kind === "failed" ? errorCodeOf(message.message) : message.kind)),
    ["unloadable", "crashed"],
  );
});

test("after a crash each running audit hears of it, and the next one gets a new worker", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  workers[0]?.dispatchEvent(new Event("error"));
  assert.equal(heard[0]?.kind, "failed");
  assert.ok(workers[0]?.ended);
  client.audit(order, () => undefined);
  assert.equal(workers.length, 2);
});

test("what a lost worker still had to say is not taken for the new one's", () => {
  const { client, workers } = start();
  client.audit(order, () => undefined);
  workers[0]?.dispatchEvent(new Event("error"));
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  workers[0]?.say({ kind: "ready", models: ["old"], records: 0, problems: [] });
  workers[0]?.say({ kind: "failed", audit: null, message: "old" });
  assert.deepEqual(heard, []);
  assert.ok(!workers[1]?.ended);
});

test("a failure that is nobody's ends the worker and is told to all", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  workers[0]?.say({ kind: "failed", audit: null, message: "no WebAssembly" });
  assert.deepEqual(
    heard.map((message) => (message.kind === "failed" ? message.message : "")),
    ["no WebAssembly"],
  );
});

test("a dropped audit is cancelled and heard no more", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  const audit = client.audit(order, (message) => heard.push(message));
  client.drop(audit);
  workers[0]?.say({ kind: "failed", audit, message: "late" });
  assert.deepEqual(heard, []);
  assert.equal(workers[0]?.heard.at(-1)?.kind, "cancel");
});

test("assessments are answered each by its own, and end with the worker", async () => {
  const { client, workers } = start();
  const nothing = { by_meaning: null, by_words: null, expertise: null, model: null, conflicts: [], own: [] };
  const work = { title: "t", abstract_text: null, authors: [], year: null };
  const asked = {
    submission: work,
    works: [],
    reviewer: null,
    since: 2020,
    institutions: { suffixes: "", aliases: "", mail_hosts: "" },
  };
  const [one, other] = [client.assess(asked), client.assess(asked)];
  const ids = (workers[0]?.heard ?? []).flatMap((message) =>
    message.kind === "assess" ? [message.assessment] : [],
  );
  assert.equal(new Set(ids).size, 2);
  workers[0]?.say({
    kind: "assessed",
    assessment: ids[1] ?? "",
    outcome: { ...nothing, problem: "the second" },
  });
  assert.equal((await other).problem, "the second");
  workers[0]?.dispatchEvent(new Event("error"));
  assert.equal(errorCodeOf((await one).problem ?? ""), "crashed");
});

test("a worker that began and falls silent is replaced by one that is told the same", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  const audit = client.audit(order, (message) => heard.push(message));
  workers[0]?.say({ kind: "pong" });
  workers[0]?.say({ kind: "event", audit, event: { kind: "progress", stage: "map", done: 0, total: 1 } });
  mock.timers.tick(UNTIL_REPLACED_MS);
  assert.ok(workers[0]?.ended);
  assert.deepEqual(
    workers[1]?.heard.map(({ kind }) => kind),
    ["load", "audit"],
  );
  workers[0].say({ kind: "failed", audit, message: "late" });
  workers[1].say({ kind: "event", audit, event: { kind: "finished", summary: summary(true) } });
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["event", "event"],
  );
});

test("a worker whose script has not come yet is waited for longer, then replaced; after three the reader is told", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  mock.timers.tick(2 * UNTIL_REPLACED_MS);
  assert.equal(workers.length, 1);
  mock.timers.tick(2 * UNTIL_REPLACED_MS);
  assert.equal(workers.length, 2);
  assert.deepEqual(
    workers[1]?.heard.map(({ kind }) => kind).filter((kind) => kind !== "ping"),
    ["load", "audit"],
  );
  for (let ticks = 0; ticks < 8; ticks += 1) mock.timers.tick(UNTIL_REPLACED_MS);
  assert.equal(workers.length, 3);
  assert.ok(workers.every(({ ended }) => ended));
  const [message] = heard;
  assert.equal(errorCodeOf(message?.kind === "failed" ? message.message : ""), "unloadable");
});

test("a worker that answers is let alone, and asked for as long as it lives", () => {
  const { client, workers } = start();
  const audit = client.audit(order, () => undefined);
  workers[0]?.say({ kind: "pong" });
  for (let pings = 0; pings < 40; pings += 1) {
    mock.timers.tick(2000);
    if (pings === 20)
      workers[0]?.say({
        kind: "event",
        audit,
        event: { kind: "found", finding: finding("c1", "r1", "supported") },
      });
    workers[0]?.say({ kind: "pong" });
  }
  assert.equal(workers[0]?.heard.filter(({ kind }) => kind === "ping").length, 40);
  assert.equal(workers.length, 1);
});

/** Two audits under way, of which the worker is at work on the second. */
function twoUnderWay() {
  const { client, workers } = start();
  const heard: [FromWorker[], FromWorker[]] = [[], []];
  const begin = (own: FromWorker[]) => {
    const audit = client.audit(order, (message) => own.push(message));
    workers[0]?.say({ kind: "working", audit });
    workers[0]?.say({
      kind: "event",
      audit,
      event: { kind: "found", finding: finding("c1", "r1", "supported") },
    });
    return audit;
  };
  return { client, workers, heard, harmless: begin(heard[0]), busy: begin(heard[1]) };
}

test("an audit that keeps the worker busy is ended alone; others are told to another worker", () => {
  const { workers, heard, harmless, busy } = twoUnderWay();
  mock.timers.tick(UNTIL_REPLACED_MS);
  assert.ok(workers[0]?.ended);
  const last = heard[1].at(-1);
  assert.equal(last?.kind, "failed");
  assert.equal(errorCodeOf(last.message), "stuck");
  assert.deepEqual(
    workers[1]?.heard.map((message) => ("audit" in message ? message.audit : message.kind)),
    ["load", harmless],
  );
  workers[1].say({ kind: "event", audit: busy, event: { kind: "finished", summary: summary(true) } });
  workers[1].say({ kind: "event", audit: harmless, event: { kind: "finished", summary: summary(true) } });
  assert.equal(heard[0].at(-1)?.kind, "event");
  assert.equal(heard[1].at(-1), last);
});

test("stop ends an audit that keeps the worker from hearing it, within seconds", () => {
  const { client, workers, heard, busy } = twoUnderWay();
  client.cancel(busy);
  mock.timers.tick(3 * 2000);
  assert.ok(workers[0]?.ended);
  assert.equal(heard[1].at(-1)?.kind, "failed");
  assert.equal(heard[0].filter(({ kind }) => kind === "failed").length, 0);
  assert.equal(workers.length, 2);
});

test("a page that is left while its audit keeps the worker busy frees the worker for others", () => {
  const { client, workers, heard, harmless, busy } = twoUnderWay();
  client.drop(busy);
  mock.timers.tick(3 * 2000);
  assert.ok(workers[0]?.ended);
  assert.equal(heard[1].filter(({ kind }) => kind === "failed").length, 0);
  assert.deepEqual(
    workers[1]?.heard.flatMap((message) => (message.kind === "audit" ? [message.audit] : [])),
    [harmless],
  );
});

test("stop does not hurry a worker that is busy with another audit, and outlives it", () => {
  const { client, workers, harmless } = twoUnderWay();
  client.cancel(harmless);
  mock.timers.tick(4 * 2000);
  assert.ok(!workers[0]?.ended);
  mock.timers.tick(UNTIL_REPLACED_MS);
  assert.deepEqual(workers[1]?.heard.at(-1), { kind: "cancel", audit: harmless });
});

test("an audit at which two workers fell silent before it told anything is ended, and others go on", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  const audit = client.audit(order, (message) => heard.push(message));
  const other = client.audit(order, () => undefined);
  for (let silent = 0; silent < 2; silent += 1) {
    workers[silent]?.say({ kind: "working", audit });
    mock.timers.tick(UNTIL_REPLACED_MS);
  }
  const last = heard.at(-1);
  assert.equal(errorCodeOf(last?.kind === "failed" ? last.message : ""), "stuck");
  assert.deepEqual(
    workers[2]?.heard.flatMap((message) => (message.kind === "audit" ? [message.audit] : [])),
    [other],
  );
});

test("another worker is told the keys, each once, and what nobody has answered yet", () => {
  const { client, workers } = start();
  client.keepKey("https://m.example/v1", "old");
  client.keepKey("https://m.example/v1", "new");
  void client.attempt({
    settings: {} as Parameters<WorkerClient["attempt"]>[0]["settings"],
    carried: false,
  });
  workers[0]?.say({ kind: "ready", models: [], records: 0, problems: [] });
  mock.timers.tick(UNTIL_REPLACED_MS);
  const told = workers[1]?.heard ?? [];
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ["load", "key", "try"],
  );
  assert.ok(told.some((message) => message.kind === "key" && message.key === "new"));
});

test("after a crash the next worker is given the keys, and nothing else of what was asked before", () => {
  const { client, workers } = start();
  client.keepKey("https://m.example/v1", "secret");
  client.audit(order, () => undefined);
  workers[0]?.dispatchEvent(new Event("error"));
  const next = client.audit(order, () => undefined);
  assert.deepEqual(
    workers[1]?.heard.map((message) => (message.kind === "audit" ? message.audit : message.kind)),
    ["load", "key", next],
  );
});

test("other models are loaded by a new worker: at once where the old one has nothing to do, else when it is done", () => {
  const { client, workers } = start();
  const added = (index: number): readonly string[] =>
    workers[index]?.heard.flatMap((message) => (message.kind === "load" ? message.added : [])) ?? [];
  client.useAdded(["first"]);
  client.keepKey("https://m.example/v1", "secret");
  assert.deepEqual(added(0), ["first"]);
  client.useAdded(["first"]);
  assert.ok(!workers[0]?.ended, "the same models");
  client.useAdded([]);
  assert.ok(workers[0]?.ended);
  const heard: FromWorker[] = [];
  const audit = client.audit(order, (message) => heard.push(message));
  assert.deepEqual(
    workers[1]?.heard.map(({ kind }) => kind),
    ["load", "key", "audit"],
  );
  client.useAdded(["second"]);
  assert.ok(!workers[1].ended, "it is busy");
  workers[1].say({ kind: "event", audit, event: { kind: "finished", summary: summary(true) } });
  assert.equal(heard.length, 1);
  assert.ok(workers[1].ended);
  client.audit(order, () => undefined);
  assert.deepEqual(added(2), ["second"]);
});

test("when one after another falls silent the reader is told", () => {
  const { client, workers } = start();
  const heard: FromWorker[] = [];
  client.audit(order, (message) => heard.push(message));
  for (let silent = 0; silent < 3; silent += 1) {
    workers[silent]?.say({ kind: "pong" });
    mock.timers.tick(UNTIL_REPLACED_MS);
  }
  assert.equal(workers.length, 3);
  assert.ok(workers.every(({ ended }) => ended));
  const [message] = heard;
  assert.equal(errorCodeOf(message?.kind === "failed" ? message.message : ""), "crashed");
});

/** Where the documents of the audits that a worker was asked for came from. */
const sources = (worker: Silent | undefined): string[] =>
  (worker?.heard ?? []).flatMap((message) => (message.kind === "audit" ? [message.order.document.kind] : []));

test("a document that will be asked about again is sent once, and then named by its id", () => {
  const { client, workers } = start();
  const kept = client.keep(document);
  client.audit(newOrder(kept), () => undefined);
  client.audit(newOrder(kept), () => undefined);
  client.audit(newOrder(client.keep(document)), () => undefined);
  assert.deepEqual(sources(workers[0]), ["sent", "known", "sent"], "another document has another id");
  client.release(kept);
  client.release(kept);
  const released = workers[0]?.heard.filter(({ kind }) => kind === "release");
  assert.deepEqual(released, [{ kind: "release", document: kept.id }]);
  client.audit(newOrder(kept), () => undefined);
  assert.equal(sources(workers[0]).at(-1), "sent");
});

test("a worker that does not have a document any more is sent it again, unnoticed", () => {
  const { client, workers } = start();
  const kept = client.keep(document);
  client.audit(newOrder(kept), () => undefined);
  const heard: string[] = [];
  const again = client.audit(newOrder(kept), ({ kind }) => heard.push(kind));
  workers[0]?.say({ kind: "unknown-document", audit: again });
  const order = workers[0]?.heard.at(-1);
  assert.ok(order?.kind === "audit" && order.audit === again);
  assert.deepEqual(order.order.document, kept);
  assert.deepEqual(heard, []);
  client.audit(newOrder(kept), () => undefined);
  assert.deepEqual(sources(workers[0]), ["sent", "known", "sent", "known"]);
  client.drop(again);
  workers[0]?.say({ kind: "unknown-document", audit: again });
  assert.equal(sources(workers[0]).length, 4, "an audit that nobody waits for is not sent again");
});

test("another worker knows no document of the one before", () => {
  const { client, workers } = start();
  const kept = client.keep(document);
  client.audit(newOrder(kept), () => undefined);
  workers[0]?.dispatchEvent(new Event("error"));
  client.audit(newOrder(kept), () => undefined);
  assert.equal(workers.length, 2);
  assert.deepEqual(sources(workers[1]), ["sent"]);
});

test("files are opened by the worker, and after a crash it is told that they were not", async () => {
  const { client, workers } = start();
  const files = [{ name: "paper.docx", bytes: new Uint8Array([80, 75]) }];
  const opened = client.open(files);
  const [worker] = workers;
  const asked = worker?.heard.find((message) => message.kind === "open");
  assert.ok(worker !== undefined && asked?.kind === "open");
  assert.deepEqual(asked.files, files);
  const page = {
    kind: "page",
    html: "<p>",
    format: "docx",
    title: null,
    citations: 1,
    references: 1,
  } as const;
  worker.say({ kind: "opened", opening: asked.opening, outcome: page });
  assert.deepEqual(await opened, page);
  const lost = client.open(files);
  worker.dispatchEvent(new Event("error"));
  const outcome = await lost;
  assert.ok(outcome.kind === "unreadable" && errorCodeOf(outcome.reason) === "crashed");
});

const toRead: ReadingOrder = {
  document: { content: { pdf: { title: null, fonts: [], pages: [] } }, origin: "weirs.pdf", address: null },
  endpoint: { settings: { ...NEW_SETTINGS, url: "https://m.example/v1", model: "m" }, carried: true },
};

test("pages that a model reads are drawn when the worker wants them, and the text comes back", async () => {
  const { client, workers } = start();
  const drawn: number[] = [];
  const reading = client.readPages(
    toRead,
    (page) => {
      drawn.push(page);
      return page === 1
        ? Promise.resolve({ kind: "image", png: new Uint8Array([137]), code: "402917" })
        : Promise.reject(new Error("it is torn"));
    },
    new AbortController().signal,
  );
  const [worker] = workers;
  const told = worker?.heard.at(-1);
  assert.ok(worker !== undefined && told?.kind === "read-pages");
  const ask = (page: number, name: string): Promise<DrawnPage> =>
    drawOnPage((request, ports) => {
      worker.dispatchEvent(new MessageEvent("message", { data: request, ports: ports as MessagePort[] }));
    })(name, page);
  assert.deepEqual(await ask(1, told.reading), { kind: "image", png: new Uint8Array([137]), code: "402917" });
  assert.deepEqual(await ask(2, told.reading), { kind: "failed", reason: "it is torn" });
  assert.deepEqual(drawn, [1, 2]);
  const text = { title: "Weirs", fonts: [], pages: [] };
  worker.say({ kind: "pages-read", reading: told.reading, text });
  assert.deepEqual(await reading, text);
});

test("a reading that is given up is stopped in the worker; one whose worker is lost fails", async () => {
  const { client, workers } = start();
  const ends = new AbortController();
  const never = (): Promise<never> => new Promise(() => undefined);
  const given = client.readPages(toRead, never, ends.signal);
  const told = workers[0]?.heard.at(-1);
  assert.ok(told?.kind === "read-pages");
  ends.abort();
  await assert.rejects(given, { name: "AbortError" });
  assert.deepEqual(workers[0]?.heard.at(-1), { kind: "cancel", audit: told.reading });

  const lost = client.readPages(toRead, never, new AbortController().signal);
  workers[0].dispatchEvent(new Event("error"));
  await assert.rejects(lost, (error: Error) => errorCodeOf(error.message) !== null);
  client.audit(order, () => undefined);
  assert.deepEqual(
    workers[1]?.heard.map(({ kind }) => kind),
    ["load", "audit"],
    "nobody waits for it any more",
  );
});
