// What `citelight serve` adds to the model's own time: arbitrations one after another, and several at once, against a double that
// answers at once.
//   npm run bench:serve -- [--count N] [--postgres]
// Printed: percentiles of the time from request to answer, and of what the double itself took of it. Bar (spec 08): p99 < 10 ms.
import { parseArgs } from "node:util";
import { startModelDouble } from "../model-double/server.mjs";
import { ask, configuration, MODEL_KEY, questions, serve, startPostgres } from "../network/serving.mjs";
import { folder } from "../network/support.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, postgres: { type: "boolean", default: false } },
});
const count = Number(values.count);
const WARM = 50;

/** @param {number[]} times @param {number} share */
const percentile = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** @param {string} name @param {number[]} times */
const print = (name, times) => {
  const told = [0.5, 0.9, 0.99, 1].map((share) => percentile(times, share).toFixed(1).padStart(7));
  console.log(`${name.padEnd(46)} p50 ${told[0]}  p90 ${told[1]}  p99 ${told[2]}  max ${told[3]}  ms`);
};

const home = folder();
const asked = questions(WARM + 2 * count);
const double = await startModelDouble({ key: MODEL_KEY, gold: asked.map(({ gold }) => gold) });
const postgres = values.postgres ? await startPostgres() : undefined;
const store = postgres?.url ?? `sqlite:${home.at("jobs.sqlite")}`;
const server = await serve(home.write("serve.toml", configuration(double.url, { store })));

/** The same three questions at once, without the server: the double's own time. @param {unknown} request */
async function straight(request) {
  const { claim, passages } = /** @type {{ claim: string, passages: string[] }} */ (request);
  const body = JSON.stringify({
    model: "double",
    messages: [
      { role: "system", content: "You compare one claim with passages of the work it cites." },
      {
        role: "user",
        content: `<claim>${claim}</claim>${passages.map((one) => `<passage>${one}</passage>`).join("")}`,
      },
    ],
  });
  const start = performance.now();
  await Promise.all(
    [1, 2, 3].map(async () => {
      const response = await fetch(`${double.url}/v1/chat/completions`, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${MODEL_KEY}` },
      });
      await response.text();
    }),
  );
  return performance.now() - start;
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
  const [alone, model] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (const { request } of asked.slice(WARM, WARM + count)) {
    model.push(await straight(request));
    alone.push(await served(request));
  }
  console.log(`${count} arbitrations of three requests each, store: ${postgres ? "PostgreSQL" : "SQLite"}`);
  print("the double alone, three requests at once", model);
  print("through the server, one after another", alone);
  print(
    "the server's part (difference, pair by pair)",
    alone.map((time, at) => time - (model[at] ?? 0)),
  );
  const together = asked.slice(WARM + count);
  const times = /** @type {number[]} */ ([]);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = together.pop(); one; one = together.pop()) times.push(await served(one.request));
    }),
  );
  print("through the server, eight at once", times);
  console.log(
    `${((1000 * times.length) / (performance.now() - start)).toFixed(0)} arbitrations a second, eight at once`,
  );
} finally {
  await server.stop();
  postgres?.stop();
  await double.close();
  home.remove();
}
