import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answer, atLeast } from "../../scripts/test/npm-audit.mjs";
import { BUNDLED } from "../../scripts/build/shipped.mjs";

test("an answer of npm audit is read, and one that is none says why", () => {
  const weakness = { name: "pdfjs-dist", severity: "high", range: "<=4.1.392", via: [], isDirect: true };
  const answered = answer(
    JSON.stringify({ auditReportVersion: 2, vulnerabilities: { "pdfjs-dist": weakness } }),
  );
  assert.ok(answered.kind === "answered");
  assert.deepEqual(atLeast(answered.weak, "low"), [weakness]);
  assert.deepEqual(atLeast(answered.weak, "critical"), []);
  assert.deepEqual(answer('{"auditReportVersion":2,"vulnerabilities":{}}'), { kind: "answered", weak: [] });
  assert.deepEqual(answer('{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}'), {
    kind: "unasked",
    why: "405 Method Not Allowed",
  });
  assert.deepEqual(answer('{"error":{"code":"ENOTFOUND","summary":""}}').kind, "unasked");
  assert.deepEqual(answer("").kind, "unasked");
});

// `npm audit --omit=dev` asks about dependencies alone: one that stands among the tools would be passed over.
test("what is bundled stands among the dependencies, and nothing else does", () => {
  /** @type {(text: string) => { dependencies: Record<string, string> }} */
  const parse = JSON.parse;
  assert.deepEqual(Object.keys(parse(readFileSync("package.json", "utf8")).dependencies), BUNDLED);
});
