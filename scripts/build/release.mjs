// Looks at what a release would carry; part of ./build.sh release-check.
//   node scripts/build/release.mjs versions   every place that tells the version tells the same, and CHANGELOG.md begins with it
//   node scripts/build/release.mjs npm        what `npm pack` would put into the package of dist/npm
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromeManifest, firefoxManifest } from "../../www/manifest.mjs";

/** @param {string} path @returns {Record<string, unknown>} */
function json(path) {
  /** @type {(text: string) => Record<string, unknown>} */
  const parse = JSON.parse;
  return parse(readFileSync(path, "utf8"));
}

/** The source of the version: [workspace.package] in Cargo.toml. @returns {string} */
export function version() {
  const found = /^\[workspace\.package\]\n(?:(?!\[).*\n)*?version = "([^"]+)"/m.exec(
    readFileSync("Cargo.toml", "utf8"),
  )?.[1];
  if (found === undefined) throw new Error("Cargo.toml has no version under [workspace.package]");
  return found;
}

/** Every place that repeats it. @returns {[place: string, version: unknown][]} */
export function versions() {
  const table =
    /^\[workspace\.dependencies\]\n(?:(?!\[).*\n)*/m.exec(readFileSync("Cargo.toml", "utf8"))?.[0] ?? "";
  const crates = table.matchAll(/^(citelight[\w-]*) = \{(.*)\}$/gm);
  const chrome = chromeManifest();
  return [
    ...[...crates].map(
      ([, name, rest]) =>
        /** @type {[string, unknown]} */ ([
          `Cargo.toml, [workspace.dependencies] ${name}`,
          /version = "([^"]+)"/.exec(rest ?? "")?.[1],
        ]),
    ),
    ["package.json", json("package.json").version],
    ["package-lock.json", json("package-lock.json").version],
    ["manifest.json", chrome.version],
    ["Firefox's manifest", /** @type {Record<string, unknown>} */ (firefoxManifest(chrome)).version],
  ];
}

/**
 * What the changelog's first heading is.
 *
 * @param {string} changelog
 * @returns {{ name: string, date: string | undefined } | undefined}
 */
export function newest(changelog) {
  const [, name, date] = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/m.exec(changelog) ?? [];
  return name === undefined ? undefined : { name, date };
}

/** What hinders a release of this version. @param {string} changelog @returns {string[]} */
export function hindrances(changelog) {
  const wanted = version();
  const wrong = versions()
    .filter(([, told]) => told !== wanted)
    .map(([place, told]) => `${place} says ${String(told)}, Cargo.toml ${wanted}`);
  const top = newest(changelog);
  if (top?.name !== wanted || top.date === undefined)
    wrong.push(
      `CHANGELOG.md begins with [${top?.name ?? "nothing"}]; a release begins with "## [${wanted}] - YEAR-MONTH-DAY"`,
    );
  return wrong;
}

/** Folders and files that the npm package may hold. */
const PACKED =
  /^(package\.json|README\.md|NOTICE|LICENSE-(MIT|APACHE)|custom-elements\.json|(cite-light|worker|model-worker)\.js|chunks\/[\w-]+\.js|wasm\/[\w-]+\/[\w-]+\.(js|wasm)|models\/(manifest|tokenizer)\.json|models\/[\w-]+\/(README\.md|model\.onnx)|library\/(records\.jsonl|texts\.json)|types\/.*\.d\.ts)$/;
const NEEDED = [
  "package.json",
  "README.md",
  "NOTICE",
  "LICENSE-MIT",
  "LICENSE-APACHE",
  "cite-light.js",
  "types/component/cite-light.d.ts",
];
/** What a path of whoever built it looks like; the second is where cargo keeps others' sources. */
const LOCAL = [`${homedir()}/`, ".cargo/registry", `${process.cwd()}/`];

/**
 * What is wrong with a list of packed files.
 *
 * @param {string[]} paths
 * @param {(path: string) => string} content
 * @returns {string[]}
 */
export function unfit(paths, content) {
  const wrong = NEEDED.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`);
  for (const path of paths) {
    if (!PACKED.test(path)) wrong.push(`${path} does not belong into the package`);
    if (path.endsWith(".onnx")) continue;
    const text = content(path);
    if (/^\/\/[#@] sourceMappingURL=/m.test(text)) wrong.push(`${path} names a source map`);
    for (const local of LOCAL)
      if (text.includes(local)) wrong.push(`${path} names a path of this machine: ${local}`);
  }
  return wrong;
}

/** @returns {{ files: { path: string }[], size: number, unpackedSize: number }} */
function pack() {
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: "dist/npm",
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  /** @type {(text: string) => { files: { path: string }[], size: number, unpackedSize: number }[]} */
  const parse = JSON.parse;
  const [packed] = parse(told);
  if (packed === undefined) throw new Error("npm pack told of no package");
  return packed;
}

/** @param {string[]} wrong */
function end(wrong) {
  for (const one of wrong) console.error(one);
  if (wrong.length > 0) process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what] = process.argv.slice(2);
  if (what === "versions") {
    end(hindrances(readFileSync("CHANGELOG.md", "utf8")));
    console.log(`${version()} everywhere`);
  } else if (what === "npm") {
    const { files, size, unpackedSize } = pack();
    const paths = files.map(({ path }) => path);
    end(unfit(paths, (path) => readFileSync(join("dist/npm", path), "latin1")));
    console.log(
      `${paths.length} files, ${(size / 1e6).toFixed(1)} MB packed, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`,
    );
  } else throw new Error("usage: release.mjs versions|npm");
}
