/** The line of a page or panel to the page that owns the worker: answered when it is opened, and watched while an answer is awaited. */

import { codeOf } from "@citelight/shared/error-codes";
import { withTimeout } from "@citelight/shared/timeout";
import { Heartbeat, type Ping } from "@citelight/shared/heartbeat";
import type { PortControl, WorkerHostOpened, Wake } from "./messages";
import { isOfPage } from "./sender";

/** How often a line is opened before the reader is told. */
const MOST_TRIES = 3;
/** The service worker may have to be started, and the offscreen document made. */
const WAKE_MS = 15_000;
/** Long: on a machine that does much else, a page that is there may not come to its turn for seconds. */
const ANSWER_MS = 8000;
/** Two: a page that was busy meanwhile may run its timer before it hears what waits. */
const PATIENCE = { everyMs: 3000, most: 2 };

export interface PortListener<In> {
  hear: (message: In) => void;
  /** It broke; not told where it was closed here. */
  lost: () => void;
}

/**
 * Browsers tell nobody that a line leads nowhere: a port is open as long as anyone holds its other end, and the service worker, which every
 * port reaches too, says nothing through it. So the page that owns the worker answers each new line, and pings.
 */
export class WatchedPort<In extends { kind: string }, Out> {
  readonly #port: chrome.runtime.Port;
  readonly #ends: PortListener<In>;
  #watch: Heartbeat | null = null;
  #isOpen = true;
  #host: string | null = null;

  private constructor(port: chrome.runtime.Port, ends: PortListener<In>) {
    this.#port = port;
    this.#ends = ends;
  }

  /** @throws Error with the code of the failure when nobody answers. */
  static async open<In extends { kind: string }, Out>(
    name: string,
    ends: PortListener<In>,
  ): Promise<WatchedPort<In, Out>> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const wake: Wake = { kind: "wake" };
      await withTimeout(WAKE_MS, chrome.runtime.sendMessage(wake)).catch(() => undefined);
      const port = chrome.runtime.connect({ name });
      const line = new WatchedPort<In, Out>(port, ends);
      if (await line.#answered()) return line;
      line.close();
    }
    throw new Error(codeOf("unreachable"));
  }

  /** Which page owns the worker at the other end. */
  get host(): string | null {
    return this.#host;
  }

  say(message: Out): void {
    if (this.#isOpen) this.#port.postMessage(message);
  }

  /** Finds out whether it still leads anywhere, for as long as something is awaited. */
  watch(isAwaited: boolean): void {
    if (isAwaited && this.#isOpen) this.#watch ??= this.#watched();
    else {
      this.#watch?.end();
      this.#watch = null;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.watch(false);
    this.#port.disconnect();
  }

  #watched(): Heartbeat {
    const ping = (message: Ping): void => {
      this.#port.postMessage(message);
    };
    return new Heartbeat(PATIENCE, ping, () => {
      this.close();
      this.#ends.lost();
    });
  }

  /** Listens from now on; whether the other end answered. */
  #answered(): Promise<boolean> {
    return new Promise((done) => {
      const limit = setTimeout(() => {
        done(false);
      }, ANSWER_MS);
      this.#port.onMessage.addListener((message: In | PortControl) => {
        this.#watch?.heard();
        if (isPortControl(message) && message.kind === "attached") {
          this.#host = message.host;
          clearTimeout(limit);
          done(true);
        } else if (!isPortControl(message) && this.#isOpen) this.#ends.hear(message);
      });
      this.#port.onDisconnect.addListener(() => {
        clearTimeout(limit);
        done(false);
        if (this.#host === null || !this.#isOpen) return;
        this.#isOpen = false;
        this.watch(false);
        this.#ends.lost();
      });
    });
  }
}

function isPortControl(message: { kind: string }): message is PortControl {
  return message.kind === "attached" || message.kind === "pong";
}

/** Tells of each page that comes to own the worker, by its name. */
export function onWorkerHostOpened(hear: (host: string) => void): void {
  chrome.runtime.onMessage.addListener((message: WorkerHostOpened | { kind: string } | null, sender) => {
    if (message?.kind === "host-opened" && "host" in message && !isOfPage(sender)) hear(message.host);
    return false;
  });
}
