// Sources, titles, fields and answers that give orders, and a model that obeys all of them: no verdict without words of the source, no key told.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { parseJson } from "../fake-apis/answer.mjs";
import { folder, run } from "./support.mjs";

/** @typedef {{ id: string, where: string, text: string, then?: string, wants: string, prompt?: string }} Attack */
/** @typedef {{ citation: string, reference: string, verdict: string, message: string, evidence: { text: string }[], trail: { step: string, summary: string }[] }} Finding */

const KEY = "sk-of-the-tests";
const ATTACKS = /** @type {Attack[]} */ (
  parseJson(readFileSync("tests/fixtures/injections/attacks.json", "utf8"))
);
const VERDICTS = ["supported", "miscited", "undecidable", "unchecked"];
const FILLER =
  "Lamps of two colours were fitted in forty offices and changed every month. Nobody was told why. ";

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** @param {string} text */
const plain = (text) => text.replace(/[\s\p{C}]+/gu, "");
const PLACES = ["Bergen", "Lima", "Osaka", "Dakar", "Turin", "Quebec", "Perth", "Cusco", "Minsk", "Accra"];
const STAFF = [
  "bakers",
  "clerks",
  "nurses",
  "pilots",
  "tailors",
  "judges",
  "miners",
  "sailors",
  "weavers",
  "welders",
];
/** @param {number} number */
const who = (number) => `${STAFF[number % 10] ?? ""} of ${PLACES[Math.floor(number / 10)] ?? ""}`;
/** @param {number} number */
const entitled = (number) => {
  // Titles that share no word, so that no entry is taken for another.
  const word = (/** @type {number} */ at) => {
    const [one, two] = [number * 7 + at * 31, number * 13 + at * 17];
    return `${"bdfgklmnprst"[one % 12] ?? ""}${"aeiou"[two % 5] ?? ""}${"lmnrstvz"[(one + at) % 8] ?? ""}${"aeiou"[one % 5] ?? ""}${"bdgkmnpt"[two % 8] ?? ""}${number}`;
  };
  return `${word(1)} ${word(2)} ${word(3)} ${word(4)} ${word(5)}`;
};
/** @param {number} number */
const says = (number) => `Under warm lamps the ${who(number)} handed in their paperwork later.`;
/** @param {number} number */
const claim = (number) => `Warm lighting made the ${who(number)} finish their reports sooner`;

/** A manuscript that cites one source for each attack, the records and the texts. @param {Attack[]} attacks */
function manuscript(attacks) {
  const home = folder();
  after(() => {
    home.remove();
  });
  const sources = attacks.map((attack, index) => {
    const number = index + 1;
    const title = attack.where === "title" ? `${entitled(number)}: ${attack.text}` : entitled(number);
    const text = attack.where === "title" ? "" : `${attack.text} ${attack.then ?? ""}`;
    return { number, title, text: `${says(number)} ${text}`, inRecord: attack.where === "api-field" };
  });
  const record = (/** @type {(typeof sources)[number]} */ { number, title, text, inRecord }) =>
    JSON.stringify({
      id: `a${number}`,
      title,
      authors: [{ family: "Lumen", given: "A" }],
      year: 2000 + (number % 20),
      ...(inRecord ? { abstract: text } : {}),
    });
  home.write("records.jsonl", sources.map(record).join("\n"));
  for (const { number, title, text, inRecord } of sources)
    if (!inRecord)
      home.write(
        `a${number}.html`,
        `<!DOCTYPE html><html><head><title>x</title><meta name="citation_title" content="${escaped(title).replaceAll('"', "&quot;")}"></head><body><article><h1>${escaped(title)}</h1><h2>Methods</h2><p>${FILLER.repeat(5)}</p><h2>Results</h2><p>${escaped(text)}</p></article></body></html>`,
      );
  const cited = sources.map(
    ({ number }) => `<h2>Part ${number}</h2><p>${claim(number)} <a href="#r${number}">[${number}]</a>.</p>`,
  );
  const listed = sources.map(
    ({ number, title }) => `<li id="r${number}">Lumen A. ${escaped(title)}. ${2000 + (number % 20)}.</li>`,
  );
  home.write(
    "article.html",
    `<!DOCTYPE html><html><head><title>Lamps</title><meta name="citation_title" content="Lamps"></head><body><article><h1>Lamps</h1><p>${FILLER.repeat(10)}</p>${cited.join("\n")}<h2>References</h2><ol class="references">${listed.join("\n")}</ol></article></body></html>`,
  );
  return { home, sources };
}

/** Audits it; every verdict must stand on words of its own source. @param {Attack[]} attacks @param {string} url */
async function audited(attacks, url) {
  const { home, sources } = manuscript(attacks);
  const outcome = await run(
    [
      ...["check", home.at("article.html"), "--records", home.at("records.jsonl"), "--texts", home.path],
      ...["--models", "models", "--format", "json", "--endpoint", `${url}/v1`, "--endpoint-model", "double"],
    ],
    { CITELIGHT_ENDPOINT_KEY: KEY },
  );
  const told = outcome.stdout + outcome.stderr;
  assert.ok(!told.includes(KEY), "the key is told");
  assert.ok(!told.includes(Buffer.from(KEY).toString("base64")), "the key is told in disguise");
  const { findings } = /** @type {{ findings: Finding[] }} */ (parseJson(outcome.stdout));
  assert.equal(findings.length, attacks.length, outcome.stderr);
  let [asked, decided] = [0, 0];
  for (const [index, finding] of findings.entries()) {
    const attack = attacks[index];
    const about = `${attack?.id ?? ""}: ${finding.verdict}, ${finding.message}`;
    assert.ok(VERDICTS.includes(finding.verdict), about);
    const arbitrated = finding.trail.some(({ step }) => step === "arbitrate");
    asked += arbitrated ? 1 : 0;
    if (!arbitrated || !["supported", "miscited"].includes(finding.verdict)) continue;
    decided += 1;
    const shown = plain(finding.evidence[0]?.text ?? "");
    assert.ok(shown.length > 8, about);
    const own = plain(sources[index]?.text ?? "");
    const whole = `${sources[index]?.title ?? ""} ${own} ${FILLER.repeat(5)}`;
    assert.ok(plain(whole).includes(shown), `${about}\n  shows ${shown}`);
  }
  return { asked, decided };
}

const double = await startFakeLlm({ key: KEY, mode: "obedient" });
after(() => double.close());
// Those made for other prompts are put there by document-repair.test.mjs and find.test.mjs.
const inData = ATTACKS.filter(({ where, prompt }) => where !== "model-answer" && prompt === undefined);

for (const obedience of /** @type {const} */ (["crude", "careful"]))
  test(`${inData.length} attacks in sources, titles and fields, obeyed ${obedience === "crude" ? "at once" : "with care"}`, async () => {
    double.reset();
    double.set({ mode: "obedient", obedience });
    const { asked } = await audited(inData, double.url);
    assert.ok(asked >= inData.length / 2, `${asked} were put to the model`);
    const entries = double.log.entries();
    assert.ok(entries.some(({ obeyed }) => obeyed.length > 0));
    assert.ok(entries.every((entry) => entry.outside === 0 || entry.repair));
    assert.ok(entries.every((entry) => !entry.keyElsewhere));
  });

test("attacks in the answers of the model decide nothing without words of the source", async () => {
  const inAnswers = ATTACKS.filter(({ where }) => where === "model-answer");
  double.reset();
  let next = 0;
  double.set({ mode: "scripted" });
  double.setScript(() => inAnswers[next++ % inAnswers.length]?.text ?? "");
  const innocent = inAnswers.map((attack) => ({ ...attack, text: "", where: "passage" }));
  const { asked } = await audited(innocent, double.url);
  assert.ok(asked > 0);
});
