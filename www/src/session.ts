/** One article on one page with its panel, checked by a worker of the page: what demo and component share. */

import type { LookUpChoice } from "./audit/look-up-choice";
import { AuditState } from "./audit/state";
import type { FromWorker } from "./generated/FromWorker";
import type { Settings } from "./generated/Settings";
import { PageView } from "./page/page-view";
import { takeSnapshot } from "./page/snapshot";
import { Panel } from "./ui/panel";
import type { Theme } from "./ui/theme";
import type { WorkerClient } from "./worker/client";

export interface SessionOptions {
  /** Asked when the audit starts: the article may have been replaced meanwhile. */
  article: () => {
    root: Element;
    head?: ParentNode | null;
    origin: string;
    settings?: Partial<Settings>;
  } | null;
  panel: HTMLElement;
  client: WorkerClient;
  theme: Theme;
  /** Whether references may be looked up; null where it is out of the question. */
  lookUp: LookUpChoice | null;
  /** Hears each message of the audit too. */
  hear?: (message: FromWorker) => void;
}

export class Session {
  readonly state = new AuditState();
  readonly #options: SessionOptions;
  readonly #panel: Panel;
  #view: PageView | null = null;
  #audit: string | null = null;
  #start: AbortController | null = null;
  #showSupported = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#panel = new Panel(options.panel, this.state, options.theme, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      jump: (subject) => this.#view?.jump(subject),
      lookUp: options.lookUp,
      showSupported: (show) => {
        this.#showSupported = show;
        this.#view?.showSupported(show);
      },
    });
  }

  /** Checks the article from the beginning. */
  async start(): Promise<void> {
    this.reset();
    const article = this.#options.article();
    if (article === null) return;
    this.state.begin("loading");
    const start = new AbortController();
    this.#start = start;
    try {
      const snapshot = await takeSnapshot({
        root: article.root,
        head: article.head === undefined ? document.head : article.head,
        signal: start.signal,
      });
      const looksUp = (await this.#options.lookUp?.read()) ?? false;
      if (start.signal.aborted) return;
      this.#view = new PageView(snapshot, this.state, this.#options.theme, {
        dismiss: (key, reason) => {
          this.state.dismiss(key, reason);
        },
        lost: (citation) => {
          this.state.lose(citation);
        },
        opened: (subject) => {
          this.#panel.select(subject);
        },
      });
      this.#view.showSupported(this.#showSupported);
      // A page may not read every server's answers.
      const online = looksUp ? { mailto: null, any_server: false } : null;
      this.#audit = this.#options.client.audit(
        { content: snapshot.html, origin: article.origin, settings: article.settings ?? {}, online },
        (message) => {
          if (start.signal.aborted) return;
          this.state.apply(message);
          this.#options.hear?.(message);
        },
      );
    } catch (error) {
      if (!start.signal.aborted) this.state.apply({ kind: "failed", audit: null, message: String(error) });
    }
  }

  /** Ends a running audit; what was found stays. */
  stop(): void {
    if (this.#audit !== null) this.#options.client.cancel(this.#audit);
  }

  /** Forgets the audit and clears the page. */
  reset(): void {
    this.#start?.abort();
    if (this.#audit !== null) this.#options.client.drop(this.#audit);
    this.#audit = null;
    this.#view?.remove();
    this.#view = null;
    this.state.begin("idle");
  }

  remove(): void {
    this.reset();
    this.#panel.remove();
  }
}
