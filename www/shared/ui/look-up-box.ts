/** The boxes by which a reader lets references be looked up at the scholarly sources, and those who cite them be asked. */

import type { LookUp, LookUpChoice } from "../audit/look-up-choice";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

export class LookUpBox {
  readonly element: HTMLElement;
  readonly #references = h("input", { type: "checkbox" });
  // What a reader must know before saying yes.
  readonly #hint = h("p", { class: "quiet" });
  readonly #committees = h("input", { type: "checkbox" });
  readonly #further: HTMLElement;
  readonly #furtherHint = h("p", { class: "quiet" });

  /** @param changed called when the reader changed the choice: what was checked so far was checked otherwise. */
  constructor(words: Messages, choice: LookUpChoice, changed: () => void) {
    setText(this.#hint, words.panel.lookUpHint);
    setText(this.#furtherHint, words.panel.committeesHint);
    this.#further = h(
      "div",
      { class: "further" },
      h("label", {}, this.#committees, words.panel.committees),
      this.#furtherHint,
    );
    this.element = h(
      "div",
      { class: "options look-up" },
      h("label", {}, this.#references, words.panel.lookUp),
      this.#hint,
      this.#further,
    );
    void choice.read().then((chosen) => {
      this.#show(chosen);
    });
    for (const box of [this.#references, this.#committees])
      box.addEventListener("change", () => {
        const references = this.#references.checked;
        const wanted = { references, committees: references && this.#committees.checked };
        void choice.write(wanted).then((chosen) => {
          this.#show(chosen);
          if (chosen.references === wanted.references && chosen.committees === wanted.committees) changed();
        });
      });
  }

  #show({ references, committees }: LookUp): void {
    this.#references.checked = references;
    this.#hint.hidden = references;
    this.#further.hidden = !references;
    this.#committees.checked = committees;
    this.#furtherHint.hidden = committees;
  }
}
