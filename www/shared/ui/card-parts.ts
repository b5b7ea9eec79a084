/** Pieces of the card: its titles and its buttons. */

import type { Finding } from "../generated/Finding";
import type { Resolution } from "../generated/Resolution";
import { isProblem, mostSevere, type FindingSeverity } from "../audit/severity";
import type { ReferenceStatus } from "../audit/reference-status";
import type { AuditState } from "../audit/state";
import { kindText } from "./describe";
import { h } from "./dom";
import { glyph } from "./glyph";
import { referenceHeadline } from "./headline";
import { headlineOf } from "./policy-line";
import type { Messages } from "./locales/messages";

/** What a card is about and what it found: a word for the kind, then the headline. */
function titled(sign: FindingSeverity | null, kind: string, text: string): HTMLElement {
  return h(
    "h2",
    { id: "card-title" },
    h("span", { class: "kind" }, sign !== null && glyph(sign), h("span", {}, kind)),
    h("span", { class: "visually-hidden" }, ". "),
    h("span", { class: "headline", dir: "auto" }, text),
  );
}

export function title(words: Messages, finding: Finding, state: AuditState): HTMLElement {
  const need = state.severityOf(finding);
  return titled(need, kindText(words, words.need[need], finding), headlineOf(words, state, finding));
}

/** The title of a citation of several works: each of them has its own headline below. */
export function sourcesTitle(words: Messages, needs: readonly FindingSeverity[]): HTMLElement {
  const worst = mostSevere(needs);
  const problems = needs.filter((need) => isProblem(need)).length;
  const kind = worst === null ? "" : words.need[worst];
  return titled(worst, kind, words.card.sources(needs.length, problems));
}

export function referenceTitle(
  words: Messages,
  standing: ReferenceStatus,
  need: FindingSeverity | null,
  resolution: Resolution | null,
): HTMLElement {
  return titled(
    need,
    `${words.reference.label} · ${words.standing[standing]}`,
    referenceHeadline(words, standing, resolution),
  );
}

export function copyButton(
  words: Messages,
  label: string,
  text: string,
  status: HTMLElement,
): HTMLButtonElement {
  return button(label, () => {
    navigator.clipboard.writeText(text).then(
      () => (status.textContent = words.card.copied),
      () => (status.textContent = words.card.copyFailed),
    );
  });
}

export function button(label: string, action: () => void): HTMLButtonElement {
  const element = h("button", { type: "button" }, label);
  element.addEventListener("click", action);
  return element;
}
