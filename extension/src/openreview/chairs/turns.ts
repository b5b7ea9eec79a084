/** Long work in pieces, so that a page answers meanwhile. */

import { nextTask } from "@citelight/shared/page/time-slices";

/** Work is done for so long without the page having its turn. */
const TURN_MS = 12;

/** Lets the page have its turn whenever the last turn took long enough. */
export class Turns {
  #since = performance.now();

  /** The page had its turn while something was waited for. */
  begin(): void {
    this.#since = performance.now();
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await nextTask();
    this.#since = performance.now();
  }
}
