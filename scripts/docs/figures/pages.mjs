// What the documents say in figures: numbers with a mark, `0.853<!--= suite:key -->`, and numbers that look measured and have none.
//
// A paragraph, list or table is let off by a comment before it or in it, a section by one right under its heading:
// `<!-- figures: none; REASON -->` (parameters, limits, examples) or, in a model's card alone,
// `<!-- figures: once; DATE, HOW -->` (measured while the file was made, which nothing here repeats).

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { lastFigure } from "./numbers.mjs";

/**
 * @typedef {import("./numbers.mjs").Form} Form
 * @typedef {"of" | "lower" | "upper" | "bar"} Facet what of a figure is printed, if not itself
 * @typedef {{ suite: string, key: string, facet: Facet | undefined, line: number, text: string, form: Form | undefined, offset: number }} Mark
 *   `offset`: where in the source the line begins that the form's places count from
 * @typedef {{ kind: "none" | "once", reason: string, line: number, start: number, end: number }} Let
 * @typedef {{ marks: Mark[], lets: Let[], bare: { text: string, line: number }[], problems: { line: number, text: string }[] }} Page
 */

/** Pages that programs write; a test of their own holds them to what they are written from. */
export const GENERATED = ["docs/cli-reference.md", "docs/results.md", "docs/mapping.md", "docs/SUMMARY.md"];

const MARK = /^<!--= ([a-z0-9-]+):([a-z0-9./-]+)(?:#(of|lower|upper|bar))? -->$/;
const LET = /^<!-- figures: (none|once); (.+) -->$/s;
/** What is known by its version: such numbers measure nothing. */
const VERSIONED = /(?:Rust|Node\.js|Firefox|Chromium|Apache|Debian|BY|BY-SA|ODC-By|OJS|TLS|[Vv]ersion) $/;
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
const MEASURED = new RegExp(
  String.raw`(?<![\w.,:/§#-])(?:${NUMBER}\.\d+(?:(?: to |–)${NUMBER}\.\d+)?(?: ?%)?|${NUMBER} ?%|${NUMBER} of ${NUMBER}|${NUMBER} ?(?:µs|ms|s|min|[kK]B|MB|GB|MiB|GiB|[a-z]+\/s|Gop\/s)|\d{1,3}(?:,\d{3})+)(?![\w/]|[.:,-]\d)`,
  "g",
);

/** The documents whose figures are held to results. */
export function documents() {
  const below = (/** @type {string} */ folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name));
  const cards = readdirSync("models", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ["README.md", ...below("docs"), ...cards.flatMap(({ name }) => below(join("models", name)))].sort();
}

/** @param {string} path */
export function readPage(path) {
  const page = pageOf(readFileSync(path, "utf8"), !GENERATED.includes(path));
  if (!path.startsWith("models"))
    for (const { kind, line } of page.lets)
      if (kind === "once")
        page.problems.push({ line, text: "“figures: once” stands outside a model's card: make it a suite" });
  return page;
}

/**
 * @param {string} source @param {boolean} [isWritten] by hand: then numbers without a mark are looked for
 * @returns {Page}
 */
export function pageOf(source, isWritten = true) {
  /** @type {Page} */
  const page = { marks: [], lets: [], bare: [], problems: [] };
  /** What is no prose, or has been dealt with: start and end. @type {[number, number][]} */
  const passed = [];
  visit(fromMarkdown(source), (node, index, parent) => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const line = node.position?.start.line ?? 0;
    if (["code", "inlineCode", "html", "heading", "link", "image", "definition"].includes(node.type))
      passed.push([start, end]);
    if (node.type !== "html" || !parent || index === undefined) return;
    const mark = MARK.exec(node.value);
    const letOff = LET.exec(node.value);
    // Older readers of Markdown, GitHub's among them, would show such a comment.
    if (letOff && node.value.slice(4, -3).includes("--"))
      page.problems.push({ line, text: "a comment with “--” in it is no comment everywhere" });
    if (mark) {
      const [text = "", suite = "", key = "", facet] = mark;
      const offset = source.lastIndexOf("\n", start - 1) + 1;
      const form = lastFigure(source.slice(offset, start));
      if (form) passed.push([offset + form.start, start]);
      page.marks.push({
        suite,
        key,
        facet: /** @type {Facet | undefined} */ (facet),
        line,
        text,
        form,
        offset,
      });
    } else if (letOff) {
      const [, kind, reason = ""] = letOff;
      if (kind === "once" && !/^\d{4}-\d\d-\d\d, \S/.test(reason))
        page.problems.push({ line, text: "“figures: once” names no day and way: once; 2026-11-24, how" });
      const [from, to] = letOffBy(parent, index);
      page.lets.push({
        kind: kind === "once" ? "once" : "none",
        reason,
        line,
        start: from,
        end: to,
      });
    } else if (/^<!--\s*(=|figures)/.test(node.value))
      page.problems.push({ line, text: `${node.value} is neither a mark nor a marking that is understood` });
  });
  if (isWritten) findBare(source, passed, page);
  return page;
}

/**
 * Where a marking that is a child of `parent` holds.
 *
 * @param {import("mdast").Parents} parent
 * @param {number} index
 * @returns {[number, number]}
 */
function letOffBy({ type, children, position }, index) {
  if (type === "paragraph") return [position?.start.offset ?? 0, position?.end.offset ?? 0];
  const isSection = children[index - 1]?.type === "heading";
  const rest = children.slice(index + 1);
  const next = rest.findIndex(({ type }) => type === "heading");
  const covered = isSection ? rest.slice(0, next < 0 ? undefined : next) : rest.slice(0, 1);
  return [covered[0]?.position?.start.offset ?? 0, covered.at(-1)?.position?.end.offset ?? 0];
}

/** @param {string} source @param {[number, number][]} passed @param {Page} page */
function findBare(source, passed, page) {
  const letters = source.split("");
  for (const [start, end] of passed)
    for (let at = start; at < end; at += 1) if (letters[at] !== "\n") letters[at] = "\u0000";
  const prose = letters.join("");
  for (const { 0: text, index } of prose.matchAll(MEASURED)) {
    if (isVersion(source.slice(0, index), text)) continue;
    const letOff = page.lets.filter(({ start, end }) => start <= index && index < end);
    if (letOff.length === 0) page.bare.push({ text, line: source.slice(0, index).split("\n").length });
  }
  for (const { line, kind, start, end } of page.lets)
    if (!/\d/.test(prose.slice(start, end)))
      page.problems.push({ line, text: `“figures: ${kind}” stands where no number needs it` });
}

/** @param {string} before @param {string} text */
const isVersion = (before, text) => /^\d+\.\d+$/.test(text) && VERSIONED.test(before);
