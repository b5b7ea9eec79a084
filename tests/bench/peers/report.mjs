// The comparison as a table and as figures.

/** @typedef {import("./score.mjs").Score} Score */

/**
 * @typedef {{ kind: "measured", key: string, name: string, licence: string, score: Score, answered: number, seconds: number, processor: number, asked: import("./web.mjs").Asked }} Run a tool in this run
 * @typedef {{ kind: "screened", key: string, name: string, score: Score }} Screened a tool's verdicts with HALLMARK's own checks added
 * @typedef {{ kind: "published-labels", key: string, name: string, score: Score }} Told what was published of the same entries
 * @typedef {{ kind: "published" } & import("./published.mjs").Row} Published what was published of other entries
 * @typedef {{ kind: "absent", key: string, name: string, why: string }} Absent a tool that could not run here
 * @typedef {Run | Screened | Told | Published | Absent} Row
 */

const HERE = "The same entries, the same answers";
const THERE = "As published";
/** Tools that ask in several threads may get another candidate first. */
const VERDICTS = 0.02;
/** Times are this machine's. */
const TIMES = 0.5;

/** Citelight's row, by which times are compared. @param {readonly Row[]} rows */
const ourRun = (rows) => rows.find((row) => row.kind === "measured" && row.key === "citelight");

/**
 * @param {readonly Row[]} rows
 * @param {number} entries
 */
export function print(rows, entries) {
  const ours = ourRun(rows);
  console.log(`${entries} entries`);
  for (const row of rows)
    switch (row.kind) {
      case "measured": {
        const { seconds, processor, asked, answered, licence } = row;
        const times = ours?.kind === "measured" ? ` (${(seconds / ours.seconds).toFixed(2)} × ours)` : "";
        console.log(`${row.name} (${licence})\n  ${line(row.score)}  answered ${answered.toFixed(3)}`);
        console.log(
          `  ${asked.requests} requests, ${asked.hasty} faster than a service allows, ${asked.excess} beyond a day's allowance; ${seconds.toFixed(1)} s${times}, ${processor.toFixed(2)} s of a processor`,
        );
        for (const [host, count] of Object.entries(asked.refused))
          console.log(`  refused: ${count} requests to ${host}, which is not simulated`);
        for (const [form, count] of counted(asked.unanswered))
          console.log(`  no such form in the fake web: ${count} requests to ${form}`);
        break;
      }
      case "screened":
      case "published-labels":
        console.log(`${row.name}\n  ${line(row.score)}`);
        break;
      case "published":
        console.log(
          `${row.name}, published: ${row.source}\n  ${line(row)}  answered ${row.answered.toFixed(3)}`,
        );
        break;
      case "absent":
        console.log(`${row.name}: not run here: ${row.why}`);
    }
}

/** Requests to hosts that are not simulated, or of a form that is not. @param {import("./web.mjs").Asked} asked */
const unsimulated = ({ refused, unanswered }) =>
  Object.values(refused).reduce((sum, count) => sum + count, unanswered.length);

/** @param {{ detected: number, accused: number, f1: number, weighted: number }} figures */
const line = ({ detected, accused, f1, weighted }) =>
  `DR ${detected.toFixed(3)}  FPR ${accused.toFixed(3)}  F1 ${f1.toFixed(3)}  TW-F1 ${weighted.toFixed(3)}`;

/** @param {readonly { host: string, path: string }[]} requests */
function counted(requests) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { host, path } of requests) counts.set(host + path, (counts.get(host + path) ?? 0) + 1);
  return counts;
}

/**
 * @param {readonly Row[]} rows
 * @returns {import("../results.mjs").Measured[]}
 */
export function figuresOf(rows) {
  const ours = ourRun(rows);
  return rows.flatMap((row) => {
    switch (row.kind) {
      case "measured": {
        const { asked, answered, seconds, processor } = row;
        /** @type {(name: string, column: string, value: number, unit: import("../results.mjs").Measured["unit"], share: number) => import("../results.mjs").Measured} */
        const cell = (name, column, value, unit, share) => ({
          ...{ key: `${row.key}/${name}`, section: HERE, row: row.name, column },
          ...{ value, unit, tolerance: share * value },
        });
        return [
          ...scored(row, HERE, row.key === "citelight" ? 0 : VERDICTS),
          cell("answered", "answered", answered, "share", 0),
          cell("requests", "requests", asked.requests, "count", 0.1),
          cell("hasty", "requests faster than allowed", asked.hasty, "count", 1),
          cell("excess", "requests beyond a day's allowance", asked.excess, "count", 0.1),
          cell("unsimulated", "requests without an answer", unsimulated(asked), "count", 0),
          cell("seconds", "seconds", seconds, "seconds", TIMES),
          cell("processor", "seconds of a processor", processor, "seconds", TIMES),
          ...(ours?.kind === "measured" && row !== ours
            ? [cell("times", "seconds to ours", seconds / ours.seconds, "ratio", TIMES)]
            : []),
        ];
      }
      case "screened":
        return scored(row, HERE, VERDICTS);
      case "published-labels":
        return scored(row, THERE, 0).map((figure) => ({ ...figure, origin: "published" }));
      case "published":
        return publishedFigures(row);
      case "absent":
        return [];
    }
  });
}

/**
 * @param {Run | Screened | Told} row
 * @param {string} section
 * @param {number} tolerance
 * @returns {import("../results.mjs").Measured[]}
 */
function scored({ key, name, score }, section, tolerance) {
  /** @type {(part: string, column: string, value: number, unit: "share" | "score", of?: number) => import("../results.mjs").Measured} */
  const cell = (part, column, value, unit, of) => ({
    ...{ key: `${key}/${part}`, section, row: name, column, value, unit, tolerance },
    ...(of === undefined ? {} : { of }),
  });
  return [
    cell("detected", "errors found", score.detected, "share", score.errors),
    cell("accused", "false alarms", score.accused, "share", score.right),
    cell("f1", "F1", score.f1, "score"),
    cell("weighted-f1", "F1 by tiers", score.weighted, "score"),
  ];
}

/**
 * @param {Published} row
 * @returns {import("../results.mjs").Measured[]}
 */
function publishedFigures(row) {
  /** @type {(part: string, column: string, value: number, unit: "share" | "score") => import("../results.mjs").Measured} */
  const cell = (part, column, value, unit) => ({
    ...{ key: `published/${row.key}/${part}`, section: THERE, row: row.name, column },
    ...{ value, unit, of: row.entries, origin: "published" },
  });
  return [
    cell("detected", "errors found", row.detected, "share"),
    cell("accused", "false alarms", row.accused, "share"),
    cell("f1", "F1", row.f1, "score"),
    cell("weighted-f1", "F1 by tiers", row.weighted, "score"),
    cell("answered", "answered", row.answered, "share"),
  ];
}
