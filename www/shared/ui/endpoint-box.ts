/** The endpoint in the panel: who is asked what stays open, and where that is changed. */

import { hostOf, type AskMode, type EndpointChoice, type EndpointSetup } from "../audit/endpoint-choice";
import { OWN_MODEL } from "../own-model/address";
import { EndpointForm } from "./endpoint-form";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

/** Who is asked, in words. */
export function endpointText(words: Messages, host: string | null, ask: AskMode): string {
  if (host === null || ask === "off") return words.endpoint.none;
  if (host === OWN_MODEL) return words.ownModel[ask === "always" ? "always" : "onRequest"];
  return ask === "always" ? words.endpoint.always(host) : words.endpoint.onRequest(host);
}

function textOf(words: Messages, setup: EndpointSetup | null): string {
  return endpointText(words, setup === null ? null : hostOf(setup.settings), setup?.ask ?? "off");
}

/** Folded: who is asked. Unfolded: the form, for as long as the page is open. */
export class EndpointBox {
  readonly element: HTMLElement;
  readonly #words: Messages;
  readonly #choice: EndpointChoice;
  readonly #form: EndpointForm;
  readonly #line = h("span", { class: "quiet" });

  constructor(words: Messages, choice: EndpointChoice, changed: (setup: EndpointSetup | null) => void) {
    this.#words = words;
    this.#choice = choice;
    const form = new EndpointForm(words, choice, {
      lasts: false,
      changed: (setup) => {
        setText(this.#line, textOf(words, setup));
        changed(setup);
      },
    });
    this.#form = form;
    setText(this.#line, textOf(words, null));
    this.element = h(
      "div",
      { class: "endpoint-box" },
      h(
        "details",
        { class: "group" },
        h("summary", {}, h("span", {}, words.endpoint.title)),
        h("p", { class: "about quiet" }, words.endpoint.about),
        form.element,
      ),
      this.#line,
    );
  }

  /** Shows what was chosen elsewhere. */
  async refresh(): Promise<void> {
    setText(this.#line, textOf(this.#words, await this.#choice.read()));
    await this.#form.refresh();
  }
}

/** One line with a button that leads to where it is changed. */
export class EndpointLine {
  readonly element: HTMLElement;
  readonly #words: Messages;
  readonly #line = h("span");
  readonly #button = h("button", { type: "button" });

  constructor(words: Messages, change: () => void) {
    this.#words = words;
    this.#button.addEventListener("click", change);
    this.element = h("div", { class: "endpoint-line" }, this.#line, this.#button);
    this.show(null, "off");
  }

  show(host: string | null, ask: AskMode): void {
    setText(this.#line, endpointText(this.#words, host, ask));
    const { setUp, change } = this.#words.endpoint;
    setText(this.#button, host === null ? setUp : change);
  }
}
