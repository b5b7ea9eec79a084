// What the tests of the command's network side share: the built command, a folder of its own, HALLMARK's fixture.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseJson } from "../fake-apis/answer.mjs";

/** The command: the one of the native stage unless CITELIGHT_BINARY names another. */
export const BINARY = resolve(process.env.CITELIGHT_BINARY ?? "target/debug/citelight");

/** The command of the suites, beside it. */
export const EVAL = join(dirname(BINARY), "citelight-eval");

/** What the command says of itself: "release build" or "debug build". */
export async function buildOf() {
  const { stdout } = await begin(["--version"]).ended;
  const build = /(?:release|debug) build/.exec(stdout)?.[0];
  if (build === undefined) throw new Error(`${BINARY} --version does not say which build it is: ${stdout}`);
  return build;
}

export const HALLMARK = {
  entries: "tests/fixtures/hallmark/entries.jsonl",
  world: "tests/fixtures/hallmark/world.jsonl",
};

/** @typedef {{ code: number | null, stdout: string, stderr: string }} Outcome */

/**
 * A running command; nothing of the caller's own settings reaches it.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {string} [program]
 */
export function begin(args, env = {}, program = BINARY) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^CITELIGHT_|_proxy$/i.test(name)),
  );
  const child = spawn(program, args, { env: { ...inherited, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));
  /** @type {Promise<Outcome>} */
  const ended = new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      done({ code, stdout, stderr });
    });
  });
  return { child, ended };
}

/**
 * Runs a command to its end.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export const run = (args, env) => begin(args, env).ended;

/**
 * Runs a suite to its end.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export const evaluate = (args, env) => begin(args, env, EVAL).ended;

/** A folder that goes with the test. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "citelight-"));
  return {
    path,
    /** @param {string} name */
    at: (name) => join(path, name),
    /** @param {string} name @param {string | Uint8Array} text */
    write: (name, text) => {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    /** @param {string} name */
    read: (name) => readFileSync(join(path, name), "utf8"),
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * @typedef {object} Gold
 * @property {string} bibtex_key
 * @property {string} bibtex_type
 * @property {Record<string, string>} fields
 * @property {"VALID" | "HALLUCINATED"} label
 */

/** HALLMARK's entries with their labels, those of the fixture unless another file is named. */
export const gold = (path = HALLMARK.entries) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => /** @type {Gold} */ (parseJson(line)));

/**
 * Entries as a BibTeX file.
 *
 * @param {Gold[]} entries
 */
export const bibtex = (entries) =>
  entries
    .map(({ bibtex_type, bibtex_key, fields }) => {
      const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},\n`);
      return `@${bibtex_type}{${bibtex_key},\n${lines.join("")}}\n`;
    })
    .join("\n");

/**
 * @typedef {object} Checked
 * @property {string} key
 * @property {string} status
 * @property {string | null} type
 * @property {"VALID" | "HALLUCINATED" | "UNCERTAIN"} label
 * @property {number} confidence
 * @property {Record<string, boolean | null>} subtests
 * @property {string[]} reasons
 * @property {{ title: string } | null} record
 * @property {{ edits: { field: string, old: string | null, new: string }[], bibtex: string | null } | null} fix
 * @property {string[]} failures
 * @property {{ kind: string }} work
 * @property {number} line
 */

/**
 * What `bib --format json` wrote.
 *
 * @param {Outcome} outcome
 */
export function entriesOf({ stdout, stderr }) {
  if (stdout === "") throw new Error(`no output: ${stderr}`);
  const written = /** @type {{ schema: string, entries: Checked[], summary: Record<string, number> }} */ (
    parseJson(stdout)
  );
  if (written.schema !== "citelight/bib/1") throw new Error(`schema ${written.schema}`);
  return written.entries;
}
