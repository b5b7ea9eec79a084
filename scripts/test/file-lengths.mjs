// How long the source files are. A file over 800 lines must say why at its top ("Long because …").
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const ASK = 400;
const LIMIT = 800;
const listed = execFileSync("git", ["ls-files", "-z", "*.rs", "*.ts", "*.mjs", "*.js", "*.sh"], {
  encoding: "utf8",
});
const files = listed
  .split("\0")
  .filter((path) => path !== "" && !/(^|\/)(generated|fixtures|articles|library)\//.test(path))
  .map((path) => {
    const lines = readFileSync(path, "utf8").split("\n");
    return {
      path,
      length: lines.length,
      excused: lines.slice(0, 20).some((line) => line.includes("Long because")),
    };
  })
  .sort((a, b) => a.length - b.length);

/** @param {number} share */
const quantile = (share) => files[Math.min(files.length - 1, Math.floor(share * files.length))]?.length ?? 0;
console.log(`${files.length} files, median ${quantile(0.5)} lines, 90 % up to ${quantile(0.9)}`);
for (const { path, length } of files.filter((file) => file.length > ASK))
  console.log(`${path}: ${length} lines`);
const tooLong = files.filter((file) => file.length > LIMIT && !file.excused);
if (tooLong.length > 0) {
  console.error(
    `over ${LIMIT} lines without a reason at the top: ${tooLong.map((file) => file.path).join(", ")}`,
  );
  process.exit(1);
}
