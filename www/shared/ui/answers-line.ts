/** What connected models and citing papers said, counted apart: one line for each who answered. */

import { answerCounts } from "../audit/answers";
import type { AuditState } from "../audit/state";
import type { AnswerTally } from "../generated/AnswerTally";
import { fill, h } from "./dom";
import type { Messages } from "./locales/messages";

export class AnswersLine {
  readonly element = h("ul", { class: "answers", part: "answers", hidden: true });
  readonly #state: AuditState;
  readonly #words: Messages;
  #shown = "";

  constructor(state: AuditState, words: Messages) {
    this.#state = state;
    this.#words = words;
    this.element.setAttribute("aria-label", words.answers.label);
  }

  update(): void {
    const { answers } = this.#words;
    const { models, committee } = answerCounts(this.#state.findings());
    const all: readonly [string, AnswerTally][] = [
      ...models.map((one): [string, AnswerTally] => [answers.of(one.model), one]),
      [answers.ofCommittee, committee],
    ];
    const told = all
      .map(([who, tally]) => [who, answers.said(tally)] as const)
      .filter(([, said]) => said !== "")
      .map(([who, said]) => this.#words.pair(who, said));
    const shown = told.join("\n");
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(this.element, ...told.map((line) => h("li", { dir: "auto" }, line)));
    this.element.hidden = told.length === 0;
  }
}
