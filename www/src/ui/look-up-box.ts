/** The box by which a reader lets references be looked up at the scholarly sources. */

import type { LookUpChoice } from "../audit/look-up-choice";
import { h } from "./dom";
import { words } from "./words";

export class LookUpBox {
  readonly element: HTMLElement;
  readonly #box = h("input", { type: "checkbox" });
  // What a reader must know before saying yes.
  readonly #hint = h("p", { class: "quiet" }, words.panel.lookUpHint);

  /** @param changed called when the reader changed the choice: what was checked so far was checked otherwise. */
  constructor(choice: LookUpChoice, changed: () => void) {
    this.element = h(
      "div",
      { class: "options look-up" },
      h("label", {}, this.#box, words.panel.lookUp),
      this.#hint,
    );
    void choice.read().then((looksUp) => {
      this.#show(looksUp);
    });
    this.#box.addEventListener("change", () => {
      const wanted = this.#box.checked;
      void choice.write(wanted).then((looksUp) => {
        this.#show(looksUp);
        if (looksUp === wanted) changed();
      });
    });
  }

  #show(looksUp: boolean): void {
    this.#box.checked = looksUp;
    this.#hint.hidden = looksUp;
  }
}
