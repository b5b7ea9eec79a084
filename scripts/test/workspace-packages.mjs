// The crates of this repository, as cargo knows them.

import { execFileSync } from "node:child_process";

/** @typedef {{ name: string, manifest_path: string, dependencies: { name: string, kind: string | null }[] }} Package */

/** @returns {Package[]} */
export function workspacePackages() {
  const asked = ["metadata", "--no-deps", "--format-version=1", "--offline"];
  const text = execFileSync("cargo", asked, { encoding: "utf8", maxBuffer: 1 << 26 });
  /** @type {(text: string) => { packages: Package[] }} */
  const parse = JSON.parse;
  return parse(text).packages;
}
