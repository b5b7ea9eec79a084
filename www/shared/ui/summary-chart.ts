/** What was found, at a glance: a bar by verdict, and the categories of what needs review. The numbers stand beside it. */

import { SEVERITIES, severityOf, type FindingSeverity } from "../audit/severity";
import { pairKey, type AuditState } from "../audit/state";
import { categoryText } from "./describe";
import { fill, h } from "./dom";
import { glyph } from "./glyph";
import type { Messages } from "./locales/messages";

export class SummaryChart {
  readonly element = h("figure", { class: "chart", hidden: true });
  readonly #state: AuditState;
  readonly #words: Messages;
  #shown = "";

  constructor(state: AuditState, words: Messages) {
    this.#state = state;
    this.#words = words;
  }

  /** Drawn once the audit ended, and again when the reader dismisses something. */
  update(): void {
    const hasEnded = this.#state.summary !== null && this.#state.summary.pairs > 0;
    this.element.hidden = !hasEnded;
    if (!hasEnded) return;
    const words = this.#words;
    const needs = new Map<FindingSeverity, number>();
    const categories = new Map<string, number>();
    for (const finding of this.#state.findings()) {
      if (finding.reference === "" || this.#state.dismissed.has(pairKey(finding))) continue;
      const need = severityOf(finding);
      add(needs, need);
      const category = categoryText(words, finding);
      if ((need === "review" || need === "reference") && category !== "") add(categories, category);
    }
    const shown = JSON.stringify([...needs, ...categories]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const parts = SEVERITIES.flatMap((need) => {
      const count = needs.get(need) ?? 0;
      return count === 0 ? [] : [{ need, count }];
    });
    fill(
      this.element,
      h("figcaption", { class: "visually-hidden" }, words.panel.chart),
      h(
        "div",
        { class: "stack", "aria-hidden": "true" },
        ...parts.map(({ need, count }) => {
          const part = h("i", { class: `need-${need}` });
          part.style.flexGrow = String(count);
          return part;
        }),
      ),
      h(
        "ul",
        { class: "legend" },
        ...parts.map(({ need, count }) =>
          h("li", {}, glyph(need), words.need[need], h("span", { class: "count" }, words.number(count))),
        ),
      ),
      categories.size > 0 &&
        h(
          "ul",
          { class: "legend categories", "aria-label": words.panel.categories },
          ...[...categories]
            .sort(([, one], [, other]) => other - one)
            .map(([category, count]) =>
              h("li", {}, category, h("span", { class: "count" }, words.number(count))),
            ),
        ),
    );
  }
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
