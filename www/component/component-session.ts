/** What `<cite-light>` loads when a reader asks: panel, marks and the page's one worker. */

import { citationCounts } from "../shared/audit/counts";
import type { EndpointUse } from "../shared/audit/endpoint-choice";
import { textAlone } from "../shared/audit/order";
import { ownModelSettings } from "../shared/own-model/endpoint";
import { takeSnapshot } from "../shared/page/snapshot";
import { articleName } from "../shared/persistence/article-name";
import { AuditStore } from "../shared/persistence/audit-store";
import { fingerprintOf } from "../shared/persistence/fingerprint";
import { noteKept } from "./kept-note";
import { PageLookUpChoice } from "../shared/audit/look-up-choice";
import type { CiteLightEvents } from "./events";
import { policyNamed } from "./named-policy";
import { Session } from "../shared/session";
import { localized } from "../shared/ui/errors";
import { Theme, type ThemeChoice } from "../shared/ui/theme";
import type { Messages } from "../shared/ui/locales/messages";
import { WorkerClient, type WorkerUrls } from "../shared/worker/client";

export interface ComponentOptions {
  article: () => Element | null;
  urls: WorkerUrls;
  theme: ThemeChoice;
  /** Name of a policy; empty for none. */
  policy: string;
  words: Messages;
  /** Whether readers may have references looked up at the scholarly sources. */
  offersLookUp: boolean;
  /** Whether readers may have open claims judged by their browser's own model. */
  offersOwnModel: boolean;
  /** The endpoint that the host page names; null for none. */
  endpoint: EndpointUse | null;
  emit: <K extends keyof CiteLightEvents>(name: K, detail: CiteLightEvents[K]["detail"]) => void;
}

const store = new AuditStore();

/** Whether anything is kept of this article: if so, it is worth while to load what shows it. */
export async function isKept(article: Element): Promise<boolean> {
  const name = articleName(document.head, location.href);
  if (name !== null && (await store.has(name))) return true;
  const snapshot = await takeSnapshot({ root: article });
  const fingerprint = await fingerprintOf(textAlone(snapshot.html));
  return fingerprint !== null && (await store.find(fingerprint, null)).length > 0;
}

// Elements with the same files share one worker.
const clients = new Map<string, WorkerClient>();

function clientOf(urls: WorkerUrls): WorkerClient {
  const key = JSON.stringify(urls);
  const client = clients.get(key) ?? new WorkerClient(urls);
  clients.set(key, client);
  return client;
}

export class ComponentSession {
  readonly #session: Session;
  readonly #theme: Theme;
  #endpoint: EndpointUse | null;

  constructor(host: HTMLElement, options: ComponentOptions) {
    this.#theme = new Theme(options.theme);
    this.#endpoint = options.endpoint;
    this.#session = new Session({
      article: () => {
        const root = options.article();
        return root === null ? null : { root, origin: location.href };
      },
      panel: host,
      client: clientOf(options.urls),
      theme: this.#theme,
      words: options.words,
      policy: policyNamed(options.policy),
      lookUp: options.offersLookUp ? new PageLookUpChoice() : null,
      endpoint: () => Promise.resolve(this.#endpoint),
      // A page that names an endpoint has said who is asked.
      ...(options.endpoint === null && options.offersOwnModel
        ? { chooseOwnModel: () => this.#chooseOwnModel() }
        : {}),
      store,
      changes: true,
      problems: (problems) => {
        for (const problem of problems) console.warn(`cite-light: ${problem}`);
      },
      hear: (message) => {
        if (message.kind === "failed")
          options.emit("citelight-failed", localized(options.words, message.message));
        if (message.kind !== "event") return;
        if (message.event.kind === "found") options.emit("citelight-finding", message.event.finding);
        if (message.event.kind === "finished") {
          noteKept();
          const citations = citationCounts(this.#session.state);
          options.emit("citelight-finished", { ...message.event.summary, citations });
        }
      },
    });
  }

  #chooseOwnModel(): Promise<boolean> {
    this.#endpoint = {
      endpoint: { settings: ownModelSettings(), carried: true },
      always: false,
    };
    return Promise.resolve(true);
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  /** Shows what is kept of the article, if enough is; whether it does. */
  recall(): Promise<boolean> {
    return this.#session.recall();
  }

  stop(): void {
    this.#session.stop();
  }

  chooseTheme(theme: ThemeChoice): void {
    this.#theme.choose(theme);
  }

  choosePolicy(policy: string): void {
    this.#session.state.choosePolicy(policyNamed(policy));
  }

  remove(): void {
    this.#session.remove();
  }
}
