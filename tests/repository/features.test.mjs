import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** What the command is linked with, other than its own crates. @param {string[]} features */
function linked(...features) {
  const told = execFileSync(
    "cargo",
    ["tree", "--locked", "--package", "citelight-cli", "--edges", "normal", "--prefix", "none", ...features],
    { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "ignore"] },
  );
  return new Set(told.split("\n").flatMap((line) => line.split(" ")[0] ?? []));
}

test("who only checks bibliographies compiles neither models nor the server, and about half of the crates", () => {
  const [all, some] = [linked(), linked("--no-default-features", "--features", "bib")];
  for (const name of ["tract-onnx", "tokenizers", "sqlx", "axum", "hayro-interpret", "hayro"])
    assert.deepEqual([all.has(name), some.has(name)], [true, false], name);
  assert.ok(some.has("rusqlite") && some.has("quick-xml"));
  assert.ok(some.size < 0.6 * all.size, `${some.size} of ${all.size}`);
});

test("the action builds what bibliographies need", () => {
  assert.match(
    readFileSync("action.yml", "utf8"),
    /cargo build --release --locked --package citelight-cli --no-default-features --features bib,pdf$/m,
  );
});
