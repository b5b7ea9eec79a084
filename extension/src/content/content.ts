/** In the page: picture of the article, marks and card. No core here; it obeys no page's content policy. */

import { articleOf } from "../../../www/src/article/parse";
import { AuditState } from "../../../www/src/audit/state";
import { PageView } from "../../../www/src/page/page-view";
import { takeSnapshot } from "../../../www/src/page/snapshot";
import { Theme } from "../../../www/src/ui/theme";
import { words } from "../../../www/src/ui/words";
import { connect } from "../connect";
import { CONTENT_PORT, type FromContent, type Shared, type ToContent } from "../messages";

class ContentAudit {
  readonly #state = new AuditState();
  readonly #theme = new Theme();
  #port: chrome.runtime.Port | null = null;
  #view: PageView | null = null;
  #start: AbortController | null = null;
  #showSupported = false;

  /** Checks the page from the beginning. */
  async start(): Promise<void> {
    this.#start?.abort();
    const start = new AbortController();
    this.#start = start;
    this.#view?.remove();
    this.#state.begin("loading");
    try {
      const port = await this.#connected();
      port.postMessage({ kind: "begin" } satisfies FromContent);
      const snapshot = await takeSnapshot({ root: articleOf(document), signal: start.signal });
      this.#view = new PageView(snapshot, this.#state, this.#theme, {
        dismiss: (key, reason) => {
          this.#state.dismiss(key, reason);
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
      port.postMessage({
        kind: "audit",
        content: snapshot.html,
        origin: location.href,
      } satisfies FromContent);
    } catch (error) {
      if (!start.signal.aborted) this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  async #connected(): Promise<chrome.runtime.Port> {
    if (this.#port !== null) return this.#port;
    const port = await connect(CONTENT_PORT);
    port.onMessage.addListener((message: ToContent) => {
      this.#receive(message);
    });
    port.onDisconnect.addListener(() => {
      this.#port = null;
      if (this.#state.phase === "loading" || this.#state.phase === "running")
        this.#fail(words.worker.crashed);
    });
    this.#port = port;
    return port;
  }

  #receive(message: ToContent): void {
    switch (message.kind) {
      case "worker":
        this.#state.apply(message.message);
        break;
      case "start":
        void this.start();
        break;
      case "endpoint":
        this.#state.offer(message.host);
        break;
      case "asking":
        this.#state.ask(message.key);
        break;
      case "asked":
        this.#state.asked(message.key, message.failure);
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
    this.#state.apply({ kind: "failed", audit: null, message });
  }
}

// Injected again on a page where it is already, it starts over.
const world = globalThis as { citelight?: ContentAudit };
world.citelight ??= new ContentAudit();
void world.citelight.start();
