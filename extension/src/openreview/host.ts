/** A place of ours on a page of OpenReview, with a shadow root. */

import { OWN_ATTRIBUTE } from "../../../www/src/page/runs";
import { adopt, h } from "../../../www/src/ui/dom";
import type { Theme } from "../../../www/src/ui/theme";
import type { Words } from "../../../www/src/ui/words";
import themeCss from "../../../www/src/ui/theme.css";
import openReviewCss from "./openreview.css";

export interface Own {
  host: HTMLElement;
  root: ShadowRoot;
}

export function makeHost(name: string, theme: Theme, words: Words, inline = false): Own {
  const host = document.createElement(inline ? "span" : "div");
  host.setAttribute(OWN_ATTRIBUTE, name);
  host.lang = words.language;
  host.dir = words.direction;
  theme.attach(host);
  const root = host.attachShadow({ mode: "open" });
  adopt(root, themeCss, openReviewCss);
  return { host, root };
}

/** A button that only the reader's own click or key presses: scripts of the page cannot. */
export function button(label: string, act: () => void, className = ""): HTMLButtonElement {
  const made = h("button", { type: "button", class: className }, label);
  made.addEventListener("click", (event) => {
    if (event.isTrusted) act();
  });
  return made;
}
