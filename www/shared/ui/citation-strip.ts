/** The paper's length as a strip with a tick per citation. The list says the same to keyboards and screen readers. */

import { needsALook } from "../audit/severity";
import type { AuditState, Change } from "../audit/state";
import { fill, h } from "./dom";

export class CitationStrip {
  readonly element = h("div", { class: "strip", "aria-hidden": "true", hidden: true });
  readonly #state: AuditState;
  readonly #ticks = new Map<string, HTMLElement>();

  constructor(state: AuditState, jump: (citation: string) => void) {
    this.#state = state;
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      // The strip runs as the words do.
      const isRightToLeft = getComputedStyle(this.element).direction === "rtl";
      const way = isRightToLeft ? box.right - event.clientX : event.clientX - box.left;
      const nearest = this.#nearest(way / box.width);
      if (nearest !== null) jump(nearest);
    });
  }

  update(change: Change): void {
    const citations = this.#state.document?.citations ?? [];
    if (change.all) {
      this.#ticks.clear();
      fill(
        this.element,
        ...citations.map((citation) => {
          const tick = h("i");
          tick.style.insetInlineStart = `${(1 + 98 * citation.position).toFixed(2)}%`;
          this.#ticks.set(citation.id, tick);
          return tick;
        }),
      );
      this.element.hidden = citations.length === 0;
    }
    for (const id of change.all ? this.#ticks.keys() : change.citations) {
      const tick = this.#ticks.get(id);
      if (tick !== undefined) tick.className = `need-${this.#state.classOfCitation(id)}`;
    }
  }

  // Among ticks about equally near, one that needs attention is what the reader aims at.
  #nearest(share: number): string | null {
    let best: { id: string; distance: number } | null = null;
    for (const { id, position } of this.#state.document?.citations ?? []) {
      const need = this.#state.severityOfCitation(id);
      const distance = Math.abs(position - share) - (need !== null && needsALook(need) ? 0.01 : 0);
      if (best === null || distance < best.distance) best = { id, distance };
    }
    return best?.id ?? null;
  }
}
