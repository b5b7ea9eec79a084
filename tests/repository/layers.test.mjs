// The layers of the Rust code (docs/architecture.md): crates by what cargo knows, modules by what files import.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { cycles } from "../../scripts/test/cycles.mjs";
import { imports, modules } from "../../scripts/test/rust-imports.mjs";
import { workspacePackages } from "../../scripts/build/workspace-packages.mjs";

/** Our crates, each with those that it may use besides the ones those use: what is not named here may not be used. */
const CRATES = {
  "citelight-inference": [],
  "citelight-encoder": [],
  "citelight-types": ["citelight-inference"],
  "citelight-document": ["citelight-types"],
  "citelight-records": ["citelight-document"],
  "citelight-verify": ["citelight-records"],
  citelight: ["citelight-verify"],
  "citelight-gpu": ["citelight-encoder"],
  "citelight-models": ["citelight-inference", "citelight-encoder", "citelight-gpu"],
  "citelight-pdf": ["citelight"],
  "citelight-network": ["citelight-pdf"],
  "citelight-server": ["citelight", "citelight-models", "citelight-network"],
  "citelight-web": ["citelight"],
  "citelight-web-models": ["citelight-models"],
  "citelight-cli": [
    "citelight",
    "citelight-models",
    "citelight-network",
    "citelight-pdf",
    "citelight-server",
  ],
  "citelight-eval": ["citelight-cli"],
};

/** Modules of a crate in the order in which they may use each other: each only those before it. */
const ORDER = {
  types: ["sort", "text", "date", "identifiers", "settings", "finding"],
  document: ["markup", "citation", "document"],
  records: ["http", "sources", "resolve", "access", "cite"],
  verify: ["claim", "quotation", "taxonomy", "llm", "verify", "relevance", "committee"],
  core: ["attribute", "assignment", "remote", "audit", "export"],
};

/** @param {string} crate @returns {Set<string>} what a crate may use, itself aside */
function allowed(crate) {
  /** @type {Record<string, string[]>} */ const direct = CRATES;
  const all = new Set(direct[crate] ?? []);
  for (const used of all) for (const further of allowed(used)) all.add(further);
  return all;
}

/** Imports that lead up. @param {Map<string, string>} files @param {string[]} order */
function wrongImports(files, order) {
  const rank = new Map(order.map((name, place) => [name, place]));
  const wrong = [];
  for (const [file, { own }] of imports(files))
    for (const target of own) {
      const [from, to] = [rank.get(file.split("/")[0] ?? ""), rank.get(target.split("/")[0] ?? "")];
      if (from !== undefined && to !== undefined && to > from) wrong.push(`${file} uses ${target}`);
    }
  return wrong;
}

/** @param {Map<string, string>} files @returns {string[][]} groups of top-level modules that use each other */
function moduleCycles(files) {
  /** @type {Map<string, Set<string>>} */ const graph = new Map();
  for (const [file, { own }] of imports(files)) {
    const from = file.split("/")[0] ?? "";
    if (from === "") continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const target of own) {
      const to = target.split("/")[0] ?? "";
      if (to !== "" && to !== from) targets.add(to);
    }
  }
  return cycles(graph);
}

/** @param {Map<string, string>} files @returns {string[][]} groups of more than two files that import each other */
function fileCycles(files) {
  const graph = new Map([...imports(files)].map(([file, { own }]) => [file, own]));
  return cycles(graph).filter((group) => group.length > 2);
}

test("a crate uses only those below it", () => {
  const own = workspacePackages();
  assert.deepEqual(own.map(({ name }) => name).sort(), Object.keys(CRATES).sort());
  for (const { name, dependencies } of own) {
    const used = dependencies.filter(({ kind, name: used }) => kind === null && used.startsWith("citelight"));
    const wrong = used.map((dependency) => dependency.name).filter((used) => !allowed(name).has(used));
    assert.deepEqual(wrong, [], `${name} may not use these`);
  }
});

for (const crate of readdirSync("crate").sort()) {
  const files = modules(`crate/${crate}/src`);
  test(`modules of crate/${crate} have an order, and at most two files import each other`, () => {
    /** @type {Record<string, string[]>} */ const orders = ORDER;
    const order = orders[crate];
    if (order !== undefined) {
      const named = new Set(
        [...files.keys()].map((file) => file.split("/")[0] ?? "").filter((name) => name !== ""),
      );
      assert.deepEqual(
        [...named].filter((name) => !order.includes(name)),
        [],
        "they have a place in ORDER",
      );
      assert.deepEqual(wrongImports(files, order), []);
    }
    assert.deepEqual(moduleCycles(files), []);
    assert.deepEqual(fileCycles(files), []);
  });
}

test("a planted import that leads up is found, and so is a cycle", () => {
  const planted = new Map([
    ["", "pub mod low;\npub mod high;"],
    ["low", "use crate::high::{self, Thing};\n#[cfg(test)]\nmod tests {\n    use crate::high::Other;\n}"],
    ["high", "pub mod part;\npub use part::Thing;"],
    ["high/part", "use super::super::low; // crate::nowhere\npub struct Thing;"],
  ]);
  assert.deepEqual(wrongImports(planted, ["low", "high"]), ["low uses high", "low uses high/part"]);
  assert.deepEqual(moduleCycles(planted), [["high", "low"]]);
  planted.set("low", "#[cfg(test)]\nmod tests {\n    use crate::high::Other;\n}");
  assert.deepEqual(wrongImports(planted, ["low", "high"]), []);
  assert.deepEqual(moduleCycles(planted), []);
  planted
    .set("high", "pub mod part;\nmod more;\nuse more::extra;")
    .set("high/more", "use super::part::Thing;");
  planted.set("high/part", "use super::start;");
  assert.deepEqual(fileCycles(planted), [["high", "high/more", "high/part"]]);
});
