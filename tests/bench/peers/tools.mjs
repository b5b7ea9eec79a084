// The tools of others that are compared: where they come from, how they are run, how their output is read.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { usage } from "../support.mjs";
import { readBibtexCheck, readHarcx } from "./labels.mjs";

/**
 * @typedef {object} Tool
 * @property {string} key in the results
 * @property {string} name with its version
 * @property {string} licence
 * @property {string} requirements path of what its environment is made from
 * @property {(bibliography: string, output: string) => string[]} command its first word is looked for in the environment
 * @property {(outcome: { code: number | null, stdout: string, output: string }) => import("./labels.mjs").Verdicts} read
 */

const at = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** bibtex-check, in the manner of HALLMARK's wrapper: articles and papers only, the faster of its paces. */
const bibtexCheck = {
  licence: "MIT",
  command: (/** @type {string} */ bibliography, /** @type {string} */ output) => [
    ...["bibtex-check", bibliography, "--jsonl", output],
    ...["--academic-only", "--rate-limit", "120", "--no-cache"],
  ],
  read: (/** @type {{ code: number | null, output: string }} */ { code, output }) => {
    if (code === OUTAGE)
      throw new Error("bibtex-check says that its sources failed, so its verdicts are none");
    return readBibtexCheck(output);
  },
};
/** Its exit code when too many look-ups failed. */
const OUTAGE = 5;

/** @type {Tool[]} */
export const TOOLS = [
  {
    key: "bibtex-updater",
    name: "bibtex-updater 1.12.0",
    requirements: at("bibtex-updater.txt"),
    ...bibtexCheck,
  },
  {
    key: "bibtex-updater-1.2",
    name: "bibtex-updater 1.2.0",
    requirements: at("bibtex-updater-1.2.0.txt"),
    ...bibtexCheck,
  },
  {
    key: "harcx",
    name: "harcx 0.2.0",
    licence: "MIT",
    requirements: at("harcx.txt"),
    command: (bibliography) => ["harcx", bibliography],
    read: ({ stdout }) => readHarcx(stdout),
  },
];

/**
 * Runs a tool to its end, in a folder of its own and with nothing of the caller's settings.
 *
 * @param {Tool} tool
 * @param {object} where
 * @param {string} where.commands folder of the environment's commands
 * @param {string} where.home where it may write
 * @param {string} where.bibliography
 * @param {Record<string, string>} where.network settings that lead it to the fake scholarly web
 */
export async function runTool(tool, { commands, home, bibliography, network }) {
  const output = join(home, "output.jsonl");
  const [command = "", ...args] = tool.command(bibliography, output);
  const started = performance.now();
  const child = spawn(join(commands, command), args, {
    cwd: home,
    env: {
      ...{ PATH: process.env.PATH ?? "", HOME: home, XDG_CACHE_HOME: home, LANG: "C.UTF-8" },
      ...{ PYTHONUNBUFFERED: "1", PYTHONNOUSERSITE: "1" },
      ...network,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr, processor] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));
  const look = setInterval(() => {
    if (child.pid !== undefined) processor = usage(child.pid)?.seconds ?? processor;
  }, 50);
  /** @type {Promise<number | null>} */
  const ended = new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      done(code);
    });
  });
  const code = await ended.finally(() => {
    clearInterval(look);
  });
  const seconds = (performance.now() - started) / 1000;
  const written = existsSync(output) ? readFileSync(output, "utf8") : "";
  const verdicts = tool.read({ code, stdout, output: written });
  if (verdicts.size === 0)
    throw new Error(
      `${tool.name} ended with ${code} and said nothing: ${stderr.trim().split("\n").at(-1) ?? ""}`,
    );
  return { verdicts, seconds, processor };
}
