/** Milliseconds one slice of work may take before the page gets its turn again. */
export const SLICE_MS = 8;

/** Ends the current task; the promise settles in a later one, after input and painting had their chance. */
export function nextTask(): Promise<void> {
  const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler;
  if (scheduler?.yield !== undefined) return scheduler.yield();
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** Parts long work into short slices: `if (slices.due()) await slices.next();` between two units of work. */
export class TimeSlices {
  readonly #budget: number;
  #until: number;

  constructor(budget = SLICE_MS) {
    this.#budget = budget;
    this.#until = performance.now() + budget;
  }

  /** Whether the slice is used up. */
  due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Lets the page run, then begins a new slice. */
  async next(): Promise<void> {
    await nextTask();
    this.#until = performance.now() + this.#budget;
  }
}
