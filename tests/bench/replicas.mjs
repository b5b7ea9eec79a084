// How `citelight serve` grows with its replicas: one, two and four of them on one PostgreSQL, with a model double that takes half a
// second, each replica with the same number of requests under way.
//   npm run bench:replicas -- [--seconds N] [--latency MS] [--concurrency N] [--replicas 1,2,4] [--results FILE]
// Printed: arbitrations a second, beside what the model's latency alone would allow; the time from request to answer; the ratio to
// one replica; and at last whether a budget of a day holds for all replicas together. No job may be lost or doubled.
import assert from "node:assert/strict";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { parseJson } from "../fake-apis/answer.mjs";
import {
  ask,
  configuration,
  endOf,
  jobOf,
  MODEL_KEY,
  questions,
  serve,
  startPostgres,
} from "../network/serving.mjs";
import { buildOf, folder } from "../network/support.mjs";
import { writeResults } from "./results.mjs";

/** @typedef {import("../network/serving.mjs").Job} Job */
/** @typedef {ReturnType<typeof questions>} Questions */

/** Requests for an arbitration whose samples agree. */
const SAMPLES = 3;
/** Jobs that each replica has under way, and as many clients, for each that the model could answer at once. */
const CROWD = 2;
/** Arbitrations that are asked one after the other at last. */
const ALONE = 10;
/** Arbitrations of a model that answers at once: what is left is what server, database, double and clients take. */
const AT_ONCE = 400;

/** Jobs that a replica works at. @param {number} concurrency */
const crowd = (concurrency) => Math.ceil((CROWD * concurrency) / SAMPLES);

/** Claims that their passages support: contradicted ones are asked about once more, for their category. @param {number} count */
const supported = (count) =>
  questions(Math.ceil(1.5 * count) + 3)
    .filter(({ gold }) => gold.relation === "supported")
    .slice(0, count);

/**
 * The double on a thread of its own: on this one it would wait while the clients work.
 *
 * @param {ReturnType<typeof folder>} home
 * @param {Questions} asked
 * @param {number} latency
 */
async function startDouble(home, asked, latency) {
  const lines = asked.map(({ gold }) => JSON.stringify(gold)).join("\n");
  const worker = new Worker(new URL("../fake-llm/server.mjs", import.meta.url), {
    argv: [
      ...["--key-from", "CITELIGHT_MODEL_KEY", "--gold", home.write("gold.jsonl", lines)],
      ...["--latency", String(latency)],
    ],
    env: { ...process.env, CITELIGHT_MODEL_KEY: MODEL_KEY },
    stdout: true,
  });
  const url = (await once(worker.stdout.setEncoding("utf8"), "data")).join("").trim();
  /** @param {string} path @param {RequestInit} [how] */
  const control = async (path, how) => parseJson(await (await fetch(`${url}/control/${path}`, how)).text());
  return {
    url,
    close: () => worker.terminate(),
    forget: () => fetch(`${url}/control/log`, { method: "DELETE" }),
    balance: async () =>
      /** @type {{ questions: number, answered: number, lost: string[], doubled: string[] }} */ (
        await control(`balance?samples=${SAMPLES}`)
      ),
    requests: async () => /** @type {{ requests: number }} */ (await control("summary")).requests,
  };
}

/**
 * Asks everything of the replicas in turn, so many at once; gives the jobs as they ended and how long each took, and how many
 * were not taken since the day's budget was spent.
 *
 * @param {Questions} asked
 * @param {string[]} urls
 * @param {number} atOnce
 */
async function put(asked, urls, atOnce) {
  /** @type {{ job: Job, took: number }[]} */
  const ended = [];
  let [next, refused] = [0, 0];
  const client = async () => {
    for (let at = next++; at < asked.length; at = next++) {
      const url = urls[at % urls.length] ?? "";
      const begun = performance.now();
      const answer = await ask(`${url}/v1/arbitrations`, { body: asked[at]?.request });
      if (answer.status === 429) {
        refused += 1;
        continue;
      }
      assert.ok([200, 202].includes(answer.status), answer.text);
      const job = answer.status === 200 ? jobOf(answer) : await endOf(() => url, jobOf(answer).id);
      ended.push({ job, took: performance.now() - begun });
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, client));
  return { ended, refused, seconds: (performance.now() - begun) / 1000 };
}

/**
 * Starts replicas on a database of their own, does something with them, and ends them.
 *
 * @template T
 * @param {number} count
 * @param {{ model: string, concurrency: number, more?: string }} how
 * @param {(urls: string[]) => Promise<T>} act
 */
async function withReplicas(count, { model, concurrency, more = "" }, act) {
  const home = folder();
  const postgres = await startPostgres();
  const work = `[work]\nheartbeat_seconds = 5\nat_once = ${crowd(concurrency)}\n${more}`;
  const config = configuration(model, { store: postgres.url, more: work, concurrency });
  const file = home.write("serve.toml", config);
  const replicas = [];
  try {
    for (let replica = 0; replica < count; replica += 1) replicas.push(await serve(file));
    return await act(replicas.map(({ url }) => url));
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    postgres.stop();
    home.remove();
  }
}

/** @param {number[]} times @param {number} share */
const percentile = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** @param {Job[]} jobs @param {number} count */
function allDone(jobs, count) {
  assert.equal(new Set(jobs.map(({ id }) => id)).size, count, "jobs are lost");
  assert.deepEqual(
    jobs.filter(({ state }) => state !== "done"),
    [],
    "jobs failed",
  );
}

/**
 * Measures so many replicas.
 *
 * @param {number} replicas
 * @param {{ seconds: number, latency: number, concurrency: number }} how
 */
export async function measure(replicas, { seconds, latency, concurrency }) {
  const home = folder();
  /** Arbitrations a second that the model's latency allows. */
  const expected = (replicas * concurrency * 1000) / (SAMPLES * latency);
  const [warm, count] = [4 * replicas * concurrency, latency > 0 ? Math.ceil(expected * seconds) : AT_ONCE];
  const asked = supported(warm + count + ALONE);
  const double = await startDouble(home, asked, latency);
  try {
    return await withReplicas(replicas, { model: double.url, concurrency }, async (urls) => {
      const clients = replicas * crowd(concurrency);
      await put(asked.slice(0, warm), urls, clients);
      await double.forget();
      const { ended, seconds: took } = await put(asked.slice(warm, warm + count), urls, clients);
      allDone(
        ended.map(({ job }) => job),
        count,
      );
      const balance = await double.balance();
      assert.deepEqual([balance.questions, balance.lost, balance.doubled], [count, [], []]);
      assert.equal(balance.answered, SAMPLES * count, "an answer was paid for in vain");
      const alone = (await put(asked.slice(-ALONE), urls, 1)).ended.map(({ took: time }) => time);
      const times = ended.map(({ took: time }) => time);
      return {
        replicas,
        count,
        expected,
        perSecond: count / took,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        alone: percentile(alone, 0.5),
      };
    });
  } finally {
    await double.close();
    home.remove();
  }
}

/**
 * A day's budget for half of what is asked: all replicas together keep to it.
 *
 * @param {number} replicas
 * @param {{ concurrency: number, count: number }} how
 */
export async function keepBudget(replicas, { concurrency, count }) {
  const home = folder();
  const asked = supported(count);
  const budget = Math.ceil((SAMPLES * count) / 2);
  const double = await startDouble(home, asked, 20);
  try {
    const more = `[budget]\nrequests = ${budget}\n`;
    return await withReplicas(replicas, { model: double.url, concurrency, more }, async (urls) => {
      const { ended, refused: notTaken } = await put(asked, urls, replicas * crowd(concurrency));
      const requests = await double.requests();
      const done = ended.filter(({ job }) => job.state === "done").length;
      const spent = ended.filter(({ job }) => job.error?.code === "budget_spent").length;
      const refused = notTaken + spent;
      assert.equal(done + refused, count, "a job ended otherwise");
      assert.ok(requests <= budget, `${requests} requests were sent, ${budget} were allowed`);
      assert.ok(requests > budget / 2, `${requests} requests were sent: the budget was not used`);
      return { budget, requests, done, refused };
    });
  } finally {
    await double.close();
    home.remove();
  }
}

/** @param {number} number @param {number} digits */
const told = (number, digits = 0) => number.toFixed(digits).padStart(8);

if (process.argv[1]?.endsWith("replicas.mjs")) {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "30" },
      latency: { type: "string", default: "500" },
      concurrency: { type: "string", default: "3" },
      replicas: { type: "string", default: "1,2,4" },
      results: { type: "string" },
    },
  });
  const how = {
    seconds: Number(values.seconds),
    latency: Number(values.latency),
    concurrency: Number(values.concurrency),
  };
  const numbers = values.replicas.split(",").map(Number);
  const build = await buildOf();
  console.log(
    `${build}; a model of ${how.latency} ms, ${how.concurrency} requests at once for each replica, one PostgreSQL`,
  );
  console.log(
    "replicas  arbitrations/s  by the model's latency  share   p50 ms   p99 ms  alone ms  times one replica",
  );
  const measured = [];
  for (const replicas of numbers) {
    const one = await measure(replicas, how);
    measured.push(one);
    const ratio = one.perSecond / (measured[0]?.perSecond ?? one.perSecond);
    console.log(
      `${told(replicas)}${told(one.perSecond, 2)}${told(one.expected, 2)}        ${told(one.perSecond / one.expected, 3)}` +
        `${told(one.p50)}${told(one.p99)}${told(one.alone)}${told(ratio, 2)}`,
    );
  }
  const most = Math.max(...numbers);
  const ceiling = await measure(most, { ...how, latency: 0 });
  console.log(
    `${ceiling.perSecond.toFixed(0)} arbitrations/s by ${most} replicas and a model that answers at once: what this machine takes, database included`,
  );
  const budget = await keepBudget(most, { concurrency: how.concurrency, count: 400 });
  console.log(
    `budget of ${budget.budget} requests for ${most} replicas together: ${budget.requests} were sent, ${budget.done} jobs done, ` +
      `${budget.refused} refused as spent`,
  );
  const [first] = measured;
  writeResults(values.results, {
    title: "Replicas of the server on one PostgreSQL",
    about:
      `Arbitrations a second with a model double of ${how.latency} ms, ${how.concurrency} requests at once for each replica ` +
      `(${build}), clients, double, database and replicas on one machine. Ratios to what the model's latency allows hold on a ` +
      "machine with processor time to spare; on a busy one they fall. No job was lost or doubled, no budget exceeded.",
    command: "npm run bench:replicas",
    figures: [
      {
        key: "ceiling/arbitrations",
        section: "A model that answers at once",
        row: `${most} replicas`,
        column: "arbitrations a second",
        value: ceiling.perSecond,
        unit: /** @type {const} */ ("per-second"),
        tolerance: ceiling.perSecond,
      },
      ...measured.flatMap(({ replicas, perSecond, expected, p50, p99, alone }) => {
        /** @param {string} key @param {string} column @param {number} value @param {import("./results.mjs").Figure["unit"]} unit @param {number} tolerance */
        const figure = (key, column, value, unit, tolerance) => ({
          key: `${replicas}/${key}`,
          section: "Replicas",
          row: String(replicas),
          column,
          value,
          unit,
          tolerance,
        });
        return [
          figure("arbitrations", "arbitrations a second", perSecond, "per-second", 0.5 * perSecond),
          figure("share", "of what the latency allows", perSecond / expected, "share", 0.5),
          figure(
            "ratio",
            "times one replica",
            perSecond / (first?.perSecond ?? perSecond),
            "ratio",
            0.5 * replicas,
          ),
          figure("p50", "median", p50, "milliseconds", p50),
          figure("p99", "99 of 100", p99, "milliseconds", 2 * p99),
          figure("alone", "one alone, median", alone, "milliseconds", alone),
        ];
      }),
    ],
  });
}
