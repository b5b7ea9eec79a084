/** Whether another script, in a worker or behind a port, still answers: browsers tell nobody that one will not. */

/** Asks for a sign of life. */
export interface Ping {
  kind: "ping";
}

/** A sign of life. */
export interface Pong {
  kind: "pong";
}

export interface Patience {
  everyMs: number;
  /** Pings without an answer before it counts as silent. */
  most: number;
}

/** Timers of hidden pages are late, so what counts is not the time but whether anything came since the last pings. */
export class Watch {
  readonly #timer: ReturnType<typeof setInterval>;
  #unanswered = 0;

  /** @param silent is called once, and nothing after it. */
  constructor({ everyMs, most }: Patience, ping: (ping: Ping) => void, silent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#unanswered >= most) {
        this.end();
        silent();
        return;
      }
      this.#unanswered += 1;
      ping({ kind: "ping" });
    }, everyMs);
  }

  /** Something came. */
  heard(): void {
    this.#unanswered = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
