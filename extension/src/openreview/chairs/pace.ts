/** How fast OpenReview is asked for what its console does not ask for itself: one request after another, and at most one a second. */

export const PACE_MS = 1000;

export class Pace {
  readonly #ms: number;
  #next = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(ms: number = PACE_MS) {
    this.#ms = ms;
  }

  /** Waits for the turn of one request. */
  turn(signal: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => this.#wait(signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const left = this.#next - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    signal.throwIfAborted();
    this.#next = performance.now() + this.#ms;
  }
}

/** How long the rest takes, from how long the last steps took. */
export class TimeLeft {
  readonly #took: number[] = [];

  /** A step that asked somebody: what was known already took no time. */
  took(ms: number): void {
    this.#took.push(ms);
    if (this.#took.length > 20) this.#took.shift();
  }

  /** @returns milliseconds; null before a first step. */
  of(steps: number): number | null {
    if (this.#took.length === 0) return null;
    return (this.#took.reduce((sum, one) => sum + one, 0) / this.#took.length) * steps;
  }
}
