// The HTTP around an answer: who asks, from which origin, and how answers and their faults leave.
import { deliver, write } from "../fake-apis/deliver.mjs";
import { FaultPlan, faultNames, spoil } from "../fake-apis/faults.mjs";
import { refusal } from "./asked.mjs";

/** @typedef {import("../fake-apis/answer.mjs").Answer} Answer */
/** @typedef {import("../fake-apis/faults.mjs").Fault} Fault */
/** @typedef {import("../fake-apis/faults.mjs").FaultSettings} FaultSettings */
/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

/** What is drawn at random where no kinds are named: nothing that costs a client its whole timeout. */
const MIXED = ["429", "429:1", "500", "503", "reset", "reset:mid", "truncate", "drip:200", "latency:50"];
/** Bytes that the system takes at once. */
const AT_ONCE = 64 * 1024;
/** Faults that leave an answer whole. */
const HARMLESS = new Set(["latency", "drip"]);

/** The key that a request brings. @param {IncomingMessage} request */
export function keyOf({ headers }) {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? "")?.[1];
  const other = headers["api-key"] ?? headers["x-api-key"];
  return bearer ?? (Array.isArray(other) ? other[0] : other);
}

/**
 * CORS headers for an origin.
 *
 * @param {import("./settings.mjs").Settings["cors"]} cors
 * @param {string | undefined} origin
 * @returns {Record<string, string>}
 */
export function corsHeaders(cors, origin) {
  const allowed =
    cors === "all" ? "*" : cors !== "none" && origin && cors.includes(origin) ? origin : undefined;
  if (allowed === undefined) return {};
  return {
    "Access-Control-Allow-Origin": allowed,
    "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
    ...(allowed === "*" ? {} : { Vary: "Origin" }),
  };
}

/** @param {IncomingMessage} request @param {ServerResponse} response @param {Record<string, string>} open CORS headers */
export function preflight(request, response, open) {
  if (!("Access-Control-Allow-Origin" in open)) {
    response.writeHead(405).end();
    return;
  }
  response
    .writeHead(204, {
      ...open,
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": request.headers["access-control-request-headers"] ?? "",
      "Access-Control-Max-Age": "600",
    })
    .end();
}

/** Chooses faults, by prompt where the scholarly web chooses by source. */
export class Faults {
  #plan = new FaultPlan();

  /** What was set last. */
  get settings() {
    return this.#plan.settings;
  }

  /** @param {FaultSettings} settings */
  set(settings) {
    const { random } = settings;
    this.#plan.set(random ? { ...settings, random: { kinds: MIXED, ...random } } : settings);
  }

  clear() {
    this.#plan.clear();
  }

  /**
   * The faults of one answer, told in its entry of the log.
   *
   * @param {IncomingMessage} request
   * @param {import("./log.mjs").Entry} entry
   */
  choose(request, entry) {
    const asked = request.headers["x-fault"];
    const chosen = this.#plan.choose(
      entry.prompt,
      entry.fingerprint,
      Array.isArray(asked) ? asked[0] : asked,
    );
    entry.fault = faultNames(chosen);
    return chosen;
  }
}

/** Whether faults leave the answer whole. @param {Fault[]} faults */
export const areHarmless = (faults) => faults.every(({ kind }) => HARMLESS.has(kind));

/** @param {string | undefined} retryAfter seconds */
const tooMany = (retryAfter) =>
  refusal(429, "Rate limit reached for requests.", {
    type: "requests",
    code: "rate_limit_exceeded",
    headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter },
  });

/**
 * An answer with its faults; errors are worded as these servers word them.
 *
 * @param {Answer} answer
 * @param {Fault[]} faults
 * @param {string} identity
 * @returns {Answer}
 */
function spoilt(answer, faults, identity) {
  const status = faults.find(({ kind }) => kind === "status")?.value;
  const others = faults.filter(({ kind }) => kind !== "status");
  const message = "The server had an error while processing your request.";
  const start = status === undefined ? answer : refusal(Number(status), message, { type: "server_error" });
  return spoil(start, others, tooMany, identity);
}

/**
 * Sends the events of a stream one by one.
 *
 * @param {ServerResponse} response
 * @param {Answer} answer
 * @param {string[]} events
 */
async function trickle(response, answer, events) {
  response.writeHead(answer.status, answer.headers);
  for (const event of events) {
    await write(response, event);
    // So that events leave apart, as they do where a model writes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

/**
 * Whether all of an answer went out, once that is known. What the system takes at once counts as out at once: whoever has read an answer
 * finds it in the log.
 *
 * @param {ServerResponse} response
 * @returns {Promise<boolean>}
 */
const settled = (response) =>
  new Promise((resolve) => {
    if (response.writableEnded && !response.destroyed && response.writableLength <= AT_ONCE) {
      resolve(true);
      return;
    }
    const settle = () => {
      resolve(response.writableFinished);
    };
    if (response.writableFinished || response.destroyed) settle();
    else response.once("finish", settle).once("close", settle);
  });

/**
 * An answer on its way out.
 *
 * @typedef {object} Leaving
 * @property {Answer} answer
 * @property {string[]} [events] its pieces, if it is a stream
 * @property {Fault[]} [faults]
 */

/**
 * Sends an answer with its faults.
 *
 * @param {ServerResponse} response
 * @param {Leaving} leaving
 * @param {{ identity: string, headers: Record<string, string>, speed: number }} how
 * @returns {Promise<{ status: number, outcome: import("./log.mjs").Outcome }>} when it is out, or nobody waits any more
 */
export async function send(response, { answer: good, events, faults = [] }, { identity, headers, speed }) {
  const spoiled = spoilt(good, faults, identity);
  const answer = { ...spoiled, headers: { ...spoiled.headers, ...headers } };
  if (events && faults.length === 0) await trickle(response, answer, events);
  else await deliver(response, answer, faults, speed);
  if (faults.some(({ kind }) => kind === "reset" || kind === "hang")) return { status: 0, outcome: "cut" };
  if (!(await settled(response))) return { status: 0, outcome: "abandoned" };
  const { status } = answer;
  if (good.status >= 300) return { status, outcome: "refused" };
  return { status, outcome: areHarmless(faults) ? "answered" : "failed" };
}
