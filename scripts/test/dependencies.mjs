// Whether every crate that is locked may be used, by deny.toml: its licence, where it comes from, and that no version is left open.
//   node scripts/test/dependencies.mjs
// Asks nobody. cargo-deny checks the same, and advisories (./build.sh advisories); it takes minutes to compile.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { refused } from "../build/shipped.mjs";

const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
/** The workspace, and the program that writes the glue of its WebAssembly. */
const MANIFESTS = ["Cargo.toml", "tools/wasm-bindgen/Cargo.toml"];

/** @typedef {{ name: string, req: string, source: string | null, path?: string }} Dependency */
/** @typedef {{ name: string, version: string, license: string | null, source: string | null, dependencies: Dependency[] }} Package */

/** @param {string} manifest @returns {Package[]} */
function locked(manifest) {
  /** @type {(text: string) => { packages: Package[] }} */
  const parse = JSON.parse;
  const told = execFileSync(
    "cargo",
    ["metadata", "--all-features", "--format-version", "1", "--locked", "--manifest-path", manifest],
    { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "inherit"] },
  );
  return parse(told).packages;
}

/** What may not be used, and why. @param {Package[]} packages @returns {string[]} */
export function unfit(packages) {
  const foreign = packages.filter(({ source }) => source !== null);
  const own = packages.filter(({ source }) => source === null);
  const licences = foreign.map(({ name, version, license }) => ({
    name,
    version,
    licence: (license ?? "").replace(/ ?\/ ?/g, " OR "),
  }));
  return [
    ...refused(licences),
    ...foreign
      .filter(({ source }) => source !== CRATES_IO)
      .map(({ name, source }) => `${name} comes from ${String(source)}`),
    ...own.flatMap(({ name, dependencies }) =>
      dependencies
        .filter(({ req, path }) => req === "*" && path === undefined)
        .map((one) => `${name} leaves the version of ${one.name} open`),
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = MANIFESTS.map((manifest) => locked(manifest));
  const wrong = [...new Set(all.flatMap(unfit))];
  for (const one of wrong) console.error(one);
  if (wrong.length > 0) process.exit(1);
  console.log(
    `${all.flat().filter(({ source }) => source !== null).length} crates: licences, origins and versions are in order`,
  );
}
