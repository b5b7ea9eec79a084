import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Finding } from "../../generated/Finding";
import { NO_CITATIONS } from "../../audit/counts";
import { textOf } from "../core-text";
import { reasonParts, whyText } from "../reasons";
import { ALL_MESSAGES as LOADED } from "./all";
import { PHRASES, type ReportPhrases } from "./english/report";
import { INITIAL_MESSAGES } from "./initial";
import { languageFor, LANGUAGE_NAMES, LANGUAGES, type Language } from "./languages";
import type { ExtensionMessages } from "./messages";
import { numerals } from "./numerals";
import { REPORTS } from "./reports";

/** With what reports say, which is loaded where they are written. */
const ALL_MESSAGES = Object.fromEntries(
  LANGUAGES.map((language) => {
    const words = LOADED[language];
    const phrases = Object.fromEntries(PHRASES.map((phrase) => [phrase, phrase])) as ReportPhrases;
    const { report = phrases } = (language === "en" ? undefined : REPORTS.get(words.language)) ?? {};
    return [language, { ...words, report }];
  }),
) as Record<Language, ExtensionMessages & { report: ReportPhrases }>;

type Leaf = string | ((...parameters: unknown[]) => unknown);

/** What a table says, by the path of each word. */
function leavesOf(table: object, path = ""): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [key, value] of Object.entries(table) as [string, Leaf | object][]) {
    const at = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string" || typeof value === "function") leaves.set(at, value as Leaf);
    else for (const [inner, leaf] of leavesOf(value, at)) leaves.set(inner, leaf);
  }
  return leaves;
}

const tables = LANGUAGES.map((language): [Language, Map<string, Leaf>] => [
  language,
  // Sentences of the core, which core-phrases.test.ts looks after.
  leavesOf({ ...ALL_MESSAGES[language], summary: {}, opening: {}, atFirst: INITIAL_MESSAGES[language] }),
]);
const english = leavesOf({ ...ALL_MESSAGES.en, summary: {}, opening: {}, atFirst: INITIAL_MESSAGES.en });
const others = tables.filter(([language]) => language !== "en");

/** What is written the same in every language: names, formats, signs. */
const SAME =
  /^(name|direction|gap|quotes\..*|field\.doi|openReview\.label|export\.title|viewer\.(title|link|original|zoom)|severity\.error|openReview\.pause)$/;

/** What joins words: places and signs alone. */
const isPunctuation = (path: string): boolean =>
  path === "gap" ||
  (/^(?:report|summary)\./.test(path) && !/\p{L}/u.test(path.replace(/^\w+\./, "").replace(/\{\w+\}/g, "")));

test("all languages say the same things, with the same parameters, and leave nothing empty", () => {
  for (const [language, leaves] of others) {
    assert.deepEqual([...leaves.keys()].sort(), [...english.keys()].sort(), language);
    for (const [path, leaf] of leaves) {
      const here = `${language}: ${path}`;
      const there = english.get(path);
      assert.equal(typeof leaf, typeof there, here);
      if (typeof leaf === "function" && typeof there === "function")
        assert.equal(leaf.length, there.length, here);
      if (typeof leaf !== "string" || isPunctuation(path)) continue;
      assert.notEqual(leaf.trim(), "", here);
      assert.equal(leaf, leaf.trim(), here);
      if (!SAME.test(path)) assert.notEqual(leaf, there, `${here} is still in English`);
    }
  }
});

test("phrases of reports keep their places in every language", () => {
  const places = (phrase: string): string[] => [...phrase.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [language, { report }] of Object.entries(ALL_MESSAGES))
    for (const [phrase, translation] of Object.entries(report))
      assert.deepEqual(places(translation), places(phrase), `${language}: ${phrase}`);
});

test("each language sets its own quotation marks and stops", () => {
  for (const [path, leaf] of leavesOf(ALL_MESSAGES.de)) {
    const text = typeof leaf === "string" ? leaf : leaf.toString();
    if (path.startsWith("quote")) continue;
    assert.doesNotMatch(text, /[’”]|(^|\s)“/, `German quotation marks in ${path}`);
  }
  for (const [path, leaf] of leavesOf(ALL_MESSAGES.zh)) {
    if (typeof leaf !== "string" || /Hint$|keys/.test(path)) continue;
    assert.doesNotMatch(
      leaf,
      /[\p{Script=Han}][,;:?!.]|[,;:?!][\p{Script=Han}]/u,
      `half-width stops in ${path}`,
    );
  }
});

/** Parameters that every function takes at its place: marked, so that its text can be searched for them. */
interface Call {
  given: readonly unknown[];
  /** What must be read in the text. */
  shown: readonly string[];
}

/** Parameters for functions whose parameters are no plain texts. */
function callOf(path: string, arity: number, language: Language): Call {
  const { number, decimal, percent } = numerals(ALL_MESSAGES[language].language);
  const special: Readonly<Record<string, () => Call>> = {
    number: () => ({ given: [1234], shown: [number(1234)] }),
    decimal: () => ({ given: [0.86], shown: [decimal(0.86)] }),
    percent: () => ({ given: [0.86], shown: [percent(0.86)] }),
    list: () => ({ given: [["Ax", "Bx", "Cx"]], shown: ["Ax", "Bx", "Cx"] }),
    time: () => ({ given: [0], shown: ["00"] }),
    "openReview.assignment.expertise": () => ({
      given: [0.62, 0.34, 1234],
      shown: [percent(0.62), percent(0.34), number(1234)],
    }),
    several: () => ({ given: [37, "Ax"], shown: ["37", "Ax"] }),
    dated: () => ({ given: ["Ax", 1987], shown: ["Ax", "1987"] }),
    fieldWithin: () => ({ given: ["doi"], shown: ["DOI"] }),
    "reason.noRecord": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "reason.metadata": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "reason.retracted": () => ({
      given: ["1987", "Ax", "retracted", "1989-02"],
      shown: ["1987", "Ax", "1989-02"],
    }),
    "reason.retractedSince": () => ({
      given: ["1987-03-04", "1986", "Ax", "withdrawn"],
      shown: ["1987-03-04", "1986", "Ax"],
    }),
    "reason.retractedUndated": () => ({
      given: ["1987-03", "1987", "Ax", "retracted"],
      shown: ["1987-03", "1987", "Ax"],
    }),
    "reason.changedSince": () => ({ given: ["37 %", "38 %", "Ax"], shown: ["37 %", "38 %", "Ax"] }),
    "headline.changedSince": () => ({ given: ["37 %", "38 %"], shown: ["37 %", "38 %"] }),
    "reason.updated": () => ({
      given: ["new-version", "1987-03", "Ax"],
      shown: ["1987-03", "Ax"],
    }),
    "headline.updated": () => ({ given: ["corrected", "1987-03"], shown: ["1987"] }),
    "reason.notCheckable": () => ({ given: ["book", "kind"], shown: ["ISBN"] }),
    "reason.betterEntry": () => ({ given: [37, "Ax"], shown: ["37", "Ax"] }),
    "reason.nameBesideDiffers": () => ({ given: ["Ax", "Bx"], shown: ["Ax", "Bx"] }),
    "reason.yearBesideDiffers": () => ({ given: ["1987", "1988"], shown: ["1987", "1988"] }),
    "headline.yearBesideDiffers": () => ({ given: ["1987", "1988"], shown: ["1987", "1988"] }),
    "reason.votes": () => ({ given: [37, 38], shown: ["37", "38"] }),
    "answers.said": () => ({
      given: [{ supported: 37, otherwise: 38, open: 39 }],
      shown: ["37", "38", "39"],
    }),
    "reason.onlyInCrowd": () => ({ given: [37], shown: ["37"] }),
    "reason.anotherSubject": () => ({ given: [["Ax", "Bx"], "Cx"], shown: ["Ax", "Bx", "Cx"] }),
    "reason.witnessesSaySo": () => ({ given: [37, "Ax"], shown: ["37", "Ax"] }),
    "reason.witnessesSayOtherwise": () => ({ given: [37, "Ax"], shown: ["37", "Ax"] }),
    "reason.witnessesUndecided": () => ({ given: [37, "Ax"], shown: ["37", "Ax"] }),
    "reason.entryChosen": () => ({ given: [37], shown: ["37"] }),
    "reason.readFromImage": () => ({ given: [37], shown: ["37"] }),
    "headline.fieldsDiffer": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "headline.anotherSubject": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "headline.retracted": () => ({
      given: ["1987-03", "1989-02", "retracted"],
      shown: ["1987", "1989"],
    }),
    "headline.retractedSince": () => ({
      given: ["1987-03-04", "1986", "withdrawn"],
      shown: ["1987", "1986"],
    }),
    "headline.retractedUndated": () => ({ given: ["1987-03", "retracted"], shown: ["1987"] }),
    "card.confidence": () => ({ given: [0.86], shown: [decimal(0.86)] }),
    "card.place": () => ({ given: ["Ax", 37], shown: ["Ax", "37"] }),
    "committee.weight": () => ({ given: [0.86], shown: [percent(0.86)] }),
    "committee.influence": () => ({ given: [0.86], shown: [decimal(0.86)] }),
    "committee.notHeard": () => ({ given: [37, ["Ax", "Bx"]], shown: ["37", "Ax", "Bx"] }),
    "panel.counted": () => ({
      given: [
        {
          supported: 37,
          attention: 41,
          may_differ: 43,
          may_not_fit: 47,
          undecidable: 53,
          unchecked: 59,
          dismissed: 61,
        },
      ],
      shown: ["37", "41", "43", "47", "53", "59", "61"],
    }),
    "panel.timeLeft": () => ({ given: [37 * 60], shown: ["37"] }),
    "ownModel.progress": () => ({ given: [0.37], shown: [percent(0.37)] }),
    "endpoint.answered": () => ({ given: ["Ax", "Bx", 37], shown: ["Ax", "Bx", "37"] }),
    "endpoint.served": () => ({ given: ["Ax", "Bx", 37], shown: ["Ax", "Bx", "37"] }),
    "endpoint.sent": () => ({
      given: ["Ax", ["Bx", "Cx"], 37, 1234],
      shown: ["Ax", "Bx", "Cx", "37", number(1234)],
    }),
    "storage.use": () => ({ given: [37], shown: ["37"] }),
    "copies.hint": () => ({ given: [["Ax", "Bx"], 37], shown: ["Ax", "Bx", "37"] }),
    "copies.pageHint": () => ({ given: [["Ax", "Bx"], 37], shown: ["Ax", "Bx", "37"] }),
    "beforehand.publishedHere": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "beforehand.publishedElsewhere": () => ({ given: ["Ax", ["Bx", "Cx"]], shown: ["Ax", "Bx", "Cx"] }),
    "beforehand.publishedAtChosen": () => ({ given: ["Ax", ["Bx", "Cx"]], shown: ["Ax", "Bx", "Cx"] }),
    "beforehand.madeBy": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "beforehand.otherArticle": () => ({ given: ["Ax", 37], shown: ["Ax", "37"] }),
    "review.missing": () => ({ given: [37, ["Ax", "Bx"]], shown: ["37", "Ax", "Bx"] }),
    "review.retracted": () => ({ given: [37, ["Ax", "Bx"]], shown: ["37", "Ax", "Bx"] }),
    "sources.noAnswer": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "sources.similarity": () => ({ given: [0.86], shown: [decimal(0.86)] }),
    "chairs.fit": () => ({ given: [0.86, 37], shown: [decimal(0.86), "37"] }),
    "chairs.venueScore": () => ({ given: [0.86], shown: [decimal(0.86)] }),
    "chairs.uncovered": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "chairs.replacements": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "openReview.differs": () => ({ given: [["doi", "doi"]], shown: ["DOI"] }),
    "restored.line": () => ({ given: [3, "Ax", 37], shown: ["Ax", "37"] }),
    day: () => ({ given: [Date.UTC(2026, 4, 17, 12)], shown: ["2026", "17"] }),
    "openReview.ghost": () => ({ given: [["Ax", "Bx"]], shown: ["Ax", "Bx"] }),
    "openReview.exists": () => ({ given: ["Ax", 1987], shown: ["Ax", "1987"] }),
    "openReview.relevance": () => ({ given: ["Ax", 0.86, "Bx"], shown: ["Ax", decimal(0.86), "Bx"] }),
    "openReview.assignment.fit": () => ({ given: ["Ax", 37], shown: ["Ax", "37"] }),
    "openReview.assignment.venueScore": () => ({ given: [0.86], shown: [decimal(0.86)] }),
    "openReview.assignment.paper": () => ({ given: ["Ax", 1987], shown: ["Ax", "1987"] }),
    "openReview.assignment.numbers": () => ({ given: [0.86, 0.31], shown: [decimal(0.86), decimal(0.31)] }),
    "openReview.assignment.scope": () => ({ given: [37, 1987, 41], shown: ["37", "1987", "41"] }),
    "openReview.assignment.togetherByName": () => ({
      given: ["Ax", "Bx", 1987],
      shown: ["Ax", "Bx", "1987"],
    }),
    "openReview.assignment.institution": () => ({
      given: ["Ax", "Bx", 1987, true],
      shown: ["Ax", "Bx", "1987"],
    }),
    "openReview.assignment.relation": () => ({ given: ["Ax", "Bx", 1987], shown: ["Ax", "Bx", "1987"] }),
    "openReview.assignment.together": () => ({ given: ["Ax", "Bx", 1987], shown: ["Ax", "Bx", "1987"] }),
  };
  const own = special[path];
  if (own !== undefined) return own();
  // Numbers alone, or texts alone: told apart by what English says of a text.
  const texts = ["Ax", "Bx", "Cx"].slice(0, arity);
  const numbers = [37, 41, 43, 47].slice(0, arity);
  const isOfNumbers = !texts.every((text) => said(english.get(path), texts).includes(text));
  return isOfNumbers ? { given: numbers, shown: numbers.map(number) } : { given: texts, shown: texts };
}

function said(leaf: Leaf | undefined, given: readonly unknown[]): string {
  try {
    return typeof leaf === "function" ? String(leaf(...given)) : "";
  } catch {
    return "";
  }
}

/** Of a size in words, a name stands with its number. */
const SIZED: ReadonlySet<string> = new Set(["demo.tooLarge", "viewer.tooLarge", "beforehand.tooLarge"]);

test("every sentence holds what it is given", () => {
  for (const [language, leaves] of tables)
    for (const [path, leaf] of leaves) {
      if (typeof leaf !== "function") continue;
      const call = SIZED.has(path)
        ? { given: ["Ax", 37], shown: ["Ax", "37"] }
        : callOf(path, leaf.length, language);
      const text = said(leaf, call.given);
      for (const part of call.shown)
        assert.ok(text.includes(part), `${language}: ${path}: ${text} lacks ${part}`);
      assert.doesNotMatch(text, /undefined|null|NaN|\[object/, `${language}: ${path}`);
      assert.doesNotMatch(text, / {2}|^\s|(?<!: ?)\s$/, `${language}: ${path}: “${text}”`);
    }
});

test("numbers stand with the form that goes with them", () => {
  const { panel, reference, endpoint } = ALL_MESSAGES.en;
  const nothing = { ...NO_CITATIONS, attention: 0 };
  assert.equal(panel.mapped(38, 30), "38 citations, 30 references found.");
  assert.equal(panel.mapped(1, 1), "1 citation, 1 reference found.");
  assert.equal(
    panel.counted({ ...nothing, supported: 12, attention: 19, unchecked: 45 }),
    "12 supported · 19 need attention · 45 open",
  );
  assert.equal(
    panel.counted({ ...nothing, attention: 1, may_differ: 5, may_not_fit: 4, undecidable: 2, dismissed: 3 }),
    "1 needs attention · 5 may differ · 4 may not fit · 2 inconclusive · 3 dismissed",
  );
  assert.equal(panel.lookUpNow(1), "Look up 1 reference");
  assert.equal(reference.health.differs(1), "1 differs");
  assert.deepEqual([0, 1, 2, 5].map(reference.copyAll), [
    "Copy BibTeX of 0 records",
    "Copy BibTeX of 1 record",
    "Copy BibTeX of 2 records",
    "Copy BibTeX of 5 records",
  ]);
  assert.equal(
    endpoint.sent("m.example", ["a", "b"], 1, 1),
    "Sent to m.example: a and b, in 1 request (1 token).",
  );
  const german = ALL_MESSAGES.de;
  assert.deepEqual([0, 1, 2, 5].map(german.reference.copyAll), [
    "BibTeX von 0 Nachweisen kopieren",
    "BibTeX von 1 Nachweis kopieren",
    "BibTeX von 2 Nachweisen kopieren",
    "BibTeX von 5 Nachweisen kopieren",
  ]);
  assert.equal(german.panel.judged(1, 1), "1 von 1 Verweis geprüft");
  assert.equal(german.panel.judged(2, 5), "2 von 5 Verweisen geprüft");
  assert.equal(german.committee.summary(1), "Was eine zitierende Arbeit sagt");
  assert.equal(german.panel.timeLeft(60), "noch etwa 1 Minute");
  const { zh } = ALL_MESSAGES;
  assert.deepEqual(
    [0, 1, 2, 5].map((n) => zh.panel.judged(n, 5)),
    ["已核查 0 / 5 处引文", "已核查 1 / 5 处引文", "已核查 2 / 5 处引文", "已核查 5 / 5 处引文"],
  );
});

test("numbers are written as the language writes them", () => {
  assert.equal(ALL_MESSAGES.en.decimal(0.86), "0.86");
  assert.equal(ALL_MESSAGES.de.decimal(0.86), "0,86");
  assert.equal(ALL_MESSAGES.de.number(12345), "12.345");
  assert.match(ALL_MESSAGES.de.percent(0.5), /^50\u00a0%$/);
  assert.equal(ALL_MESSAGES.zh.list(["甲", "乙", "丙"]), "甲、乙和丙");
  assert.equal(ALL_MESSAGES.de.list(["a", "b", "c"]), "a, b und c");
});

const sample = JSON.parse(readFileSync("tests/fixtures/findings/sample.json", "utf8")) as {
  findings: Finding[];
};

test("in English, reasons read as the core writes them", () => {
  const kinds = new Set<string>();
  for (const finding of sample.findings) {
    assert.equal(whyText(ALL_MESSAGES.en, finding), finding.message);
    for (const { kind } of finding.reasons) kinds.add(kind);
  }
  assert.ok(kinds.size >= 4, [...kinds].join(" "));
});

test("reasons around a text of the core leave it as it is", () => {
  for (const language of LANGUAGES) {
    const parts = reasonParts(ALL_MESSAGES[language], { kind: "no-text", reason: "OpenAlex did not answer" });
    assert.ok(textOf(parts).endsWith("OpenAlex did not answer."), textOf(parts));
    assert.deepEqual(parts.at(-1), { english: "OpenAlex did not answer." });
  }
});

test("a reader is spoken to in the first language of theirs that is spoken here", () => {
  assert.equal(languageFor(["de-AT", "en"]), "de");
  assert.equal(languageFor(["fr", "zh-CN", "de"]), "zh");
  assert.equal(languageFor(["zh_TW"]), "zh");
  assert.equal(languageFor(["fr", null, "", undefined, "den"]), "en");
  assert.deepEqual(Object.keys(LANGUAGE_NAMES), [...LANGUAGES]);
  for (const language of LANGUAGES) {
    assert.equal(languageFor([ALL_MESSAGES[language].language]), language);
    assert.equal(INITIAL_MESSAGES[language].language, ALL_MESSAGES[language].language);
    assert.equal(INITIAL_MESSAGES[language].check, ALL_MESSAGES[language].panel.check);
    assert.equal(INITIAL_MESSAGES[language].show, ALL_MESSAGES[language].beforehand.check);
  }
});

test("no word of any language stands unused", () => {
  const code = ["www/shared", "www/component", "www/demo", "extension/src"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /(?<!\.test)\.ts$/.test(name) && !/locales\/|generated/.test(name))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    )
    .join("\n");
  // Of tables that are read by a key of the core's or of ours the table is named, not the word.
  const byKey =
    /^(verdict|need|needHint|standing|standingHint|category|subtype|step|stage|field|dismissReason|severity|notice|noticeText|anomaly|measure|opening|summary|failure|report)\.|^(committee\.(relation|refused)|reference\.health|export\.format|endpoint\.(kinds|keysKept|keysStored|asks|forms|reasonings)|site\.(check|askMode)|demo\.(kinds|leaves)|viewer\.zooms|welcome\.pin|openReview\.assignment\.venueNone)\./;
  for (const path of english.keys()) {
    if (byKey.test(path) || path.startsWith("welcome.steps")) continue;
    const name = path.split(".").at(-1) ?? "";
    assert.match(code, new RegExp(`\\b${name}\\b`), `nothing says ${path}`);
  }
});

type Messages = Record<string, { message: string } | undefined>;

test("the browser finds what the manifest names in every language, the button as the extension calls it", () => {
  const manifest = readFileSync("manifest.json", "utf8");
  const keys = [...manifest.matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key ?? "");
  assert.ok(keys.length >= 2);
  const folders: Readonly<Record<Language, string>> = { en: "en", de: "de", zh: "zh_CN" };
  assert.match(manifest, /"default_locale": "en"/);
  for (const language of LANGUAGES) {
    const text = readFileSync(`extension/_locales/${folders[language]}/messages.json`, "utf8");
    const messages = JSON.parse(text) as Messages;
    assert.deepEqual(Object.keys(messages).sort(), [...keys].sort(), language);
    assert.equal(messages.action?.message, ALL_MESSAGES[language].extension.action);
    // The stores' limit.
    for (const key of keys) assert.ok((messages[key]?.message.length ?? 999) <= 132, `${language}: ${key}`);
  }
});
