// The path of a newcomer: a clone of what is committed, and the commands of README as it states them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readMarkdown } from "../../scripts/docs/markdown.mjs";

/** Serves until it is ended; all others end by themselves. */
const SERVES = "./build.sh run";
const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+\//;
const CLONE = "citelight";

/** The commands that README asks a newcomer to type, in its order. @param {string} readme path @returns {string[]} */
export function commandsOf(readme) {
  return readMarkdown(readme)
    .blocks.flatMap(({ text }) => text.split("\n"))
    .filter((line) => line.startsWith("./build.sh "));
}

/** @param {number} since @returns {string} */
function elapsed(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * One named step with its time; its failure names it.
 *
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 */
async function step(name, work) {
  const since = Date.now();
  console.log(`==> newcomer: ${name}`);
  try {
    const result = await work();
    console.log(`<== newcomer: ${name}: ${elapsed(since)}`);
    return result;
  } catch (error) {
    console.log(`<== newcomer: ${name} FAILED after ${elapsed(since)}`);
    throw error;
  }
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ctrl-C for every command and all that it started. */
export function interruptAll() {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGINT");
}

/** All that a command writes is shown. @param {import("node:child_process").ChildProcess} child @param {(text: string) => void} [hear] */
function show(child, hear) {
  for (const [stream, out] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]))
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      out.write(text);
      hear?.(text);
    });
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} how it ended */
function ended(child) {
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(signal ?? String(code));
    });
  });
}

/** @param {import("./places.mjs").Place} place @param {string} command */
async function finish(place, command) {
  const child = place.run(command, CLONE);
  show(child);
  const end = await ended(child);
  if (end !== "0") throw new Error(`${command} ended with ${end} for ${place.told}; its output is above`);
}

/**
 * @param {import("./places.mjs").Place} place
 * @param {string} command
 * @param {(address: string) => Promise<void>} look
 */
async function serveAndLook(place, command, look) {
  const since = Date.now();
  const child = place.run(command, CLONE);
  const end = ended(child);
  try {
    let said = "";
    const address = await new Promise((/** @type {(address: string) => void} */ resolve, reject) => {
      show(child, (text) => {
        said += text;
        const [found] = ADDRESS.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      void end.then((how) => {
        reject(
          new Error(
            `${command} ended with ${how} for ${place.told} before it served a page; its output is above`,
          ),
        );
      });
    });
    console.log(`newcomer: ${address} is served after ${elapsed(since)}`);
    await step(`look at ${address}`, () => look(address));
  } finally {
    interruptAll();
    await end;
  }
}

/**
 * @param {string} repository the folder of the sources; what is committed is followed
 * @param {import("./places.mjs").Place} place
 * @param {(address: string) => Promise<void>} look opens the page that is served, and fails if it is not right
 */
export async function follow(repository, place, look) {
  console.log(`newcomer: ${place.told}, home ${place.home}`);
  const clone = join(place.home, CLONE);
  await step("clone", () => {
    const git = (/** @type {string[]} */ ...words) =>
      execFileSync("git", ["-C", repository, ...words], { encoding: "utf8" }).trim();
    const commit = git("rev-parse", "HEAD");
    if (git("status", "--porcelain") !== "") console.log("newcomer: what is not committed is left out");
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", repository, clone]);
    execFileSync("git", ["-C", clone, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit]);
    place.settle();
    console.log(`newcomer: ${commit}`);
  });
  const commands = commandsOf(join(clone, "README.md"));
  if (!commands.includes(SERVES) || commands.length < 2)
    throw new Error(
      `README.md has the commands ${JSON.stringify(commands)}: two were expected, one of them ${SERVES}`,
    );
  for (const command of commands)
    await step(command, () =>
      command === SERVES ? serveAndLook(place, command, look) : finish(place, command),
    );
  console.log(`newcomer: followed README.md for ${place.told}: ${commands.join(", ")}`);
}
