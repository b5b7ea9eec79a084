/** How many citations need attention, where the list is out of sight: a click leads to it. */

import type { AuditState } from "../audit/state";
import { citationCounts, problems } from "../audit/counts";
import { makeOwn } from "../page/own-elements";
import pillCss from "./count-pill.css";
import { h, setText } from "./dom";
import { glyph } from "./glyph";
import type { Messages } from "./locales/messages";
import { ownRoot } from "./own-root";
import themeCss from "./theme.css";
import type { Theme } from "./theme";

export class CountPill {
  readonly #host = h("div", { hidden: true });
  readonly #label = h("span");
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #watch: IntersectionObserver;
  readonly #unsubscribe: () => void;
  #isListInSight = true;

  /** @param list the place of the list */
  constructor(state: AuditState, theme: Theme, words: Messages, list: HTMLElement) {
    this.#state = state;
    this.#words = words;
    makeOwn(this.#host, "count");
    theme.attach(this.#host);
    const button = h(
      "button",
      { type: "button", lang: words.language, dir: words.direction },
      glyph("review"),
      this.#label,
    );
    button.addEventListener("click", () => {
      list.scrollIntoView({ block: "start" });
      list.shadowRoot?.querySelector<HTMLElement>(".rows button, button")?.focus({ preventScroll: true });
    });
    ownRoot(this.#host, "shared", themeCss, pillCss).append(button);
    this.#watch = new IntersectionObserver((entries) => {
      this.#isListInSight = entries.at(-1)?.isIntersecting ?? true;
      this.#update();
    });
    this.#watch.observe(list);
    this.#unsubscribe = state.subscribe(() => {
      this.#update();
    });
  }

  remove(): void {
    this.#unsubscribe();
    this.#watch.disconnect();
    this.#host.remove();
  }

  #update(): void {
    // Nothing is counted for what is not shown.
    const count = this.#isListInSight ? 0 : problems(citationCounts(this.#state));
    this.#host.hidden = count === 0;
    if (count === 0) return;
    setText(this.#label, this.#words.card.needAttention(count));
    if (!this.#host.isConnected) document.body.append(this.#host);
  }
}
