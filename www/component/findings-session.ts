/** What `<cite-light src>` loads: findings of a file on this page's words. No worker, no model, no WebAssembly. */

import { applyEvent } from "../shared/audit/audit-log";
import type { Fit } from "../shared/audit/published";
import { summaryOf } from "../shared/audit/summary-of";
import { AuditState, type Remark } from "../shared/audit/state";
import type { CiteLightEvents } from "./events";
import { policyNamed } from "./named-policy";
import { PageView, type PageHandlers } from "../shared/page/page-view";
import { CountPill } from "../shared/ui/count-pill";
import { Panel } from "../shared/ui/panel";
import { Theme, type ThemeChoice } from "../shared/ui/theme";
import type { Messages } from "../shared/ui/locales/messages";
import { BadFindings, fetchFindings, type FindingsFile } from "../shared/findings/file";
import { TextAnchors } from "../shared/findings/text-anchors";
import { changesIn, eventsOf, fitOf, isListElsewhere, isOfAnotherText } from "../shared/findings/published";

export interface FindingsOptions {
  article: () => Element | null;
  /** Address of the file. */
  src: string;
  theme: ThemeChoice;
  /** Name of a policy; empty for none. */
  policy: string;
  words: Messages;
  emit: <K extends keyof CiteLightEvents>(name: K, detail: CiteLightEvents[K]["detail"]) => void;
}

export class FindingsSession {
  readonly #options: FindingsOptions;
  readonly #state = new AuditState();
  readonly #theme: Theme;
  readonly #panel: Panel;
  readonly #pill: CountPill;
  #view: PageView | null = null;
  #showing: AbortController | null = null;
  #showSupported = false;

  constructor(host: HTMLElement, options: FindingsOptions) {
    this.#options = options;
    this.#theme = new Theme(options.theme);
    this.#state.isBeforehand = true;
    this.#state.choosePolicy(policyNamed(options.policy));
    this.#panel = new Panel(host, this.#state, this.#theme, options.words, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      jump: (subject) => this.#view?.jump(subject),
      answer: (key, answer) => {
        this.#state.answer(key, answer);
      },
      // Who runs the page has the file; nothing is loaded to write another.
      write: null,
      lookUp: null,
      openFullText: null,
      copies: null,
      endpoint: null,
      showSupported: (show) => {
        this.#showSupported = show;
        this.#view?.showSupported(show);
      },
    });
    this.#pill = new CountPill(this.#state, this.#theme, options.words, host);
  }

  /** Loads the findings and shows those whose sentences stand on this page. */
  async start(): Promise<void> {
    this.stop();
    this.#view?.remove();
    this.#view = null;
    this.#state.begin("loading");
    const article = this.#options.article();
    if (article === null) return;
    const showing = new AbortController();
    this.#showing = showing;
    try {
      const { src, words } = this.#options;
      const file = await fetchFindings(words, src, showing.signal);
      const places = await TextAnchors.of(article, file.document, showing.signal);
      const fit = fitOf(file, places);
      if (isOfAnotherText(fit))
        throw new BadFindings(words.beforehand.otherArticle(nameOf(src), fit.citations.all));
      if (showing.signal.aborted) return;
      this.#show(file, places, fit);
    } catch (error) {
      if (showing.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      // What the page's maker can mend is no matter of its readers.
      console.warn(`cite-light: ${message}`);
      this.#state.fail(this.#options.words.beforehand.unavailable, true);
      this.#options.emit("citelight-failed", message);
    }
  }

  /** Ends loading; what is shown stays. */
  stop(): void {
    this.#showing?.abort();
    this.#showing = null;
    if (this.#state.phase === "loading") this.#state.begin("idle");
  }

  chooseTheme(theme: ThemeChoice): void {
    this.#theme.choose(theme);
  }

  choosePolicy(policy: string): void {
    this.#state.choosePolicy(policyNamed(policy));
  }

  remove(): void {
    this.#showing?.abort();
    this.#view?.remove();
    this.#view = null;
    this.#panel.remove();
    this.#pill.remove();
  }

  #show(file: FindingsFile, places: TextAnchors, fit: Fit): void {
    const { missingCitations, missingReferences } = places;
    const handlers: PageHandlers = {
      dismiss: (key, reason) => {
        this.#state.dismiss(key, reason);
      },
      answer: (key, answer) => {
        this.#state.answer(key, answer);
      },
      lost: (citation) => {
        this.#state.lose(citation);
      },
      opened: (subject) => {
        this.#panel.select(subject);
      },
      // Nobody is asked about what was computed elsewhere: no card offers it.
      ask: () => undefined,
      stopAsking: () => undefined,
    };
    const { words } = this.#options;
    this.#view = new PageView(places, this.#state, this.#theme, words, handlers, "shared");
    this.#view.showSupported(this.#showSupported);
    for (const remark of [...changesIn(words, fit), madeBeforehand(words, fit)]) this.#state.remark(remark);
    const references = isListElsewhere(fit) ? [] : [...missingReferences];
    for (const event of eventsOf(file, places)) {
      applyEvent(this.#state, event);
      if (event.kind !== "worker" || event.message.kind !== "event") continue;
      const { event: told } = event.message;
      if (told.kind === "found" && !missingCitations.has(told.finding.citation))
        this.#options.emit("citelight-finding", told.finding);
      if (told.kind !== "finished") continue;
      if (missingCitations.size + references.length > 0)
        this.#options.emit("citelight-outdated", { citations: [...missingCitations], references });
      // By the page's policy, if it names one.
      this.#options.emit("citelight-finished", summaryOf(this.#state, told.summary.complete));
    }
  }
}

function madeBeforehand({ beforehand: texts }: Messages, { models }: Fit): Remark {
  return { severity: "info", head: texts.made, message: texts.madeBy(models) };
}

function nameOf(src: string): string {
  return src.split(/[?#]/)[0]?.split("/").at(-1) ?? src;
}
