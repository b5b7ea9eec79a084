// What the last run of `./build.sh fuzz` did, as results: node tests/bench/fuzz.mjs [--results FILE]
// The table is that which the run left in .build/log, a line for each reader.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clocked, keyOf, writeResults } from "./results.mjs";

/** @typedef {{ group: string, inputs: number, slowest: number, memory: number, harm: number }} Reader */

const TABLE = join(".build", "log", "fuzz-table.tsv");
const MINUTES = join(".build", "log", "fuzz-minutes");

/** The readers of a table. @param {string} text @returns {Reader[]} */
export function readersOf(text) {
  const [, ...lines] = text.trim().split("\n");
  return lines.map((line) => {
    const [reader = "", inputs, slowest = "", memory = "", harm] = line.split("\t");
    const read = {
      group: reader.split("/")[0] ?? reader,
      inputs: Number(inputs),
      slowest: measured(slowest, { ms: 1, s: 1000 }),
      memory: measured(memory, { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }),
      harm: Number(harm),
    };
    const numbers = [read.inputs, read.slowest, read.memory, read.harm];
    if (!numbers.every(Number.isFinite)) throw new Error(`“${line}” is no line of a table of fuzzing`);
    return read;
  });
}

/** `87 ms`, in the first of the units. @param {string} text @param {Record<string, number>} units */
function measured(text, units) {
  const [value, unit = ""] = text.split(" ");
  return Number(value) * (units[unit] ?? Number.NaN);
}

/** @param {Reader[]} readers @param {number} minutes */
function figuresOf(readers, minutes) {
  const groups = [...new Set(readers.map(({ group }) => group)), "all"];
  const rows = groups.flatMap((group) => {
    const of = readers.filter((reader) => group === "all" || reader.group === group);
    const most = (/** @type {"slowest" | "memory"} */ what) => Math.max(...of.map((reader) => reader[what]));
    const sum = (/** @type {"inputs" | "harm"} */ what) => of.reduce((all, reader) => all + reader[what], 0);
    const figure = (
      /** @type {string} */ column,
      /** @type {number} */ value,
      /** @type {"count" | "milliseconds" | "bytes"} */ unit,
    ) => ({ key: `${keyOf(group)}/${keyOf(column)}`, section: "Readers", row: group, column, value, unit });
    return [
      figure("readers", of.length, "count"),
      clocked(figure("inputs", sum("inputs"), "count")),
      clocked(figure("slowest", most("slowest"), "milliseconds")),
      clocked(figure("most memory", most("memory"), "bytes")),
      {
        ...figure("did harm", sum("harm"), "count"),
        bar: { is: /** @type {const} */ ("at-most"), value: 0 },
      },
    ];
  });
  return [
    ...rows,
    {
      key: "minutes",
      section: "The run",
      row: "minutes",
      column: "value",
      value: minutes,
      unit: /** @type {const} */ ("count"),
    },
  ];
}

if (process.argv[1]?.endsWith(join("bench", "fuzz.mjs"))) {
  const { values } = parseArgs({ options: { results: { type: "string" } } });
  if (!existsSync(TABLE) || !existsSync(MINUTES))
    throw new Error(`there is no ${TABLE}: run ./build.sh fuzz, or ./build.sh bench fuzz for both`);
  const figures = figuresOf(readersOf(readFileSync(TABLE, "utf8")), Number(readFileSync(MINUTES, "utf8")));
  for (const { row, column, value } of figures)
    console.log(`${row.padEnd(12)} ${column.padEnd(12)} ${value}`);
  writeResults(values.results, {
    title: "Mutated inputs",
    about:
      "Mutated fixtures, and inputs built to be hard, through every reader of the project. Harm is a crash, more than two seconds or 512 MB, or an inconsistent result; an error is not. Each input that ever did harm is stored and read by every test run. The minutes cover all readers together.",
    command: "./build.sh bench fuzz",
    figures,
  });
}
