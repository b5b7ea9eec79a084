/** What a reader can do about a finding: say that it is no problem, take that back, ask, copy, go on. */

import type { Finding } from "../generated/Finding";
import type { DismissReason } from "../generated/DismissReason";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import { DISMISS_REASONS, pairKey, type AuditState } from "../audit/state";
import { button, copyButton } from "./card-parts";
import { falseAlarmText, findingText } from "./describe";
import { fill, h } from "./dom";
import { reviewParagraph } from "./review";
import { askButton, type AskHandlers } from "./sent-line";
import { ANSWERS, canBeAnswered, UNDO_KEY } from "./triage";
import type { Messages } from "./locales/messages";
import { SETTLED_MS, type Visibility } from "./visibility";

export interface ActionHandlers extends AskHandlers {
  dismiss(reason: DismissReason | null): void;
  answer(answer: ReaderAnswer | null): void;
  step(direction: 1 | -1): void;
}

export class CardActions {
  readonly #words: Messages;
  readonly #state: AuditState;
  readonly #handlers: ActionHandlers;
  readonly #seen: Visibility | null;
  readonly #status = h("span", { role: "status", class: "quiet" });

  constructor(words: Messages, state: AuditState, handlers: ActionHandlers, seen: Visibility | null) {
    this.#words = words;
    this.#state = state;
    this.#handlers = handlers;
    this.#seen = seen;
  }

  footer(finding: Finding): HTMLElement {
    const words = this.#words;
    const entry = this.#state.reference(finding.reference);
    const bibtex =
      this.#state.severityOf(finding) === "reference" ? this.#state.bibtex(finding.reference) : null;
    const step = (label: string, direction: 1 | -1): HTMLButtonElement =>
      button(label, () => {
        this.#handlers.step(direction);
      });
    const footer = h("footer");
    fill(
      footer,
      ...this.#triage(finding),
      ...this.#judgement(finding),
      finding.verdict === "supported"
        ? null
        : copyButton(words, words.review.copy, reviewParagraph(words, finding, this.#state), this.#status),
      copyButton(words, words.card.copy, findingText(words, finding, entry), this.#status),
      bibtex === null ? null : copyButton(words, words.reference.copy, bibtex, this.#status),
      h("span", { class: "steps" }, step(words.card.previous, -1), step(words.card.next, 1)),
      this.#status,
    );
    return footer;
  }

  /** What the reader found in the source: three answers, or the one that was given and how to take it back. */
  #triage(finding: Finding): Node[] {
    if (!canBeAnswered(finding)) return [];
    const { triage } = this.#words;
    const given = this.#state.answers.get(pairKey(finding));
    const undo = this.#gated(triage.key(triage.undo, UNDO_KEY), () => {
      this.#handlers.answer(null);
    });
    const answers = ANSWERS.map(([key, answer]) =>
      this.#gated(triage.key(triage.answer[answer], key), () => {
        this.#handlers.answer(answer);
      }),
    );
    return [
      h(
        "div",
        { class: "triage", role: "group", "aria-label": triage.ask, title: triage.kept },
        given === undefined
          ? h("span", { class: "quiet" }, triage.ask)
          : h("span", { role: "status" }, triage.said(triage.answer[given])),
        ...(given === undefined ? answers : [undo]),
      ),
    ];
  }

  #judgement(finding: Finding): Node[] {
    const words = this.#words;
    const reason = this.#state.dismissed.get(pairKey(finding));
    if (reason !== undefined) return this.#dismissed(finding, reason);
    const ask = this.#ask(finding);
    const asking = ask === null ? [] : [ask];
    if (this.#state.severityOf(finding) === "supported") return asking;
    const dismiss = this.#gated(words.card.dismiss, () => {
      this.#handlers.dismiss("not-a-problem");
    });
    return [dismiss, ...asking];
  }

  /** What was said of the finding, how to take it back, and why, for those who want to say it. */
  #dismissed(finding: Finding, reason: DismissReason): Node[] {
    const words = this.#words;
    const isPlain = reason === "not-a-problem";
    const said = isPlain ? words.card.dismissedPlain : words.card.dismissed(words.dismissReason[reason]);
    const undo = this.#gated(words.card.undo, () => {
      this.#handlers.dismiss(null);
    });
    const reasons = DISMISS_REASONS.filter((one) => one !== reason).map((one) =>
      this.#gated(words.dismissReason[one], () => {
        this.#handlers.dismiss(one);
      }),
    );
    const entry = this.#state.reference(finding.reference);
    const report = falseAlarmText(words, finding, entry, reason, this.#state.models);
    return [
      h("div", { class: "dismissed" }, h("span", { role: "status" }, said), undo),
      h(
        "div",
        { class: "reasons", role: "group", "aria-label": words.card.dismissWhy },
        h("span", { class: "quiet" }, words.card.dismissWhy),
        ...reasons,
      ),
      copyButton(words, words.card.falseAlarm, report, this.#status),
    ];
  }

  #ask(finding: Finding): HTMLButtonElement | null {
    const ask = askButton(this.#words, finding, this.#state, {
      ask: (key, whom) => {
        if (ask !== null)
          this.#ifSeen(ask, () => {
            this.#handlers.ask(key, whom);
          });
      },
      stopAsking: (key) => {
        this.#handlers.stopAsking(key);
      },
    });
    if (ask !== null && !this.#state.asking.has(pairKey(finding))) this.#seen?.gate(ask, SETTLED_MS);
    return ask;
  }

  /** A button that changes what is kept of a finding. */
  #gated(label: string, act: () => void): HTMLButtonElement {
    const made = button(label, () => {
      this.#ifSeen(made, act);
    });
    this.#seen?.gate(made, 0);
    return made;
  }

  /** Does what a button says, if the reader can have meant it. */
  #ifSeen(pressed: HTMLElement, act: () => void): void {
    if (this.#seen === null || this.#seen.allows(pressed)) act();
    else this.#status.textContent = this.#words.card.notSeen;
  }
}
