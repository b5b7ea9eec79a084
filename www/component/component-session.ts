/** What `<cite-light>` loads when a reader asks: panel, marks and the page's one worker. */

import type { EndpointUse } from "../shared/audit/endpoint-choice";
import { PageLookUpChoice } from "../shared/audit/look-up-choice";
import type { CiteLightEvents } from "./events";
import { Session } from "../shared/session";
import { localized } from "../shared/ui/errors";
import { Theme, type ThemeChoice } from "../shared/ui/theme";
import type { Messages } from "../shared/ui/locales/messages";
import { WorkerClient, type WorkerUrls } from "../shared/worker/client";

export interface ComponentOptions {
  article: () => Element | null;
  urls: WorkerUrls;
  theme: ThemeChoice;
  words: Messages;
  /** Whether readers may have references looked up at the scholarly sources. */
  offersLookUp: boolean;
  /** The endpoint that the host page names; null for none. */
  endpoint: EndpointUse | null;
  emit: <K extends keyof CiteLightEvents>(name: K, detail: CiteLightEvents[K]["detail"]) => void;
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

  constructor(host: HTMLElement, options: ComponentOptions) {
    this.#theme = new Theme(options.theme);
    this.#session = new Session({
      article: () => {
        const root = options.article();
        return root === null ? null : { root, origin: location.href };
      },
      panel: host,
      client: clientOf(options.urls),
      theme: this.#theme,
      words: options.words,
      lookUp: options.offersLookUp ? new PageLookUpChoice() : null,
      endpoint: () => Promise.resolve(options.endpoint),
      hear: (message) => {
        if (message.kind === "failed")
          options.emit("citelight-failed", localized(options.words, message.message));
        if (message.kind !== "event") return;
        if (message.event.kind === "found") options.emit("citelight-finding", message.event.finding);
        if (message.event.kind === "finished") options.emit("citelight-finished", message.event.summary);
      },
    });
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  stop(): void {
    this.#session.stop();
  }

  chooseTheme(theme: ThemeChoice): void {
    this.#theme.choose(theme);
  }

  remove(): void {
    this.#session.remove();
  }
}
