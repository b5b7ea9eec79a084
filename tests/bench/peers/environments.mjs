// Python environments for the tools of others: made once under the user's cache folder, from pinned versions and hashes.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * @typedef {{ kind: "ready", folder: string } | { kind: "absent", why: string }} Environment folder: of its commands
 */

/**
 * The environment of a requirements file, made if it is not there yet. Whatever is missing (Python, the registry, a package
 * for this machine) is told, not thrown: the comparison then goes on without the tool.
 *
 * @param {string} requirements path
 * @param {string} [cache]
 * @returns {Promise<Environment>}
 */
export async function environmentOf(requirements, cache = standardCache()) {
  const python = process.env.PYTHON ?? "python3";
  try {
    const { stdout } = await run(python, ["--version"]);
    const home = join(cache, keyOf(requirements, stdout.trim()));
    const complete = join(home, "complete");
    if (!existsSync(complete)) {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(cache, { recursive: true });
      await run(python, ["-m", "venv", home]);
      // Every package is named in the files, so nothing else is fetched.
      const manner = ["--no-deps", "--require-hashes", "--disable-pip-version-check", "--quiet"];
      await run(join(home, "bin", "python"), ["-m", "pip", "install", ...manner, "-r", requirements], {
        maxBuffer: MOST_OUTPUT,
      });
      writeFileSync(complete, "");
    }
    return { kind: "ready", folder: join(home, "bin") };
  } catch (error) {
    return { kind: "absent", why: reasonOf(error) };
  }
}

const standardCache = () =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "citelight", "peers");

/**
 * Name of an environment: another Python, version or hash makes another one.
 *
 * @param {string} requirements path
 * @param {string} python its version
 */
export function keyOf(requirements, python) {
  const text = readFileSync(requirements, "utf8");
  const included = [...text.matchAll(/^-r (\S+)$/gm)].map(([, name = ""]) =>
    readFileSync(join(dirname(requirements), name), "utf8"),
  );
  return createHash("sha256")
    .update([python, text, ...included].join("\n"))
    .digest("hex")
    .slice(0, 16);
}

/** The last line of what pip said, or that there is no Python. @param {unknown} error */
function reasonOf(error) {
  const { code, stderr, message } = /** @type {{ code?: unknown, stderr?: string, message: string }} */ (
    error
  );
  if (code === "ENOENT") return "there is no python3 (set PYTHON to another name)";
  return stderr?.trim().split("\n").at(-1) ?? message;
}
