/** The button by which a reader has open copies read that lie on other sites, with what is to be known before, and what came of it. */

import type { AuditState } from "../audit/state";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

/** How a surface comes to read copies. */
export interface CopiesChoice {
  /** Whether a page asks, which other sites may not let read their files. */
  isPage: boolean;
  /** Has the copies of these hosts read; whether the reader's browser allows it. Called while the click lasts. */
  read(hosts: readonly string[]): Promise<boolean>;
}

/** Hosts that are named; of more, their number. */
const NAMED = 3;

export class CopiesBox {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #choice: CopiesChoice;
  readonly #button: HTMLButtonElement;
  readonly #hint = h("p", { class: "quiet" });
  readonly #line = h("p", { role: "status" });
  #isRefused = false;

  constructor(state: AuditState, words: Messages, choice: CopiesChoice) {
    this.#state = state;
    this.#words = words;
    this.#choice = choice;
    this.#button = h("button", { type: "button" });
    this.#button.addEventListener("click", () => void this.#read());
    this.element = h("div", { class: "copies" }, this.#button, this.#hint, this.#line);
    this.update();
  }

  update(): void {
    const { copies: texts } = this.#words;
    const { offered, hosts, progress, outcome } = this.#state.copies;
    const isOffered = offered.length > 0 && progress === null && this.#state.phase !== "running";
    this.#button.hidden = !isOffered;
    this.#hint.hidden = !isOffered;
    if (isOffered) {
      setText(this.#button, texts.read(offered.length, hosts.length));
      const named = hosts.slice(0, NAMED);
      setText(
        this.#hint,
        (this.#choice.isPage ? texts.pageHint : texts.hint)(named, hosts.length - named.length),
      );
    } else this.#isRefused = false;
    const line = this.#lineOf(progress, outcome);
    setText(this.#line, line);
    this.#line.hidden = line === "";
    this.element.hidden = !isOffered && line === "";
  }

  #lineOf(progress: AuditState["copies"]["progress"], outcome: AuditState["copies"]["outcome"]): string {
    const { copies: texts, gap } = this.#words;
    if (progress !== null) return texts.reading(progress.done, progress.total);
    if (this.#isRefused) return texts.refused;
    if (outcome === null) return "";
    if (outcome.failure !== null) return texts.failed;
    const isLess = this.#choice.isPage && outcome.read < outcome.works;
    return [texts.done(outcome.read, outcome.works), ...(isLess ? [texts.extensionReads] : [])].join(gap);
  }

  async #read(): Promise<void> {
    this.#isRefused = false;
    const isAllowed = await this.#choice.read(this.#state.copies.hosts);
    this.#isRefused = !isAllowed;
    this.update();
  }
}
