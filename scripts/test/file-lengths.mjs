// How long the source files are, their tests aside: half of them at most 130 lines, nine in ten at most 300, none over 600.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const LIMITS = { median: 130, "90 %": 300, longest: 600 };
const SHARES = { median: 0.5, "90 %": 0.9, longest: 1 };

const listed = execFileSync("git", ["ls-files", "-z", "*.rs", "*.ts", "*.mjs", "*.js", "*.sh"], {
  encoding: "utf8",
});

/** @param {string} path */
const isProduct = (path) =>
  path !== "" &&
  !/(^|\/)(generated|fixtures|articles|library|tests|benches)\//.test(path) &&
  !/(\/tests\.rs|_tests\.rs|\.test\.(ts|mjs))$/.test(path);

/** Lines of a file without the tests at its end. @param {string} path */
function lengthOf(path) {
  const text = readFileSync(path, "utf8");
  const tests = path.endsWith(".rs") ? text.search(/^#\[cfg\(test\)\]\n(?:#\[[^\n]*\]\n)*mod \w+ \{/m) : -1;
  return (tests < 0 ? text : text.slice(0, tests)).trimEnd().split("\n").length;
}

const files = listed
  .split("\0")
  .filter(isProduct)
  .map((path) => ({ path, length: lengthOf(path) }))
  .sort((a, b) => a.length - b.length);

let failed = false;
for (const name of /** @type {(keyof typeof LIMITS)[]} */ (Object.keys(LIMITS))) {
  const file = files[Math.min(files.length - 1, Math.floor(SHARES[name] * files.length))];
  if (file === undefined) continue;
  const tooLong = file.length > LIMITS[name];
  failed ||= tooLong;
  const line = `${name} of ${files.length} files: ${file.length} lines, at most ${LIMITS[name]}`;
  if (tooLong) console.error(`${line}: too long (${file.path})`);
  else console.log(line);
}
if (failed) process.exitCode = 1;
