/** What a badge counts: citations, or pairs in files that were written before citations were counted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { summary } from "@citelight/test-support/factories";
import { countsOf } from "./badge";

test("citations are counted, each in one class, and what is open is not checked", () => {
  const citations = {
    supported: 12,
    undecidable: 7,
    review: 2,
    reference: 1,
    retracted_since: 1,
    unchecked: 15,
  };
  assert.deepEqual(countsOf({ ...summary(true), citations }), { all: 38, checked: 23, problems: 4 });
});

test("older files count pairs; what is no summary counts nothing", () => {
  const pairs = { supported: 3, undecidable: 2, miscited: 1, unchecked: 4 };
  assert.deepEqual(countsOf({ ...summary(true), citations: undefined, ...pairs }), {
    all: 10,
    checked: 6,
    problems: 1,
  });
  for (const other of [
    null,
    undefined,
    3,
    "summary",
    {},
    { ...pairs, miscited: -1 },
    { ...pairs, supported: "3" },
  ])
    assert.equal(countsOf(other), null, JSON.stringify(other));
});
