/** An endpoint's budget is of the document that the reader opened, whatever address its scripts show later. */

import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { DocumentAddresses } from "./document-addresses";
import type { DocumentInput } from "@citelight/shared/generated/DocumentInput";
import type { ToWorker } from "@citelight/shared/generated/ToWorker";
import { enter, leave, senders, soon } from "@citelight/test-support/fake-browser";
import { FakePort } from "@citelight/test-support/fake-port";

const FORUM = "https://openreview.net/forum?id=a";
const content = { text: { text: "" } };
const orders: ToWorker[] = [];
let connect: (port: chrome.runtime.Port) => void;

class WorkerDouble extends EventTarget {
  postMessage(message: ToWorker): void {
    orders.push(message);
  }
}

const own = globalThis.Worker;
before(async () => {
  // The worker never answers; without this its client would replace it.
  mock.timers.enable({ apis: ["setInterval"] });
  globalThis.Worker = WorkerDouble as unknown as typeof Worker;
  const allowed = { mayCheck: true, online: null, committees: false, copies: null, endpoint: null };
  enter({
    runtime: {
      onConnect: { addListener: (listener: typeof connect): void => void (connect = listener) },
      onMessage: { addListener: () => undefined },
      sendMessage: ({ kind }: { kind: string }) => Promise.resolve(kind === "allowed" ? allowed : null),
    },
  });
  await import("./offscreen");
});
after(() => {
  mock.timers.reset();
  leave();
  globalThis.Worker = own;
});

function documentIn(message: ToWorker | undefined): DocumentInput {
  assert.ok(message?.kind === "audit" && message.order.document.kind === "sent");
  return message.order.document.document;
}

/** Of what the budget is of an audit that this sender asks for. */
async function budgetOf(sender: chrome.runtime.MessageSender, origin: string): Promise<string | null> {
  const port = new FakePort("citelight-content", sender);
  connect(port as unknown as chrome.runtime.Port);
  port.say({ kind: "begin", cause: "click" });
  port.say({ kind: "audit", document: { content, origin, address: "https://evil.example/" } });
  await soon();
  const { address, origin: own } = documentIn(orders.findLast(({ kind }) => kind === "audit"));
  return address ?? own;
}

/** A document in a tab, at the address that the browser tells now. */
const page = (tab: number, documentId: string | undefined, url: string): chrome.runtime.MessageSender =>
  Object.assign(senders.content(tab, new URL(url).origin), { url }, documentId && { documentId });

test("a page that shows another address has no new budget, on a new line neither", async () => {
  const port = new FakePort("citelight-content", page(31, "D1", `${FORUM}&first`));
  connect(port as unknown as chrome.runtime.Port);
  for (const address of [`${FORUM}&first`, `${FORUM}&second`, "https://openreview.net/other"]) {
    port.say({ kind: "begin", cause: "click" });
    port.say({ kind: "audit", document: { content, origin: address, address: null } });
    await soon();
    const sent = documentIn(orders.at(-1));
    assert.deepEqual([sent.origin, sent.address], [address, `${FORUM}&first`]);
  }
  assert.equal(await budgetOf(page(31, "D1", "https://openreview.net/third"), "x"), `${FORUM}&first`);
});

test("each document that a reader opened has a budget of its own, and has the same when it is opened again", async () => {
  assert.equal(await budgetOf(page(32, "D2", FORUM), FORUM), FORUM);
  const other = FORUM.replace("=a", "=b");
  assert.equal(await budgetOf(page(32, "D3", other), other), other);
  assert.equal(await budgetOf(page(33, "D4", FORUM), FORUM), FORUM);
  const [one, two] = ["a", "b"].map((id) => `https://openreview.net/pdf?id=${id}`);
  assert.ok(one && two);
  assert.equal(await budgetOf(senders.viewer(34, one), one), one);
  assert.equal(await budgetOf(senders.viewer(34, one), two), two, "the viewer shows one after the other");
});

test("where the browser names no document, the address counts at which the line was opened", () => {
  const arrivals = new DocumentAddresses();
  assert.equal(arrivals.addressOf(page(35, undefined, FORUM)), FORUM);
  assert.equal(arrivals.addressOf(page(35, "D5", FORUM)), FORUM);
  assert.equal(arrivals.addressOf(page(35, "D5", "https://openreview.net/other")), FORUM);
  assert.equal(arrivals.addressOf(), null);
});
