import assert from "node:assert/strict";
import { test } from "node:test";
import { CutShort, ItemSplitter, itemsOf } from "./json-items";

const ANSWER = {
  count: 3,
  other: [{ notes: ["no item"] }],
  notes: [
    { id: "a", text: 'A "quoted" [text], {with} signs \\', inner: { notes: [1, [2, 3]] } },
    { id: "b", text: "ünïcode 😴 ]", readers: [] },
    { id: "c" },
  ],
  after: "c",
};

test("items come out as they are, however an answer is cut into pieces", () => {
  for (const text of [JSON.stringify(ANSWER), JSON.stringify(ANSWER, null, 2)])
    for (const size of [1, 2, 7, 64, 10_000]) {
      const splitter = new ItemSplitter("notes");
      const items: unknown[] = [];
      for (let at = 0; at < text.length; at += size)
        items.push(...splitter.take(text.slice(at, at + size)).map((item): unknown => JSON.parse(item)));
      assert.deepEqual(items, ANSWER.notes, `pieces of ${size}`);
      assert.ok(splitter.isWhole);
    }
});

test("an empty list, and a list that is not there, have no items", () => {
  for (const text of ['{"notes":[]}', '{"notes":[ ]}', '{"groups":[{"notes":[1]}]}', '{"notes":{"a":[1]}}'])
    assert.deepEqual(new ItemSplitter("notes").take(text), [], text);
});

test("an answer that was cut short is no answer", async () => {
  const read = async (text: string): Promise<unknown[]> => {
    const items: unknown[] = [];
    const { body } = new Response(text);
    assert.ok(body);
    for await (const item of itemsOf(body, "notes")) items.push(item);
    return items;
  };
  assert.deepEqual(await read('{"notes":[{"a":1},{"a":2}]}'), [{ a: 1 }, { a: 2 }]);
  await assert.rejects(read('{"notes":[{"a":1},{"a":'), CutShort);
});
