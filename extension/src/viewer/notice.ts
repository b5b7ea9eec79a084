/** What stands in the place of a document: where to drop one, how far loading is, or what went wrong and what to do. */

import { adopt, fill, h } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import noticeCss from "./notice.css";
import type { Remedy } from "./source";

export interface NoticeHandlers {
  allow(): void;
  retry(): void;
  choose(): void;
}

export class Notice {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #handlers: NoticeHandlers;
  readonly #words: ExtensionMessages;

  constructor(host: HTMLElement, theme: Theme, words: ExtensionMessages, handlers: NoticeHandlers) {
    this.#words = words;
    this.#host = host;
    this.#handlers = handlers;
    theme.attach(host);
    this.#root = host.attachShadow({ mode: "open" });
    adopt(this.#root, themeCss, noticeCss);
    this.hide();
  }

  hide(): void {
    this.#host.hidden = true;
    fill(this.#root);
  }

  /** Asks for a file. */
  ask(): void {
    this.#show("region", h("p", {}, this.#words.viewer.drop), this.#buttons(["choose"], ""));
  }

  loading(name: string, share: number): void {
    const bar = this.#root.querySelector("progress");
    if (bar === null) {
      const text = this.#words.viewer.loading(name);
      this.#show("status", h("p", {}, text), h("progress", { "aria-label": text, max: "1" }));
    } else if (share > 0) bar.value = share;
  }

  /** @param host which would be allowed */
  problem(message: string, remedies: readonly Remedy[], host: string): void {
    this.#show("alert", h("p", {}, message), this.#buttons(remedies, host));
  }

  /** Whether a file is held over the window. */
  over(is: boolean): void {
    this.#host.classList.toggle("over", is);
  }

  #show(role: string, ...content: Node[]): void {
    fill(
      this.#root,
      h(
        "div",
        {
          class: "box",
          role,
          lang: this.#words.language,
          dir: this.#words.direction,
          "aria-label": this.#words.viewer.document,
        },
        ...content,
      ),
    );
    this.#host.hidden = false;
  }

  #buttons(remedies: readonly Remedy[], host: string): HTMLElement {
    const labels: Record<Remedy, string> = {
      allow: this.#words.viewer.allow(host),
      retry: this.#words.viewer.retry,
      choose: this.#words.viewer.choose,
    };
    const buttons = remedies.map((remedy, place) => {
      const button = h("button", { type: "button", class: place === 0 ? "primary" : "" }, labels[remedy]);
      button.addEventListener("click", () => {
        this.#handlers[remedy]();
      });
      return button;
    });
    return h("div", { class: "buttons" }, ...buttons);
  }
}
