import assert from "node:assert/strict";
import { test } from "node:test";
import { CutShort, itemsOf } from "./json-items";

const ANSWER = {
  count: 3,
  other: [{ notes: ["no item"] }],
  notes: [
    { id: "a", text: 'A "quoted" [text], {with} signs \\', inner: { notes: [1, [2, 3]] } },
    { id: "b", text: "ünïcode 😴 ]", readers: [] },
    { id: "c", text: "as long as several reviews, ".repeat(1000) },
  ],
  after: "c",
};

/** @param size of the pieces in which the answer comes. */
async function read(text: string, size = text.length): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  const items: unknown[] = [];
  for await (const item of itemsOf(body, "notes")) items.push(item);
  return items;
}

test("items come out as they are, however an answer is cut into pieces", async () => {
  for (const text of [JSON.stringify(ANSWER), JSON.stringify(ANSWER, null, 2)])
    for (const size of [1, 2, 7, 64, 100_000])
      assert.deepEqual(await read(text, size), ANSWER.notes, `pieces of ${size}`);
});

test("an empty list, and a list that is not there, have no items", async () => {
  for (const text of ['{"notes":[]}', '{"notes":[ ]}', '{"groups":[{"notes":[1]}]}'])
    assert.deepEqual(await read(text), [], text);
});

test("an answer that was cut short, or is no JSON, is no answer", async () => {
  for (const text of ['{"notes":[{"a":1},{"a":', '{"notes":[{"a":1}', "", "<html>"])
    await assert.rejects(read(text), CutShort, text);
});
