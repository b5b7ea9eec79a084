// What documents say in figures is what was measured: every number has a mark, and every mark a result that agrees with it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { draws } from "../bench/support.mjs";
import { compared, rewritten } from "../../scripts/docs/figures/compare.mjs";
import {
  lastFigure,
  readNumber,
  rounding,
  scaleOf,
  writeNumber,
} from "../../scripts/docs/figures/numbers.mjs";
import { documents, pageOf, readPage } from "../../scripts/docs/figures/pages.mjs";
import { storedResults } from "../../scripts/docs/figures/stored.mjs";

/** @typedef {import("../bench/results.mjs").Figure} Figure */

const stored = storedResults();

test("figures in README, docs and cards are those of the stored results", () => {
  const wrong = documents().flatMap((path) =>
    readPage(path).marks.flatMap((mark) => {
      const one = compared(mark, stored);
      if ("problem" in one) return [`${path}:${mark.line}: ${one.problem}`];
      return one.held
        .filter(({ differs }) => differs)
        .map(({ printed, stored }) => `${path}:${mark.line}: ${printed} is stored as ${stored} ${mark.text}`);
    }),
  );
  assert.deepEqual(wrong, [], "node scripts/docs/figures.mjs --write writes the stored numbers");
});

test("no number that looks measured stands without a mark", () => {
  const bare = documents().flatMap((path) => {
    const { bare, problems } = readPage(path);
    return [...bare, ...problems].map(({ line, text }) => `${path}:${line}: ${text}`);
  });
  assert.deepEqual(bare, [], "give each a mark, or say why it has none (docs/contributing.md, “Figures”)");
});

test("what was measured once may stand in a model's card, and nowhere else", () => {
  const folder = mkdtempSync(join(tmpdir(), "citelight-figures-"));
  try {
    const path = join(folder, "page.md");
    writeFileSync(path, "<!-- figures: once; 2026-11-24, by hand -->\n0.1\n");
    assert.match(readPage(path).problems[0]?.text ?? "", /make it a suite/);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const cards = documents().filter((path) => path.startsWith("models"));
  assert.ok(cards.some((path) => readPage(path).lets.some(({ kind }) => kind === "once")));
});

// ---- numbers --------------------------------------------------------------------------------------------------------

test("what is written of a number is read as the same number, in the same form", () => {
  const draw = draws(7);
  for (let round = 0; round < 5000; round += 1) {
    const decimals = Math.floor(draw() * 7);
    const value = (draw() - 0.3) * 10 ** Math.floor(draw() * 9 - 2);
    const form = { decimals, grouped: draw() < 0.5, minus: draw() < 0.5 ? "-" : "−" };
    const text = writeNumber(value, form);
    const read = readNumber(text);
    assert.ok(Math.abs(read.value - value) <= rounding(read), `${value} as ${text}`);
    assert.equal(read.decimals, decimals);
    assert.equal(
      writeNumber(read.value, { ...form, minus: read.minus }).replace("-", "−"),
      text.replace("-", "−"),
    );
    // As the last figure of a sentence it is found whole, with any unit.
    for (const unit of ["", " %", "%", " ms", " tokens/s"]) {
      const form = lastFigure(`It was 12, then 3.5 and ${text}${unit}`);
      assert.equal(form?.parts.main?.printed.value, read.value, text + unit);
      assert.equal(form.unit, unit.trim() || undefined);
    }
  }
});

test("forms of figures", () => {
  const parts = (/** @type {string} */ text) => {
    const form = lastFigure(text);
    return form && Object.entries(form.parts).map(([name, { printed }]) => [name, printed.value]);
  };
  assert.deepEqual(parts("found 436 of 511"), [
    ["main", 436],
    ["of", 511],
  ]);
  assert.deepEqual(parts("| 0.193 [−0.133, 0.258]"), [
    ["main", 0.193],
    ["lower", -0.133],
    ["upper", 0.258],
  ]);
  assert.deepEqual(parts("**1,052**"), [["main", 1052]]);
  assert.deepEqual(parts("**85.3 %**"), [["main", 85.3]]);
  for (const none of ["no number", "12 and more words", "0.5 |", "3 )"])
    assert.equal(parts(none), undefined, none);
  assert.equal(writeNumber(1052.4, readNumber("999")), "1,052");
  assert.equal(writeNumber(1052.4, readNumber("1051")), "1052");
  assert.equal(writeNumber(-0.001, readNumber("−0.01")), "0.00");
  assert.equal(scaleOf("share", "%"), 100);
  assert.equal(scaleOf("bytes", "MB"), 1e-6);
  assert.equal(scaleOf("count", "%"), undefined);
  assert.equal(scaleOf("seconds", "MB"), undefined);
});

// ---- marks ----------------------------------------------------------------------------------------------------------

/** @param {Partial<Figure>} figure @returns {Map<string, import("../../scripts/docs/figures/stored.mjs").Results>} */
const suiteOf = (figure) =>
  new Map([
    [
      "s",
      /** @type {import("../../scripts/docs/figures/stored.mjs").Results} */ ({
        suite: "s",
        date: "2026-11-24",
        figures: [
          {
            key: "k/f1",
            section: "",
            row: "",
            column: "",
            value: 0.8533,
            unit: "share",
            tolerance: 0,
            ...figure,
          },
        ],
      }),
    ],
  ]);

/** What is told of the one mark of a page. @param {string} source @param {Partial<Figure>} [figure] */
function told(source, figure = {}) {
  const [mark] = pageOf(source).marks;
  assert.ok(mark, source);
  const one = compared(mark, suiteOf(figure));
  if ("problem" in one) return one.problem;
  return one.held.some(({ differs }) => differs) ? "differs" : "holds";
}

test("a number holds within half its last digit or its tolerance", () => {
  for (const [printed, figure, outcome] of /** @type {[string, Partial<Figure>, string][]} */ ([
    ["0.853", {}, "holds"],
    ["0.854", {}, "differs"],
    ["0.85", {}, "holds"],
    ["0.854", { tolerance: 0.001 }, "holds"],
    ["85.3 %", {}, "holds"],
    ["85 %", {}, "holds"],
    ["86.3 %", { tolerance: 0.01 }, "holds"],
    ["86.5 %", { tolerance: 0.01 }, "differs"],
    ["436 of 511", { value: 436 / 511, of: 511 }, "holds"],
    ["435 of 511", { value: 436 / 511, of: 511 }, "differs"],
    ["436 of 512", { value: 436 / 511, of: 511 }, "differs"],
    ["436 of 511", { value: 436, of: 511, unit: "count" }, "holds"],
    ["0.853 [0.8, 0.9]", { interval: { lower: 0.81, upper: 0.92 } }, "holds"],
    ["0.853 [0.7, 0.9]", { interval: { lower: 0.81, upper: 0.92 } }, "differs"],
    ["1.5 s", { value: 1480, unit: "milliseconds" }, "holds"],
    ["23.0 MB", { value: 22951030, unit: "bytes" }, "holds"],
    ["−0.010", { value: -0.0099, unit: "score" }, "holds"],
    ["0.010", { value: -0.0099, unit: "score" }, "differs"],
  ]))
    assert.equal(told(`It is ${printed}<!--= s:k/f1 -->.`, figure), outcome, printed);
  assert.equal(told("of 511<!--= s:k/f1#of -->", { of: 511 }), "holds");
  assert.equal(told("bar 0.9<!--= s:k/f1#bar -->", { bar: { is: "at-least", value: 0.9 } }), "holds");
  assert.equal(told("from 0.8<!--= s:k/f1#lower -->", { interval: { lower: 0.8, upper: 1 } }), "holds");
});

test("what cannot be compared is told", () => {
  assert.match(told("0.853<!--= t:k/f1 -->"), /no results of a suite “t”/);
  assert.match(told("0.853<!--= s:f1 -->"), /s has no figure “f1”/);
  for (const orphan of ["some words<!--= s:k/f1 -->", "0.853 <!--= s:k/f1 -->", "| 0.8 |<!--= s:k/f1 -->"])
    assert.match(told(orphan), /no number stands right before/, orphan);
  assert.match(told("436 of 511<!--= s:k/f1 -->"), /no number of cases/);
  assert.match(told("0.8 [0.7, 0.9]<!--= s:k/f1 -->"), /no lower/);
  assert.match(told("0.8 MB<!--= s:k/f1 -->"), /not printed in MB/);
  for (const wrong of [
    "0.8<!--= s k -->",
    "0.8<!--=s:k-->",
    // On a line of its own it would end the paragraph.
    "0.8\n<!--= s:k --> more",
    "<!-- figures: some; x -->\n\n0.8",
    "<!-- figures -->",
  ])
    assert.match(pageOf(wrong).problems[0]?.text ?? "", /neither a mark nor a marking/, wrong);
});

test("marks in tables, lists and quotations are found, those in code are none", () => {
  const page = pageOf(
    "| a | b |\n| --- | --- |\n| 0.1<!--= s:a --> | **0.2**<!--= s:b --> |\n\n- 0.3<!--= s:c -->\n\n> 0.4<!--= s:d -->\n\n" +
      "`0.5<!--= s:e -->`\n\n    0.6<!--= s:f -->\n",
  );
  assert.deepEqual(
    page.marks.map(({ key, form, line }) => [key, form?.parts.main?.printed.value, line]),
    [
      ["a", 0.1, 3],
      ["b", 0.2, 3],
      ["c", 0.3, 5],
      ["d", 0.4, 7],
    ],
  );
  assert.deepEqual(page.bare, []);
});

test("stored numbers take the place of printed ones, and nothing else changes", () => {
  const source =
    "Say **0.1**<!--= s:k/f1 -->, 12 %<!--= s:k/f1 -->, 1 of 9<!--= s:k/f1 -->, and 0.853 <b>as is</b>.\n";
  const figure = { value: 0.5, of: 1250 };
  const all = pageOf(source).marks.map((mark) => compared(mark, suiteOf(figure)));
  assert.ok(all.every((one) => !("problem" in one)));
  const fresh = rewritten(
    source,
    /** @type {import("../../scripts/docs/figures/compare.mjs").Compared[]} */ (all),
  );
  assert.equal(
    fresh,
    "Say **0.5**<!--= s:k/f1 -->, 50 %<!--= s:k/f1 -->, 625 of 1,250<!--= s:k/f1 -->, and 0.853 <b>as is</b>.\n",
  );
  for (const mark of pageOf(fresh).marks) {
    const one = compared(mark, suiteOf(figure));
    assert.ok(!("problem" in one) && one.held.every(({ differs }) => !differs));
  }
});

// ---- numbers without a mark -----------------------------------------------------------------------------------------

const bareOf = (/** @type {string} */ source) => pageOf(source).bare.map(({ text }) => text);

test("numbers that look measured are seen", () => {
  for (const text of [
    "0.853",
    "85.3 %",
    "85 %",
    "436 of 511",
    "1,052",
    "12 ms",
    "50 MB",
    "0.2–0.5",
    "3,394 tokens/s",
  ])
    assert.deepEqual(bareOf(`It was ${text}, as said.`), [text]);
  for (const none of [
    "in 2024",
    "`0.5`",
    "[0.5](x.md)",
    "# 0.5 of it",
    "    0.5",
    "127.0.0.1",
    "1.2.3",
    "10.1038/17",
  ])
    assert.deepEqual(bareOf(`${none}\n`), [], none);
  for (const none of ["Rust 1.94 or newer", "under Apache 2.0", "Apache-2.0", "CC BY-SA 4.0"])
    assert.deepEqual(bareOf(`It is ${none}\n`), [], none);
  assert.deepEqual(bareOf("half 0.5<!--= s:k --> and 0.6\n"), ["0.6"]);
});

test("a marking lets off what it stands before, in, or heads, and no more", () => {
  const none = "<!-- figures: none; limits -->";
  assert.deepEqual(bareOf(`${none}\n0.1 and 0.2\n\n0.3`), ["0.3"]);
  assert.deepEqual(bareOf(`- 0.1 ${none}\n- 0.2\n`), ["0.2"]);
  assert.deepEqual(bareOf(`${none}\n\n| 0.1 | 0.2 |\n\n0.3`), ["0.3"]);
  assert.deepEqual(bareOf(`## One\n\n${none}\n\n0.1\n\n0.2\n\n### Two\n\n0.3`), ["0.3"]);
  const problems = (/** @type {string} */ source) => pageOf(source).problems.map(({ text }) => text);
  assert.deepEqual(problems("<!-- figures: once; 2026-11-24, by hand -->\n0.1\n"), []);
  assert.match(problems("<!-- figures: once; by hand -->\n0.1\n")[0] ?? "", /no day and way/);
  assert.match(problems("0.1 <!-- figures: none; --draws -->\n")[0] ?? "", /no comment everywhere/);
  assert.match(problems(`${none}\nno number\n`)[0] ?? "", /no number needs it/);
});
