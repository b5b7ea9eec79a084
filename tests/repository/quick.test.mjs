import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, workspaceCrates } from "../../scripts/test/quick.mjs";

const crate = (/** @type {string} */ name, /** @type {string[]} */ ...uses) => ({
  name,
  folder: `crate/${name}`,
  uses,
  hasLibrary: true,
});
const CRATES = [
  crate("text"),
  crate("document", "text"),
  crate("models"),
  crate("command", "document", "models"),
];

test("what changed is tested, what depends on it is checked, however far", () => {
  const plan = planOf(["crate/text/src/lib.rs", "docs/index.md", "www/demo/demo.ts", "build.sh"], CRATES);
  assert.deepEqual(
    plan.crates.map(({ name }) => name),
    ["text"],
  );
  assert.deepEqual(plan.dependents, ["document", "command"]);
  assert.deepEqual(plan.scripts, ["www/demo/demo.ts"]);
  assert.deepEqual(planOf(["docs/index.md"], CRATES), { crates: [], dependents: [], scripts: [] });
});

test("a crate may be named by its folder or its package, changed or not", () => {
  for (const wanted of ["models", "crate/models"]) {
    const { crates, dependents, scripts } = planOf(["www/demo/demo.ts"], CRATES, wanted);
    assert.deepEqual([crates.map(({ name }) => name), dependents, scripts], [["models"], ["command"], []]);
  }
  assert.throws(() => planOf([], CRATES, "model"), /no crate model; there are crate\/text, /);
});

test("the crates of this workspace are found with what they use", () => {
  const all = workspaceCrates();
  const core = all.find(({ name }) => name === "citelight");
  assert.ok(core !== undefined && core.folder.startsWith("crate/") && core.hasLibrary);
  const command = all.find(({ folder }) => folder === "crate/cli");
  assert.ok(command?.uses.includes("citelight"));
});
