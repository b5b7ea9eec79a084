import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { addSourceKeys, readSourceKeys, removeSourceKey } from "./source-keys";
import { enter, leave } from "@citelight/test-support/fake-browser";

afterEach(leave);

test("keys that are changed at the same time are all kept, and none comes back", async () => {
  enter();
  const kept = await Promise.all([
    addSourceKeys({ openalex: "k-1" }),
    addSourceKeys({ semanticscholar: "k-2" }),
  ]);
  assert.deepEqual(kept, [true, true]);
  assert.deepEqual(await readSourceKeys(), { openalex: "k-1", semanticscholar: "k-2" });
  await Promise.all([addSourceKeys({ semanticscholar: "k-3" }), removeSourceKey("openalex")]);
  assert.deepEqual(await readSourceKeys(), { semanticscholar: "k-3" });
  await Promise.all([removeSourceKey("semanticscholar"), addSourceKeys({ openalex: "k-4" })]);
  assert.deepEqual(await readSourceKeys(), { openalex: "k-4" });
});
