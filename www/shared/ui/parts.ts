/** Pieces that several cards are made of. */

import type { Stretch } from "./differences";
import { h, icon } from "./dom";
import type { Messages } from "./locales/messages";

const ARROW_OUT = "M6 3h7v7M13 3 4 12";

/** A term of a card and what is said of it. */
export function row(name: string, ...content: readonly (Node | string | null)[]): [HTMLElement, HTMLElement] {
  return [h("dt", {}, name), h("dd", {}, ...content)];
}

/** A text with stretches set off. */
export function marked(text: string, stretches: readonly Stretch[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const { start, end } of stretches) {
    if (start > from) parts.push(text.slice(from, start));
    parts.push(h("mark", {}, text.slice(start, end)));
    from = end;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A quotation with stretches set off. */
export function quoted({ quotes }: Messages, text: string, stretches: readonly Stretch[]): (Node | string)[] {
  return [quotes.open, ...marked(text, stretches), quotes.close];
}

/** A link that leaves the page, told apart for eyes and ears. */
export function linkOut(words: Messages, address: string, ...text: readonly (Node | string)[]): HTMLElement {
  const mark = h("span", {}, icon(ARROW_OUT), h("span", { class: "visually-hidden" }, words.card.open));
  return h(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer", referrerpolicy: "no-referrer" },
    h("bdi", {}, ...text),
    " ",
    mark,
  );
}
