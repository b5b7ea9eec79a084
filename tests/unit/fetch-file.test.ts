import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { fetchFile } from "../../www/src/worker/fetch-file";

const BYTES = Uint8Array.of(1, 2, 3, 4);

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** Each request is answered by the next of these. */
function answeredBy(...answers: (() => Response)[]) {
  return mock.method(globalThis, "fetch", () => {
    const answer = answers.shift();
    return answer === undefined
      ? Promise.reject(new Error("nobody expected this request"))
      : Promise.resolve(answer());
  });
}

/** A body whose first piece comes and whose second never does. */
function stalling(): Response {
  return new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(BYTES.slice(0, 2));
      },
    }),
  );
}

test("a file comes in pieces, and how far it is is told", async () => {
  answeredBy(() => new Response(BYTES));
  const told: number[] = [];
  const bytes = await fetchFile(new URL("https://journal.example/model"), 4, (received) =>
    told.push(received),
  );
  assert.deepEqual(bytes, BYTES);
  assert.equal(told.at(-1), 4);
});

test("a body that stalls is asked for again and taken whole", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = answeredBy(stalling, () => new Response(BYTES));
  const file = fetchFile(new URL("https://journal.example/model"), 4, () => undefined);
  for (let turn = 0; turn < 20 && asked.mock.callCount() < 2; turn += 1) {
    await new Promise(setImmediate);
    mock.timers.tick(15_000);
  }
  assert.deepEqual(await file, BYTES);
  assert.equal(asked.mock.callCount(), 2);
});

test("files of an extension are taken whole at once", async () => {
  const asked = answeredBy(() => new Response(BYTES));
  const url = new URL("moz-extension://5c0ffee5/models/model");
  assert.deepEqual(await fetchFile(url, 4, () => undefined), BYTES);
  assert.equal(asked.mock.callCount(), 1);
});

test("what is too large or missing is refused in words, with its address", async () => {
  for (const scheme of ["https", "moz-extension"]) {
    answeredBy(() => new Response(BYTES));
    const url = new URL(`${scheme}://a.example/model`);
    await assert.rejects(
      fetchFile(url, 3, () => undefined),
      /a\.example\/model could not be fetched: it is larger than 3/,
    );
    mock.restoreAll();
  }
  answeredBy(() => new Response(null, { status: 404, statusText: "Not Found" }));
  await assert.rejects(
    fetchFile(new URL("https://a.example/model"), 4, () => undefined),
    /the server answered 404 Not Found/,
  );
});
