/** That what is shown was found on an earlier visit, when, and the button that checks what is new since. */

import type { AuditState } from "../audit/state";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

export class RestoredLine {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #text = h("p");
  readonly #button = h("button", { type: "button" });

  constructor(state: AuditState, words: Messages, checkNew: () => void) {
    this.#state = state;
    this.#words = words;
    this.#button.addEventListener("click", checkNew);
    this.element = h("div", { class: "restored" }, this.#text, this.#button);
  }

  update(): void {
    const { restored, asking } = this.#state;
    this.element.hidden = restored === null;
    if (restored === null) return;
    const { at, newCitations } = restored;
    const { restored: text } = this.#words;
    setText(this.#text, text.line(daysSince(at), this.#words.day(at), newCitations));
    setText(this.#button, text.checkNew(newCitations));
    this.#button.hidden = newCitations === 0;
    this.#button.disabled = asking.size > 0;
  }
}

/** Calendar days, as readers count them. */
function daysSince(at: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);
}
