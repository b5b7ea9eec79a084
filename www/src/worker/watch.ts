/**
 * Notices a worker that fell silent before it was ready: of Firefox's one in fifteen does, in the frame of an extension, without an
 * error, and its timers are silent with it.
 */

/** To the worker, whose script answers it before the core hears of it. */
export interface Ping {
  kind: "ping";
}

/** From the worker. */
export interface Pong {
  kind: "pong";
}

const PING_EVERY_MS = 2000;
/** Pings that a worker leaves unanswered before another takes its place; one that compiles on a slow machine is busy for a while. */
const MOST_UNANSWERED = 5;

export class Watch {
  readonly #timer: ReturnType<typeof setInterval>;
  #unanswered = 0;

  /** @param silent is called once, and nothing after it. */
  constructor(ping: () => void, silent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#unanswered >= MOST_UNANSWERED) {
        this.end();
        silent();
        return;
      }
      this.#unanswered += 1;
      ping();
    }, PING_EVERY_MS);
  }

  /** The worker said something. */
  heard(): void {
    this.#unanswered = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
