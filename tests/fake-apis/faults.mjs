// Faults: what can go wrong, how it is asked for, and how it is chosen: per request, per source, or at random.
// A random choice hangs on seed, request and repetition only, so that no interleaving of requests changes it.
import { hash } from "./identities.mjs";

/** @typedef {import("./answer.mjs").Answer} Answer */

/**
 * @typedef {object} Fault
 * @property {FaultKind} kind
 * @property {string | undefined} value
 */

/** What each fault does; the README explains the values. */
export const KINDS = /** @type {const} */ ([
  "latency",
  "status",
  "429",
  "truncate",
  "type",
  "portal",
  "drip",
  "reset",
  "redirect",
  "huge",
  "hang",
]);

/** @typedef {typeof KINDS[number]} FaultKind */

/**
 * Settings of the faults; everything may be left out.
 *
 * @typedef {object} FaultSettings
 * @property {Record<string, string>} [sources] faults by source ("*" for all); "503*2" hits the next two requests only
 * @property {RandomFaults | null} [random]
 * @property {number | Record<string, number>} [latency] milliseconds before every answer, for all or by source
 */

/**
 * @typedef {object} RandomFaults
 * @property {number} rate share of requests, 0..1
 * @property {number} [seed]
 * @property {string[]} [kinds] faults to draw from
 * @property {string[]} [sources] only these
 */

const MIXED = [
  "latency:50",
  "429",
  "429:1",
  "500",
  "502",
  "503",
  "truncate",
  "type",
  "portal",
  "drip:200",
  "reset",
  "reset:mid",
  "redirect:private",
  "huge:4000000",
];

/** Addresses that a client must not follow a public service to. */
export const PRIVATE = [
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:9/",
  "http://10.0.0.1/",
  "http://192.168.0.1/",
  "http://[::1]:9/",
  "http://localhost:9/",
];

/**
 * "429:2, latency:100" as faults.
 *
 * @param {string} text
 * @returns {Fault[]}
 */
export function parseFaults(text) {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "none")
    .map((part) => {
      const colon = part.indexOf(":");
      const name = colon < 0 ? part : part.slice(0, colon);
      const value = colon < 0 ? undefined : part.slice(colon + 1);
      if (/^[45]\d\d$/.test(name) && name !== "429")
        return { kind: /** @type {const} */ ("status"), value: name };
      const kind = KINDS.find((one) => one === name);
      if (!kind)
        throw new Error(`unknown fault "${part}"; faults are ${KINDS.join(", ")} and statuses 400–599`);
      return { kind, value };
    });
}

/** Chooses the faults of requests. */
export class FaultPlan {
  /** @type {Map<string, { faults: Fault[], left: number }>} */
  #bySource = new Map();
  /** @type {{ rate: number, seed: number, kinds: Fault[][], names: string[], sources: Set<string> | undefined } | undefined} */
  #random;
  /** @type {FaultSettings["latency"]} */
  #latency = 0;
  /** @type {Map<string, number>} */
  #seen = new Map();
  /** @type {FaultSettings} */
  #settings = {};

  /** What was set last. */
  get settings() {
    return this.#settings;
  }

  /**
   * Sets what is named and leaves the rest; `random: null` ends the random faults.
   *
   * @param {FaultSettings} settings
   */
  set(settings) {
    for (const [source, text] of Object.entries(settings.sources ?? {})) {
      const times = /\*(\d+)$/.exec(text);
      const faults = parseFaults(times ? text.slice(0, times.index) : text);
      this.#bySource.set(source, { faults, left: times ? Number(times[1]) : Number.POSITIVE_INFINITY });
    }
    const { random } = settings;
    if (random === null) this.#random = undefined;
    else if (random) {
      if (!(random.rate >= 0 && random.rate <= 1))
        throw new Error(`rate must lie in 0..1, not ${random.rate}`);
      const names = random.kinds ?? MIXED;
      this.#random = {
        rate: random.rate,
        seed: random.seed ?? 0,
        names,
        kinds: names.map(parseFaults),
        sources: random.sources && new Set(random.sources),
      };
    }
    if (settings.latency !== undefined) this.#latency = settings.latency;
    this.#settings = { ...this.#settings, ...settings };
  }

  clear() {
    this.#bySource.clear();
    this.#random = undefined;
    this.#latency = 0;
    this.#settings = {};
    this.#seen.clear();
  }

  /**
   * The faults of one request.
   *
   * @param {string} source
   * @param {string} identity method, path and query: the same for a repeated request
   * @param {string | undefined} wanted the request's own
   * @returns {Fault[]}
   */
  choose(source, identity, wanted) {
    const delay = typeof this.#latency === "number" ? this.#latency : (this.#latency?.[source] ?? 0);
    /** @type {Fault[]} */
    const faults = delay > 0 ? [{ kind: "latency", value: String(delay) }] : [];
    if (wanted !== undefined) return [...faults, ...parseFaults(wanted)];
    const set = this.#bySource.get(source) ?? this.#bySource.get("*");
    if (set && set.left > 0) {
      set.left -= 1;
      return [...faults, ...set.faults];
    }
    const random = this.#random;
    if (random && (random.sources?.has(source) ?? true)) {
      const key = `${source} ${identity}`;
      const times = (this.#seen.get(key) ?? 0) + 1;
      this.#seen.set(key, times);
      if (hash(`${random.seed} ${times} ${key}`) < random.rate * 2 ** 32)
        faults.push(
          ...(random.kinds[hash(`which ${random.seed} ${times} ${key}`) % random.kinds.length] ?? []),
        );
    }
    return faults;
  }
}

/** Names of faults, for the log. @param {Fault[]} faults */
export const faultNames = (faults) =>
  faults
    .map(({ kind, value }) =>
      kind === "status" ? (value ?? kind) : value === undefined ? kind : `${kind}:${value}`,
    )
    .join(",");

/**
 * The answer as its faults make it; those of delivery (delay, drip, reset, huge, hang) are left to `deliver`.
 *
 * @param {Answer} answer
 * @param {Fault[]} faults
 * @param {(retryAfter: string | undefined) => Answer} tooMany the source's own 429
 * @param {string} identity
 * @returns {Answer}
 */
export function spoil(answer, faults, tooMany, identity) {
  let spoiled = answer;
  for (const { kind, value } of faults) {
    switch (kind) {
      case "status":
        spoiled = {
          status: Number(value),
          headers: { "Content-Type": "text/html" },
          body: `<html>\r\n<head><title>${value} Error</title></head>\r\n<body><center><h1>${value} Error</h1></center><hr><center>nginx</center></body>\r\n</html>\r\n`,
        };
        break;
      case "429":
        spoiled = tooMany(value);
        break;
      case "truncate":
        // The length is that of the stump: only reading it shows that something is missing.
        spoiled = { ...spoiled, body: spoiled.body.slice(0, Math.floor(spoiled.body.length * 0.6)) };
        break;
      case "type":
        spoiled = {
          ...spoiled,
          headers: { ...spoiled.headers, "Content-Type": value ?? "text/html; charset=utf-8" },
        };
        break;
      case "portal":
        spoiled = {
          status: 200,
          headers: { "Content-Type": "text/html; charset=utf-8" },
          body: "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Sign in to the network to go on.</body></html>",
        };
        break;
      case "redirect": {
        const to =
          value === undefined || value === "private"
            ? (PRIVATE[hash(identity) % PRIVATE.length] ?? "")
            : value;
        spoiled = { status: 302, headers: { Location: to, "Content-Type": "text/plain" }, body: "" };
        break;
      }
      case "latency":
      case "drip":
      case "reset":
      case "huge":
      case "hang":
        break;
    }
  }
  return spoiled;
}
