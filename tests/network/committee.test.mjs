// `citelight check --online --committee`: a work whose text nobody can have, and the open papers that cite it, over HTTP and
// with the embedded models.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { article, heartWeb } from "./heart.mjs";
import { folder, run } from "./support.mjs";

const home = folder();
const web = await heartWeb();
after(async () => {
  await web.close();
  home.remove();
});
afterEach(() => {
  web.setFaults({});
  web.reset();
});

/**
 * @typedef {object} Committee
 * @property {{ title: string }[]} witnesses
 * @property {{ relation: string, statement: string }[]} aspects
 * @property {string[]} failures
 */
/**
 * @typedef {object} Finding
 * @property {string} verdict
 * @property {string} message
 * @property {string} claim
 * @property {{ text: string }[]} evidence
 * @property {{ step: string, summary: string }[]} trail
 * @property {Committee | null} committee
 */

/** The finding of a sentence that cites the trial, and the report. @param {string} sentence @param {string[]} options */
async function check(sentence, ...options) {
  const own = home.write("own.html", article(sentence));
  const args = ["check", own, "--online", "--format", "json", "--sources-url", web.url, "--no-limits"];
  const outcome = await run([...args, "--no-cache", ...options]);
  if (outcome.stdout === "") throw new Error(outcome.stderr);
  const { findings } = /** @type {{ findings: (Finding & { reference: string })[] }} */ (
    parseJson(outcome.stdout)
  );
  const found = findings.find(({ claim }) => claim.includes("Beta blockers"));
  assert.ok(found, outcome.stdout);
  return { finding: found, report: outcome.stdout };
}

test("what eight papers say of a closed work supports a sentence, and marks its opposite with their words", async () => {
  const alone = await check("Beta blockers reduced mortality in patients with myocardial infarction");
  assert.equal(alone.finding.verdict, "unchecked", "nobody is asked without --committee");
  assert.equal(alone.finding.committee, null);

  const said = await check(
    "Beta blockers reduced mortality in patients with myocardial infarction",
    "--committee",
  );
  assert.equal(said.finding.verdict, "supported", JSON.stringify(said.finding, null, 1));
  assert.equal(said.finding.committee?.witnesses.length, 8);
  assert.match(said.finding.message, /The source could not be read; 8 papers/);

  const opposite = await check(
    "Beta blockers increased mortality in patients with myocardial infarction",
    "--committee",
  );
  assert.equal(opposite.finding.verdict, "miscited", JSON.stringify(opposite.finding, null, 1));
  assert.equal(opposite.finding.evidence.length, 3);
  for (const { text } of opposite.finding.evidence) assert.match(text, /reduced/);
  const report = home.write("report.json", opposite.report);
  if (process.env.UPDATE_FIXTURES) {
    const told = JSON.stringify(opposite.finding, null, 2).replaceAll(web.url, "https://example.org");
    writeFileSync("tests/fixtures/committee/finding.json", `${told}\n`);
  }
  const explained = await run(["explain", report]);
  assert.equal(explained.code, 0, explained.stdout + explained.stderr);
});

test("an index that is down is told; where all are down nobody is heard and nobody accused", async () => {
  const opposite = "Beta blockers increased mortality in patients with myocardial infarction";
  web.setFaults({ sources: { openalex: "503", europepmc: "503" } });
  const { finding } = await check(opposite, "--committee");
  // Those whom it would have named may say otherwise.
  assert.deepEqual([finding.verdict, finding.committee?.failures.length], ["undecidable", 2]);
  assert.match(finding.message, /others who might say otherwise could not be heard/);
  assert.ok(finding.trail.some(({ step, summary }) => step === "committee" && summary.includes("OpenAlex")));

  web.setFaults({ sources: { openalex: "503", europepmc: "503", semanticscholar: "503" } });
  const nobody = await check(opposite, "--committee");
  assert.equal(nobody.finding.verdict, "unchecked");
  assert.match(nobody.finding.message, /No paper that cites it could be used/);
});
