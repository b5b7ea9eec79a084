import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { fetchFile } from "./fetch-file";
import { useFetchedRequests } from "./xml-http-request.double";

useFetchedRequests();

const BYTES = Uint8Array.of(1, 2, 3, 4);

afterEach(() => {
  mock.restoreAll();
});

function answeredBy(answer: Response): void {
  mock.method(globalThis, "fetch", () => Promise.resolve(answer));
}

test("a file comes in pieces, and how far it is is told", async () => {
  answeredBy(new Response(BYTES));
  const told: number[] = [];
  const file = await fetchFile(new URL("https://journal.example/model"), 4, (received) =>
    told.push(received),
  );
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), BYTES);
  assert.equal(told.at(-1), 4);
});

test("what is too large or missing is refused in words, with its address", async () => {
  answeredBy(new Response(BYTES));
  await assert.rejects(
    fetchFile(new URL("https://a.example/model"), 3, () => undefined),
    /a\.example\/model could not be fetched: it is larger than 3/,
  );
  answeredBy(new Response(null, { status: 404, statusText: "Not Found" }));
  await assert.rejects(
    fetchFile(new URL("https://a.example/model"), 4, () => undefined),
    /the server answered 404 Not Found/,
  );
});

test("without an answer the reader is told what to check", async () => {
  mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await assert.rejects(
    fetchFile(new URL("https://a.example/model"), 4, () => undefined),
    /a\.example\/model could not be fetched: no answer; check the connection/,
  );
});
