/** The list of findings with the state of the audit: beside the demo, in the component, in the side panel. */

import { countOf, countsOf } from "../audit/counts";
import { isBeginning, type FullText } from "../audit/full-texts";
import { SEVERITIES, type FindingSeverity } from "../audit/severity";
import type { LookUpChoice } from "../audit/look-up-choice";
import type { AuditState, Change, PairKey } from "../audit/state";
import type { Subject } from "../audit/subject";
import type { AnomalyKind } from "../generated/AnomalyKind";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import type { ReportFile } from "../generated/ReportFile";
import type { ReportFormat } from "../generated/ReportFormat";
import { changesIn } from "../findings/published";
import { makeOwn } from "../page/own-elements";
import { CopiesBox, type CopiesChoice } from "./copies-box";
import { AnswersLine } from "./answers-line";
import { anomalyNode, messageNode, noticeNode } from "./core-text";
import { fill, h, setText } from "./dom";
import { ExportBox } from "./export-box";
import { FindingList } from "./finding-list";
import { glyph } from "./glyph";
import { FullTextBox } from "./full-text-box";
import formCss from "./form.css";
import { LookUpOffer } from "./look-up-offer";
import { OwnModelOffer, type OwnModelChoice } from "./own-model-offer";
import { ownRoot } from "./own-root";
import panelCss from "./panel.css";
import { ReferenceList } from "./reference-list";
import { SummaryChart } from "./summary-chart";
import { RestoredLine } from "./restored-line";
import { StateLine } from "./state-line";
import { CitationStrip } from "./citation-strip";
import themeCss from "./theme.css";
import type { Theme } from "./theme";
import type { Messages } from "./locales/messages";

export interface PanelHandlers {
  start(): void;
  stop(): void;
  /** Checks the citations that what was kept does not cover; none where nothing is kept. */
  checkNew?(): void;
  /** A row or tick was chosen. */
  jump(subject: Subject): void;
  showSupported(show: boolean): void;
  /** What the reader says of a claim, by keys in the list. */
  answer(key: PairKey, answer: ReaderAnswer | null): void;
  /** Writes the audit as a file; fails in words. None where there is nobody to write it. */
  write: ((format: ReportFormat) => Promise<ReportFile>) | null;
  /** Whether references may be looked up; none where the surface offers no choice. */
  lookUp: LookUpChoice | null;
  /** Checks the full text that a page links to; none where links are only links. */
  openFullText: ((link: FullText) => void) | null;
  /** Open copies that may be read besides; none where the surface reads none. */
  copies: CopiesChoice | null;
  /** The browser's own model; none where another is named, or nobody can be asked. */
  ownModel?: OwnModelChoice | null;
  /** Who is asked what stays open, and where that is changed; none where the surface offers no choice. */
  endpoint: HTMLElement | null;
}

/** What is wrong with a page that is no full text. */
const NOTHING_READ: ReadonlySet<AnomalyKind> = new Set<AnomalyKind>([
  "no-body",
  "no-citations",
  "no-references",
]);

export class Panel {
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #list: FindingList;
  readonly #references: ReferenceList;
  readonly #fullTexts: FullTextBox;
  readonly #strip: CitationStrip;
  readonly #line: StateLine;
  readonly #lookUp: LookUpOffer;
  readonly #restored: RestoredLine;
  readonly #title: HTMLElement;
  readonly #notices: HTMLElement;
  readonly #filters: HTMLElement;
  readonly #options: HTMLElement;
  readonly #chart: SummaryChart;
  readonly #answers: AnswersLine;
  readonly #export: ExportBox | null;
  readonly #copies: CopiesBox | null;
  readonly #ownModel: OwnModelOffer | null;
  // Whose findings these are, if they were published for the page.
  readonly #published = h("p", { class: "published" });
  readonly #chips = new Map<FindingSeverity | null, { button: HTMLButtonElement; count: HTMLElement }>();
  readonly #unsubscribe: () => void;
  // Null until they are drawn at all.
  #noticesShown: string | null = null;

  constructor(host: HTMLElement, state: AuditState, theme: Theme, words: Messages, handlers: PanelHandlers) {
    this.#state = state;
    this.#words = words;
    makeOwn(host, "panel");
    theme.attach(host);
    // Lists stand on our own pages, or where a page's makers put them.
    const shadow = ownRoot(host, "shared", themeCss, panelCss, formCss);
    this.#title = h("h2", { part: "heading", dir: "auto" }, words.panel.label);
    const jump = (citation: string): void => {
      handlers.jump({ kind: "citation", id: citation });
    };
    this.#lookUp = new LookUpOffer(state, words, handlers.lookUp, {
      restart: () => {
        handlers.start();
      },
      focus: () => {
        this.#line.focus();
      },
    });
    this.#line = new StateLine(state, words, this.#lookUp, handlers);
    this.#fullTexts = new FullTextBox(state, words, handlers.openFullText);
    this.#restored = new RestoredLine(state, words, () => handlers.checkNew?.());
    this.#strip = new CitationStrip(state, jump);
    this.#notices = h("ul", { class: "notices", part: "notices", "aria-label": words.panel.notices });
    this.#filters = this.#makeFilters();
    this.#list = new FindingList(state, words, jump, (key, answer) => {
      handlers.answer(key, answer);
    });
    this.#references = new ReferenceList(state, words, (reference) => {
      handlers.jump({ kind: "reference", id: reference });
    });
    this.#chart = new SummaryChart(state, words);
    this.#answers = new AnswersLine(state, words);
    this.#options = makeOptions(words, handlers);
    this.#export = handlers.write === null ? null : new ExportBox(state, words, handlers.write);
    const { copies, ownModel = null } = handlers;
    this.#ownModel = ownModel === null ? null : new OwnModelOffer(state, words, ownModel);
    this.#copies = copies === null ? null : new CopiesBox(state, words, copies);
    fill(
      shadow,
      h(
        "section",
        {
          class: "panel",
          part: "panel",
          lang: words.language,
          dir: words.direction,
          "aria-label": words.panel.label,
        },
        this.#title,
        this.#published,
        this.#references.health,
        this.#line.element,
        this.#fullTexts.element,
        this.#lookUp.element,
        this.#ownModel?.element,
        this.#copies?.element,
        this.#notices,
        this.#restored.element,
        this.#strip.element,
        this.#chart.element,
        this.#answers.element,
        this.#filters,
        this.#references.entries,
        this.#list.element,
        this.#chart.categories,
        this.#export?.element,
        this.#lookUp.settings,
        handlers.endpoint,
        this.#options,
      ),
    );
    this.#unsubscribe = state.subscribe((change) => {
      this.#update(change);
    });
    this.#update({ all: true, citations: new Set(), references: new Set() });
  }

  /** Sets the row of what the open card is about off. */
  select(subject: Subject | null): void {
    this.#list.select(subject?.kind === "citation" ? subject.id : null);
    this.#references.select(subject?.kind === "reference" ? subject.id : null);
  }

  remove(): void {
    this.#unsubscribe();
    this.#line.stop();
  }

  #update(change: Change): void {
    const { document } = this.#state;
    const counts = countsOf(this.#state);
    setText(this.#title, document?.title ?? this.#words.panel.label);
    if (change.all) void this.#lookUp.refresh();
    this.#lookUp.update();
    this.#line.update(counts);
    this.#fullTexts.update();
    this.#restored.update();
    this.#strip.update(change);
    this.#chart.update(counts.citations);
    this.#answers.update();
    this.#list.update(change, counts.citations);
    this.#references.update(change);
    this.#export?.update();
    this.#copies?.update();
    this.#ownModel?.update();
    this.#showPublisher();
    this.#updateNotices();
    const has = document !== null && document.citations.length > 0;
    this.#filters.hidden = !has;
    this.#options.hidden = !has;
    for (const [need, { button, count }] of this.#chips) {
      if (need === null) continue;
      const size = countOf(counts.citations, need);
      setText(count, this.#words.number(size));
      // What the reader is at stays.
      const isPressed = button.getAttribute("aria-pressed") === "true";
      button.hidden = size === 0 && !isPressed && !button.matches(":focus");
    }
  }

  #makeFilters(): HTMLElement {
    const words = this.#words;
    const bar = h("div", { class: "filters", role: "group", "aria-label": words.panel.filter });
    for (const need of [null, ...SEVERITIES]) {
      const count = h("span", { class: "count" }, "0");
      const button = h(
        "button",
        { type: "button", "aria-pressed": String(need === null), "data-class": need ?? "all" },
        need !== null && glyph(need),
        need === null ? words.panel.all : words.need[need],
        need !== null && count,
      );
      button.addEventListener("click", () => {
        this.#list.filter(need);
        // Who looks at one kind of citations looks at citations.
        this.#references.stepBack(need !== null);
        for (const [other, chip] of this.#chips)
          chip.button.setAttribute("aria-pressed", String(other === need));
      });
      this.#chips.set(need, { button, count });
      bar.append(button);
    }
    const search = h("input", {
      type: "search",
      placeholder: words.panel.search,
      "aria-label": words.panel.search,
      autocomplete: "off",
    });
    search.addEventListener("input", () => {
      this.#list.search(search.value);
    });
    bar.append(search);
    return bar;
  }

  #showPublisher(): void {
    const { published } = this.#state;
    const { beforehand: texts } = this.#words;
    this.#published.hidden = published === null;
    if (published === null) return;
    const { host, from, models } = published;
    const said = {
      site: () => texts.publishedHere(models),
      link: () => texts.publishedElsewhere(host, models),
      chosen: () => texts.publishedAtChosen(host, models),
    }[from]();
    fill(this.#published, h("strong", {}, texts.publishedBy(host)), said);
  }

  #updateNotices(): void {
    const words = this.#words;
    const { notices, problems, failure, isFailureTold, document, isBeforehand, published, unusable } =
      this.#state;
    const { beforehand: texts } = words;
    const remarks = [
      ...(published === null ? [] : changesIn(words, published)),
      ...(unusable === null
        ? []
        : [
            {
              severity: "info",
              head: texts.publishedUnusable(unusable.host),
              message: unusable.reason,
            } as const,
          ]),
      ...this.#state.remarks,
    ];
    // That nothing was looked up, and what to do about it, is said above.
    const shown = this.#lookUp.element.hidden ? notices : notices.filter(({ code }) => code !== "no-records");
    const told = (text: string): Node | string => messageNode(words, text);
    // That findings could not be shown says the line above.
    const failed = isBeforehand ? words.severity.error : words.panel.failed;
    const items = [
      ...(failure === null ? [] : [item("error", failed, isFailureTold ? failure : told(failure))]),
      ...remarks.map(({ severity, head, message }) => item(severity, head, message)),
      ...shown
        // The line above says it, with what to do.
        .filter(({ code }) => !isBeginning(this.#state) || (code !== "no-citations" && code !== "damaged"))
        .map((notice) => item(notice.severity, words.notice[notice.code], noticeNode(words, notice))),
      // What could not be loaded is told as a notice too, where it matters to the audit.
      ...(notices.length > 0
        ? []
        : problems.map((problem) => item("warning", words.severity.warning, told(problem)))),
      ...(document?.anomalies ?? [])
        // What makes the whole check incomplete is among the notices, with its place.
        .filter(
          ({ kind, severity, hint }) =>
            severity !== "info" &&
            !(NOTHING_READ.has(kind) && isBeginning(this.#state)) &&
            !notices.some(({ message }) => message.startsWith(hint)),
        )
        .slice(0, 5)
        .map((anomaly) =>
          item(anomaly.severity, words.severity[anomaly.severity], anomalyNode(words, anomaly)),
        ),
    ];
    const text = items.map((one) => one.textContent).join("\n");
    if (text === this.#noticesShown) return;
    this.#noticesShown = text;
    fill(this.#notices, ...items);
    this.#notices.hidden = items.length === 0;
  }
}

function item(severity: "info" | "warning" | "error", head: string, message: Node | string): HTMLElement {
  return h("li", { class: severity }, h("strong", {}, head), " · ", message);
}

function makeOptions(words: Messages, handlers: PanelHandlers): HTMLElement {
  const box = h("input", { type: "checkbox" });
  box.addEventListener("change", () => {
    handlers.showSupported(box.checked);
  });
  return h(
    "div",
    { class: "options bottom" },
    h("label", {}, box, words.panel.showSupported),
    h("p", { class: "quiet" }, words.panel.keys),
  );
}
