/** A place of ours on a page of OpenReview, with a shadow root. */

import { makeOwn } from "@citelight/shared/page/own-elements";
import { h } from "@citelight/shared/ui/dom";
import { ownRoot } from "@citelight/shared/ui/own-root";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import themeCss from "@citelight/shared/ui/theme.css";
import openReviewCss from "./openreview.css";

export interface ShadowHost {
  host: HTMLElement;
  root: ShadowRoot;
}

export function makeShadowHost(
  name: string,
  theme: Theme,
  words: ExtensionMessages,
  inline = false,
): ShadowHost {
  const host = document.createElement(inline ? "span" : "div");
  makeOwn(host, name);
  host.lang = words.language;
  host.dir = words.direction;
  theme.attach(host);
  return { host, root: ownRoot(host, "sealed", themeCss, openReviewCss) };
}

/** A button; in a root of ours only the reader's own click or key presses it. */
export function button(label: string, act: () => void, className = ""): HTMLButtonElement {
  const made = h("button", { type: "button", class: className }, label);
  made.addEventListener("click", act);
  return made;
}

/** Gives a button the width of the widest of its labels: with another one, nothing moves. */
export function keepWidth(made: HTMLButtonElement, labels: readonly string[]): void {
  made.dataset.labels = labels.join("\n");
}
