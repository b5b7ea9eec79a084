// `citelight check --endpoint`: candidates of a citation and odd places of the text are put to a model, which may choose among what is
// there and never adds a word.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { parseJson } from "../fake-apis/answer.mjs";
import { folder, run } from "./support.mjs";

/** @typedef {{ id: string, where: string, prompt?: string, text: string }} Attack */
/** @typedef {{ kind: string, severity: string, place: string, hint: string }} Anomaly */
/** @typedef {{ step: string, summary: string, values: Record<string, number> }} Step */
/** @typedef {{ citation: string, reference: string, verdict: string, reasons: { kind: string }[], trail: Step[] }} Finding */
/** @typedef {{ findings: Finding[], anomalies: Anomaly[], citations: { id: string, sentence: string }[] }} Report */

const KEY = "sk-of-the-tests";
const ATTACKS = /** @type {Attack[]} */ (
  parseJson(readFileSync("tests/fixtures/injections/attacks.json", "utf8"))
);
const FILLER = "Nothing is cited in these words, which only fill the page. ";
const SENTENCE = "Bats find moths by sonar over lakes (Smith, 2020).";
const TORN = "Weirs were counted in forty rivers of the north, and the age of each was measured by the";
const OAK = "Smith, A. (2020). Oak timber in the rivers of the north. Journal of Wood.";
const BATS = "Smith, A. (2020). Sonar of bats that hunt over lakes. Journal of Bats.";

const home = folder();
const double = await startFakeLlm({
  key: KEY,
  gold: [
    { prompt: "candidates", sentence: SENTENCE, entry: "sonar of bats" },
    {
      prompt: "semantic-audit",
      doubt: "a sentence breaks off and another begins: text between them may be missing or out of order",
      quote: "measured by the",
      state: "truncated",
    },
  ],
});
after(async () => {
  await double.close();
  home.remove();
});
const records = home.write(
  "records.jsonl",
  [
    { id: "oak", title: "Oak timber in the rivers of the north", year: 2020 },
    { id: "bats", title: "Sonar of bats that hunt over lakes", year: 2020, retracted: { year: 2021 } },
    { id: "owls", title: "Owls that hunt by ear alone", year: 2012 },
  ]
    .map((record) => JSON.stringify({ ...record, authors: [{ family: "Smith", given: "A" }] }))
    .join("\n"),
);
const optedIn = home.write("settings.json", JSON.stringify({ repair_boundaries: true }));

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Checks a page whose citation fits two entries and one of whose paragraphs breaks off.
 *
 * @param {{ sentence?: string, second?: string, torn?: string }} [page]
 * @param {string[]} [more]
 */
async function check({ sentence = SENTENCE, second = BATS, torn = TORN } = {}, more = []) {
  const article = home.write(
    "article.html",
    `<!DOCTYPE html><html><head><title>On rivers</title><meta name="citation_publication_date" content="2023"></head><body><article><h1>On rivers</h1><h2>Introduction</h2>
<p>${FILLER.repeat(30)}</p><p>Owls are quiet (Lee, 2012). ${escaped(sentence)}</p><p>${escaped(torn)}</p>
<p>Soil was sampled in the same forty places, at the depth of a spade, and was kept dry.</p><h2>References</h2><ul>
<li>Lee, K. (2012). Owls that hunt by ear alone. Journal of Owls.</li><li>${OAK}</li><li>${escaped(second)}</li></ul></article></body></html>`,
  );
  const outcome = await run(
    ["check", article, "--records", records, "--no-models", "--format", "json", ...more],
    { CITELIGHT_ENDPOINT_KEY: KEY },
  );
  const told = outcome.stdout + outcome.stderr;
  assert.ok(!told.includes(KEY), "the key is told");
  return { report: /** @type {Report} */ (parseJson(outcome.stdout)), told };
}

const endpoint = ["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"];
/** @param {Report} report */
const doubtful = ({ findings }) => findings.find(({ citation }) => citation === "c1");
/** @param {Report} report */
const broken = ({ anomalies }) => anomalies.filter(({ kind }) => kind === "broken-sentence");

test("a citation that fits two entries is mapped by a majority; without an endpoint it stays open", async () => {
  const without = doubtful((await check()).report);
  assert.deepEqual([without?.verdict, without?.reference], ["unchecked", ""]);
  assert.equal(double.log.entries().length, 0);
  const { report } = await check({}, endpoint);
  const finding = doubtful(report);
  assert.equal(finding?.verdict, "undecidable", "the work was retracted, but another entry may be meant");
  assert.deepEqual(
    finding.reasons.map(({ kind }) => kind),
    ["retracted", "entry-chosen"],
  );
  const chosen = finding.trail[1];
  assert.match(chosen?.summary ?? "", /^double \(candidates\/\d+\): entry 3 .* going by “Sonar of bats”$/);
  assert.deepEqual([chosen?.step, chosen?.values.requests], ["map", 3]);
  assert.ok(double.log.entries().every((entry) => entry.prompt === "candidates" && entry.outside === 0));
});

test("odd places are looked at only with the setting", async () => {
  double.reset();
  const plain = broken((await check({}, endpoint)).report);
  assert.ok(double.log.entries().every(({ prompt }) => prompt === "candidates"));
  const [asked] = broken((await check({}, [...endpoint, "--settings", optedIn])).report);
  assert.equal(plain[0]?.severity, "warning");
  assert.equal(asked?.severity, "warning");
  assert.ok(asked.hint.startsWith(plain[0].hint));
  assert.match(
    asked.hint,
    /double \(semantic-audit\/\d+\): text is missing there \(“measured by the”\); 2 of 3 samples/,
  );
  assert.deepEqual(asked.place, plain[0].place);
});

for (const obedience of /** @type {const} */ (["crude", "careful"]))
  test(`attacks in entries, sentences and paragraphs, obeyed ${obedience === "crude" ? "at once" : "with care"}`, async () => {
    double.set({ mode: "obedient", obedience });
    let obeyed = 0;
    const made = ATTACKS.filter(({ prompt }) => prompt === "candidates" || prompt === "semantic-audit");
    assert.ok(made.length >= 6);
    for (const { id, where, prompt, text } of made) {
      double.reset();
      const page =
        prompt === "semantic-audit"
          ? { torn: `${text} ${TORN}` }
          : where === "sentence"
            ? { sentence: text }
            : { second: text };
      const { report } = await check(page, [...endpoint, "--settings", optedIn]);
      const entries = double.log.entries();
      obeyed += entries.filter((entry) => entry.obeyed.length > 0).length;
      assert.ok(
        entries.every((entry) => entry.repair || entry.outside === 0),
        id,
      );
      assert.ok(
        entries.every((entry) => !entry.keyElsewhere),
        id,
      );
      for (const finding of report.findings) {
        assert.ok(["supported", "miscited", "undecidable", "unchecked"].includes(finding.verdict), id);
        const chosen = finding.trail.find(({ summary }) => summary.includes("is meant"));
        if (!chosen) continue;
        // What was chosen was a candidate, and the words stand in the page.
        assert.match(chosen.summary, /entry [23] of the reference list is meant, going by “.{8,}”/u, id);
        const words = /going by “(.*)”/.exec(chosen.summary)?.[1] ?? "";
        const whole = `${page.sentence ?? SENTENCE} Owls are quiet (Lee, 2012). ${OAK} ${page.second ?? BATS}`;
        assert.ok(whole.replaceAll("<", "‹").replaceAll(">", "›").includes(words), `${id}: ${words}`);
      }
      // A doubt never goes away, and not a word of it changes.
      const places = broken(report);
      assert.equal(places.length, 1, id);
      assert.match(places[0]?.hint ?? "", /^a sentence breaks off/, id);
      assert.ok(places[0]?.place.includes("was measured by the | Soil was sampled"), id);
    }
    assert.ok(obeyed > 0, "the double did obey");
    double.set({ mode: "oracle", obedience: "crude" });
  });
