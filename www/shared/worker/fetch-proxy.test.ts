import assert from "node:assert/strict";
import { test } from "node:test";
import { proxyToPage, serveProxyRequest, type ProxyAnswer, type FetchProxy } from "./fetch-proxy";

/** A worker's carrier whose orders a page carries. */
function between(carrier: FetchProxy): FetchProxy {
  return proxyToPage((order, [channel]) => {
    serveProxyRequest(order, channel as MessagePort, carrier);
  });
}

const open = (): AbortSignal => new AbortController().signal;

test("what the page carries comes back to the worker", async () => {
  const answer: ProxyAnswer = { kind: "answered", status: 200, headers: [["a", "b"]], body: "{}" };
  const heard: string[] = [];
  const carrier = between((url, body, headers) => {
    heard.push(url, body, ...headers.flat());
    return Promise.resolve(answer);
  });
  assert.deepEqual(
    await carrier("https://m.example/v1", "question", [["prefer", "wait=25"]], open()),
    answer,
  );
  assert.deepEqual(heard, ["https://m.example/v1", "question", "prefer", "wait=25"]);
});

test("a carrier that fails has lost the request", async () => {
  const carrier = between(() => Promise.reject(new Error("no way there")));
  assert.deepEqual(await carrier("u", "b", [], open()), { kind: "lost", reason: "no way there" });
});

test("giving up reaches whoever carries", async () => {
  const given = new AbortController();
  const ended = new Promise<void>((done) => {
    const carrier = between((_url, _body, _headers, signal) => {
      signal.addEventListener("abort", () => {
        done();
      });
      return new Promise<ProxyAnswer>(() => undefined);
    });
    void carrier("u", "b", [], given.signal).then(({ kind }) => {
      assert.equal(kind, "lost");
    });
  });
  given.abort();
  await ended;
});
