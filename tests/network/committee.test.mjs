// `citelight check --online --committee`: a work whose text nobody can have, and the open papers that cite it, over HTTP and
// with the embedded models.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { parseJson } from "../scholarly-web/answer.mjs";
import { startScholarlyWeb } from "../scholarly-web/server.mjs";
import { folder, run } from "./support.mjs";

const CITED = "Beta blockers after myocardial infarction: a randomised trial";
const home = folder();

/** What each citing paper says of the trial. */
const SAID = [
  "Beta blockers reduced mortality in patients with myocardial infarction",
  "In patients with myocardial infarction, beta blockers reduced mortality",
  "Mortality of patients with myocardial infarction was reduced by beta blockers",
  "Beta blockers reduced the mortality of patients with myocardial infarction",
  "Beta blockers reduced mortality among patients with myocardial infarction",
  "In patients with myocardial infarction mortality was reduced by beta blockers",
  "Among patients with myocardial infarction, beta blockers reduced mortality",
  "Beta blockers have reduced mortality in patients with myocardial infarction",
];

/** @param {string} title @param {string} sentences @param {string[]} entries */
const page = (title, sentences, entries) => `<!DOCTYPE html><html><head><title>${title}</title>
<meta name="citation_title" content="${title}"></head><body><article><h1>${title}</h1><h2>Introduction</h2>
<p>Heart attacks kill more people than wars <a href="#r1">[1]</a>. ${sentences} We looked at the records of four hospitals and
counted who had left them alive.</p>
<p>${"The wards were visited each morning, and what the nurses had written was copied by two of us. ".repeat(75)}</p>
<h2>References</h2><ol class="references">${entries.map((entry, at) => `<li id="r${at + 1}">${entry}</li>`).join("\n")}</ol>
</article></body></html>`;

const ENTRIES = [
  "Jones D. Heart attacks and wars in numbers. Heart Journal. 1990;1:2-3.",
  `Smith A. ${CITED}. Heart Journal. 2001. doi:10.1016/heart.1`,
];
const CITATION = '<a href="#r2">[2]</a>';
const subjects = ["wards", "nurses", "diets", "drugs", "stairs", "beds", "nights", "visits"];
const citing = SAID.map((said, at) => {
  const title = `Hospitals and their ${subjects[at] ?? ""}: a survey of four towns`;
  home.write(`PMC80000${at}.html`, page(title, `${said} ${CITATION}.`, ENTRIES));
  return {
    id: `W80${at}`,
    title,
    type: "journal-article",
    authors: [{ family: "Walker", given: "Ann" }],
    year: 2010 + at,
    venue: "Hospital Journal",
    doi: `10.5555/hospitals.${at}`,
    pmid: `800000${at}`,
    pmcid: `PMC80000${at}`,
    oa_url: `/text/PMC80000${at}.html`,
    cited_by: 40 - at,
    percentile: 0.9,
    field: "Medicine",
    references: ["W1"],
  };
});
const web = await startScholarlyWeb({
  texts: home.path,
  works: [
    {
      id: "W1",
      title: CITED,
      type: "journal-article",
      authors: [{ family: "Smith", given: "Ada" }],
      year: 2001,
      venue: "Heart Journal",
      doi: "10.1016/heart.1",
      pmid: "8888888",
    },
    ...citing,
  ],
});
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
  const article = home.write(
    "own.html",
    page("Survival after heart attacks", `${sentence} ${CITATION}.`, ENTRIES),
  );
  const args = ["check", article, "--online", "--format", "json", "--sources-url", web.url, "--no-limits"];
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
  assert.deepEqual([finding.verdict, finding.committee?.failures.length], ["miscited", 2]);
  assert.ok(finding.trail.some(({ step, summary }) => step === "committee" && summary.includes("openalex")));

  web.setFaults({ sources: { openalex: "503", europepmc: "503", semanticscholar: "503" } });
  const nobody = await check(opposite, "--committee");
  assert.equal(nobody.finding.verdict, "unchecked");
  assert.match(nobody.finding.message, /No paper that cites it could be heard/);
});
