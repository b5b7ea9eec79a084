/** The row of tools over the document. */

import { countsOf } from "@citelight/shared/audit/counts";
import type { AuditState } from "@citelight/shared/audit/state";
import { makeOwn } from "@citelight/shared/page/own-elements";
import { messageNode } from "@citelight/shared/ui/core-text";
import { adopt, fill, h, icon, setText } from "@citelight/shared/ui/dom";
import { option } from "@citelight/shared/ui/fields";
import { StateLine } from "@citelight/shared/ui/state-line";
import type { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { FindBar, toolButton } from "./find-bar";
import type { Pages } from "./pdfjs";
import toolbarCss from "./toolbar.css";

const MINUS = "M3 8h10";
const PLUS = "M3 8h10M8 3v10";
const TURN = "M13 8a5 5 0 1 1-1.8-3.8M13 1.5v3.5H9.5";
const GLASS = "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5L14 14";
const FOLDER = "M1.5 4.5v8h13v-7H8l-1.5-2h-5z";
const ARROW_OUT = "M6 3h7v7M13 3 4 12";

const PERCENTS = [50, 75, 100, 125, 150, 200, 300, 400];

export interface ToolHandlers {
  check(): void;
  stop(): void;
  /** Opens the list of findings alone. */
  list(): void;
  /** Opens the list of the computer's files. */
  choose(): void;
}

export class Toolbar {
  readonly find: FindBar;
  readonly #words: ExtensionMessages;
  readonly #pages: Pages;
  readonly #bar: HTMLElement;
  readonly #number = h("input", {
    type: "text",
    class: "number",
    inputmode: "numeric",
    autocomplete: "off",
  });
  readonly #of = h("span");
  readonly #zoom = h("select");
  readonly #exact = option("", "");
  readonly #name = h("span", { class: "name" });
  readonly #original: HTMLAnchorElement;
  readonly #line: StateLine;
  readonly #check: HTMLElement;
  readonly #failure = h("p", { class: "failure", role: "alert", hidden: true });
  readonly #ofPages: readonly HTMLElement[];
  readonly #ofDocument: readonly HTMLElement[];

  constructor(
    host: HTMLElement,
    pages: Pages,
    state: AuditState,
    theme: Theme,
    words: ExtensionMessages,
    handlers: ToolHandlers,
  ) {
    this.#words = words;
    this.#pages = pages;
    this.#number.setAttribute("aria-label", words.viewer.page);
    this.#zoom.setAttribute("aria-label", words.viewer.zoom);
    makeOwn(host, "tools");
    theme.attach(host);
    const root = host.attachShadow({ mode: "open" });
    adopt(root, themeCss, toolbarCss);
    // Where look-ups are offered, the list says.
    const lookUp = { isOff: true, isOffered: false };
    this.#line = new StateLine(state, words, lookUp, {
      start: () => {
        handlers.check();
      },
      stop: () => {
        handlers.stop();
      },
      begun: () => {
        handlers.list();
      },
    });
    this.#check = h("div", { class: "check" }, this.#line.element);
    this.#original = h(
      "a",
      { class: "original", target: "_blank", rel: "noopener noreferrer", title: words.viewer.original },
      icon(ARROW_OUT),
      h("span", { class: "word" }, words.viewer.original),
      h("span", { class: "visually-hidden" }, ` ${words.viewer.originalHint}`),
    );
    this.find = new FindBar(words, pages.bus, () => {
      pages.viewer.container.focus();
    });
    const groups = this.#groups();
    const open = toolButton(words.viewer.open, FOLDER, () => {
      handlers.choose();
    });
    open.append(h("span", { class: "word" }, words.viewer.open));
    this.#ofPages = groups;
    this.#ofDocument = [open, this.#check];
    this.#bar = h(
      "div",
      { class: "tools", role: "group", "aria-label": words.viewer.tools },
      ...groups,
      this.#name,
      this.#original,
      open,
      this.#check,
    );
    fill(root, this.#bar, this.#failure, this.find.element);
    state.subscribe(() => {
      this.#update(state);
    });
    this.#update(state);
    this.#listen();
    this.show(null);
  }

  /** Names the document; the tools that need one, or its pages, are hidden without. */
  show(shown: { name: string; original: URL | null; pages: number | null } | null): void {
    const { name = "", original = null, pages = null } = shown ?? {};
    setText(this.#name, shown === null ? this.#words.name : name);
    this.#name.title = name;
    this.#bar.classList.toggle("bare", shown === null);
    for (const part of this.#ofDocument) part.hidden = shown === null;
    for (const part of this.#ofPages) part.hidden = pages === null;
    const isWeb = original?.protocol === "http:" || original?.protocol === "https:";
    this.#original.hidden = !isWeb;
    if (isWeb) this.#original.href = original.href;
    setText(this.#of, this.#words.viewer.of(pages ?? 0));
    this.#number.value = "1";
    this.find.reset();
  }

  #groups(): HTMLElement[] {
    const { viewer: text } = this.#words;
    const { viewer } = this.#pages;
    const zooms = Object.entries(text.zooms).map(([value, label]) => option(value, label));
    const percents = PERCENTS.map((percent) =>
      option(String(percent / 100), this.#words.percent(percent / 100)),
    );
    this.#exact.hidden = true;
    this.#zoom.append(...zooms, ...percents, this.#exact);
    const find = toolButton(text.find, GLASS, () => {
      this.find.open();
    });
    find.append(h("span", { class: "word" }, text.find));
    const group = (...children: HTMLElement[]): HTMLElement => h("div", { class: "group" }, ...children);
    return [
      group(this.#number, this.#of),
      group(
        toolButton(text.zoomOut, MINUS, () => {
          viewer.decreaseScale();
        }),
        this.#zoom,
        toolButton(text.zoomIn, PLUS, () => {
          viewer.increaseScale();
        }),
      ),
      group(
        toolButton(text.rotate, TURN, () => {
          viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
        }),
        find,
      ),
    ];
  }

  #listen(): void {
    const { bus, viewer } = this.#pages;
    bus.on("pagechanging", ({ pageNumber }: { pageNumber: number }) => {
      this.#number.value = String(pageNumber);
    });
    bus.on("scalechanging", ({ scale, presetValue }: { scale: number; presetValue?: string }) => {
      this.#showZoom(presetValue ?? String(scale), scale);
    });
    this.#number.addEventListener("change", () => {
      const page = Number(this.#number.value);
      if (Number.isInteger(page) && page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page;
      else this.#number.value = String(viewer.currentPageNumber);
    });
    this.#zoom.addEventListener("change", () => {
      viewer.currentScaleValue = this.#zoom.value;
    });
    // A page as wide as the window stays so.
    new ResizeObserver(() => {
      const { currentScaleValue: value } = viewer;
      if (value in this.#words.viewer.zooms) viewer.currentScaleValue = value;
    }).observe(viewer.container);
  }

  #showZoom(value: string, scale: number): void {
    const isListed = [...this.#zoom.options].some((one) => one !== this.#exact && one.value === value);
    this.#exact.value = isListed ? "" : value;
    setText(this.#exact, isListed ? "" : this.#words.percent(scale));
    this.#exact.hidden = isListed;
    this.#zoom.value = value;
  }

  #update(state: AuditState): void {
    this.#line.update(countsOf(state));
    this.#check.classList.toggle("idle", state.phase === "idle");
    // The list may not be open.
    this.#failure.hidden = state.failure === null;
    fill(
      this.#failure,
      state.failure !== null &&
        (state.isFailureTold ? state.failure : messageNode(this.#words, state.failure)),
    );
  }
}
