/**
 * How a reader lets references be looked up: one button that says what is sent and to whom, for as long as something could be looked up
 * and may not; and, once it may, a quiet way back. The choice is kept, so that the next article needs no button.
 */

import { isSame, NO_LOOK_UP, type LookUp, type LookUpChoice } from "../audit/look-up-choice";
import { referenceCounts } from "../audit/counts";
import type { AuditState } from "../audit/state";
import { h, setText } from "./dom";
import { FurtherChoices } from "./further-choices";
import type { Messages } from "./locales/messages";

export interface LookUpHandlers {
  /** What was checked so far was checked otherwise than the reader wants by now. */
  restart(): void;
  /** The button that was pressed is gone: the reader goes on from here. */
  focus(): void;
}

export class LookUpOffer {
  /** The button with what is sent. */
  readonly element: HTMLElement;
  /** What stands among the settings. */
  readonly settings: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #choice: LookUpChoice | null;
  readonly #handlers: LookUpHandlers;
  readonly #button = h("button", { type: "button", class: "primary" });
  readonly #sends = h("p", { class: "quiet" });
  readonly #refused = h("p", { role: "status" });
  readonly #line = h("span");
  readonly #switch = h("button", { type: "button" });
  readonly #further: FurtherChoices;
  // Null until it is known.
  #chosen: LookUp | null = null;
  #isAsking = false;

  constructor(state: AuditState, words: Messages, choice: LookUpChoice | null, handlers: LookUpHandlers) {
    this.#state = state;
    this.#words = words;
    this.#choice = choice;
    this.#handlers = handlers;
    this.element = h("div", { class: "offer", hidden: true }, this.#button, this.#sends, this.#refused);
    this.#further = new FurtherChoices(words, (pressed) => {
      void this.#choose({ references: true, ...this.#further.chosen }, pressed);
    });
    this.settings = h(
      "div",
      { class: "options look-up", hidden: true },
      h("div", { class: "endpoint-line" }, this.#line, this.#switch),
      this.#further.element,
    );
    this.#button.addEventListener("click", () => {
      void this.#choose({ ...NO_LOOK_UP, references: true }, this.#button);
    });
    this.#switch.addEventListener("click", () => {
      const { references } = this.#chosen ?? NO_LOOK_UP;
      void this.#choose({ ...NO_LOOK_UP, references: !references }, this.#switch);
    });
    void this.refresh();
  }

  /** Whether nothing may be looked up, as far as is known. */
  get isOff(): boolean {
    return this.#chosen?.references !== true;
  }

  /** Whether the reader may change that. */
  get isOffered(): boolean {
    return this.#choice !== null;
  }

  /** The choice may have been made elsewhere meanwhile. */
  async refresh(): Promise<void> {
    if (this.#choice === null || this.#isAsking) return;
    this.#chosen = await this.#choice.read();
    this.update();
  }

  update(): void {
    const { panel } = this.#words;
    const { document, isBeforehand } = this.#state;
    const references = document?.references.length ?? 0;
    const open = referenceCounts(this.#state).open;
    // What a library that came along answers at once is not offered first.
    const isAnswered = this.#state.summary !== null || this.#isLibraryThrough();
    const isWanting = references > 0 && open > 0 && isAnswered && this.isOff && !isBeforehand;
    this.element.hidden = !isWanting || (this.#choice !== null && this.#chosen === null);
    setText(this.#button, panel.lookUpNow(open));
    this.#button.hidden = this.#choice === null;
    setText(this.#sends, this.#choice === null ? panel.lookUpNever : panel.lookUpSends);
    this.settings.hidden = this.#chosen === null || !this.element.hidden;
    setText(this.#line, this.isOff ? panel.lookUpSends : panel.lookUpOn);
    setText(this.#switch, this.isOff ? panel.lookUp : panel.lookUpEnd);
    this.#further.show(this.#chosen ?? NO_LOOK_UP);
  }

  /** Without a look-up each entry has its answer within a moment. */
  #isLibraryThrough(): boolean {
    const { document } = this.#state;
    return document?.references.every(({ id }) => this.#state.resolution(id) !== null) === true;
  }

  /** Browsers ask for hosts only while a click lasts: nothing is awaited before the choice is written. */
  async #choose(wanted: LookUp, pressed: HTMLElement): Promise<void> {
    if (this.#choice === null || this.#isAsking) return;
    this.#isAsking = true;
    setText(this.#refused, "");
    const was = this.#chosen ?? NO_LOOK_UP;
    try {
      this.#chosen = await this.#choice.write(wanted);
    } finally {
      this.#isAsking = false;
    }
    const { references } = this.#chosen;
    if (references !== wanted.references) setText(this.#refused, this.#words.panel.lookUpRefused);
    this.update();
    if (pressed.closest("[hidden]") !== null) this.#handlers.focus();
    // What was found while look-ups were on stays when they are turned off.
    const isMore = references && !isSame(this.#chosen, was);
    if (isMore && this.#state.phase !== "idle") this.#handlers.restart();
  }
}
