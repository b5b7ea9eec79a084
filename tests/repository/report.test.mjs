// The report of all results is made from those that are stored, and what stands in them stays text.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { keyOf } from "../bench/results.mjs";
import { barOf, interval, outcomeOf, say, tablesOf } from "../../www/results/tables.mjs";
import { storedResults } from "../bench/stored.mjs";
import { REPORT, code, plain, report } from "../../scripts/docs/report.mjs";

/** @typedef {import("../../www/results/tables.mjs").Figure} Figure */

/** @param {Partial<Figure>} figure @returns {Figure} */
const figureOf = (figure) => ({
  key: "k",
  section: "S",
  row: "r",
  column: "c",
  value: 0.5,
  unit: "score",
  tolerance: 0,
  ...figure,
});

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "[click](javascript:alert(1))",
  "a | b | c",
  "`code` ``more``",
  "# heading",
  "- item",
  "1. item",
  "*bold* _it_ ~~gone~~ ![i](x)",
  "&lt;b&gt; &amp;",
  "two\n\nparagraphs\n## and a heading",
  "<!-- hidden -->",
  "\\",
];

test("docs/results.md is made from the stored results", () => {
  assert.equal(
    readFileSync(REPORT, "utf8"),
    report(storedResults().values()),
    `${REPORT} is stale: run node scripts/docs/report.mjs`,
  );
});

test("docs/mapping.md is what the suite mapping last measured", (t) => {
  const mapping = storedResults().get("mapping");
  if (!mapping) {
    t.skip("no results of the suite mapping are stored");
    return;
  }
  const rows = readFileSync("docs/mapping.md", "utf8").matchAll(
    /^\| (\S+) \| [A-Za-z]+ \| \d+ \| \d+ \| (\d\.\d+) \| (\d\.\d+) \|/gm,
  );
  let compared = 0;
  for (const [, page = "", f1, kept] of rows) {
    for (const [column, printed] of /** @type {const} */ ([
      ["f1", f1],
      ["links-kept", kept],
    ])) {
      const own = mapping.figures.filter(({ key }) => key.endsWith(`-${keyOf(page)}/${column}`));
      assert.ok(
        own.some(({ value }) => Math.abs(value - Number(printed)) <= 0.0005 + 1e-9),
        `${page}: ${column} ${printed} is not stored; run citelight-eval mapping … --format markdown > docs/mapping.md`,
      );
    }
    compared += 1;
  }
  assert.ok(compared > 50, `only ${compared} pages were compared`);
});

test("names and words of results stay text", () => {
  for (const text of HOSTILE) {
    const flat = text.replace(/\s+/g, " ").trim();
    const tree = fromMarkdown(plain(text));
    assert.deepEqual(
      tree.children.map(({ type }) => type),
      ["paragraph"],
      plain(text),
    );
    visit(tree, ({ type }) => {
      assert.ok(["root", "paragraph", "text"].includes(type), `${type} in ${plain(text)}`);
    });
    assert.equal(toString(tree), flat);
    const [inCode] = fromMarkdown(`- x: ${code(text)}`).children;
    assert.equal(toString(inCode), `x: ${flat}`);
  }
  const page = report([
    {
      schema: "citelight/results/1",
      suite: "hostile",
      title: HOSTILE.join(" "),
      about: HOSTILE.join(" "),
      command: HOSTILE.join(" "),
      date: "2026-11-24",
      version: "0.1.0",
      machine: { processor: HOSTILE.join(), cores: 2, architecture: "x", system: "y" },
      models: HOSTILE,
      inputs: HOSTILE.map((name) => ({ name, sha256: "0".repeat(64) })),
      seeds: [],
      figures: HOSTILE.map((name, at) => figureOf({ key: `k${at}`, section: name, row: name, column: name })),
      plots: [{ file: "a b).svg", alternative: HOSTILE.join(" ") }],
    },
  ]);
  visit(fromMarkdown(page), (node) => {
    if (node.type === "link") assert.match(node.url, /^[a-z-]+\.md$/);
    if (node.type === "image") assert.match(node.url, /^results\/[^/]+$/);
    if (node.type === "html")
      assert.match(node.value, /^<\/?a( id="suite-hostile")?>$/, "nothing else becomes HTML");
  });
});

test("figures stand in their tables, in words", () => {
  const [one, two] = tablesOf([
    figureOf({ row: "a", column: "x", value: 1 }),
    figureOf({ row: "a", column: "y" }),
    figureOf({ row: "b", column: "y" }),
    figureOf({ section: "T" }),
  ]);
  assert.deepEqual(one?.columns, ["x", "y"]);
  assert.deepEqual(
    one.rows.map(({ cells }) => cells.map((cell) => cell?.value)),
    [
      [1, 0.5],
      [undefined, 0.5],
    ],
  );
  assert.equal(two?.heading, "T");
  // Pages are higher than wide.
  const wide = Array.from({ length: 9 }, (_, at) => figureOf({ column: `c${at}` }));
  assert.equal(tablesOf(wide)[0]?.rows.length, 9);
});

test("numbers are said so that they can be read", () => {
  for (const [value, unit, said] of /** @type {[number, Figure["unit"], string][]} */ ([
    [0.8533, "share", "85.3 %"],
    [0.999997, "score", "0.999997"],
    [1, "score", "1.000"],
    [-0.01, "score", "−0.010"],
    [2.934, "ratio", "2.93"],
    [1052, "count", "1,052"],
    [0.0123, "seconds", "0.0123 s"],
    [2345.6, "milliseconds", "2,346 ms"],
    [3394.2, "per-second", "3,394/s"],
    [0.5, "dollars", "$0.50"],
  ]))
    assert.equal(say(value, unit), said);
  assert.equal(interval(figureOf({ interval: { lower: 0.4, upper: 0.6 } })), "[0.400, 0.600]");
});

test("whether a bar is reached", () => {
  const held = (/** @type {Partial<Figure>} */ figure) => outcomeOf(figureOf(figure));
  assert.equal(held({ bar: { is: "at-least", value: 0.5 } }), "reached");
  assert.equal(held({ bar: { is: "at-least", value: 0.6 } }), "not reached");
  assert.equal(held({ bar: { is: "at-most", value: 0.5 } }), "reached");
  assert.equal(held({ bar: { is: "at-most", value: 0.4 } }), "not reached");
  assert.equal(held({}), "no bar");
  assert.equal(held({ bar: { is: "at-least", value: 0 }, origin: "published" }), "no bar");
  assert.equal(barOf(figureOf({ bar: { is: "at-most", value: 0.4 } })), "at most 0.400");
});
