/** One article on one page with its panel, checked by a worker of the page: what demo and component share. */

import { PairChecks } from "./audit/pair-checks";
import { hostOf, unaskedEndpoint, type EndpointUse } from "./audit/endpoint-choice";
import { NO_LOOK_UP, type LookUpChoice } from "./audit/look-up-choice";
import { reportOf } from "./audit/report";
import { AuditState, type RecheckTarget, type PairKey } from "./audit/state";
import type { FromWorker } from "./generated/FromWorker";
import type { Settings } from "./generated/Settings";
import { SnapshotAnchors } from "./page/snapshot-anchors";
import { PageView } from "./page/page-view";
import { takeSnapshot } from "./page/snapshot";
import { Panel } from "./ui/panel";
import { LocalizedError } from "./ui/errors";
import type { Theme } from "./ui/theme";
import type { Messages } from "./ui/locales/messages";
import { textAlone, type AuditOrder, type WorkerClient } from "./worker/client";

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
  words: Messages;
  /** Whether references may be looked up; null where it is out of the question. */
  lookUp: LookUpChoice | null;
  /** What is put to an endpoint, as it holds when something is checked; null: nothing. */
  endpoint?: () => Promise<EndpointUse | null>;
  /** Stands in the panel where the endpoint is chosen. */
  endpointBox?: HTMLElement;
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
  readonly #asking: PairChecks;
  // What was checked last, to ask about a part of it again.
  #order: AuditOrder | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#asking = new PairChecks(options.client);
    this.#panel = new Panel(options.panel, this.state, options.theme, options.words, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      jump: (subject) => this.#view?.jump(subject),
      write: (format) => {
        const report = reportOf(this.state, this.#order?.origin ?? null);
        if (report === null) return Promise.reject(new LocalizedError(options.words.export.nothing));
        return options.client.write(format, report);
      },
      lookUp: options.lookUp,
      endpoint: options.endpointBox ?? null,
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
      const sources = await this.#sources();
      const use = (await this.#options.endpoint?.()) ?? null;
      if (start.signal.aborted) return;
      this.#view = new PageView(
        new SnapshotAnchors(snapshot),
        this.state,
        this.#options.theme,
        this.#options.words,
        {
          dismiss: (key, reason) => {
            this.state.dismiss(key, reason);
          },
          lost: (citation) => {
            this.state.lose(citation);
          },
          opened: (subject) => {
            this.#panel.select(subject);
          },
          ask: (key, whom) => {
            void this.#ask(key, whom);
          },
          stopAsking: (key) => {
            this.#asking.stop(key);
          },
        },
        "shared",
      );
      this.#view.showSupported(this.#showSupported);
      const { settings = {}, origin } = article;
      this.state.offer(use === null ? null : hostOf(use.endpoint.settings));
      this.#order = {
        content: textAlone(snapshot.html),
        origin,
        settings,
        ...sources,
      };
      const endpoint = unaskedEndpoint(use);
      this.#audit = this.#options.client.audit({ ...this.#order, endpoint }, (message) => {
        if (start.signal.aborted) return;
        this.state.apply(message);
        this.#options.hear?.(message);
      });
    } catch (error) {
      if (!start.signal.aborted) this.state.apply({ kind: "failed", audit: null, message: String(error) });
    }
  }

  /** Who may be asked for records and texts, as the reader allows it now. */
  async #sources(): Promise<Pick<AuditOrder, "online" | "committees">> {
    const looksUp = (await this.#options.lookUp?.read()) ?? NO_LOOK_UP;
    // A page may not read every server's answers.
    const online = looksUp.references ? { mailto: null, keys: {}, any_server: false } : null;
    return { online, committees: looksUp.committees };
  }

  /** Tells the cards of another endpoint, or none, that holds from now on. */
  async offerEndpoint(): Promise<void> {
    const use = (await this.#options.endpoint?.()) ?? null;
    this.state.offer(use === null ? null : hostOf(use.endpoint.settings));
  }

  /** Puts one finding to the endpoint, or checks it once more as whole articles are, with what is allowed by now. */
  async #ask(key: PairKey, whom: RecheckTarget): Promise<void> {
    const order = this.#order;
    const sources = await this.#sources();
    const use = (await this.#options.endpoint?.()) ?? null;
    const endpoint = whom === "endpoint" ? (use?.endpoint ?? null) : unaskedEndpoint(use);
    if (order === null || order !== this.#order || (whom === "endpoint" && endpoint === null)) return;
    this.state.ask(key, whom);
    this.#asking.ask(
      key,
      { ...order, ...sources, endpoint },
      {
        found: (message) => {
          this.state.apply(message);
          this.#options.hear?.(message);
        },
        ended: (failure) => {
          this.state.asked(key, failure);
        },
      },
    );
  }

  /** Ends a running audit; what was found stays. */
  stop(): void {
    this.#asking.stopAll();
    if (this.#audit !== null) this.#options.client.cancel(this.#audit);
  }

  /** Forgets the audit and clears the page. */
  reset(): void {
    this.#start?.abort();
    this.#asking.drop();
    this.#order = null;
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
