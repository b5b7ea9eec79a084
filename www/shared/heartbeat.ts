/** Whether another script, in a worker or behind a port, still answers: browsers tell nobody that one will not. */

/** Asks for a sign of life. */
export interface Ping {
  kind: "ping";
}

/** A sign of life. */
export interface Pong {
  kind: "pong";
}

export interface HeartbeatLimits {
  everyMs: number;
  /** Pings without an answer before it counts as silent. */
  most: number;
  /** The same while somebody waits for it to stop. */
  mostHurried?: number;
}

/** Timers of hidden pages are late, so what counts is not the time but whether anything came since the last pings. */
export class Heartbeat {
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #patience: HeartbeatLimits;
  #unanswered = 0;
  #isHurried = false;

  /** @param silent is called once, and nothing after it. */
  constructor(patience: HeartbeatLimits, ping: (ping: Ping) => void, silent: () => void) {
    this.#patience = patience;
    this.#timer = setInterval(() => {
      if (this.#unanswered >= this.#most) {
        this.end();
        silent();
        return;
      }
      this.#unanswered += 1;
      ping({ kind: "ping" });
    }, patience.everyMs);
  }

  get #most(): number {
    const { most, mostHurried = most } = this.#patience;
    return this.#isHurried ? mostHurried : most;
  }

  /** Something came. */
  heard(): void {
    this.#unanswered = 0;
    this.#isHurried = false;
  }

  /** Somebody waits for it to stop: until it answers, fewer pings may go unanswered. */
  hurry(): void {
    this.#isHurried = true;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
