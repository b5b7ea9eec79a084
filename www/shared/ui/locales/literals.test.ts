/** What readers see is in the catalogues and nowhere else: the code is searched for text that goes to a page by itself. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";

const FOLDERS = ["www/shared", "www/component", "www/demo", "extension/src"];
/** Attributes and properties that readers see or hear. */
const SPOKEN = new Set(
  "title placeholder alt label aria-label aria-description aria-placeholder aria-roledescription aria-valuetext textContent innerText ariaLabel ariaDescription ariaPlaceholder".split(
    " ",
  ),
);
/** Calls all of whose arguments from a place on become text. */
const TEXT_FROM: Readonly<Record<string, number>> = {
  h: 2,
  fill: 1,
  setText: 1,
  option: 1,
  createTextNode: 0,
  append: 0,
  prepend: 0,
  replaceChildren: 0,
};

/** What an identifier looks like, the same in every language. */
const SHAPES = new Set(["~First_Last1"]);

/** A literal that holds a word, not only signs. */
const isWorded = (text: string): boolean => /\p{L}{2}/u.test(text) && !SHAPES.has(text);

/** The literals that an expression may come to, as they are written. */
function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node)) return literalsOf(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsOf);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isBinaryExpression(node)) {
    const isOfText = ![
      ts.SyntaxKind.EqualsEqualsEqualsToken,
      ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ].includes(node.operatorToken.kind);
    return isOfText ? [node.left, node.right].flatMap(literalsOf) : [];
  }
  return [];
}

const nameOf = (node: ts.Node): string =>
  ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : "";

/** What of a node goes to the reader. */
function shownBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node) && SPOKEN.has(nameOf(node.name))) {
    // Attributes of h(), and titles that the browser is given; not any object that happens to have a title.
    const call = node.parent.parent;
    const isShown =
      ts.isCallExpression(call) && /^h$|\.set(Title|BadgeText)$/.test(call.expression.getText());
    return isShown ? [node.initializer] : [];
  }
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(node.left) &&
    SPOKEN.has(node.left.name.text)
  )
    return [node.right];
  if (!ts.isCallExpression(node)) return [];
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  if (nameOf(called) === "setAttribute") {
    const [attribute, value] = node.arguments;
    return attribute !== undefined && value !== undefined && SPOKEN.has(nameOf(attribute)) ? [value] : [];
  }
  const from = Object.hasOwn(TEXT_FROM, nameOf(called)) ? TEXT_FROM[nameOf(called)] : undefined;
  return from === undefined ? [] : node.arguments.slice(from);
}

/** Worded literals of a file that go to the reader, each with its line. */
function worded(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const text of shownBy(node).flatMap(literalsOf).filter(isWorded)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("no text that readers see stands outside of the catalogues", () => {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter(
        (name) => name.endsWith(".ts") && !/\.(test|d)\.ts$|locales\/|generated\/|articles\//.test(name),
      )
      .map((name) => join(folder, name)),
  );
  assert.ok(paths.length > 150, `only ${paths.length} files were read`);
  assert.deepEqual(
    paths.flatMap((path) => worded(path, readFileSync(path, "utf8"))),
    [],
  );
});

test("planted text is found wherever it would be shown", () => {
  const planted = [
    'h("p", {}, "Planted text")',
    'h("button", { "aria-label": "Planted text" })',
    "h('p', {}, isOpen ? words.open : `Planted text ${n}`)",
    'h("p", {}, ...[isOpen && "Planted text"])',
    'setText(line, "Planted text")',
    'fill(line, icon, "Planted text")',
    'line.textContent = "Planted text"',
    'input.placeholder = other ?? "Planted text"',
    'image.setAttribute("alt", "Planted text")',
    'line.append("Planted text")',
    'chrome.action.setTitle({ tabId, title: "Planted text" })',
  ];
  for (const code of planted) {
    const [found = "nothing"] = worded("planted.ts", code);
    assert.match(found, /^planted\.ts:1: Planted text/, code);
  }
});

test("what no reader sees is let pass", () => {
  const code = [
    'h("p", { class: "quiet", role: "status" }, words.open, " · ", "✓")',
    'line.dataset.kind = "error"',
    'list.append(h("li", {}, name === "all" ? words.all : words.some))',
    'send({ title: "a record of somebody" })',
  ].join(";\n");
  assert.deepEqual(worded("let-pass.ts", code), []);
});
