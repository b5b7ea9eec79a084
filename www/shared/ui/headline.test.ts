import assert from "node:assert/strict";
import { test } from "node:test";
import type { Extent } from "../generated/Extent";
import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";
import { kindText } from "./describe";
import { furtherReasons, headline } from "./headline";
import { english } from "./locales/english/index";
import { german } from "./locales/german/index";
import { whyText } from "./reasons";
import { finding } from "@citelight/test-support/factories";

function of(...reasons: Reason[]): Finding {
  return { ...finding("c0", "r1", "miscited"), reasons };
}

function read(extent: Extent, ...reasons: Reason[]): Finding {
  const place = { section: [], paragraph: 1, sentence: 1, origin: "", extent };
  const scores = { similarity: null, lexical: null, nli: null };
  return { ...of(...reasons), evidence: [{ text: "Lamps dim.", differing: [], place, scores }] };
}

test("the headline is the answer", () => {
  const cases: readonly (readonly [Reason, string])[] = [
    [{ kind: "number-differs", claim: "52 %", source: "32 %" }, "52 % here, 32 % in the source"],
    [
      { kind: "retracted", year: null, notice: null, date: "2021-05-01", citing: "2023" },
      "Retracted 2021, cited 2023",
    ],
    [{ kind: "retracted", year: 2021, notice: null, manner: "withdrawn" }, "Withdrawn 2021"],
    [{ kind: "no-record", asked: ["Crossref"] }, "No record of this work was found"],
    [{ kind: "negation-differs", claim: "", source: "not" }, "The source says “not”, the sentence does not"],
    [
      { kind: "metadata-differs", differences: [{ field: "year", reference: "2019", record: "2018" }] },
      "Year: 2019 here, 2018 in the record",
    ],
  ];
  for (const [reason, said] of cases) assert.equal(headline(english, of(reason)), said);
  assert.equal(
    headline(german, of({ kind: "number-differs", claim: "52 %", source: "32 %" })),
    "Hier 52 %, in der Quelle 32 %",
  );
});

test("what was not said is said of what was read: the abstract, or the whole source", () => {
  assert.equal(
    headline(english, read("abstract", { kind: "not-found-in-source" })),
    "The abstract does not say",
  );
  assert.equal(
    headline(english, read("full-text", { kind: "not-found-in-source" })),
    "The source does not say",
  );
  const told = of({ kind: "abstract-only" }, { kind: "not-found-in-source" });
  assert.equal(headline(english, told), "The abstract does not say");
});

test("what the headline says is not said again; what it leaves is", () => {
  assert.deepEqual(furtherReasons(of({ kind: "number-differs", claim: "1", source: "2" })), []);
  const no: Reason = { kind: "no-record", asked: ["Crossref"] };
  assert.deepEqual(furtherReasons(of(no)), [no]);
  const also: Reason = { kind: "entry-chosen", entries: 2 };
  assert.deepEqual(furtherReasons(of({ kind: "source-says-so" }, also, { kind: "abstract-only" })), [also]);
});

test("a finding of which only the verdict was saved says so", () => {
  const alone = { ...of(), message: "" };
  assert.match(headline(english, alone), /^Only the verdict was saved/);
  assert.match(
    headline(english, { ...of({ kind: "no-record", asked: [] }), message: "" }),
    /^Only the verdict/,
  );
});

test("a hint about the subject is the headline of what is open, and all of it is said below", () => {
  const hint: Reason = {
    kind: "seems-about-something-else",
    title: "Lamps",
    nearest: "Lamps dim.",
    better: { reference: "r2", number: 2, title: "Otters" },
  };
  const open: Finding = { ...of({ kind: "not-found-in-source" }, hint), verdict: "undecidable" };
  assert.equal(headline(english, open), "Seems to be about something else");
  assert.ok(furtherReasons(open).includes(hint));
  assert.match(
    whyText(english, open),
    /“Lamps” seems to be about something else\. .*“Lamps dim\.” Reference 2, “Otters”, fits better\./,
  );
  // What was decided stands by itself.
  const decided = of({ kind: "number-differs", claim: "52 %", source: "32 %" }, hint);
  assert.equal(headline(english, decided), "52 % here, 32 % in the source");
});

test("a hint says how the entry stands in the whole article", () => {
  const hint: Reason = {
    kind: "seems-about-something-else",
    title: "Lamps",
    nearest: "",
    better: null,
    alone: true,
    crowd: 6,
  };
  const open: Finding = { ...of({ kind: "not-found-in-source" }, hint), verdict: "undecidable" };
  assert.match(
    whyText(english, open),
    /unrelated to the article and to the rest of the reference list\. It is cited only in groups of 6 or more\./,
  );
});

test("a name or year beside the citation is the headline of what is open", () => {
  const name: Reason = { kind: "name-beside-differs", sentence: "Smith et al.", entry: "Jones (2017)" };
  const open: Finding = { ...of({ kind: "no-text", reason: "nobody has it" }, name), verdict: "unchecked" };
  assert.equal(headline(english, open), "The sentence names other authors");
  assert.match(
    whyText(english, open),
    /The sentence names Smith et al\., but the cited entry is by Jones \(2017\)\./,
  );
  const year: Reason = { kind: "year-beside-differs", sentence: "2015", entry: "2017" };
  assert.equal(headline(english, { ...open, reasons: [year] }), "2015 in the sentence, 2017 in the entry");
});

test("the answer of a model or a committee is named as theirs, with votes", () => {
  const model = of({ kind: "model-finds-support", model: "gemma3", votes: { shown: 3, of: 3 } });
  assert.equal(kindText(english, "Supported", model), "Supported · gemma3");
  assert.match(whyText(english, model), /gemma3 finds that the source says so\. 3 of 3 votes\./);
  const papers = of({ kind: "witnesses-say-so", witnesses: 3, statement: "It rose." });
  assert.equal(kindText(english, "Supported", papers), "Supported · citing papers");
  const undecided = of({ kind: "evidence-weak" }, { kind: "model-undecided", model: "gemma3" });
  assert.equal(kindText(english, "Inconclusive", undecided), "Inconclusive");
  assert.match(whyText(english, undecided), /gemma3 could not decide\./);
});

test("what changed on the way to a sentence is set off", () => {
  const first = [{ entry: "Lee A. Weirs. 2002.", doi: null }];
  const told = of({
    kind: "second-hand",
    first,
    changed: [
      { sentence: "95 %", source: "59 %" },
      { sentence: "", source: "may" },
    ],
  });
  assert.match(
    whyText(english, told),
    /from Lee A\. Weirs\. 2002\. The source says “59 %”, the sentence “95 %”\. The sentence drops “may”\./,
  );
});
