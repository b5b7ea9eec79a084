import assert from "node:assert/strict";
import { test } from "node:test";
import { englishExtension as english } from "@citelight/shared/ui/locales/english/extension";
import type { SubmissionState } from "./audit-queue";
import { toldOf, wordOf } from "./console-cell";
import { countsOf, REFERENCES } from "./submission-counts.double";

const word = (standing: SubmissionState): string => wordOf(english, standing, toldOf(standing, null));
const checked = (counts: Parameters<typeof countsOf>[0]): string =>
  word({ kind: "checked", counts: countsOf(counts), references: REFERENCES, lookedUp: true });

test("a cell's word: what nobody could read is not clean", () => {
  assert.equal(checked({ total: 3, problems: 0, judged: 0 }), "no source readable");
  assert.equal(checked({ total: 3, problems: 0, judged: 1 }), "clean so far");
  assert.equal(checked({ total: 3, problems: 1, judged: 3 }), "1 needs attention");
  assert.equal(checked({ total: 0, problems: 0, judged: 0 }), "no citations found");
  assert.equal(word({ kind: "waiting" }), "not started");
});
