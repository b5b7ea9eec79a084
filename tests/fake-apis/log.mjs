// The request log that tests assert on: who asked what, when, how often, and against which limit.

/**
 * @typedef {object} Entry
 * @property {number} number from 1
 * @property {number} time milliseconds since the start, or the caller's virtual time
 * @property {string} source
 * @property {string} method
 * @property {string} path after the prefix
 * @property {string} query without keys and addresses
 * @property {string} userAgent
 * @property {string | null} mailto address given in the query or the user agent
 * @property {boolean} key whether a key was sent
 * @property {number} bodyBytes
 * @property {number} concurrent requests of this source at the time, this one with them
 * @property {boolean} duplicate the same request was already answered well
 * @property {boolean} retry the same request failed before
 * @property {string[]} violations of limits
 * @property {string} fault faults that it got, or ""
 * @property {boolean} recorded answered from a recording
 * @property {number} status 0 while it runs, and where the connection was cut
 */

/** Query parameters that say who asks, not what. */
const IDENTIFYING = new Set(["mailto", "email", "api_key", "apikey", "api-key", "tool", "x-fault"]);

/**
 * A query without the caller's identity, sorted: the same for the same question.
 *
 * @param {URLSearchParams} query
 */
export function question(query) {
  const kept = [...query].filter(([name]) => !IDENTIFYING.has(name));
  if (kept.length > 1) kept.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return new URLSearchParams(kept).toString();
}

/** @typedef {Omit<Entry, "number" | "duplicate" | "retry" | "fault" | "recorded" | "status">} Beginning */

/** Keeps the last entries, and counts of all. */
export class Log {
  /** @type {Entry[]} */
  #entries = [];
  #number = 0;
  /** @type {Map<string, "answered" | "failed">} */
  #known = new Map();
  /** @type {Record<string, { requests: number, statuses: Record<string, number>, faults: number, duplicates: number, retries: number, violations: number, mostConcurrent: number, withoutMailto: number }>} */
  #counts = {};
  /** @type {number} */
  #keep;

  /** @param {number} keep entries */
  constructor(keep) {
    this.#keep = keep;
  }

  /**
   * @param {Beginning} beginning
   * @param {string} identity the same for the same request, its body included
   * @returns {Entry}
   */
  begin(beginning, identity) {
    const before = this.#known.get(identity);
    const entry = {
      number: (this.#number += 1),
      ...beginning,
      duplicate: before === "answered",
      retry: before === "failed",
      fault: "",
      recorded: false,
      status: 0,
    };
    this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#keep) this.#entries.splice(0, this.#entries.length - this.#keep);
    const count = (this.#counts[entry.source] ??= {
      requests: 0,
      statuses: {},
      faults: 0,
      duplicates: 0,
      retries: 0,
      violations: 0,
      mostConcurrent: 0,
      withoutMailto: 0,
    });
    count.requests += 1;
    count.duplicates += Number(entry.duplicate);
    count.retries += Number(entry.retry);
    count.violations += entry.violations.length;
    count.withoutMailto += Number(entry.mailto === null);
    count.mostConcurrent = Math.max(count.mostConcurrent, entry.concurrent);
    return entry;
  }

  /**
   * @param {Entry} entry
   * @param {string} identity
   * @param {number} status
   * @param {string} fault
   */
  end(entry, identity, status, fault) {
    entry.status = status;
    entry.fault = fault;
    const count = this.#counts[entry.source];
    if (count) {
      count.statuses[status] = (count.statuses[status] ?? 0) + 1;
      count.faults += Number(fault !== "" && !/^latency:\d+$/.test(fault));
    }
    const failed =
      status === 429 || status >= 500 || status === 0 || (fault !== "" && !/^latency:\d+$/.test(fault));
    if (this.#known.get(identity) !== "answered") this.#known.set(identity, failed ? "failed" : "answered");
  }

  clear() {
    this.#entries = [];
    this.#known.clear();
    this.#counts = {};
    this.#number = 0;
  }

  /**
   * @param {{ source?: string | undefined, since?: number, limit?: number }} [which] since: entries with a higher number
   * @returns {Entry[]}
   */
  entries({ source, since = 0, limit = Number.POSITIVE_INFINITY } = {}) {
    const found = this.#entries.filter(
      (entry) => entry.number > since && (source === undefined || entry.source === source),
    );
    return found.slice(0, limit);
  }

  /** Counts by source, of all requests since the last reset. */
  summary() {
    return { requests: this.#number, sources: this.#counts };
  }
}
