/** The fixed phrases of the core's trail, read from its sources: each has its words in every language. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { refusal } from "../../article/open-files";
import type { Notice } from "../../generated/Notice";
import { templateParts } from "../core-templates";
import { noticeNode, pagesOf, phrase, textOf } from "../core-text";
import { LocalizedError } from "../errors";
import { ALL_MESSAGES } from "./all";
import { PHRASES } from "./english/report";

function written(patterns: readonly RegExp[], source: string): string[] {
  const [code = ""] = source.split("#[cfg(test)]");
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, text = ""]) => text));
}

const MEASURES = [/Check::\w+\(\s*"([^"]+)"/g];
/** Rules have their summaries in a table, and parts of summaries are what some functions say. */
const OF_RULES = [/=>\s*\{?\s*"([^"]+)"(?!\.to_owned)/g];

/** Code whose string literals are summaries, or parts of them. */
const SUMMARIES = [
  /TrailStep::new\(\s*Step::\w+,\s*((?:format!\(\s*)?"[^"]+")/g,
  /^( *)let (?:mut )?(?:summary|fields|rankings|asked|came_to|how|\(came_to, checks\)) =([\s\S]*?;)\n(?!\1 )/gm,
  /summary\.push_str\(&format!\(([\s\S]*?)\)\);\n/g,
  /^( *)summary\.push_str\(&match([\s\S]*?;)\n(?!\1 )/gm,
  /undecided\(judgement, result, chosen, ("[^"]+")/g,
  /map_or\(("[^"]+"), Rule::summary\)/g,
  /^( *)(?:pub )?fn (?:clause|extent_word|question|words_of|name)\([^)]*\) -> &'static str (\{[\s\S]*?\n)\1\}\n/gm,
  /(\(true, (?:true|false)\) => "[^"]+")\.to_owned/g,
];
const SPEAKING =
  /TrailStep::new|committee\/explain\.rs|verify\/signals\/signal\.rs|access\/identity\.rs|undecided\(/;

/** The summaries that a source of the core may give a step. */
function summariesOf(file: string, source: string): string[] {
  const [code = ""] = source.split("#[cfg(test)]");
  if (!SPEAKING.test(`${file}\n${code}`)) return [];
  const spans = SUMMARIES.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => match.at(-1) ?? ""),
  );
  return (
    spans
      .flatMap((span) => [...span.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(([, text = ""]) => text))
      .map((text) => text.replace(/^; /, "").replace(/\\\s+/g, ""))
      // What joins phrases, and what is put into one.
      .filter((text) => /^\S.*[a-z]/.test(text) && !text.includes("{}") && text !== "{failure}")
  );
}

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
const rules = sources.filter((file) => file.endsWith("verify/rule.rs"));

test("what the core measures and comes to is in the catalogues, and nothing else", () => {
  const measures = read(MEASURES, sources);
  const inCode = sources.flatMap((file) => summariesOf(file, readFileSync(file, "utf8")));
  const summaries = [...new Set([...inCode, ...read(OF_RULES, rules)])];
  assert.ok(measures.length > 30 && summaries.length > 80, "the core's sources were not read");
  assert.deepEqual(Object.keys(ALL_MESSAGES.en.measure).sort(), measures.sort());
  for (const { language, summary } of Object.values(ALL_MESSAGES)) {
    const known = Object.keys(summary);
    // English is what the core speaks.
    const missing = language === "en" ? [] : summaries.filter((text) => !known.includes(text));
    assert.deepEqual(missing, [], `${language}: without words for them`);
    const unsaid = known.filter((text) => !summaries.includes(text));
    assert.deepEqual(unsaid, [], `${language}: which the core does not say`);
  }
});

/** Code whose string literals say why files cannot be opened. */
const FAULTS = [
  /\bErr\(\s*(?:format!\(\s*)?("[^"]+")/g,
  /ok_or_else\(\|\| (?:format!\()?("[^"]+")/g,
  /^fn (?:old_office|undecompressed)\([^)]*\) -> (?:String|&'static str) (\{[\s\S]*?\n\}\n)/gm,
  /pub\(super\) fn broken\([^)]*\) -> String (\{[\s\S]*?\n\}\n)/g,
  /map_err\(\|reason\| format!\(("[^"]+")/g,
  /OpenedFiles::Unreadable \{ reason: format!\(("[^"]+")/g,
  /#\[error\(("[^"]+")\)\]/g,
];

test("why files cannot be opened is in the catalogues, and nothing else", () => {
  const files = [
    ...sources.filter((file) => /document\/(?:files\/\w+|word\/(?:mod|package)|input)\.rs$/.test(file)),
    "crate/web/src/opening.rs",
  ];
  const spans = read(FAULTS, files);
  const said = spans.flatMap((span) => [...span.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text));
  const { de, en, zh } = ALL_MESSAGES;
  const faults = [...new Set(said)].filter((text) => text !== "EncryptedPackage").sort();
  for (const { opening } of [de, zh]) assert.deepEqual(Object.keys(opening).sort(), faults);
  const locked = "a.docx cannot be read: it is protected by a password; save it without one";
  assert.equal(refusal(en, locked).message, locked);
  assert.ok(refusal(de, locked) instanceof LocalizedError);
  const other = refusal(de, "a.docx cannot be read: it is on fire");
  assert.equal(other.message, "a.docx cannot be read: it is on fire");
  assert.ok(!(other instanceof LocalizedError));
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
  assert.deepEqual(summariesOf("a.rs", 'TrailStep::new(\n Step::Map, "as planted", &[])'), ["as planted"]);
  assert.deepEqual(
    summariesOf(
      "a.rs",
      '    let summary = match 1 {\n        1 => {\n            let n = 2;\n            format!("of {n}")\n        }\n    };\n    TrailStep::new(Step::Map, summary, &[])',
    ),
    ["of {n}"],
  );
});

test("phrases of other versions stay as they are, marked as English", () => {
  assert.equal(phrase(ALL_MESSAGES.de.measure, "alignment"), "Ähnlichkeit des Satzes mit der Aussage");
  assert.deepEqual(phrase(ALL_MESSAGES.de.measure, "toString"), { english: "toString" });
});

test("a step is said in the reader's words around the names in it", () => {
  const { de, zh } = ALL_MESSAGES;
  const said = (table: Readonly<Record<string, string>>, text: string): string =>
    textOf(templateParts(table, text));
  const matched = "Matched to “What now; nothing: a study” in OpenAlex; 2 fields differ.";
  assert.equal(
    said(de.summary, matched),
    "Zugeordnet: „What now; nothing: a study“ in OpenAlex; 2 Felder weichen ab.",
  );
  assert.deepEqual(templateParts(zh.summary, "“[3]” fits no entry of the reference list."), [
    "“",
    { data: "[3]" },
    "”不符合任何参考文献。",
  ]);
  assert.equal(
    said(de.summary, "nearest sentence; agrees in number, direction; differs in hedge"),
    "Ähnlichster Satz; stimmt überein bei: Zahlen, Richtung; weicht ab bei: Vorsicht der Formulierung",
  );
  assert.equal(
    said(
      de.summary,
      "3 papers that cite “A; b” were heard, named by OpenAlex; of 1 only sentences that an index quotes, their texts were not read; asking x: 404",
    ),
    "3 Arbeiten, die „A; b“ zitieren, wurden gelesen; genannt von OpenAlex; von 1 davon nur Sätze, die eine Datenbank anführt; asking x: 404",
  );
  assert.equal(
    said(de.summary, "No source answered; no record fits."),
    "Geantwortet: keine Datenbank; kein Nachweis passt.",
  );
  assert.deepEqual(templateParts(de.summary, "Not resolved: OpenAlex did not answer."), [
    "Nicht nachgeschlagen: ",
    { english: "OpenAlex did not answer" },
    ".",
  ]);
  for (const unknown of ["asking the endpoint: it is full", "toString", "", "a; b"]) {
    assert.deepEqual(templateParts(de.summary, unknown), [{ english: unknown }]);
  }
});

test("what stands in braces is said in every language", () => {
  const slots = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();
  for (const { language, summary, opening } of Object.values(ALL_MESSAGES)) {
    for (const [key, text] of Object.entries({ ...summary, ...opening }))
      assert.deepEqual(slots(text), slots(key), language);
  }
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
