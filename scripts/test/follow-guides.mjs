// Follows the guides of docs/contributing literally, each on a copy of the sources of its own:
//   node scripts/test/follow-guides.mjs [NAME…]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { run, stepsOf, write } from "./guide.mjs";

const GUIDES = "docs/contributing";
const wanted = process.argv.slice(2);
const guides = readdirSync(GUIDES).filter(
  (name) => wanted.length === 0 || wanted.includes(name.replace(/\.md$/, "")),
);
if (guides.length === 0) throw new Error(`there is no guide ${wanted.join(", ")} in ${GUIDES}`);

const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});
if (listed.status !== 0) throw new Error(`git could not list the sources: ${listed.stderr}`);
const sources = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(path));

process.env.CARGO_TARGET_DIR ??= resolve("target");
mkdirSync(".build", { recursive: true });
for (const name of guides) {
  const folder = mkdtempSync(join(".build", "guide-"));
  try {
    for (const path of sources) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(path, join(folder, path));
    }
    const steps = stepsOf(join(GUIDES, name));
    for (const step of steps) {
      console.log(
        `${name}:${step.line}: ${step.kind} ${step.kind === "run" ? step.script.trim() : step.path}`,
      );
      if (step.kind === "run") run(step, folder);
      else write(step, folder);
    }
    console.log(`${name}: followed in ${steps.length} steps`);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
