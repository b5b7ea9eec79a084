/** The reader's end of an audit in a tab: hands over what is to be checked, shows marks and cards. */

import { AuditState } from "../../../www/src/audit/state";
import type { Content } from "../../../www/src/generated/Content";
import { PageView } from "../../../www/src/page/page-view";
import type { Places } from "../../../www/src/page/places";
import { Theme } from "../../../www/src/ui/theme";
import { words } from "../../../www/src/ui/words";
import { connect } from "../connect";
import { CONTENT_PORT, type Cause, type FromContent, type Shared, type ToContent } from "../messages";

/** A document as it is read for an audit. */
export interface Taken {
  content: Content;
  /** URL or file name. */
  origin: string;
  places: Places;
}

/** A page that always brings its worker down is left alone. */
const MOST_RESUMED = 3;

export class PageAudit {
  readonly state = new AuditState();
  readonly #take: (signal: AbortSignal) => Promise<Taken>;
  readonly #theme: Theme;
  #port: chrome.runtime.Port | null = null;
  #connecting: Promise<chrome.runtime.Port> | null = null;
  #view: PageView | null = null;
  #start: AbortController | null = null;
  #showSupported = false;
  #cause: Cause = "click";
  // How often the audit was begun anew because what ran it was gone.
  #resumed = 0;

  constructor(take: (signal: AbortSignal) => Promise<Taken>, theme = new Theme()) {
    this.#take = take;
    this.#theme = theme;
  }

  /** Checks the document from the beginning. */
  async start(cause: Cause = "click"): Promise<void> {
    this.#start?.abort();
    const start = new AbortController();
    this.#start = start;
    this.#cause = cause;
    this.#view?.remove();
    this.state.begin("loading");
    try {
      const port = await this.#connected();
      port.postMessage({ kind: "begin", cause } satisfies FromContent);
      const { content, origin, places } = await this.#take(start.signal);
      start.signal.throwIfAborted();
      this.#view = new PageView(places, this.state, this.#theme, {
        dismiss: (key, reason) => {
          this.state.dismiss(key, reason);
          this.#share({ kind: "dismiss", key, reason });
        },
        lost: (citation) => {
          this.#share({ kind: "lost", citation });
        },
        opened: (subject) => {
          this.#share({ kind: "opened", subject });
        },
        ask: (key) => {
          this.#say({ kind: "ask", key });
        },
        stopAsking: (key) => {
          this.#say({ kind: "stop-asking", key });
        },
      });
      this.#view.showSupported(this.#showSupported);
      port.postMessage({ kind: "audit", content, origin } satisfies FromContent);
      this.#start = null;
    } catch (error) {
      if (start.signal.aborted) return;
      this.#start = null;
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends a running audit; what was found stays. */
  stop(): void {
    if (this.#start === null) this.#say({ kind: "stop" });
    else this.#halt();
  }

  /** Removes every trace of the last audit: another document comes. */
  clear(): void {
    this.#start?.abort();
    this.#view?.remove();
    this.#view = null;
    this.#port?.disconnect();
    this.#port = null;
    this.#connecting = null;
    this.state.begin("idle");
  }

  /** Lets panels find the document before it is checked. */
  async attend(): Promise<void> {
    await this.#connected();
  }

  /** Gives up before anything was checked. */
  #halt(): void {
    this.#start?.abort();
    this.#start = null;
    this.#view?.remove();
    this.#view = null;
    this.state.begin("idle");
    this.#say({ kind: "halted" });
  }

  #connected(): Promise<chrome.runtime.Port> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      // The next start tries again.
      this.#connecting = null;
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<chrome.runtime.Port> {
    const port = await connect(CONTENT_PORT);
    port.onMessage.addListener((message: ToContent) => {
      this.#receive(message);
    });
    port.onDisconnect.addListener(() => {
      if (this.#port !== port) return;
      this.#port = null;
      this.#connecting = null;
      if (this.state.phase === "loading" || this.state.phase === "running") this.#resume();
    });
    this.#port = port;
    return port;
  }

  /** What ran the audit was stopped. Everything that was answered is kept, so it goes on where it was; not for ever. */
  #resume(): void {
    this.#resumed += 1;
    if (this.#resumed > MOST_RESUMED) this.#fail(words.worker.crashed);
    else void this.start(this.#cause);
  }

  #receive(message: ToContent): void {
    switch (message.kind) {
      case "worker":
        if (message.message.kind === "event" && message.message.event.kind === "finished") this.#resumed = 0;
        this.state.apply(message.message);
        break;
      case "start":
        void this.start();
        break;
      case "halt":
        this.#halt();
        break;
      case "endpoint":
        this.state.offer(message.host);
        break;
      case "asking":
        this.state.ask(message.key);
        break;
      case "asked":
        this.state.asked(message.key, message.failure);
        break;
      case "jump":
        this.#view?.jump(message.subject);
        break;
      case "show-supported":
        this.#showSupported = message.show;
        this.#view?.showSupported(message.show);
        break;
    }
  }

  #share(message: Shared): void {
    this.#say(message);
  }

  #say(message: FromContent): void {
    this.#port?.postMessage(message);
  }

  #fail(message: string): void {
    this.state.apply({ kind: "failed", audit: null, message });
  }
}
