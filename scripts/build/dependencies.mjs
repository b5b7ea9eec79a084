// Compiled dependencies, kept between checkouts:
//   node scripts/build/dependencies.mjs seed TARGET SHELF KEY   fills an empty target folder from the shelf
//   node scripts/build/dependencies.mjs keep TARGET SHELF KEY   puts what was compiled on the shelf, if that is more
// A shelf belongs to one compiler and one set of flags; KEY says which Cargo.lock the copy was compiled for.
//
// Every checkout compiles into its own target folder, so two never disturb each other. (Cargo's shared build directory
// is no way out: a cdylib has the same file name there for every checkout and every RUSTFLAGS.) A copy need not fit
// exactly: cargo recognises what it can use and compiles the rest.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Copies kept on one shelf; older ones are removed when a new one comes. */
const KEPT = 2;
/** What cargo writes for crates of this workspace: never shared. */
const OURS = /^(lib)?citelight/;
const LIBRARY = /^lib.*\.(rlib|rmeta|so|dylib)$/;

/**
 * A file with its time, copy-on-write where the file system can.
 *
 * @param {string} from
 * @param {string} to
 */
function copyFile(from, to) {
  const { atime, mtime } = statSync(from);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  utimesSync(to, atime, mtime);
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyTree(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) copyTree(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile()) copyFile(join(from, entry.name), join(to, entry.name));
  }
}

/**
 * The folders of TARGET in which cargo keeps one profile's artefacts: debug, release, TRIPLE/release.
 *
 * @param {string} target
 * @returns {string[]} relative paths
 */
function profileFolders(target) {
  if (!existsSync(target)) return [];
  const folders = (/** @type {string} */ path) =>
    readdirSync(join(target, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => join(path, entry.name));
  return folders(".")
    .flatMap((path) => [path, ...folders(path)])
    .filter((path) => existsSync(join(target, path, ".fingerprint")));
}

/**
 * How many of other people's crates were compiled into a target folder.
 *
 * @param {string} target
 */
function countDependencies(target) {
  return profileFolders(target)
    .flatMap((profile) => readdirSync(join(target, profile, ".fingerprint")))
    .filter((name) => !OURS.test(name)).length;
}

/**
 * Copies other people's crates from one target folder, or copy of one, to another; what is there already stays.
 *
 * @param {string} from
 * @param {string} to
 */
export function copyDependencies(from, to) {
  for (const profile of profileFolders(from)) {
    for (const part of [".fingerprint", "build", "deps"]) {
      const folder = join(from, profile, part);
      if (!existsSync(folder)) continue;
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (OURS.test(entry.name)) continue;
        const [source, destination] = [join(folder, entry.name), join(to, profile, part, entry.name)];
        if (existsSync(destination)) continue;
        if (part !== "deps") copyTree(source, destination);
        else if (entry.isFile() && LIBRARY.test(entry.name)) copyFile(source, destination);
      }
    }
  }
}

/**
 * The finished copies on a shelf, newest first.
 *
 * @param {string} shelf
 */
function copies(shelf) {
  if (!existsSync(shelf)) return [];
  return readdirSync(shelf)
    .filter((name) => !name.startsWith("."))
    .map((name) => ({ name, time: statSync(join(shelf, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name);
}

/**
 * Fills an empty target folder from one copy: that for this Cargo.lock, or the newest. Never from two: build scripts write paths of the
 * target folder into crates, so what was compiled against the one copy does not fit the other, and cargo, which compares names and
 * times, would not notice.
 *
 * @param {string} target
 * @param {string} shelf
 * @param {string} key
 */
export function seed(target, shelf, key) {
  if (profileFolders(target).length > 0) return;
  const [name] = copies(shelf).sort((a, b) => Number(b === key) - Number(a === key));
  if (name === undefined) return;
  const copy = join(shelf, name);
  try {
    console.log(`build.sh: taking compiled dependencies from ${copy}`);
    const { ino } = statSync(copy);
    copyDependencies(copy, target);
    if (statSync(copy).ino !== ino) throw new Error("another checkout replaced the copy meanwhile");
    utimesSync(copy, new Date(), new Date());
  } catch (error) {
    console.log(`build.sh: the copy cannot be used, so cargo compiles them anew: ${String(error)}`);
    for (const profile of profileFolders(target))
      rmSync(join(target, profile), { recursive: true, force: true });
  }
}

/**
 * @param {string} target
 * @param {string} shelf
 * @param {string} key
 */
export function keep(target, shelf, key) {
  const finished = join(shelf, key);
  if (countDependencies(target) <= countDependencies(finished)) return;
  mkdirSync(shelf, { recursive: true });
  const copy = mkdtempSync(join(shelf, ".new-"));
  copyDependencies(target, copy);
  try {
    rmSync(finished, { recursive: true, force: true });
    renameSync(copy, finished);
    utimesSync(finished, new Date(), new Date());
  } catch {
    rmSync(copy, { recursive: true, force: true }); // another checkout has just put its copy there
  }
  for (const name of copies(shelf).slice(KEPT)) rmSync(join(shelf, name), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, target, shelf, key] = process.argv.slice(2);
  if (
    target === undefined ||
    shelf === undefined ||
    key === undefined ||
    !/^(seed|keep)$/.test(command ?? "")
  ) {
    console.error("usage: dependencies.mjs seed|keep TARGET SHELF KEY");
    process.exit(2);
  }
  (command === "seed" ? seed : keep)(target, shelf, key);
}
