import assert from "node:assert/strict";
import { homedir } from "node:os";
import { test } from "node:test";
import { hindrances, newest, unfit, version, versions } from "../../scripts/build/release.mjs";

test("every place that tells the version tells the same", () => {
  const told = versions();
  assert.ok(told.length >= 12, "crates and packages");
  for (const [place, one] of told) assert.equal(one, version(), place);
});

test("a release wants its own heading with a date on top of the changelog", () => {
  assert.deepEqual(newest("# Changelog\n\n## [Unreleased]\n\n## [0.0.9] - 2026-01-02\n"), {
    name: "Unreleased",
    date: undefined,
  });
  assert.deepEqual(hindrances(`# Changelog\n\n## [${version()}] - 2026-11-24\n`), []);
  for (const top of ["## [Unreleased]", `## [${version()}]`, "## [99.0.0] - 2026-11-24", ""])
    assert.equal(hindrances(`# Changelog\n\n${top}\n`).length, 1, top);
});

test("a package with something too much, too little or of this machine is told", () => {
  const files = new Map(
    [
      ...["package.json", "README.md", "NOTICE", "LICENSE-MIT", "LICENSE-APACHE", "cite-light.js"],
      ...["types/component/cite-light.d.ts", "wasm/core/citelight_web_bg.wasm"],
    ].map((path) => [path, "fine"]),
  );
  /** @param {[string, string][]} more */
  const look = (more, without = "") => {
    const all = new Map([...files, ...more]);
    all.delete(without);
    return unfit([...all.keys()], (path) => all.get(path) ?? "");
  };
  assert.deepEqual(look([]), []);
  assert.deepEqual(look([], "types/component/cite-light.d.ts"), [
    "types/component/cite-light.d.ts is missing",
  ]);
  assert.deepEqual(look([["cite-light.test.js", ""]]), [
    "cite-light.test.js does not belong into the package",
  ]);
  assert.deepEqual(look([["worker.js", "x();\n//# sourceMappingURL=worker.js.map\n"]]), [
    "worker.js names a source map",
  ]);
  assert.match(look([["worker.js", `"${homedir()}/x"`]]).join(), /^worker\.js names a path of this machine/);
});
