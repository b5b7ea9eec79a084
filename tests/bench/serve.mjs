// What `citelight serve` adds to the model's own time: arbitrations one after another, and several at once, against a double that
// answers at once, on a thread of its own.
//   npm run bench:serve -- [--count N] [--postgres] [--results FILE]
// Printed: percentiles of the time from request to answer, of the model's part of it (from the first of its requests that came in
// until the last answer that went out, by its own clock), and of the rest: the server's. Bar: p99 < 10 ms.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { parseJson } from "../scholarly-web/answer.mjs";
import { ask, configuration, MODEL_KEY, questions, serve, startPostgres } from "../network/serving.mjs";
import { folder } from "../network/support.mjs";
import { clocked, writeResults } from "./results.mjs";

/** @typedef {import("../model-double/log.mjs").Entry} Entry */

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    postgres: { type: "boolean", default: false },
    results: { type: "string" },
  },
});
const count = Number(values.count);
const WARM = 50;

/** @param {number[]} times @param {number} share */
const percentile = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** @type {import("./results.mjs").Measured[]} */
const figures = [];

/** @param {string} key @param {string} name @param {number[]} times @param {import("./results.mjs").Figure["bar"]} [bar] of the ninety-ninth of a hundred */
const print = (key, name, times, bar) => {
  for (const share of [0.5, 0.9, 0.99]) {
    const column = `p${100 * share}`;
    const value = percentile(times, share);
    const figure = clocked({
      key: `${key}/${column}`,
      section: "Time",
      row: name,
      column,
      value,
      unit: "milliseconds",
      of: count,
    });
    figures.push(share === 0.99 && bar ? { ...figure, bar } : figure);
  }
  const told = [0.5, 0.9, 0.99, 1].map((share) => percentile(times, share).toFixed(1).padStart(7));
  console.log(`${name.padEnd(46)} p50 ${told[0]}  p90 ${told[1]}  p99 ${told[2]}  max ${told[3]}  ms`);
};

const home = folder();
const asked = questions(WARM + 2 * count);
const double = await startDouble(asked.map(({ gold }) => gold));
const postgres = values.postgres ? await startPostgres() : undefined;
const store = postgres?.url ?? `sqlite:${home.at("jobs.sqlite")}`;
const server = await serve(home.write("serve.toml", configuration(double.url, { store })));

/** The double on a thread of its own: on this one it would wait while the client works. @param {readonly unknown[]} gold */
async function startDouble(gold) {
  const lines = gold.map((line) => JSON.stringify(line)).join("\n");
  const worker = new Worker(new URL("../model-double/server.mjs", import.meta.url), {
    argv: ["--key-from", "CITELIGHT_MODEL_KEY", "--gold", home.write("gold.jsonl", lines)],
    env: { ...process.env, CITELIGHT_MODEL_KEY: MODEL_KEY },
    stdout: true,
  });
  const url = (await once(worker.stdout.setEncoding("utf8"), "data")).join("").trim();
  let known = 0;
  return {
    url,
    close: () => worker.terminate(),
    /** From the first request to the last answer since it was last asked, in milliseconds. */
    async took() {
      const response = await fetch(`${url}/control/log?since=${known}`);
      const entries = /** @type {Entry[]} */ (parseJson(await response.text()));
      known = entries.at(-1)?.number ?? known;
      const begun = Math.min(...entries.map(({ time }) => time));
      return Math.max(...entries.map(({ time, took }) => time + took)) - begun;
    },
  };
}

/** @param {unknown} request */
async function served(request) {
  const start = performance.now();
  const { status, text } = await ask(`${server.url}/v1/arbitrations`, { body: request });
  if (status !== 200) throw new Error(text);
  return performance.now() - start;
}

try {
  for (const { request } of asked.slice(0, WARM)) await served(request);
  await double.took();
  const [whole, model] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (const { request } of asked.slice(WARM, WARM + count)) {
    whole.push(await served(request));
    model.push(await double.took());
  }
  console.log(`${count} arbitrations of three requests each, store: ${postgres ? "PostgreSQL" : "SQLite"}`);
  print("whole", "through the server, one after another", whole);
  print("model", "the model's part", model);
  print(
    "server",
    "the server's part",
    whole.map((time, at) => time - (model[at] ?? 0)),
    { is: "at-most", value: 10 },
  );
  const together = asked.slice(WARM + count);
  const times = /** @type {number[]} */ ([]);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = together.pop(); one; one = together.pop()) times.push(await served(one.request));
    }),
  );
  const rate = (1000 * times.length) / (performance.now() - start);
  print("together", "through the server, eight at once", times);
  console.log(`${rate.toFixed(0)} arbitrations a second, eight at once`);
  writeResults(values.results, {
    title: "What the server adds to the model's time",
    about:
      `${count} arbitrations of three requests each to a model double that answers at once, store: ${postgres ? "PostgreSQL" : "SQLite"}. ` +
      "The model's part runs from the first of its requests that came in to the last answer that went out; the rest is the server's. " +
      "Client, server and double share the machine's cores.",
    command: `npm run bench:serve${postgres ? " -- --postgres" : ""}`,
    figures: [
      ...figures,
      clocked({
        key: "together/per-second",
        section: "Throughput",
        row: "eight at once",
        column: "arbitrations a second",
        value: rate,
        unit: "per-second",
      }),
    ],
  });
} finally {
  await server.stop();
  postgres?.stop();
  await double.close();
  home.remove();
}
