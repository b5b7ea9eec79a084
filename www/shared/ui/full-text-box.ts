/** On a page that is only about an article: the ways to its full text. A link is the page's word, so its host is shown. */

import { isBeginning, type FullText } from "../audit/full-texts";
import type { AuditState } from "../audit/state";
import { fill, h } from "./dom";
import type { Messages } from "./locales/messages";

export class FullTextBox {
  readonly element = h("div", { class: "full-texts" });
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #open: ((link: FullText) => void) | null;
  #shown = "";

  /** @param open checks what a link leads to; where nobody can, links are only links. */
  constructor(state: AuditState, words: Messages, open: ((link: FullText) => void) | null) {
    this.#state = state;
    this.#words = words;
    this.#open = open;
    this.element.hidden = true;
  }

  update(): void {
    const links = isBeginning(this.#state) ? (this.#state.fullTexts?.links ?? []) : [];
    const shown = links.map(({ url }) => url).join("\n");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = links.length === 0;
    fill(this.element, ...links.map((link, index) => this.#way(link, index === 0)));
  }

  #way(link: FullText, isFirst: boolean): HTMLElement {
    const { fullText } = this.#words.panel;
    const host = h("span", { class: "host", dir: "ltr" }, new URL(link.url).host);
    const open = this.#open;
    if (open === null)
      return h(
        "a",
        { href: link.url, target: "_blank", rel: "noopener noreferrer nofollow", class: "button" },
        fullText.open[link.format],
        " ",
        host,
      );
    const button = h(
      "button",
      { type: "button", class: isFirst ? "primary" : "" },
      fullText.check[link.format],
      " ",
      host,
    );
    button.addEventListener("click", () => {
      open(link);
    });
    return button;
  }
}
