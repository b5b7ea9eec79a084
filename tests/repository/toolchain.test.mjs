import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";

const read = (/** @type {string} */ path) => readFileSync(path, "utf8");

/**
 * What the pattern's group finds in a file, which must hold it.
 *
 * @param {string} path
 * @param {RegExp} pattern
 */
function named(path, pattern) {
  const found = pattern.exec(read(path))?.[1];
  assert.ok(found !== undefined, `${path} names no ${String(pattern)}`);
  return found;
}

/** @param {string} version */
const parts = (version) => version.split(".").map(Number);

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  const [one, other] = [parts(a), parts(b)];
  return (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0);
}

/** @param {string} manifest */
function packages(manifest) {
  const text = execFileSync(
    "cargo",
    ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest],
    { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] },
  );
  const { packages } =
    /** @type {{ packages: { name: string, version: string, rust_version: string | null, source: string | null }[] }} */ (
      parseJson(text)
    );
  return packages;
}

const RUST = named("Cargo.toml", /^rust-version = "(.*?)"/m);

test("no locked crate asks for a newer Rust than we say is enough", () => {
  for (const manifest of ["Cargo.toml", "tools/wasm-bindgen/Cargo.toml"]) {
    const asking = packages(manifest).filter(
      ({ rust_version: asked }) => asked !== null && compare(asked, RUST) > 0,
    );
    assert.deepEqual(
      asking.map(({ name, rust_version: asked }) => `${name} asks for ${asked}`),
      [],
      manifest,
    );
  }
});

test("one oldest Rust is named everywhere", () => {
  for (const [path, pattern] of /** @type {const} */ ([
    ["build.sh", /^RUST_MIN=(.*)$/m],
    ["README.md", /Rust (\d+\.\d+) or newer/],
    ["docs/install.md", /Rust (\d+\.\d+) or newer/],
    ["tools/server/Containerfile", /library\/rust:(\d+\.\d+)-/],
    ["tools/wasm-bindgen/Cargo.toml", /^rust-version = "(.*?)"/m],
  ]))
    assert.equal(named(path, pattern), RUST, path);
});

test("the command wasm-bindgen is of the crates' version", () => {
  const version = named("Cargo.toml", /^wasm-bindgen = "=(.*)"$/m);
  assert.equal(named("tools/wasm-bindgen/Cargo.toml", /^wasm-bindgen-cli = \{ version = "=(.*?)"/m), version);
  for (const manifest of ["Cargo.toml", "tools/wasm-bindgen/Cargo.toml"]) {
    const { version: locked } = packages(manifest).find(({ name }) => name === "wasm-bindgen-shared") ?? {};
    assert.equal(locked, version, manifest);
  }
});

test("a tool whose locked versions cannot be had is not built of others; the way out is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "citelight-toolchain-"));
  try {
    mkdirSync(join(folder, "bin"));
    const cargo = join(folder, "bin/cargo");
    writeFileSync(cargo, `#!/bin/sh\necho "$*" >>"${folder}/calls"\nexit 101\n`);
    chmodSync(cargo, 0o755);
    const script = `set -euo pipefail
      . scripts/build/machine.sh; . scripts/build/wasm.sh
      ${/^cargo_install\(\) \{[\s\S]*?^\}/m.exec(read("build.sh"))?.[0] ?? ""}
      CACHE=$1 ROOT=$1; require_wasm_bindgen`;
    // Behind a socket bash may take itself for a remote login and read ~/.bashrc, which puts another cargo first.
    const { status, stderr } = spawnSync("bash", ["--norc", "-c", script, "bash", folder], {
      encoding: "utf8",
      env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
    });
    assert.notEqual(status, 0);
    assert.match(stderr, /cargo update --manifest-path tools\/wasm-bindgen\/Cargo\.toml/);
    const calls = read(join(folder, "calls")).trim().split("\n");
    assert.equal(calls.length, 1);
    assert.match(calls[0] ?? "", /--locked/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the action's caches follow its sources and keep each run's answers", () => {
  const action = read("action.yml");
  assert.doesNotMatch(action, /hashFiles\(/, "it sees nothing outside the workspace");
  assert.match(action, /key: citelight-command-.*steps\.names\.outputs\.sources/);
  assert.match(action, /key: citelight-answers-.*github\.run_id/);
  assert.match(action, /restore-keys: citelight-answers-/);
});
