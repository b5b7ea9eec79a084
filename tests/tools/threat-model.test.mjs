import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** `path`: “name” @param {string} text */
const named = (text) =>
  [...text.matchAll(/`([\w./-]+\.(?:rs|ts|mjs))`: “([^”]+)”/g)].map(([, path = "", name = ""]) => ({
    path,
    name,
  }));

/** Whether a file still has the test. @param {{ path: string, name: string }} wanted */
function isThere({ path, name }) {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".rs"))
    return new RegExp(
      `#\\[(?:\\w+::)?\\w*test[^\\]]*\\](?:\\s*#\\[[^\\]]*\\])*\\s*(?:async )?fn ${name}\\(`,
    ).test(text);
  return ['"', "`", "'"].some((quote) => text.includes(`${quote}${name}${quote}`)) && /\btest\(/.test(text);
}

test("every test that the threat model names is there", () => {
  const tests = named(readFileSync("docs/threat-model.md", "utf8"));
  assert.deepEqual(
    tests.filter((one) => !isThere(one)).map(({ path, name }) => `${path}: ${name}`),
    [],
    "docs/threat-model.md names tests that are gone",
  );
  assert.ok(tests.length >= 40);
});

test("every threat of the tables names a test", () => {
  const rows = readFileSync("docs/threat-model.md", "utf8")
    .split(/^## /m)
    .filter((section) => section.includes("| threat |"))
    .flatMap((section) => section.split("\n").filter((line) => /^\| (?!threat|---)/.test(line)));
  assert.ok(rows.length >= 25);
  assert.deepEqual(
    rows.filter((row) => named(row).length === 0),
    [],
  );
});

test("a test that is gone would be missed", () => {
  assert.ok(!isThere({ path: "crate/network/src/address.rs", name: "is_public" }));
  assert.ok(!isThere({ path: "crate/network/src/address.rs", name: "no_such_test" }));
  assert.ok(!isThere({ path: "tests/tools/no-such.test.mjs", name: "x" }));
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
