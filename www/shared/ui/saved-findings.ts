/** What is kept of articles in this browser, and the button that clears it. */

import type { AuditStore } from "../persistence/audit-store";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

export class SavedFindings {
  readonly element: HTMLElement;
  readonly #store: AuditStore;
  readonly #text = h("p", { class: "quiet" });
  readonly #button: HTMLButtonElement;
  readonly #say: (articles: number, megabytes: number) => string;

  /** @param say what is kept, in words that fit the surface. */
  constructor(words: Messages, store: AuditStore, say: (articles: number, megabytes: number) => string) {
    this.#store = store;
    this.#say = say;
    const status = h("p", { role: "status", class: "quiet" });
    this.#button = h("button", { type: "button" }, words.kept.clear);
    this.#button.addEventListener("click", () => {
      void store.clear().then(async (isCleared) => {
        setText(status, isCleared ? words.kept.cleared : words.kept.notCleared);
        await this.update();
      });
    });
    this.element = h(
      "div",
      { class: "column" },
      this.#text,
      h("div", { class: "buttons" }, this.#button),
      status,
    );
    void this.update();
  }

  async update(): Promise<void> {
    const { articles, bytes } = await this.#store.usage();
    setText(this.#text, this.#say(articles, bytes / 1e6));
    this.#button.disabled = articles === 0;
  }
}
