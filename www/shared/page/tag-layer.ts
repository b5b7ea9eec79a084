/**
 * Small words beside citations of works that were retracted or not found. They lie over the page in a place of our own: they move
 * nothing, are not copied with the text, and take no clicks.
 */

import { fill, h } from "../ui/dom";
import { ownRoot, type Isolation } from "../ui/own-root";
import type { Theme } from "../ui/theme";
import themeCss from "../ui/theme.css";
import type { SubjectKey } from "../audit/subject";
import { makeOwn } from "./own-elements";
import tagsCss from "./tags.css";
import type { Viewport } from "./viewport";

export interface Tag {
  readonly text: string;
  /** The words that it stands beside. */
  readonly ranges: readonly Range[];
}

interface Shown {
  readonly element: HTMLElement;
  readonly ranges: readonly Range[];
}

export class TagLayer {
  readonly #host: HTMLElement;
  readonly #layer = h("div", { class: "tags" });
  readonly #stage: Viewport;
  readonly #tags = new Map<SubjectKey, readonly Shown[]>();
  readonly #resized: ResizeObserver;
  readonly #ends = new AbortController();
  #frame: number | null = null;

  constructor(theme: Theme, stage: Viewport, isolation: Isolation, language: string) {
    this.#stage = stage;
    this.#host = h("div", { "aria-hidden": "true", lang: language });
    makeOwn(this.#host, "tags");
    theme.attach(this.#host);
    ownRoot(this.#host, isolation, themeCss, tagsCss).append(this.#layer);
    this.#resized = new ResizeObserver(() => {
      this.#placeSoon();
    });
  }

  /** Shows these beside a citation, and no others. */
  set(id: SubjectKey, tags: readonly Tag[]): void {
    const old = this.#tags.get(id);
    if (old === undefined && tags.length === 0) return;
    for (const { element } of old ?? []) element.remove();
    if (tags.length === 0) {
      this.#tags.delete(id);
      return;
    }
    this.#begin();
    const shown = tags.map(({ text, ranges }) => ({ element: h("span", { class: "tag" }, text), ranges }));
    this.#layer.append(...shown.map(({ element }) => element));
    this.#tags.set(id, shown);
    this.#placeSoon();
  }

  remove(): void {
    this.#ends.abort();
    this.#resized.disconnect();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#tags.clear();
    fill(this.#layer);
    this.#host.remove();
  }

  /** Nothing of ours is on a page that has nothing to show. */
  #begin(): void {
    if (this.#host.isConnected) return;
    const { holder } = this.#stage;
    (holder ?? document.documentElement).append(this.#host);
    for (const element of [holder ?? document.documentElement, document.body]) this.#resized.observe(element);
    // Something within the page scrolls, and the words with it.
    document.addEventListener(
      "scroll",
      ({ target }) => {
        if (target !== document && target !== holder) this.#placeSoon();
      },
      { signal: this.#ends.signal, capture: true, passive: true },
    );
  }

  #placeSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#place();
    });
  }

  /** All is measured before anything is written. */
  #place(): void {
    const origin = this.#host.getBoundingClientRect();
    const { right: edge } = this.#stage.view();
    const places = [...this.#tags.values()].flat().map(({ element, ranges }) => {
      const box = [...(ranges.at(-1)?.getClientRects() ?? [])].findLast(({ width }) => width > 0);
      const { width, height } = element.getBoundingClientRect();
      return { element, box, width, height };
    });
    for (const { element, box, width, height } of places) {
      element.hidden = box === undefined;
      if (box === undefined) continue;
      const left = Math.min(box.right + 1, edge - width - 2) - origin.left;
      // Between this line and the one above, as a raised number stands.
      const top = box.top - height * 0.6 - origin.top;
      element.style.transform = `translate(${left}px, ${top}px)`;
    }
  }
}
