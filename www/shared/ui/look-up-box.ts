/** The boxes by which a reader lets references be looked up at the scholarly sources, and more be asked about what cannot be read. */

import { isSame, NO_LOOK_UP, type LookUp, type LookUpChoice } from "../audit/look-up-choice";
import { h, setText } from "./dom";
import { FurtherChoices } from "./further-choices";
import type { Messages } from "./locales/messages";

export class LookUpBox {
  readonly element: HTMLElement;
  readonly #references = h("input", { type: "checkbox" });
  // What a reader must know before saying yes.
  readonly #hint = h("p", { class: "quiet" });
  readonly #further: FurtherChoices;

  /** @param changed called when the reader changed the choice: what was checked so far was checked otherwise. */
  constructor(words: Messages, choice: LookUpChoice, changed: () => void) {
    setText(this.#hint, words.panel.lookUpHint);
    const write = (): void => {
      const references = this.#references.checked;
      const wanted = references ? { references, ...this.#further.chosen } : NO_LOOK_UP;
      void choice.write(wanted).then((chosen) => {
        this.#show(chosen);
        if (isSame(chosen, wanted)) changed();
      });
    };
    this.#further = new FurtherChoices(words, write);
    this.element = h(
      "div",
      { class: "options look-up" },
      h("label", {}, this.#references, words.panel.lookUp),
      this.#hint,
      this.#further.element,
    );
    void choice.read().then((chosen) => {
      this.#show(chosen);
    });
    this.#references.addEventListener("change", write);
  }

  #show(chosen: LookUp): void {
    this.#references.checked = chosen.references;
    this.#hint.hidden = chosen.references;
    this.#further.show(chosen);
  }
}
