// What the benchmarks of the command's network side share: made-up works, entries for them, a process that is watched.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { begin } from "../network/support.mjs";

/** A stream of numbers in 0..1 that looks random and is always the same. @param {number} seed */
export function draws(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi xo zu kra ble stro quan phe".split(" ");

/**
 * Works that exist nowhere, and entries for them.
 *
 * @param {number} count
 * @param {{ seed?: number, invented?: number, identified?: number, lacking?: number }} [shares] of entries without a work,
 *   with a DOI; of works that a source lacks, each for itself
 */
export function library(count, { seed = 1, invented = 0.05, identified = 0.5, lacking = 0.1 } = {}) {
  const draw = draws(seed);
  /** @param {readonly string[]} from */
  const pick = (from) => from[Math.floor(draw() * from.length)] ?? "";
  const word = () => Array.from({ length: 2 + Math.floor(draw() * 3) }, () => pick(SYLLABLES)).join("");
  const name = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
  const works = [];
  const entries = [];
  for (let number = 0; number < count; number += 1) {
    const title = Array.from({ length: 5 + Math.floor(draw() * 5) }, word).join(" ");
    const authors = Array.from({ length: 1 + Math.floor(draw() * 4) }, () => ({
      family: name(word()),
      given: name(word()),
    }));
    const year = 2000 + Math.floor(draw() * 24);
    const [venue, doi] = ["Journal of Endurance Research", `10.1016/endure.${number}`];
    const exists = draw() >= invented;
    const hasDoi = exists && draw() < identified;
    if (exists) {
      const sources = ["crossref", "openalex", "semanticscholar", "dblp"].filter(() => draw() >= lacking);
      if (sources.length === 0) sources.push("crossref", "openalex");
      works.push({ id: `E${number}`, title, type: "journal-article", authors, year, venue, doi, sources });
    }
    const author = authors.map(({ family, given }) => `${family}, ${given}`).join(" and ");
    const fields = { title, author, year: String(year), journal: venue, ...(hasDoi ? { doi } : {}) };
    entries.push({ key: `e${number}`, exists, fields });
  }
  return { works, entries };
}

/** @param {{ key: string, fields: Record<string, string> }[]} entries */
export const asBibtex = (entries) =>
  entries
    .map(({ key, fields }) => {
      const lines = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}},\n`);
      return `@article{${key},\n${lines.join("")}}\n`;
    })
    .join("\n");

/**
 * Resident memory in MB and seconds of processor time of a process; nothing once it has ended, or where /proc is not.
 *
 * @param {number} pid
 */
export function usage(pid) {
  try {
    const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const times = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ticks = Number(times[11]) + Number(times[12]);
    return resident ? { megabytes: Number(resident) / 1024, seconds: ticks / 100 } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs the command to its end and looks at it now and then.
 *
 * @param {string[]} args
 * @param {(used: { megabytes: number, seconds: number }, kill: () => void) => void} [look]
 */
export async function watched(args, look) {
  const started = performance.now();
  const { child, ended } = begin(args);
  let last = { megabytes: 0, seconds: 0 };
  for (;;) {
    const used = child.pid === undefined ? undefined : usage(child.pid);
    if (used) {
      last = used;
      look?.(used, () => child.kill("SIGKILL"));
    }
    const outcome = await Promise.race([wait(20), ended]);
    if (outcome) return { outcome, seconds: (performance.now() - started) / 1000, used: last };
  }
}
