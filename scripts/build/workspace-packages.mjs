// The crates of this repository, as cargo knows them.

import { execFileSync } from "node:child_process";
import { relative } from "node:path";

/**
 * @typedef {{ name: string, path?: string, kind: string | null }} Dependency `path` of crates of this repository
 * @typedef {{ name: string, folder: string, dependencies: Dependency[], targets: { kind: string[] }[] }} Package `folder` from the root
 */

/** @returns {Package[]} */
export function workspacePackages() {
  const asked = ["metadata", "--no-deps", "--format-version", "1", "--locked", "--offline"];
  const told = execFileSync("cargo", asked, { encoding: "utf8", maxBuffer: 1 << 26 });
  /** @type {(text: string) => { workspace_root: string, packages: (Omit<Package, "folder"> & { manifest_path: string })[] }} */
  const parse = JSON.parse;
  const { workspace_root: root, packages } = parse(told);
  return packages.map(({ name, manifest_path: manifest, dependencies, targets }) => ({
    name,
    folder: relative(root, manifest.replace(/[\\/]Cargo\.toml$/, "")).replaceAll("\\", "/"),
    dependencies,
    targets,
  }));
}
