import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { CheckExport } from "../generated/CheckExport";
import { ALL_MESSAGES } from "./locales/all";
import { REPORTS } from "./locales/reports";
import { reportOrder } from "./report-order";

const sample = JSON.parse(readFileSync("tests/fixtures/findings/sample.json", "utf8")) as CheckExport;

test("reports for people are ordered in the reader's language, with the reasons in it", () => {
  const { report, language } = reportOrder(ALL_MESSAGES.de, "markdown", sample);
  assert.equal(language?.code, "de");
  assert.equal(language.phrases.Why, REPORTS.get("de")?.report.Why);
  assert.equal(language.phrases["verdict:miscited"], ALL_MESSAGES.de.verdict.miscited);
  assert.equal(language.phrases["class:dismissed"], ALL_MESSAGES.de.panel.dismissed);
  assert.equal(report.findings.length, sample.findings.length);
  for (const [place, { message, reasons }] of report.findings.entries())
    if (reasons.length > 0) assert.notEqual(message, sample.findings[place]?.message);
});

test("what programs read stays English, and so does an English report", () => {
  for (const format of ["csv", "json", "annotations", "bibtex", "csl-json"] as const)
    assert.deepEqual(reportOrder(ALL_MESSAGES.zh, format, sample), { format, report: sample });
  assert.deepEqual(reportOrder(ALL_MESSAGES.en, "html", sample), { format: "html", report: sample });
});

test("what a policy says of entries is told in the reader's language", () => {
  for (const language of ["de", "zh"] as const) {
    const phrases = reportOrder(ALL_MESSAGES[language], "html", sample).language?.phrases ?? {};
    for (const name of ["level:error", "level:note", "fact:authors", "fact:not_found"])
      assert.notEqual(phrases[name] ?? "", "", `${language}: ${name}`);
  }
});
