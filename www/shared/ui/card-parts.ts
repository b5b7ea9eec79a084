/** Pieces of the card: its titles and its buttons. */

import type { Finding } from "../generated/Finding";
import { severityOf } from "../audit/severity";
import { needsAttention, type ReferenceStatus } from "../audit/reference-status";
import { categoryText } from "./describe";
import { h } from "./dom";
import { glyph } from "./glyph";
import type { Messages } from "./locales/messages";

export function title(words: Messages, finding: Finding): HTMLElement {
  const category = categoryText(words, finding);
  const named = finding.category?.suggested === true ? words.card.suggested(category) : category;
  return h(
    "h2",
    { id: "card-title" },
    glyph(severityOf(finding)),
    h(
      "span",
      {},
      words.verdict[finding.verdict],
      category && h("span", { class: "category" }, ` · ${named}`),
    ),
  );
}

export function referenceTitle(words: Messages, standing: ReferenceStatus): HTMLElement {
  return h(
    "h2",
    { id: "card-title" },
    needsAttention(standing) && glyph("reference"),
    h("span", {}, words.reference.label, h("span", { class: "category" }, ` · ${words.standing[standing]}`)),
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
