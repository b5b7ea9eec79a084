import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIST } from "./support/reading";

interface Report {
  summary: { errors: number; notices: number; warnings: number };
  errors: { code: string; message: string }[];
  warnings: { code: string; message: string }[];
}

test("Mozilla's own linter finds nothing to say of the package", () => {
  const linter = "node_modules/addons-linter/bin/addons-linter";
  const { stdout } = spawnSync(process.execPath, [linter, "--output", "json", join(DIST, "firefox")], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout) as Report;
  assert.deepEqual(report.errors, []);
  assert.deepEqual(report.warnings, []);
  assert.equal(report.summary.notices, 0);
});

test("the package for Firefox holds what Chrome's holds, and each permission has its reason", () => {
  const manifest = JSON.parse(readFileSync(join(DIST, "firefox/manifest.json"), "utf8")) as {
    permissions: string[];
    optional_host_permissions: string[];
    browser_specific_settings: { gecko: { data_collection_permissions: { optional: string[] } } };
  };
  const reasons = readFileSync("docs/permissions.md", "utf8");
  const { optional } = manifest.browser_specific_settings.gecko.data_collection_permissions;
  for (const permission of [...manifest.permissions, ...manifest.optional_host_permissions, ...optional])
    assert.ok(reasons.includes(`\`${permission}\``), permission);
  const scripts = readFileSync(join(DIST, "firefox/background.js"), "utf8");
  assert.doesNotMatch(scripts, /sidePanel|chrome\.offscreen/);
});
