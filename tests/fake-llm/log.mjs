// The request log that tests assert on: what was asked, how often, and what came of it. No sentence and no key is kept.

/**
 * @typedef {object} Entry
 * @property {number} number from 1
 * @property {number} time milliseconds since the start
 * @property {number} took milliseconds until the answer was out; 0 while it runs
 * @property {string} path
 * @property {string} prompt its name; "unknown" if no recogniser knows it, "" where none is asked
 * @property {string} fingerprint SHA-256 of the body
 * @property {string} subject SHA-256 of what is asked about, "" where nothing is
 * @property {number} sample answers to the same body that came before
 * @property {boolean} repair an answer was sent back
 * @property {boolean} stream
 * @property {string} format response format
 * @property {"absent" | "present" | "wrong"} key
 * @property {boolean} keyElsewhere the key stands in the address or the body, too
 * @property {number} outside characters of the data that stand outside all delimiters
 * @property {number} bodyBytes
 * @property {number} images that came along
 * @property {number} concurrent requests at the time, this one with them
 * @property {string} fault faults that it got, or ""
 * @property {number} status 0 while it runs, and where the connection was cut
 * @property {Outcome} outcome
 * @property {string | undefined} gold how gold stood to the question: found, no quote, unknown
 * @property {boolean | undefined} fits the answer fits the response format
 * @property {string[]} obeyed orders in the data that were followed
 */

/** @typedef {"running" | "answered" | "refused" | "failed" | "cut" | "abandoned"} Outcome */

/** @typedef {Pick<Entry, "time" | "path" | "fingerprint" | "key" | "keyElsewhere" | "bodyBytes" | "concurrent">} Beginning */

/**
 * @typedef {object} Balance
 * @property {number} questions different bodies
 * @property {number} answered answers that went out whole
 * @property {string[]} lost fingerprints of bodies that were never answered
 * @property {string[]} doubled of bodies that were answered more often than there are samples
 */

/** @returns {Record<"prompts" | "statuses" | "outcomes" | "faults" | "keys", Record<string, number>>} */
const noCounts = () => ({ prompts: {}, statuses: {}, outcomes: {}, faults: {}, keys: {} });

/** Keeps the last entries, and counts of all. */
export class Log {
  /** @type {Entry[]} */
  #entries = [];
  #number = 0;
  /** @type {Map<string, number>} */
  #answered = new Map();
  #mostConcurrent = 0;
  #counts = noCounts();
  #keep;

  /** @param {number} keep entries */
  constructor(keep) {
    this.#keep = keep;
  }

  /** @param {Beginning} beginning @returns {Entry} */
  begin(beginning) {
    /** @type {Entry} */
    const entry = {
      number: (this.#number += 1),
      ...beginning,
      prompt: "",
      subject: "",
      sample: 0,
      repair: false,
      stream: false,
      format: "",
      outside: 0,
      images: 0,
      fault: "",
      took: 0,
      status: 0,
      outcome: "running",
      gold: undefined,
      fits: undefined,
      obeyed: [],
    };
    this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#keep) this.#entries.splice(0, this.#entries.length - this.#keep);
    this.#mostConcurrent = Math.max(this.#mostConcurrent, entry.concurrent);
    return entry;
  }

  /**
   * @param {Entry} entry what it holds by now
   * @param {number} status
   * @param {Outcome} outcome
   * @param {number} time milliseconds since the start
   */
  end(entry, status, outcome, time) {
    entry.took = Math.max(0, time - entry.time);
    entry.status = status;
    entry.outcome = outcome;
    if (entry.prompt !== "")
      this.#answered.set(
        entry.fingerprint,
        (this.#answered.get(entry.fingerprint) ?? 0) + Number(outcome === "answered"),
      );
    for (const [counts, name] of /** @type {const} */ ([
      ["prompts", entry.prompt],
      ["statuses", String(status)],
      ["outcomes", outcome],
      ["faults", entry.fault],
      ["keys", entry.key],
    ])) {
      const count = this.#counts[counts];
      if (name !== "") count[name] = (count[name] ?? 0) + 1;
    }
  }

  clear() {
    this.#entries = [];
    this.#number = 0;
    this.#answered.clear();
    this.#mostConcurrent = 0;
    this.#counts = noCounts();
  }

  /**
   * @param {{ prompt?: string | undefined, since?: number, limit?: number }} [which] since: entries with a higher number
   * @returns {Entry[]}
   */
  entries({ prompt, since = 0, limit = Infinity } = {}) {
    return this.#entries
      .filter((entry) => entry.number > since && (prompt === undefined || entry.prompt === prompt))
      .slice(0, limit);
  }

  /** Counts of all requests that ended since the last reset. */
  summary() {
    return { requests: this.#number, mostConcurrent: this.#mostConcurrent, ...this.#counts };
  }

  /**
   * What was lost and what was doubled, if every body is asked so many times on purpose.
   *
   * @param {number} [samples]
   * @returns {Balance}
   */
  balance(samples = 1) {
    const all = [...this.#answered];
    /** @param {(count: number) => boolean} which */
    const those = (which) => all.filter(([, count]) => which(count)).map(([fingerprint]) => fingerprint);
    return {
      questions: all.length,
      answered: all.reduce((sum, [, count]) => sum + count, 0),
      lost: those((count) => count === 0),
      doubled: those((count) => count > samples),
    };
  }
}
