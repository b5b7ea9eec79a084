/** The fixed phrases of the core's trail, read from its sources: each has its words in every language. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Notice } from "../../generated/Notice";
import { noticeNode, pagesOf, phrase } from "../core-text";
import { ALL_MESSAGES } from "./all";
import { PHRASES } from "./english/report";

/** Phrases that hold names or numbers are no fixed ones. */
const isFixed = (text: string): boolean => !text.includes("{");

function written(patterns: readonly RegExp[], source: string): string[] {
  const [code = ""] = source.split("#[cfg(test)]");
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, text = ""]) => text).filter(isFixed),
  );
}

const MEASURES = [/Check::\w+\(\s*"([^"]+)"/g];
const SUMMARIES = [/TrailStep::new\(\s*Step::\w+,\s*"([^"]+)"/g];
/** Where a judgement is written up, its summaries stand before the step. */
const WRITTEN_UP = [/let summary =\s*"([^"]+)"/g, /map_or\("([^"]+)", Rule::summary\)/g];
/** Rules have their summaries in a table. */
const OF_RULES = [/=>\s*\{?\s*"([^"]+)"(?!\.to_owned)/g];

/** What reports say by themselves. */
const OF_REPORTS = [
  /\.(?:say|fill|count)\(\s*"((?:[^"\\]|\\\s)+)"/g,
  /"(\{count\} [^"]+)"/g,
  /const READING: &str = "((?:[^"\\]|\\\s)+)"/g,
  /Self::(?:Supported|NotSupported|Skipped) => "([^"]+)"/g,
];

const sources = ["types", "document", "records", "verify", "core"].flatMap((crate) => {
  const folder = join("crate", crate, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".rs"))
    .map((name) => join(folder, name));
});
const read = (patterns: readonly RegExp[], files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => written(patterns, readFileSync(file, "utf8")))),
];
const judgement = sources.filter((file) => /verify\/(judgement|quoted)\.rs$/.test(file));
const rules = sources.filter((file) => file.endsWith("verify/rule.rs"));

test("what the core measures and comes to is in the catalogues, and nothing else", () => {
  const measures = read(MEASURES, sources);
  const summaries = [
    ...new Set([...read(SUMMARIES, sources), ...read(WRITTEN_UP, judgement), ...read(OF_RULES, rules)]),
  ];
  assert.ok(measures.length > 30 && summaries.length > 10, "the core's sources were not read");
  assert.deepEqual(Object.keys(ALL_MESSAGES.en.measure).sort(), measures.sort());
  assert.deepEqual(Object.keys(ALL_MESSAGES.en.summary).sort(), summaries.sort());
});

test("what reports say is in the catalogues, and nothing else", () => {
  const files = sources.filter((file) =>
    /core\/src\/(export\/report\/(?!tests)\w+|export\/mod|audit\/answers)\.rs$/.test(file),
  );
  const phrases = new Set(
    files.flatMap((file) => {
      const [code = ""] = readFileSync(file, "utf8").split("#[cfg(test)]");
      return OF_REPORTS.flatMap((pattern) =>
        [...code.matchAll(pattern)].map(([, text = ""]) => text.replace(/\\\s+/g, "")),
      );
    }),
  );
  assert.deepEqual([...PHRASES].sort(), [...phrases].sort());
});

test("a phrase that the core gains is missed", () => {
  const planted = written(
    MEASURES,
    'Check::at_least("moons", 1.0, 2.0)\n#[cfg(test)] Check::none("tested", 0)',
  );
  assert.deepEqual(planted, ["moons"]);
  assert.deepEqual(written(SUMMARIES, 'TrailStep::new(\n Step::Map, "as planted", &[])'), ["as planted"]);
});

test("phrases of other versions stay as they are, marked as English", () => {
  assert.equal(phrase(ALL_MESSAGES.de.measure, "alignment"), "Ähnlichkeit des Satzes mit der Aussage");
  assert.deepEqual(phrase(ALL_MESSAGES.de.measure, "toString"), { english: "toString" });
});

test("notices are in the reader's language where their code says it all", () => {
  const notice: Notice = { severity: "warning", code: "no-models", message: "No models are loaded." };
  assert.equal(noticeNode(ALL_MESSAGES.en, notice), notice.message);
  assert.equal(noticeNode(ALL_MESSAGES.de, notice), ALL_MESSAGES.de.noticeText["no-models"]);
});

test("a notice of pages tells which they are, who read them, and why nobody did", () => {
  const told = (code: Notice["code"], message: string): ReturnType<typeof pagesOf> =>
    pagesOf({ severity: "warning", code, message });
  assert.deepEqual(
    told(
      "pages-read-from-images",
      "Pages 2–4, 7 were read from their images by m (1): words (transcription/1): words may be misread, so no error is reported because of them.",
    ),
    { numbers: "2–4, 7", model: "m (1): words (transcription/1)", reason: undefined },
  );
  const unread = "Page 2 holds no text that can be read, as a scan does: nothing on it is checked";
  assert.deepEqual(told("pages-without-text", `${unread}.`), {
    numbers: "2",
    model: undefined,
    reason: undefined,
  });
  assert.equal(
    told("pages-without-text", `${unread} (m.example did (not) answer).`)?.reason,
    "m.example did (not) answer",
  );
  assert.equal(told("no-models", `${unread}.`), null);
});
