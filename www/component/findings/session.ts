/** What `<cite-light src>` loads: findings of a file on this page's words. No worker, no model, no WebAssembly. */

import { AuditState } from "../../shared/audit/state";
import type { CiteLightEvents } from "../events";
import type { Event } from "../../shared/generated/Event";
import { PageView, type PageHandlers } from "../../shared/page/page-view";
import { CountPill } from "../../shared/ui/count-pill";
import { Panel } from "../../shared/ui/panel";
import { Theme, type ThemeChoice } from "../../shared/ui/theme";
import { LocalizedError } from "../../shared/ui/errors";
import type { Messages } from "../../shared/ui/locales/messages";
import { BadFindings, fetchFindings, type FindingsFile } from "./file";
import { TextAnchors } from "./text-anchors";
import { summaryOf } from "../../shared/audit/summary-of";

export interface FindingsOptions {
  article: () => Element | null;
  /** Address of the file. */
  src: string;
  theme: ThemeChoice;
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
    this.#panel = new Panel(host, this.#state, this.#theme, options.words, {
      start: () => {
        void this.start();
      },
      stop: () => {
        this.stop();
      },
      jump: (subject) => this.#view?.jump(subject),
      // Who runs the page has the file; nothing is loaded to write another.
      write: null,
      lookUp: null,
      openFullText: null,
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
      const { citations } = file.document;
      if (citations.length > 0 && places.missingCitations.size === citations.length)
        throw new BadFindings(words.beforehand.otherArticle(nameOf(src), citations.length));
      if (showing.signal.aborted) return;
      this.#show(file, places);
    } catch (error) {
      if (showing.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#state.fail(message, error instanceof LocalizedError);
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

  remove(): void {
    this.#showing?.abort();
    this.#view?.remove();
    this.#view = null;
    this.#panel.remove();
    this.#pill.remove();
  }

  #show(file: FindingsFile, places: TextAnchors): void {
    const { missingCitations, missingReferences } = places;
    const { document, findings, resolutions } = file;
    const handlers: PageHandlers = {
      dismiss: (key, reason) => {
        this.#state.dismiss(key, reason);
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
    this.#apply({ kind: "mapped", document });
    for (const citation of missingCitations) this.#state.lose(citation);
    for (const { reference, resolution } of resolutions)
      this.#apply({ kind: "resolved", reference, resolution, bibtex: null });
    for (const notice of file.notices) this.#apply({ kind: "notice", notice });
    for (const finding of findings) {
      this.#apply({ kind: "found", finding });
      if (!missingCitations.has(finding.citation)) this.#options.emit("citelight-finding", finding);
    }
    this.#remark(file, places);
    const summary = summaryOf(this.#state, file.summary.complete);
    this.#apply({ kind: "finished", summary });
    const references = isElsewhere(file, places) ? [] : [...missingReferences];
    if (missingCitations.size + references.length > 0)
      this.#options.emit("citelight-outdated", { citations: [...missingCitations], references });
    this.#options.emit("citelight-finished", summary);
  }

  // That and how the page differs from what was checked.
  #remark(file: FindingsFile, places: TextAnchors): void {
    const { missingCitations, missingReferences } = places;
    const { citations, references } = file.document;
    const { beforehand: texts, gap } = this.#options.words;
    const isListElsewhere = isElsewhere(file, places);
    const changes = [
      missingCitations.size > 0 ? texts.citationsMissing(missingCitations.size, citations.length) : "",
      missingReferences.size > 0 && !isListElsewhere
        ? texts.referencesMissing(missingReferences.size, references.length)
        : "",
    ].filter((text) => text.length > 0);
    if (changes.length > 0)
      this.#state.remark({ severity: "warning", head: texts.changed, message: changes.join(gap) });
    if (isListElsewhere)
      this.#state.remark({ severity: "info", head: texts.listElsewhere, message: texts.listElsewhereWhy });
    // Without their hashes.
    const models = file.models.map((model) => model.split("@")[0] ?? model);
    this.#state.remark({ severity: "info", head: texts.made, message: texts.madeBy(models) });
  }

  #apply(event: Event): void {
    this.#state.apply({ kind: "event", audit: "file", event });
  }
}

// Where no entry stands nobody changed them all: the list is outside the article's element, or laid out by another program.
function isElsewhere({ document }: FindingsFile, { missingReferences }: TextAnchors): boolean {
  const { size } = missingReferences;
  return size > 0 && size === document.references.length;
}

function nameOf(src: string): string {
  return src.split(/[?#]/)[0]?.split("/").at(-1) ?? src;
}
