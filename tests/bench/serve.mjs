// What `citelight serve` adds to the model's own time: arbitrations one after another, and several at once, against a double on a
// thread of its own, which answers immediately or after a delay.
//   npm run bench:serve -- [--count N] [--postgres] [--results FILE]
// Printed for each: percentiles of the time from request to answer, of the model's part of it (while at least one of its requests was
// with the model, by the double's clock), and of the rest, which is the server's.
// With a model that answers immediately, eight at once saturate client, server and double, and the server's part is mostly waiting for
// the others' turns. So eight at once are also measured with a delay, which is shorter than any real model's.
// Client and double run on the same cores, and their own delays count as the server's: the last row, requests that ask for nothing, shows
// how much that is.
// Bar: p99 of the server's part, eight at once, with the delay, ≤ 10 ms.
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { parseJson } from "../fake-apis/answer.mjs";
import {
  ask,
  configuration,
  MODEL_KEY,
  questions,
  serve,
  sha256,
  startPostgres,
} from "../network/serving.mjs";
import { folder } from "../network/support.mjs";
import { clocked, writeResults } from "./results.mjs";

/** @typedef {import("../fake-llm/log.mjs").Entry} Entry */

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    postgres: { type: "boolean", default: false },
    results: { type: "string" },
  },
});
const count = Number(values.count);
const WARM = 50;
/** Clients that ask at once. */
const TOGETHER = 8;
/** The delay of the double's answers, in milliseconds. */
const LATENCY = 100;

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
const asked = questions(WARM + 3 * count);
const double = await startDouble(asked.map(({ gold }) => gold));
const postgres = values.postgres ? await startPostgres() : undefined;
const store = postgres?.url ?? `sqlite:${home.at("jobs.sqlite")}`;
const server = await serve(home.write("serve.toml", configuration(double.url, { store })));

/** The double on a thread of its own: on this one it would wait while the client works. @param {readonly unknown[]} gold */
async function startDouble(gold) {
  const lines = gold.map((line) => JSON.stringify(line)).join("\n");
  const worker = new Worker(new URL("../fake-llm/server.mjs", import.meta.url), {
    argv: ["--key-from", "CITELIGHT_MODEL_KEY", "--gold", home.write("gold.jsonl", lines)],
    env: { ...process.env, CITELIGHT_MODEL_KEY: MODEL_KEY },
    stdout: true,
  });
  const url = (await once(worker.stdout.setEncoding("utf8"), "data")).join("").trim();
  return {
    url,
    close: () => worker.terminate(),
    /** Delays each answer from now on. @param {number} latency in milliseconds */
    async delay(latency) {
      await fetch(`${url}/control/faults`, { method: "PUT", body: JSON.stringify({ latency }) });
    },
    /** The model's part for each claim, in milliseconds: the time in which at least one request about it was under way. */
    async parts() {
      const response = await fetch(`${url}/control/log`);
      /** @type {Map<string, Entry[]>} */
      const bySubject = new Map();
      for (const entry of /** @type {Entry[]} */ (parseJson(await response.text())))
        bySubject.set(entry.subject, [...(bySubject.get(entry.subject) ?? []), entry]);
      return (/** @type {string} */ claim) => {
        const spans = bySubject.get(sha256(claim));
        if (spans === undefined) throw new Error(`the model was not asked about “${claim}”`);
        let [sum, until] = [0, 0];
        for (const { time, took } of spans.toSorted((one, other) => one.time - other.time)) {
          sum += Math.max(0, time + took - Math.max(time, until));
          until = Math.max(until, time + took);
        }
        return sum;
      };
    },
  };
}

/** @typedef {ReturnType<typeof questions>[number]["request"]} Request */

/** From request to answer. @param {Request} request */
async function served(request) {
  const start = performance.now();
  const { status, text } = await ask(`${server.url}/v1/arbitrations`, { body: request });
  if (status !== 200) throw new Error(text);
  return { claim: request.claim, took: performance.now() - start };
}

/** All of them, so many at once. @param {Request[]} requests @param {number} most */
async function put(requests, most) {
  const left = [...requests];
  const answered = /** @type {Awaited<ReturnType<typeof served>>[]} */ ([]);
  const client = async () => {
    for (let one = left.pop(); one; one = left.pop()) answered.push(await served(one));
  };
  await Promise.all(Array.from({ length: most }, client));
  return answered;
}

/** What client and connection take by themselves: as many at once ask, after the same delay, whether the server is there. */
async function floor() {
  const times = /** @type {number[]} */ ([]);
  const client = async () => {
    for (let left = count / TOGETHER; left > 0; left -= 1) {
      await setTimeout(LATENCY);
      const start = performance.now();
      const { status, text } = await ask(`${server.url}/healthz`, {});
      if (status !== 200) throw new Error(text);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, client));
  return times;
}

/** Figures of those that were answered one way. @param {string} key @param {string} name @param {Awaited<ReturnType<typeof put>>} answered @param {Awaited<ReturnType<typeof double.parts>>} part @param {import("./results.mjs").Figure["bar"]} [bar] of the server's part */
function tell(key, name, answered, part, bar) {
  print(
    `${key}/whole`,
    `${name}: through the server`,
    answered.map(({ took }) => took),
  );
  print(
    `${key}/model`,
    `${name}: the model's part`,
    answered.map(({ claim }) => part(claim)),
  );
  print(
    `${key}/server`,
    `${name}: the server's part`,
    answered.map(({ claim, took }) => took - part(claim)),
    bar,
  );
}

try {
  const requests = asked.map(({ request }) => request);
  await put(requests.slice(0, WARM), 1);
  const alone = await put(requests.slice(WARM, WARM + count), 1);
  const start = performance.now();
  const together = await put(requests.slice(WARM + count, WARM + 2 * count), TOGETHER);
  const rate = (1000 * count) / (performance.now() - start);
  await double.delay(LATENCY);
  const waiting = await put(requests.slice(WARM + 2 * count), TOGETHER);
  const alike = await floor();
  const part = await double.parts();
  console.log(`${count} arbitrations of three requests each, store: ${postgres ? "PostgreSQL" : "SQLite"}`);
  tell("alone", "one after another", alone, part);
  tell("together", "eight at once", together, part);
  tell("waiting", `eight at once, model ${LATENCY} ms`, waiting, part, { is: "at-most", value: 10 });
  print("floor", `eight at once, after ${LATENCY} ms: GET /healthz`, alike);
  console.log(`${rate.toFixed(0)} arbitrations a second, eight at once`);
  writeResults(values.results, {
    title: "What the server adds to the model's time",
    about:
      `${count} arbitrations of three requests each to a model double that answers immediately, or after ${LATENCY} ms, store: ${postgres ? "PostgreSQL" : "SQLite"}. ` +
      "The model's part is the time in which at least one request was with the model; the rest is the server's. " +
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
