/** One article on one page with its panel, checked by a worker of the page: what demo and component share. */

import { applyEvent } from "./audit/audit-log";
import type { FullText, FullTexts } from "./audit/full-texts";
import { AuditSession, type AuditPermissions } from "./audit/audit-session";
import { hostOf, type EndpointUse } from "./audit/endpoint-choice";
import { NO_LOOK_UP, type LookUpChoice } from "./audit/look-up-choice";
import { textAlone } from "./audit/order";
import { reportOf } from "./audit/report";
import { AuditState } from "./audit/state";
import type { FromWorker } from "./generated/FromWorker";
import type { Settings } from "./generated/Settings";
import { findFullTexts } from "./page/find-full-texts";
import { SnapshotAnchors } from "./page/snapshot-anchors";
import { PageView, type PageHandlers } from "./page/page-view";
import { takeSnapshot, type Snapshot } from "./page/snapshot";
import { CountPill } from "./ui/count-pill";
import { Panel } from "./ui/panel";
import { LocalizedError } from "./ui/errors";
import type { Theme } from "./ui/theme";
import type { Messages } from "./ui/locales/messages";
import type { WorkerClient } from "./worker/client";

export interface SessionOptions {
  /** Asked when the audit starts: the article may have been replaced meanwhile. */
  article: () => {
    root: Element;
    head?: ParentNode | null;
    origin: string;
    settings?: Partial<Settings>;
    /** Where the full text is, if not as the page itself says. */
    fullTexts?: FullTexts;
  } | null;
  panel: HTMLElement;
  client: WorkerClient;
  theme: Theme;
  words: Messages;
  /** Whether references may be looked up; null where it is out of the question. */
  lookUp: LookUpChoice | null;
  /** What is put to an endpoint, as it holds when something is checked; null: nothing. */
  endpoint?: () => Promise<EndpointUse | null>;
  /** Stands in the panel where the endpoint is chosen. */
  endpointBox?: HTMLElement;
  /** Checks what a link leads to; where nobody can, links are only links. */
  openFullText?: (link: FullText) => void;
  /** Hears each message of the audit too. */
  hear?: (message: FromWorker) => void;
}

export class Session {
  readonly state = new AuditState();
  readonly #options: SessionOptions;
  readonly #panel: Panel;
  readonly #pill: CountPill;
  readonly #audit: AuditSession;
  #view: PageView | null = null;
  #start: AbortController | null = null;
  #showSupported = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#audit = new AuditSession(
      options.client,
      () => this.#permissions(),
      (event) => {
        applyEvent(this.state, event);
        if (event.kind === "worker") options.hear?.(event.message);
      },
    );
    this.#panel = new Panel(options.panel, this.state, options.theme, options.words, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      jump: (subject) => this.#view?.jump(subject),
      write: (format) => {
        const report = reportOf(this.state, this.#audit.origin);
        if (report === null) return Promise.reject(new LocalizedError(options.words.export.nothing));
        return options.client.write(format, report);
      },
      lookUp: options.lookUp,
      openFullText: options.openFullText ?? null,
      endpoint: options.endpointBox ?? null,
      showSupported: (show) => {
        this.#showSupported = show;
        this.#view?.showSupported(show);
      },
    });
    this.#pill = new CountPill(this.state, options.theme, options.words, options.panel);
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
      if (start.signal.aborted) return;
      this.#view = this.#viewOf(snapshot);
      this.#view.showSupported(this.#showSupported);
      const { settings = {}, origin, fullTexts = findFullTexts(document, location.href) } = article;
      this.#audit.log.record({ kind: "full-texts", fullTexts });
      await this.#audit.check({ content: textAlone(snapshot.html), origin, address: null }, settings);
    } catch (error) {
      if (!start.signal.aborted) this.state.apply({ kind: "failed", audit: null, message: String(error) });
    }
  }

  /** Tells the cards of another endpoint, or none, that holds from now on. */
  async offerEndpoint(): Promise<void> {
    const { endpoint } = await this.#permissions();
    this.state.offer(endpoint === null ? null : hostOf(endpoint.endpoint.settings));
  }

  /** Ends a running audit; what was found stays. */
  stop(): void {
    this.#audit.cancel();
  }

  /** Forgets the audit and clears the page. */
  reset(): void {
    this.#start?.abort();
    this.#audit.reset();
    this.#view?.remove();
    this.#view = null;
    this.state.begin("idle");
  }

  remove(): void {
    this.reset();
    this.#panel.remove();
    this.#pill.remove();
  }

  #viewOf(snapshot: Snapshot): PageView {
    const { theme, words } = this.#options;
    const handlers: PageHandlers = {
      dismiss: (key, reason) => {
        this.#audit.log.record({ kind: "dismiss", key, reason });
      },
      lost: (citation) => {
        this.#audit.log.record({ kind: "lost", citation });
      },
      opened: (subject) => {
        this.#panel.select(subject);
      },
      ask: (key, whom) => {
        void this.#audit.ask(key, whom);
      },
      stopAsking: (key) => {
        this.#audit.stopAsking(key);
      },
    };
    return new PageView(new SnapshotAnchors(snapshot), this.state, theme, words, handlers, "shared");
  }

  /** Who may be asked for records, texts and what stays open, as the reader allows it now. */
  async #permissions(): Promise<AuditPermissions> {
    const { references, committees } = (await this.#options.lookUp?.read()) ?? NO_LOOK_UP;
    // A page may not read every server's answers.
    const online = references ? { mailto: null, keys: {}, any_server: false } : null;
    const endpoint = (await this.#options.endpoint?.()) ?? null;
    return { mayCheck: true, online, committees, endpoint };
  }
}
