import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const MODEL = "docs/threat-model.md";
/** One test, as the model names it. */
const NAMED = /`([\w./-]+\.(?:rs|ts|mjs))`: “([^”]+)”/g;

/** `path`: “name” @param {string} text */
const named = (text) => [...text.matchAll(NAMED)].map(([, path = "", name = ""]) => ({ path, name }));

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Whether a text has a test of that very name which is run: not a function, a comment or an expectation that says the same, and no test
 * that is skipped.
 *
 * @param {string} text @param {string} path @param {string} name
 */
function has(text, path, name) {
  if (path.endsWith(".rs")) {
    const attributes = new RegExp(`((?:#\\[[^\\]]*\\]\\s*)+)(?:pub )?(?:async )?fn ${escaped(name)}\\(`);
    const [, before = ""] = attributes.exec(text) ?? [];
    return /#\[(?:\w+::)*\w*test\b/.test(before) && !before.includes("#[ignore");
  }
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const call = new RegExp(
    `(?<![.\\w])test\\(\\s*(["'\`])${escaped(name)}\\1,(?!\\s*\\{[^}]*\\b(?:skip|todo)\\b)`,
  );
  return call.test(code);
}

/** Whether a file still has the test. @param {{ path: string, name: string }} wanted */
const isThere = ({ path, name }) => existsSync(path) && has(readFileSync(path, "utf8"), path, name);

/** The rows of all tables of threats, each as its cells. */
function rows() {
  return readFileSync(MODEL, "utf8")
    .split(/^## /m)
    .filter((section) => section.includes("| threat |"))
    .flatMap((section) => section.split("\n").filter((line) => /^\| (?!threat|---)/.test(line)))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test("every test that the threat model names is there, under that name, and is run", () => {
  const tests = named(readFileSync(MODEL, "utf8"));
  assert.deepEqual(
    tests.filter((one) => !isThere(one)).map(({ path, name }) => `${path}: ${name}`),
    [],
    `${MODEL} names tests that are gone`,
  );
  assert.ok(tests.length >= 80);
});

test("every promise of the tables is held by tests, and says nothing beside their names", () => {
  assert.ok(rows().length >= 35);
  for (const cells of rows()) {
    const [threat = "", promise = "", tests = ""] = cells;
    assert.equal(cells.length, 3, threat);
    assert.ok(promise.length > 0, threat);
    assert.ok(named(tests).length > 0, `“${threat}” names no test`);
    assert.match(
      tests.replaceAll(NAMED, ""),
      /^(; )*$/,
      `“${threat}” names something that is no test: ${tests}`,
    );
  }
});

test("a test that is gone, renamed, skipped or only mentioned would be missed", () => {
  assert.ok(!isThere({ path: "tests/repository/no-such.test.mjs", name: "x" }));
  const typescript = `// test("in a comment, perhaps")
    test("it holds", () => undefined);
    test.skip("it is skipped", () => undefined);
    test("it waits", { todo: true }, () => undefined);
    assert.ok(heard, "it is expected");`;
  assert.ok(has(typescript, "a.ts", "it holds"));
  for (const name of [
    "it hold",
    "holds",
    "it is skipped",
    "it waits",
    "it is expected",
    "in a comment, perhaps",
  ])
    assert.ok(!has(typescript, "a.ts", name), name);
  const rust = `fn helper() {}
    #[test]
    fn holds() {}
    #[tokio::test]
    async fn waits() {}
    #[test]
    #[ignore = "slow"]
    fn rests() {}`;
  assert.ok(has(rust, "a.rs", "holds") && has(rust, "a.rs", "waits"));
  for (const name of ["helper", "rests", "hold"]) assert.ok(!has(rust, "a.rs", name), name);
});

// Pasted, an input such as `$(…)` would be a command.
test("no input of the action is pasted into its script", () => {
  const action = readFileSync("action.yml", "utf8");
  const scripts = [...action.matchAll(/^( *)run: (.*(?:\n(?:\1 +.*|\s*$))*)/gm)].map(
    ([, , script]) => script ?? "",
  );
  assert.ok(scripts.length >= 2);
  for (const script of scripts) assert.ok(!script.includes("${{"), script);
});
