import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_CITATIONS } from "@citelight/shared/audit/counts";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import { englishExtension as english } from "@citelight/shared/ui/locales/english/extension";
import { wordOf } from "./console-cell";

const checked = (counts: Partial<CitationCounts>): string =>
  wordOf(english, { kind: "checked", counts: { ...NO_CITATIONS, ...counts }, lookedUp: true });

test("a cell's word: what nobody could read is not clean", () => {
  assert.equal(checked({ total: 3, unchecked: 3 }), "no source readable");
  assert.equal(checked({ total: 3, supported: 1, unchecked: 2 }), "clean so far");
  assert.equal(checked({ total: 3, review: 1, supported: 2 }), "1 needs attention");
  assert.equal(checked({ total: 0 }), "no citations found");
  assert.equal(wordOf(english, { kind: "waiting" }), "not started");
});
