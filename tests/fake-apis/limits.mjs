// The sources' rate limits, as they stand in 2026: what their headers say, and what breaks them.
import { json, raw } from "./answer.mjs";

/** @typedef {import("./answer.mjs").Answer} Answer */

/**
 * @typedef {object} Caller
 * @property {boolean} polite whether an e-mail address was given
 * @property {boolean} key whether a key was given
 */

/**
 * @typedef {object} Rule
 * @property {string} bucket requests of one bucket count together
 * @property {number} most requests, or cost units
 * @property {number} window milliseconds
 * @property {boolean} [calendar] windows follow one another (days) instead of sliding
 * @property {number} [cost] of this request
 * @property {number} [concurrent] requests at one time
 * @property {(used: number, now: number) => Record<string, string>} [headers]
 * @property {string} [retryAfter] seconds, if the source says so
 */

/** @typedef {"off" | "record" | "enforce"} LimitMode */

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/**
 * The rules that a request falls under.
 *
 * @type {Record<string, (path: string, query: URLSearchParams, caller: Caller) => Rule[]>}
 */
const RULES = {
  crossref: (path, _query, { polite, key }) => {
    const list = /^(\/v1)?\/works\/?$/.test(path);
    const pool = key ? "plus" : polite ? "polite" : "public";
    const most = { plus: 150, polite: list ? 3 : 10, public: list ? 1 : 5 }[pool];
    const concurrent = { plus: 100, polite: 3, public: 1 }[pool];
    const headers = () => ({
      "x-api-pool": pool,
      "x-rate-limit-limit": String(most),
      "x-rate-limit-interval": "1s",
      "x-concurrency-limit": String(concurrent),
    });
    return [{ bucket: list ? "list" : "single", most, window: SECOND, concurrent, headers }];
  },
  openalex: (path, query, { key }) => {
    // In credits of a hundredth of a cent, granted anew at midnight: single works are free, lists cost 1, searches 10.
    const search = query.has("search") || (query.get("filter") ?? "").includes("search:");
    const cost = /^\/works\/./.test(path) ? 0 : search ? 10 : 1;
    const most = key ? 10_000 : 1_000;
    const headers = (/** @type {number} */ used, /** @type {number} */ now) => ({
      "X-RateLimit-Limit": String(most),
      "X-RateLimit-Remaining": String(Math.max(0, most - used)),
      "X-RateLimit-Reset": String(Math.ceil((DAY - (now % DAY)) / SECOND)),
      "X-RateLimit-Credits-Required": String(cost),
    });
    return [
      { bucket: "second", most: 100, window: SECOND },
      { bucket: "day", most, window: DAY, calendar: true, cost, headers },
    ];
  },
  semanticscholar: () => [{ bucket: "second", most: 1, window: SECOND }],
  arxiv: () => [{ bucket: "three seconds", most: 1, window: 3 * SECOND, concurrent: 1 }],
  dblp: () => [{ bucket: "second", most: 1, window: SECOND, retryAfter: "1" }],
  openlibrary: () => [{ bucket: "second", most: 1, window: SECOND }],
  europepmc: () => [{ bucket: "second", most: 10, window: SECOND }],
  pubmed: (_path, _query, { key }) => {
    const most = key ? 10 : 3;
    const headers = (/** @type {number} */ used) => ({
      "X-RateLimit-Limit": String(most),
      "X-RateLimit-Remaining": String(Math.max(0, most - used)),
    });
    return [{ bucket: "second", most, window: SECOND, headers, retryAfter: "2" }];
  },
  datacite: (_path, _query, { polite }) => [
    { bucket: "five minutes", most: polite ? 1000 : 500, window: 300 * SECOND },
  ],
  unpaywall: () => [{ bucket: "day", most: 100_000, window: DAY, calendar: true }],
  openreview: () => [throttled()],
  openreview2: () => [throttled()],
};

/** OpenReview's throttle, one for both APIs. @returns {Rule} */
const throttled = () => ({
  bucket: "half an hour",
  most: 100,
  window: 1800 * SECOND,
  headers: (used) => ({ "RateLimit-Limit": "100", "RateLimit-Remaining": String(Math.max(0, 100 - used)) }),
});

/** Clocks and networks jitter: a window counts as kept if it is kept to this share. */
const TOLERANCE = 0.95;

/** What was counted of one bucket: costs by window for calendar windows, times (ascending) for sliding ones. */
class Count {
  #window = -1;
  #cost = 0;
  /** @type {number[]} */
  #times = [];

  /**
   * What is used up at a time.
   *
   * @param {Rule} rule
   * @param {number} now
   */
  used(rule, now) {
    if (rule.calendar) return Math.floor(now / rule.window) === this.#window ? this.#cost : 0;
    const length = rule.window * TOLERANCE;
    const inWindow = (/** @type {number} */ end) => {
      let found = 0;
      for (let i = this.#times.length - 1; i >= 0; i -= 1) {
        const time = this.#times[i] ?? 0;
        if (time <= end - length) break;
        if (time <= end) found += 1;
      }
      return found;
    };
    // Virtual times may come in another order: the windows that end with later requests count too.
    let most = inWindow(now);
    for (let i = this.#times.length - 1; i >= 0 && (this.#times[i] ?? 0) > now; i -= 1) {
      const time = this.#times[i] ?? 0;
      if (time < now + length) most = Math.max(most, inWindow(time));
    }
    return most;
  }

  /**
   * @param {Rule} rule
   * @param {number} now
   * @param {number} cost
   */
  add(rule, now, cost) {
    if (rule.calendar) {
      const window = Math.floor(now / rule.window);
      if (window !== this.#window) this.#cost = 0;
      this.#window = window;
      this.#cost += cost;
      return;
    }
    const times = this.#times;
    let place = times.length;
    while (place > 0 && (times[place - 1] ?? 0) > now) place -= 1;
    times.splice(place, 0, now);
    // Twice the window is kept, for those who come late; the rest goes, a batch at a time.
    if (times.length > 4 * rule.most + 1000)
      this.#times = times.filter((time) => time > now - 2 * rule.window);
  }
}

/** Counts requests against the rules. */
export class Limits {
  /** @type {Map<string, Count>} */
  #counts = new Map();
  /** @type {LimitMode | Record<string, LimitMode>} */
  mode;

  /** @param {LimitMode | Record<string, LimitMode>} mode for all, or by source ("*" for the others) */
  constructor(mode) {
    this.mode = mode;
  }

  reset() {
    this.#counts.clear();
  }

  /**
   * Counts one request.
   *
   * @param {string} source
   * @param {string} path
   * @param {URLSearchParams} query
   * @param {Caller} caller
   * @param {number} now milliseconds
   * @param {number | undefined} running requests of this source at this time, this one with them; undefined: not known
   * @returns {{ violations: string[], headers: Record<string, string>, refused: Rule | undefined }}
   */
  count(source, path, query, caller, now, running) {
    const mode = typeof this.mode === "string" ? this.mode : (this.mode[source] ?? this.mode["*"] ?? "off");
    /** @type {string[]} */
    const violations = [];
    /** @type {Record<string, string>} */
    const headers = {};
    if (mode === "off") return { violations, headers, refused: undefined };
    /** @type {Rule | undefined} */
    let broken;
    const rules = RULES[source]?.(path, query, caller) ?? [];
    const counted = rules.map((rule) => {
      const name = `${source === "openreview2" ? "openreview" : source} ${rule.bucket}`;
      const count = this.#counts.get(name) ?? new Count();
      this.#counts.set(name, count);
      return { rule, count, cost: rule.cost ?? 1, used: count.used(rule, now) };
    });
    for (const { rule, cost, used } of counted) {
      if (cost > 0 && used + cost > rule.most) {
        violations.push(`${source}: more than ${rule.most} per ${rule.bucket}`);
        broken ??= rule;
      }
      if (rule.concurrent !== undefined && running !== undefined && running > rule.concurrent) {
        violations.push(`${source}: more than ${rule.concurrent} at a time`);
        broken ??= rule;
      }
    }
    const refused = mode === "enforce" ? broken : undefined;
    for (const { rule, count, cost, used } of counted) {
      if (!refused && cost > 0) count.add(rule, now, cost);
      Object.assign(headers, rule.headers?.(used + (refused ? 0 : cost), now));
    }
    return { violations, headers, refused };
  }
}

/**
 * A source's own words for "too many requests".
 *
 * @param {string} source
 * @param {string | undefined} retryAfter seconds
 * @returns {Answer}
 */
export function tooMany(source, retryAfter) {
  const answer = words(source);
  return retryAfter === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, "Retry-After": retryAfter } };
}

/**
 * @param {string} source
 * @returns {Answer}
 */
function words(source) {
  switch (source) {
    case "semanticscholar":
      return json(
        {
          message: "Too Many Requests. Please wait and try again or apply for a key for higher rate limits.",
          code: "429",
        },
        429,
      );
    case "openalex":
      return json({ error: "Rate limit exceeded", message: "Rate limit exceeded" }, 429);
    case "pubmed":
      return json({ error: "API rate limit exceeded", "api-key": "127.0.0.1", count: "4", limit: "3" }, 429);
    case "openreview":
    case "openreview2":
      return json(
        {
          name: "RateLimitError",
          message: "Too many requests: You have made more requests than the limit allows.",
          status: 429,
          details: {},
        },
        429,
      );
    case "arxiv":
      return raw("Rate exceeded.", "text/plain", 429);
    case "datacite":
      return json({ errors: [{ status: "429", title: "Too Many Requests" }] }, 429);
    default:
      return raw("Too many requests", "text/plain", 429);
  }
}
