/** What may be asked beyond records where a work cannot be read: a box for each, with what a reader must know before saying yes. */

import { FURTHER, type Further, type LookUp } from "../audit/look-up-choice";
import { h } from "./dom";
import type { Messages } from "./locales/messages";

export class FurtherChoices {
  readonly element: HTMLElement;
  readonly #boxes: Readonly<Record<Further, HTMLInputElement>> = {
    committees: h("input", { type: "checkbox" }),
    passages: h("input", { type: "checkbox" }),
  };

  constructor(words: Messages, changed: (pressed: HTMLInputElement) => void) {
    const hints: Readonly<Record<Further, string>> = {
      committees: words.panel.committeesHint,
      passages: words.panel.passagesHint,
    };
    this.element = h(
      "div",
      { class: "further" },
      ...FURTHER.flatMap((name) => [
        h("label", {}, this.#boxes[name], words.panel[name]),
        h("p", { class: "quiet" }, hints[name]),
      ]),
    );
    for (const box of Object.values(this.#boxes))
      box.addEventListener("change", () => {
        changed(box);
      });
  }

  get chosen(): Pick<LookUp, Further> {
    const { committees, passages } = this.#boxes;
    return { committees: committees.checked, passages: passages.checked };
  }

  show(chosen: LookUp): void {
    this.element.hidden = !chosen.references;
    for (const name of FURTHER) this.#boxes[name].checked = chosen[name];
  }
}
