/** One article on one page with its panel, checked by a worker of the page: what demo and component share. */

import { applyEvent, type AuditEvent } from "./audit/audit-log";
import type { FullText, FullTexts } from "./audit/full-texts";
import { AuditSession, type AuditPermissions } from "./audit/audit-session";
import { hostOf, type EndpointUse } from "./audit/endpoint-choice";
import type { AuditStore } from "./persistence/audit-store";
import { articleName } from "./persistence/article-name";
import type { Keepable } from "./persistence/audit-memory";
import { NO_LOOK_UP, type LookUpChoice } from "./audit/look-up-choice";
import { textAlone } from "./audit/order";
import { reportOf } from "./audit/report";
import { reportOrder } from "./ui/report-order";
import type { PolicyProfile } from "./audit/policy";
import { AuditState } from "./audit/state";
import type { DocumentInput } from "./generated/DocumentInput";
import type { FromWorker } from "./generated/FromWorker";
import type { Settings } from "./generated/Settings";
import { findFullTexts } from "./page/find-full-texts";
import { ArticleWatch } from "./page/article-watch";
import { SnapshotAnchors } from "./page/snapshot-anchors";
import { PageView, type PageHandlers } from "./page/page-view";
import { takeSnapshot, type Snapshot } from "./page/snapshot";
import { CountPill } from "./ui/count-pill";
import type { OwnModelChoice } from "./ui/own-model-offer";
import { OwnModel } from "./own-model/own-model";
import { Panel } from "./ui/panel";
import { LocalizedError } from "./ui/errors";
import type { Theme } from "./ui/theme";
import type { Messages } from "./ui/locales/messages";
import type { WorkerClient } from "./worker/client";

/** An article in a page. */
export interface Article {
  root: Element;
  /** Where its metadata is; the page's own head unless said otherwise. */
  head?: ParentNode | null;
  origin: string;
  settings?: Partial<Settings>;
  /** Where the full text is, if not as the page itself says. */
  fullTexts?: FullTexts;
}

/** An article as it was taken to be checked. */
interface Taken {
  snapshot: Snapshot;
  document: DocumentInput;
  settings: Partial<Settings>;
  keepable: Keepable;
  fullTexts: FullTexts;
}

export interface SessionOptions {
  /** Asked when the audit starts: the article may have been replaced meanwhile. */
  article: () => Article | null;
  panel: HTMLElement;
  client: WorkerClient;
  theme: Theme;
  words: Messages;
  /** Whether references may be looked up; null where it is out of the question. */
  lookUp: LookUpChoice | null;
  /** What is put to an endpoint, as it holds when something is checked; null: nothing. */
  endpoint?: () => Promise<EndpointUse | null>;
  /** Makes the browser's own model the endpoint; whether it is then. Absent where it is not offered. */
  chooseOwnModel?: () => Promise<boolean>;
  /** Stands in the panel where the endpoint is chosen. */
  endpointBox?: HTMLElement;
  /** Checks what a link leads to; where nobody can, links are only links. */
  openFullText?: (link: FullText) => void;
  /** Where results are kept; nothing is without it. */
  store?: AuditStore;
  /** Whether the page may put another article in the place of this one. */
  changes?: boolean;
  /** The venue's policy by which references are a problem or not; none unless said. */
  policy?: PolicyProfile | null;
  /** Hears what could not be loaded, instead of the reader: where somebody else made the page and can mend it. */
  problems?: (problems: readonly string[]) => void;
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
  #root: Element | null = null;
  #watch: ArticleWatch | null = null;
  #start: AbortController | null = null;
  #showSupported = false;
  // Hosts whose open copies this page's reader has read.
  readonly #copyHosts = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.state.choosePolicy(options.policy ?? null);
    this.#audit = new AuditSession(
      options.client,
      () => this.#permissions(),
      (event) => {
        applyEvent(this.state, withoutProblems(event, options.problems));
        if (event.kind === "worker") options.hear?.(event.message);
      },
      options.store ?? null,
    );
    this.#panel = new Panel(options.panel, this.state, options.theme, options.words, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      checkNew: () => {
        void this.#audit.checkNew();
      },
      jump: (subject) => this.#view?.jump(subject),
      answer: (key, answer) => {
        this.#audit.log.record({ kind: "answer", key, answer });
      },
      write: (format) => {
        const report = reportOf(this.state, this.#audit.origin);
        if (report === null) return Promise.reject(new LocalizedError(options.words.export.nothing));
        return options.client.write(reportOrder(options.words, format, report));
      },
      lookUp: options.lookUp,
      openFullText: options.openFullText ?? null,
      copies: {
        isPage: true,
        read: (hosts) => {
          for (const host of hosts) this.#copyHosts.add(host);
          void this.#audit.readCopies();
          return Promise.resolve(true);
        },
      },
      ownModel: this.#ownModel(),
      endpoint: options.endpointBox ?? null,
      showSupported: (show) => {
        this.#showSupported = show;
        this.#view?.showSupported(show);
      },
    });
    this.#pill = new CountPill(this.state, options.theme, options.words, options.panel);
  }

  /** Checks the article: what is kept of it is shown at once, and what is shown already is checked from the beginning. */
  async start(): Promise<void> {
    const mayRecall = this.state.phase === "idle";
    this.reset();
    const article = this.#options.article();
    if (article === null) return;
    this.state.begin("loading");
    const start = this.#begin();
    try {
      const taken = await take(article, start.signal);
      if (start.signal.aborted) return;
      this.#show(taken);
      this.#watchPage(false);
      await this.#audit.check(taken.document, { ...taken, mayRecall });
    } catch (error) {
      if (!start.signal.aborted) this.state.apply({ kind: "failed", audit: null, message: String(error) });
    }
  }

  /** Shows what is kept of the article, if enough is; whether it does. Nobody is asked, and nothing is seen of it otherwise. */
  async recall(): Promise<boolean> {
    const article = this.state.phase === "idle" && this.#start === null ? this.#options.article() : null;
    if (article === null) return false;
    const start = this.#begin();
    let isFound = false;
    try {
      const taken = await take(article, start.signal);
      if (start.signal.aborted) return false;
      isFound = await this.#audit.recall(taken.document, taken, () => {
        this.state.begin("loading");
        this.#show(taken);
      });
    } catch {
      // Nobody asked for it: a click tries again, and says why if it cannot.
    }
    if (this.#start === start) this.#start = null;
    this.#watchPage(!isFound);
    return isFound;
  }

  #begin(): AbortController {
    const start = new AbortController();
    this.#start = start;
    return start;
  }

  #show({ snapshot, fullTexts }: Taken): void {
    this.#root = snapshot.root;
    this.#view = this.#viewOf(snapshot);
    this.#view.showSupported(this.#showSupported);
    this.#audit.log.record({ kind: "full-texts", fullTexts });
  }

  #ownModel(): OwnModelChoice | null {
    const choose = this.#options.chooseOwnModel;
    if (choose === undefined) return null;
    return {
      model: new OwnModel(),
      choose: async () => {
        const isChosen = await choose();
        await this.#audit.refreshEndpoint();
        return isChosen;
      },
      askOpen: () => {
        void this.#audit.askOpen();
      },
      stopAsking: () => {
        this.#audit.stopAskingAll();
      },
    };
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
    this.#start = null;
    this.#audit.reset();
    this.#view?.remove();
    this.#view = null;
    this.state.begin("idle");
  }

  remove(): void {
    this.#watch?.stop();
    this.reset();
    this.#panel.remove();
    this.#pill.remove();
  }

  #watchPage(looks: boolean): void {
    if (this.#options.changes !== true) return;
    if (!looks) this.#watch?.known();
    this.#watch ??= new ArticleWatch(
      {
        isStanding: () => {
          if (this.#view === null) return this.state.phase === "idle" ? null : true;
          return this.#root?.isConnected === true && this.#view.isStanding;
        },
        gone: () => {
          this.reset();
        },
        look: () => this.recall(),
      },
      looks,
    );
  }

  #viewOf(snapshot: Snapshot): PageView {
    const { theme, words } = this.#options;
    const handlers: PageHandlers = {
      dismiss: (key, reason) => {
        this.#audit.log.record({ kind: "dismiss", key, reason });
      },
      answer: (key, answer) => {
        this.#audit.log.record({ kind: "answer", key, answer });
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
    const { references, ...further } = (await this.#options.lookUp?.read()) ?? NO_LOOK_UP;
    // A page may not read every server's answers.
    const online = references ? { mailto: null, keys: {}, any_server: false } : null;
    const endpoint = (await this.#options.endpoint?.()) ?? null;
    const copies = online === null ? null : [...this.#copyHosts];
    return { mayCheck: true, online, ...further, copies, endpoint, pageImages: false };
  }
}

async function take(article: Article, signal: AbortSignal): Promise<Taken> {
  const { root, head = document.head, origin, settings = {} } = article;
  const snapshot = await takeSnapshot({ root, head, signal });
  const content = textAlone(snapshot.html);
  return {
    snapshot,
    document: { content, origin, address: null },
    settings,
    keepable: keepableOf(article),
    fullTexts: article.fullTexts ?? findFullTexts(document, location.href),
  };
}

/** Of an article on the web everything is kept; of a file of the reader's own, which may be in confidence, verdicts alone. */
function keepableOf({ head, origin }: Article): Keepable {
  const isPublic = /^https?:/i.test(origin);
  const name = articleName(head === undefined ? document.head : head, origin);
  return { name, keeping: isPublic ? "all" : "verdicts" };
}

/** The event without what could not be loaded, which somebody else is told. */
function withoutProblems(event: AuditEvent, tell: SessionOptions["problems"]): AuditEvent {
  if (tell === undefined || event.kind !== "worker" || event.message.kind !== "ready") return event;
  const { problems } = event.message;
  if (problems.length > 0) tell(problems);
  return { kind: "worker", message: { ...event.message, problems: [] } };
}
