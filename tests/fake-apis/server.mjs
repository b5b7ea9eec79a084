// The fake scholarly APIs: one local server that answers as the scholarly APIs do, each under its prefix.
//   node tests/fake-apis/server.mjs --records FILE.jsonl [--texts FOLDER] [--recordings FOLDER] [--port N] …
// The README has the options.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { decode, json, raw } from "./answer.mjs";
import { landing, text } from "./apis/web.mjs";
import { control } from "./control.mjs";
import { deliver } from "./deliver.mjs";
import { FaultPlan, faultNames, spoil } from "./faults.mjs";
import { hash } from "./identities.mjs";
import { Limits, tooMany } from "./limits.mjs";
import { bodyOf, listen } from "./listen.mjs";
import { Log, question } from "./log.mjs";
import { Recordings } from "./recordings.mjs";
import { corsHeaders, PREFLIGHT, SOURCES } from "./sources.mjs";
import { Store } from "./store.mjs";
import { Texts } from "./texts.mjs";

/** @typedef {import("./answer.mjs").Answer} Answer */
/** @typedef {import("./answer.mjs").Ask} Ask */

/** Addresses that are too long are refused by the sources, not by this server. */
const LONGEST_HEAD = 256 * 1024;

/**
 * @typedef {object} Options
 * @property {string[]} [records] files of record lines
 * @property {Record<string, unknown>[]} [works] record lines themselves
 * @property {string} [texts] folder of full texts
 * @property {string} [recordings] folder of recorded answers with their index.jsonl
 * @property {number} [port] 0: the system chooses
 * @property {import("./faults.mjs").FaultSettings} [faults]
 * @property {import("./limits.mjs").LimitMode | Record<string, import("./limits.mjs").LimitMode>} [limits] "off" if left out
 * @property {"real" | "all" | "none"} [cors] "real" if left out
 * @property {number} [speed] how many times faster than the clock time runs, for limits and delays
 * @property {number} [keep] entries of the log, 50,000 if left out
 */

/**
 * @typedef {object} FakeApis
 * @property {string} url without a slash at the end
 * @property {Log} log
 * @property {(settings: import("./faults.mjs").FaultSettings) => void} setFaults
 * @property {(mode: import("./limits.mjs").LimitMode | Record<string, import("./limits.mjs").LimitMode>) => void} setLimits
 * @property {() => void} reset log, faults and counts
 * @property {() => Promise<void>} close
 */

/**
 * Who asks: an address in the query or the user agent, a key in the query or a header.
 *
 * @param {Ask} ask
 */
function callerOf({ query, headers }) {
  const agent = headers["user-agent"] ?? "";
  const mailto = query.get("mailto") ?? query.get("email") ?? /mailto:([^\s);,]+)/.exec(agent)?.[1] ?? null;
  const key =
    ["x-api-key", "authorization", "crossref-plus-api-token"].some((name) => headers[name] !== undefined) ||
    query.has("api_key");
  return { agent, mailto, key };
}

/**
 * Starts the fake scholarly APIs on the loopback interface.
 *
 * @param {Options} [options]
 * @returns {Promise<FakeApis>}
 */
export async function startFakeApis(options = {}) {
  const store = new Store();
  for (const file of options.records ?? []) store.load(file);
  for (const line of options.works ?? []) store.add(line);
  const texts = new Texts(options.texts);
  const recordings = new Recordings(options.recordings);
  const log = new Log(options.keep ?? 50_000);
  const limits = new Limits(options.limits ?? "off");
  const faults = new FaultPlan();
  if (options.faults) faults.set(options.faults);
  const cors = options.cors ?? "real";
  const speed = options.speed ?? 1;
  const started = performance.now();
  const world = { store, texts, base: "" };
  /** @type {Record<string, number>} */
  const running = {};
  const reset = () => {
    log.clear();
    limits.reset();
    faults.clear();
  };

  /**
   * One request of a source: counted, spoilt, answered.
   *
   * @param {string} source
   * @param {import("./sources.mjs").Source} about
   * @param {Ask} ask
   * @param {import("node:http").ServerResponse} response
   */
  async function serve(source, about, ask, response) {
    const wanted = ask.headers["x-fault"] ?? ask.query.get("x-fault") ?? undefined;
    ask.query.delete("x-fault");
    const asked = question(ask.query);
    const request = `${ask.method} ${ask.path}?${asked}${ask.body === "" ? "" : ` ${hash(ask.body)}`}`;
    const identity = `${source} ${request} ${ask.headers.accept ?? ""}`;
    const { agent, mailto, key } = callerOf(ask);
    const virtual = Number(ask.headers["x-virtual-time"] ?? Number.NaN);
    const time = Number.isNaN(virtual) ? (performance.now() - started) * speed : virtual;
    const concurrent = (running[source] = (running[source] ?? 0) + 1);
    try {
      const caller = { polite: mailto !== null, key };
      // Requests in virtual time overlap on the clock without overlapping in theirs.
      const counted = limits.count(
        source,
        ask.path,
        ask.query,
        caller,
        time,
        Number.isNaN(virtual) ? concurrent : undefined,
      );
      const entry = log.begin(
        {
          time: Math.round(time * 10) / 10,
          source,
          method: ask.method,
          path: ask.path,
          query: asked,
          userAgent: agent,
          mailto,
          key,
          bodyBytes: ask.body.length,
          concurrent,
          violations: counted.violations,
        },
        identity,
      );
      let chosen = faults.choose(source, request, Array.isArray(wanted) ? wanted[0] : wanted);
      /** @type {Answer} */
      let answer;
      if (counted.refused) answer = tooMany(source, counted.refused.retryAfter);
      else {
        const recorded = recordings.find(source, ask);
        entry.recorded = recorded !== undefined;
        answer = recorded ?? about.answer(ask, world);
        if (about.tagged && answer.status === 200) answer = tagged(answer, ask);
        answer = spoil(answer, chosen, (retryAfter) => tooMany(source, retryAfter), request);
      }
      answer = {
        ...answer,
        headers: { ...answer.headers, ...counted.headers, ...corsHeaders(about, ask.path, cors) },
      };
      const fault = counted.refused ? "" : faultNames(chosen);
      if (!Number.isNaN(virtual)) {
        // Delays are told, not waited for.
        const delay = chosen.reduce(
          (sum, { kind, value }) => (kind === "latency" ? sum + Number(value) : sum),
          0,
        );
        answer.headers["X-Virtual-Latency"] = String(delay);
        chosen = chosen.filter(({ kind }) => kind !== "latency");
      }
      await deliver(response, answer, counted.refused ? [] : chosen, speed);
      const cut = chosen.some(({ kind }) => kind === "reset" || kind === "hang");
      log.end(entry, identity, cut ? 0 : answer.status, fault);
    } finally {
      running[source] = (running[source] ?? 1) - 1;
    }
  }

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   */
  async function handle(request, response) {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const whole = mark < 0 ? url : url.slice(0, mark);
    const slash = whole.indexOf("/", 1);
    const prefix = slash < 0 ? whole.slice(1) : whole.slice(1, slash);
    const path = slash < 0 ? "" : whole.slice(slash);
    const source = Object.hasOwn(SOURCES, prefix) ? SOURCES[prefix] : undefined;
    const open = corsHeaders(source, path, cors);
    if (request.method === "OPTIONS") {
      const allowed = "Access-Control-Allow-Origin" in open;
      response.writeHead(allowed ? 204 : 405, allowed ? { ...open, ...PREFLIGHT } : {}).end();
      return;
    }
    const body = await bodyOf(request);
    /** @param {Answer} answer */
    const send = (answer) =>
      deliver(response, { ...answer, headers: { ...answer.headers, ...open } }, [], speed);
    if (body === undefined) {
      await send(raw("Payload Too Large", "text/plain", 413));
      request.destroy();
      return;
    }
    const ask = {
      method: request.method ?? "GET",
      path,
      query: new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)),
      headers: request.headers,
      body,
    };
    if (source) await serve(prefix, source, ask, response);
    else if (prefix === "control")
      await send(control(ask, { log, faults, limits, store, texts, recordings, reset }));
    else if (prefix === "landing") await send(landing(decode(path.slice(1)), store));
    else if (prefix === "text") await send(text(decode(path.slice(1)), texts));
    else
      await send(
        json(
          {
            error: `no prefix "${prefix}"; there are ${Object.keys(SOURCES).join(", ")}, control, landing, text`,
          },
          404,
        ),
      );
  }

  const server = await listen(handle, {
    port: options.port ?? 0,
    maxHeaderSize: LONGEST_HEAD,
    bugHeader: "X-Scholarly-Web-Error",
  });
  world.base = server.url;
  store.rebase(world.base);
  return {
    url: world.base,
    log,
    setFaults: (settings) => {
      faults.set(settings);
    },
    setLimits: (mode) => {
      limits.mode = mode;
      limits.reset();
    },
    reset,
    close: server.close,
  };
}

/**
 * An answer with its ETag, or 304 if the caller has it already.
 *
 * @param {Answer} answer
 * @param {Ask} ask
 * @returns {Answer}
 */
function tagged(answer, ask) {
  const tag = `W/"${hash(answer.body.toString("latin1")).toString(16)}-${answer.body.length}"`;
  if (ask.headers["if-none-match"] === tag) return { status: 304, headers: { ETag: tag }, body: "" };
  return { ...answer, headers: { ...answer.headers, ETag: tag } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const { values } = parseArgs({
    options: {
      records: { type: "string", multiple: true },
      texts: { type: "string" },
      recordings: { type: "string" },
      port: { type: "string", default: "0" },
      limits: { type: "string", default: "off" },
      cors: { type: "string", default: "real" },
      speed: { type: "string", default: "1" },
      latency: { type: "string", default: "0" },
      "fault-rate": { type: "string", default: "0" },
      seed: { type: "string", default: "0" },
    },
  });
  const limits = /** @type {const} */ (["off", "record", "enforce"]).find((mode) => mode === values.limits);
  const cors = /** @type {const} */ (["real", "all", "none"]).find((mode) => mode === values.cors);
  const [port, speed, latency, rate, seed] = [
    values.port,
    values.speed,
    values.latency,
    values["fault-rate"],
    values.seed,
  ].map(Number);
  if (
    !limits ||
    !cors ||
    [port, speed, latency, rate, seed].some((value) => value === undefined || !(value >= 0))
  ) {
    console.error(
      "usage: server.mjs [--records FILE.jsonl]… [--texts FOLDER] [--recordings FOLDER] [--port N] [--limits off|record|enforce] [--cors real|all|none] [--speed N] [--latency MS] [--fault-rate 0..1] [--seed N]",
    );
    process.exit(2);
  }
  const web = await startFakeApis({
    records: values.records ?? [],
    ...(values.texts === undefined ? {} : { texts: values.texts }),
    ...(values.recordings === undefined ? {} : { recordings: values.recordings }),
    port: port ?? 0,
    limits,
    cors,
    speed: speed ?? 1,
    faults: { latency: latency ?? 0, random: rate ? { rate, seed: seed ?? 0 } : null },
  });
  console.log(web.url);
}
