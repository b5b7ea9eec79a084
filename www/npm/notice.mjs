// Whose work the package holds: the crates that are compiled into its WebAssembly, with their licences, and the models.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOTS = ["citelight-web", "citelight-web-models"];

/**
 * @typedef {{ id: string, name: string, version: string, license: string | null, repository: string | null, source: string | null, manifest_path: string }} Package
 * @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node
 */

/** @returns {Package[]} sorted by name */
function crates() {
  const told = execFileSync(
    "cargo",
    [
      // Not offline: of crates that only other targets and tests need some may not be here yet.
      ..."metadata --format-version 1 --locked".split(" "),
      ...["--filter-platform", "wasm32-unknown-unknown"],
    ],
    { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] },
  );
  /** @type {(text: string) => { packages: Package[], resolve: { nodes: Node[] } }} */
  const parse = JSON.parse;
  const { packages, resolve } = parse(told);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  /** @type {Set<string>} */
  const linked = new Set();
  /** @param {string} id */
  const link = (id) => {
    if (linked.has(id)) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null)) link(pkg);
  };
  for (const { name, id } of packages) if (ROOTS.includes(name)) link(id);
  return packages
    .filter(({ id, source }) => linked.has(id) && source !== null)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {Package} crate @returns {string[]} the texts of its licences */
function licences(crate) {
  const folder = dirname(crate.manifest_path);
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8").replace(/\r\n/g, "\n").trim());
}

/** @returns {string} */
export function notice() {
  const all = crates();
  /** @type {Map<string, string[]>} text: crates that come with it */
  const texts = new Map();
  for (const crate of all)
    for (const text of licences(crate))
      texts.set(text, [...(texts.get(text) ?? []), `${crate.name} ${crate.version}`]);
  /** @type {(text: string) => { models: { id: string, licence: string, card: string }[] }} */
  const parse = JSON.parse;
  const { models } = parse(readFileSync("models/manifest.json", "utf8"));
  return [
    "cite-light holds work of others.",
    "",
    "Models (models/, each with its card):",
    ...models.map(({ id, licence, card }) => `  ${id}: ${licence}, models/${card}`),
    "",
    "Crates that are compiled into wasm/:",
    ...all.map(({ name, version, license, repository }) =>
      `  ${name} ${version}: ${license ?? "see its licence below"} ${repository ?? ""}`.trimEnd(),
    ),
    "",
    "Their licences as they come with them:",
    ...[...texts].flatMap(([text, names]) => [
      "",
      "-".repeat(80),
      names.join(", "),
      "-".repeat(80),
      "",
      text,
    ]),
    "",
  ].join("\n");
}
