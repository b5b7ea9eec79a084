/** How pages and panels talk to the page that owns the worker: by a line that is opened when it is needed, and given up when it leads nowhere. */

import { WatchedPort, onWorkerHostOpened, type PortListener } from "./port";

export class Connection<In extends { kind: string }, Out> {
  readonly #name: string;
  readonly #ends: PortListener<In>;
  #line: WatchedPort<In, Out> | null = null;
  #opening: Promise<void> | null = null;
  // The last opening: lines of earlier ones are nobody's.
  #opened: symbol | null = null;
  #isAwaited = false;

  /** @param name of the port. */
  constructor(name: string, ends: PortListener<In>) {
    this.#name = name;
    this.#ends = ends;
    onWorkerHostOpened((host) => {
      const isOver = this.#line === null ? this.#opening === null : this.#line.host !== host;
      if (isOver && this.#opened !== null) this.#lose();
    });
  }

  get isOpen(): boolean {
    return this.#line !== null;
  }

  /**
   * Opens it, if it is not open.
   *
   * @throws Error with the code of the failure when nobody answers, or when it was closed meanwhile.
   */
  open(): Promise<void> {
    if (this.#opening !== null) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    opening.catch(() => {
      // The next call tries again.
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  /** Says it, if it is open: what is not heard is not said again. */
  say(message: Out): void {
    this.#line?.say(message);
  }

  /** Whether something is awaited: as long as it is, a line that leads nowhere is noticed. */
  await(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    this.#line?.watch(isAwaited);
  }

  close(): void {
    this.#line?.close();
    this.#line = null;
    this.#opening = null;
    this.#opened = null;
  }

  async #open(): Promise<void> {
    const opened = Symbol();
    this.#opened = opened;
    const line: WatchedPort<In, Out> = await WatchedPort.open(this.#name, {
      hear: this.#ends.hear,
      lost: () => {
        if (this.#line === line) this.#lose();
      },
    });
    if (this.#opened !== opened) {
      line.close();
      throw new Error("the line was closed while it was opened");
    }
    this.#line = line;
    line.watch(this.#isAwaited);
  }

  /** Whoever comes to own the worker next is told of, too, should nobody be there now. */
  #lose(): void {
    this.#line?.close();
    this.#line = null;
    this.#opening = null;
    this.#ends.lost();
  }
}
