import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AuditQueue,
  Throttled,
  type CheckedSubmission,
  type StoredQueue,
  type QueueHandlers,
} from "./audit-queue";
import { countsOf, REFERENCES } from "./submission-counts.double";
import type { SubmissionCounts } from "./submission-counts";

const COUNTS = countsOf({ total: 4, problems: 1, judged: 3 });

class FakeHandlers implements QueueHandlers {
  readonly kept: StoredQueue = { isWanted: false, checked: {} };
  readonly begun: string[] = [];
  atOnce = 0;
  most = 0;
  finish: (() => void) | null = null;
  fail: ((error: Error) => void) | null = null;

  lookedUp = true;

  check(
    id: string,
    told: (counts: SubmissionCounts) => void,
    signal: AbortSignal,
  ): Promise<CheckedSubmission> {
    this.begun.push(id);
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    told(countsOf({ total: 4, problems: 0, judged: 1 }));
    return new Promise<CheckedSubmission>((done, fail) => {
      this.finish = () => {
        done({ counts: COUNTS, references: REFERENCES, lookedUp: this.lookedUp });
      };
      this.fail = fail;
      signal.addEventListener("abort", () => {
        fail(new Error("given up"));
      });
    }).finally(() => {
      this.atOnce -= 1;
    });
  }
  keepWanted(isWanted: boolean): Promise<void> {
    this.kept.isWanted = isWanted;
    return Promise.resolve();
  }
  keepChecked(id: string, checked: CheckedSubmission): Promise<void> {
    this.kept.checked[id] = checked;
    return Promise.resolve();
  }
  changed(): void {
    // Nothing is drawn here.
  }
}

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test("nothing begins before the reader starts the queue, then one submission at a time", async () => {
  const handlers = new FakeHandlers();
  const queue = new AuditQueue(["a", "b", "c"], handlers.kept, handlers);
  await turn();
  assert.deepEqual(handlers.begun, []);
  const run = queue.start();
  void queue.start();
  for (const expected of [["a"], ["a", "b"], ["a", "b", "c"]]) {
    await turn();
    assert.deepEqual(handlers.begun, expected);
    assert.equal(handlers.kept.isWanted, true);
    handlers.finish?.();
  }
  await run;
  assert.equal(handlers.most, 1);
  assert.deepEqual([queue.done, queue.open, queue.isRunning, handlers.kept.isWanted], [3, 0, false, false]);
});

test("what came of submissions is told, of those alone that were checked", async () => {
  const handlers = new FakeHandlers();
  const queue = new AuditQueue(
    ["A", "B", "C"],
    { isWanted: false, checked: { C: { counts: COUNTS, references: REFERENCES, lookedUp: false } } },
    handlers,
  );
  void queue.start();
  await turn();
  handlers.finish?.();
  await turn();
  assert.deepEqual(
    queue.checked.map(([id, { lookedUp }]) => [id, lookedUp]),
    [
      ["A", true],
      ["C", false],
    ],
  );
});

test("a pause gives up the submission at hand, and what was checked is never checked again", async () => {
  const handlers = new FakeHandlers();
  const first = new AuditQueue(["a", "b", "c"], handlers.kept, handlers);
  void first.start();
  await turn();
  handlers.finish?.();
  await turn();
  assert.equal(first.of("b").kind, "running");
  await first.pause();
  assert.deepEqual([first.of("b").kind, handlers.kept.isWanted], ["waiting", false]);

  // The next day.
  const second = new AuditQueue(["a", "b", "c"], handlers.kept, handlers);
  assert.deepEqual([second.of("a").kind, second.done, second.isRunning], ["checked", 1, false]);
  void second.start();
  await turn();
  assert.deepEqual(handlers.begun, ["a", "b", "b"]);
});

test("a page that is left wants what its reader wanted", async () => {
  const handlers = new FakeHandlers();
  const queue = new AuditQueue(["a"], handlers.kept, handlers);
  void queue.start();
  await turn();
  queue.leave();
  await turn();
  assert.deepEqual([handlers.kept.isWanted, queue.isRunning, queue.of("a").kind], [true, false, "waiting"]);
});

test("one that fails is told and tried again at the next start; a site that asks to wait pauses all", async () => {
  const handlers = new FakeHandlers();
  const queue = new AuditQueue(["a", "b"], handlers.kept, handlers);
  void queue.start();
  await turn();
  handlers.fail?.(new Error("status 404"));
  await turn();
  assert.deepEqual(queue.of("a"), { kind: "failed", reason: "status 404" });
  handlers.fail?.(new Throttled("wait"));
  await turn();
  assert.deepEqual([queue.isRunning, queue.problem, queue.of("b").kind], [false, "wait", "waiting"]);
  void queue.start();
  await turn();
  assert.deepEqual(handlers.begun, ["a", "b", "a"]);
});

test("submissions of other pages join the queue, also while it runs, and each once", async () => {
  const handlers = new FakeHandlers();
  const queue = new AuditQueue(["a"], handlers.kept, handlers);
  void queue.start();
  await turn();
  queue.add(["a", "b", "c"], { c: { counts: COUNTS, references: REFERENCES, lookedUp: true } });
  handlers.finish?.();
  await turn();
  assert.deepEqual([handlers.begun, queue.size, queue.of("c").kind], [["a", "b"], 3, "checked"]);
  assert.equal(queue.of("a").kind, "checked");
});

test("what was checked without look-ups can be checked again with them, and nothing else is", async () => {
  const handlers = new FakeHandlers();
  handlers.lookedUp = false;
  const kept = {
    isWanted: false,
    checked: { b: { counts: COUNTS, references: REFERENCES, lookedUp: true } },
  };
  const queue = new AuditQueue(["a", "b"], kept, handlers);
  void queue.start();
  await turn();
  handlers.finish?.();
  await turn();
  assert.deepEqual([queue.notLookedUp, queue.open], [1, 0]);
  queue.openNotLookedUp();
  handlers.lookedUp = true;
  void queue.start();
  await turn();
  handlers.finish?.();
  await turn();
  assert.deepEqual([handlers.begun, queue.notLookedUp, queue.done], [["a", "a"], 0, 2]);
});

test("paused while a result is being kept, the submission is not checked a second time", async () => {
  const handlers = new FakeHandlers();
  let keep = (): void => undefined;
  handlers.keepChecked = () => new Promise((done) => (keep = done));
  const queue = new AuditQueue(["a", "b"], handlers.kept, handlers);
  void queue.start();
  await turn();
  handlers.finish?.();
  await turn();
  await queue.pause();
  keep();
  await turn();
  assert.deepEqual([queue.of("a").kind, queue.isRunning], ["checked", false]);
  void queue.start();
  await turn();
  assert.deepEqual(handlers.begun, ["a", "b"]);
  await queue.pause();
});
