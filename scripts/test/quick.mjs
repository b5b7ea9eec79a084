// Formatting, check and unit tests of what changed: node scripts/test/quick.mjs [CRATE] [FILTER]
//   CRATE   only this crate (its folder's name in crate/, or its package's)
//   FILTER  only the unit tests with this in their path
// What changed are the files that differ from the branch `main`'s last common commit, those not committed among them. A crate is type-checked
// with all that depend on it; only its own unit tests run. ./build.sh test runs the rest.
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { workspacePackages } from "../build/workspace-packages.mjs";

/** @typedef {{ name: string, folder: string, uses: string[], hasLibrary: boolean }} Crate */
/** @typedef {{ crates: Crate[], dependents: string[], scripts: string[] }} Plan */

/** @param {string} command @param {string[]} args */
const read = (command, ...args) =>
  execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });

/** The workspace's crates, and which of them each uses. @returns {Crate[]} */
export function workspaceCrates() {
  const packages = workspacePackages();
  const names = new Set(packages.map(({ name }) => name));
  return packages.map(({ name, folder, dependencies, targets }) => ({
    name,
    folder,
    uses: dependencies.map((dependency) => dependency.name).filter((used) => names.has(used)),
    hasLibrary: targets.some(({ kind }) => kind.some((one) => one.endsWith("lib"))),
  }));
}

/** What git says has changed. @returns {string[]} */
function changedFiles() {
  let base = "HEAD";
  for (const main of ["origin/main", "main"]) {
    try {
      base = read("git", "merge-base", "HEAD", main).trim();
      break;
    } catch {
      // there is no such branch
    }
  }
  const told = [
    read("git", "diff", "--name-only", "-z", "--diff-filter=d", base),
    read("git", "ls-files", "--others", "--exclude-standard", "-z"),
  ].join("");
  return [...new Set(told.split("\0").filter((path) => path !== ""))].sort();
}

/**
 * What to look at: the crates that changed, those that depend on them, and files of TypeScript and JavaScript.
 *
 * @param {string[]} files
 * @param {Crate[]} all
 * @param {string} [wanted] a crate, by name or folder; its files count as changed
 * @returns {Plan}
 */
export function planOf(files, all, wanted) {
  const inside = (/** @type {Crate} */ { folder }, /** @type {string} */ path) =>
    path.startsWith(`${folder}/`);
  const isWanted = (/** @type {Crate} */ { name, folder }) =>
    wanted === undefined
      ? files.some((path) => all.find((one) => inside(one, path))?.name === name)
      : [name, folder, folder.replace(/^.*\//, "")].includes(wanted);
  const crates = all.filter(isWanted);
  if (wanted !== undefined && crates.length === 0)
    throw new Error(`there is no crate ${wanted}; there are ${all.map(({ folder }) => folder).join(", ")}`);
  const reached = new Set(crates.map(({ name }) => name));
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { name, uses } of all) if (uses.some((used) => reached.has(used))) reached.add(name);
  }
  return {
    crates,
    dependents: [...reached].filter((name) => crates.every((crate) => crate.name !== name)),
    scripts: wanted === undefined ? files.filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path)) : [],
  };
}

/** @param {string} command @param {string[]} args */
function step(command, ...args) {
  console.log(`$ ${[command, ...args].join(" ")}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {Plan} plan @param {string[]} filter */
function follow({ crates, dependents, scripts }, filter) {
  if (crates.length > 0) {
    step("cargo", "fmt", "--check", ...crates.flatMap(({ name }) => ["--package", name]));
    // Of the whole workspace: cargo then chooses the same features each time, and compiles other people's crates once.
    step("cargo", "check", "--workspace", "--locked", "--quiet");
    for (const { name, hasLibrary } of crates) {
      const targets = hasLibrary ? ["--lib"] : ["--bins"];
      step("cargo", "test", "--locked", "--quiet", "--package", name, ...targets, ...filter);
    }
  }
  if (scripts.length > 0) {
    step("npx", "--no-install", "prettier", "--check", "--log-level", "warn", "--ignore-unknown", ...scripts);
    step("npx", "--no-install", "tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", ".build/tsc.json");
    step("node", "tests/run.mjs", "unit", "--changed", ...scripts);
  }
  if (dependents.length > 0)
    console.log(`Only type-checked, as they depend on what changed: ${dependents.join(", ")}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [crate, ...filter] = process.argv.slice(2);
  const plan = planOf(changedFiles(), workspaceCrates(), crate);
  if (plan.crates.length + plan.scripts.length === 0) console.log("No crate and no script has changed.");
  follow(plan, filter);
}
