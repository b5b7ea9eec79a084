/** Pieces that several cards are made of. */

import { h, icon } from "./dom";
import type { Messages } from "./locales/messages";

const ARROW_OUT = "M6 3h7v7M13 3 4 12";

/** A term of a card and what is said of it. */
export function row(name: string, ...content: readonly (Node | string | null)[]): [HTMLElement, HTMLElement] {
  return [h("dt", {}, name), h("dd", {}, ...content)];
}

/** A link that leaves the page, told apart for eyes and ears. */
export function linkOut(words: Messages, address: string, text: string): HTMLElement {
  const mark = h("span", {}, icon(ARROW_OUT), h("span", { class: "visually-hidden" }, words.card.open));
  return h(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer" },
    h("bdi", {}, text),
    " ",
    mark,
  );
}
