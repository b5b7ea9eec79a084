/** Search in the document: a bar for pdf.js' own search. */

import { h, icon, setText } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import type { EventBus } from "./pdfjs";

const UP = "M3 10l5-5 5 5";
const DOWN = "M3 6l5 5 5-5";
const CROSS = "M4 4l8 8M12 4l-8 8";

// States of pdf.js' FindState.
const NOT_FOUND = 1;
const PENDING = 3;

interface Count {
  current: number;
  total: number;
}

export class FindBar {
  readonly element: HTMLElement;
  readonly #words: ExtensionMessages;
  readonly #bus: EventBus;
  readonly #query = h("input", {
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly #case = h("input", { type: "checkbox" });
  readonly #whole = h("input", { type: "checkbox" });
  readonly #matches = h("span", { class: "matches", role: "status" });
  readonly #closed: () => void;

  /** @param closed hears that the reader closed it, to give the focus back. */
  constructor(words: ExtensionMessages, bus: EventBus, closed: () => void) {
    this.#words = words;
    this.#bus = bus;
    this.#closed = closed;
    const { viewer: text } = words;
    this.#query.setAttribute("aria-label", text.findWhat);
    this.element = h(
      "form",
      { class: "find", role: "search", "aria-label": text.findBar, hidden: true },
      h("span", { class: "query" }, this.#query),
      h(
        "span",
        { class: "group" },
        toolButton(text.previous, UP, () => {
          this.#find("again", true);
        }),
        toolButton(text.next, DOWN, () => {
          this.#find("again");
        }),
      ),
      this.#matches,
      h("label", {}, this.#case, text.matchCase),
      h("label", {}, this.#whole, text.wholeWords),
      toolButton(text.closeFind, CROSS, () => {
        this.close();
      }),
    );
    this.#listen();
  }

  open(): void {
    this.element.hidden = false;
    this.#query.focus();
    this.#query.select();
    if (this.#query.value !== "") this.#find("");
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#bus.dispatch("findbarclose", { source: this });
    this.#closed();
  }

  /** Forgets what was searched in another document. */
  reset(): void {
    this.element.hidden = true;
    setText(this.#matches, "");
  }

  #listen(): void {
    this.#query.addEventListener("input", () => {
      this.#find("");
    });
    for (const box of [this.#case, this.#whole]) {
      box.addEventListener("change", () => {
        this.#find(box === this.#case ? "casesensitivitychange" : "entirewordchange");
      });
    }
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.close();
      } else if (event.key === "Enter" && event.target === this.#query) {
        this.#find("again", event.shiftKey);
      }
    });
    this.#bus.on("updatefindmatchescount", ({ matchesCount }: { matchesCount: Count }) => {
      this.#count(matchesCount);
    });
    this.#bus.on(
      "updatefindcontrolstate",
      ({ state, matchesCount }: { state: number; matchesCount: Count }) => {
        const isSought = this.#query.value !== "";
        if (state === PENDING) setText(this.#matches, this.#words.viewer.searching);
        else if (state === NOT_FOUND && isSought) setText(this.#matches, this.#words.viewer.notFound);
        else this.#count(matchesCount);
        this.#query.setAttribute("aria-invalid", String(state === NOT_FOUND && isSought));
      },
    );
  }

  #count({ current, total }: Count): void {
    setText(this.#matches, total > 0 ? this.#words.viewer.found(current, total) : "");
  }

  #find(type: string, findPrevious = false): void {
    this.#bus.dispatch("find", {
      source: this,
      type,
      query: this.#query.value,
      caseSensitive: this.#case.checked,
      entireWord: this.#whole.checked,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    });
  }
}

/** A button with a drawing for its word. */
export function toolButton(label: string, path: string, action: () => void): HTMLButtonElement {
  const button = h(
    "button",
    { type: "button", class: "bare", "aria-label": label, title: label },
    icon(path),
  );
  button.addEventListener("click", action);
  return button;
}
