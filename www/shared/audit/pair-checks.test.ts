import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PairChecks } from "./pair-checks";
import { pairKey } from "./state";
import type { FromWorker } from "../generated/FromWorker";
import type { ToWorker } from "../generated/ToWorker";
import type { WorkerPort } from "../worker/client";
import { WorkerClient } from "../worker/client";
import { newOrder, textAlone } from "./order";
import { finding, summary } from "@citelight/test-support/factories";

class Silent extends EventTarget {
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
}

const key = pairKey({ citation: "c1", reference: "r1" });

function start(): { asking: PairChecks; worker: Silent; told: string[]; ask: () => void } {
  const worker = new Silent();
  const client = new WorkerClient(
    { worker: "w.js", models: null, library: null },
    () => worker as WorkerPort,
  );
  // Until then it listens whether its worker still answers.
  after(() => {
    client.close();
  });
  const asking = new PairChecks(client);
  const told: string[] = [];
  const ask = (): void => {
    asking.ask(
      [key],
      newOrder({
        kind: "sent",
        id: null,
        document: { content: textAlone("<p>"), origin: "o", address: null },
      }),
      {
        found: ({ kind }) => told.push(kind),
        ended: (failure) => told.push(failure ?? "ended"),
      },
    );
  };
  return { asking, worker, told, ask };
}

const audits = (worker: Silent) => worker.heard.filter((message) => message.kind === "audit");

test("a finding is asked about alone, once at a time", () => {
  const { worker, told, ask } = start();
  ask();
  ask();
  const [order, another] = audits(worker);
  assert.ok(order?.kind === "audit" && another === undefined);
  assert.deepEqual(order.order.only, [{ citation: "c1", reference: "r1" }]);
  const { audit } = order;
  worker.say({ kind: "event", audit, event: { kind: "progress", stage: "map", done: 0, total: 1 } });
  for (const reference of ["r1", "r2"])
    worker.say({
      kind: "event",
      audit,
      event: {
        kind: "resolved",
        reference,
        resolution: { kind: "unknown", reason: "offline" },
        bibtex: null,
      },
    });
  worker.say({ kind: "event", audit, event: { kind: "found", finding: finding("c1", "r1", "miscited") } });
  worker.say({ kind: "event", audit, event: { kind: "finished", summary: summary(true) } });
  assert.deepEqual(told, ["event", "event", "ended"]);
  ask();
  assert.equal(audits(worker).length, 2);
});

test("stopped, it is cancelled and ends; dropped, it says nothing more", () => {
  const { asking, worker, told, ask } = start();
  ask();
  asking.stop(key);
  assert.ok(worker.heard.some(({ kind }) => kind === "cancel"));
  worker.say({ kind: "event", audit: "a1", event: { kind: "finished", summary: summary(false) } });
  assert.deepEqual(told, ["ended"]);
  ask();
  asking.drop();
  worker.say({ kind: "event", audit: "a2", event: { kind: "finished", summary: summary(false) } });
  assert.deepEqual(told, ["ended"]);
});
