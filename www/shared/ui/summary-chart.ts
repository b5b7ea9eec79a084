/** What was found, at a glance: a bar of all citations by class, and the categories of those that need attention. The chips below are its legend. */

import { countOf } from "../audit/counts";
import { SEVERITIES } from "../audit/severity";
import { pairKey, type AuditState } from "../audit/state";
import type { CitationCounts } from "../generated/CitationCounts";
import { categoryText } from "./describe";
import { fill, h } from "./dom";
import { policyText } from "./policy-line";
import type { Messages } from "./locales/messages";

export class SummaryChart {
  readonly element = h("figure", { class: "chart", hidden: true });
  /** Problems by what is wrong, once the check has ended. */
  readonly categories = h("ul", { class: "legend categories", hidden: true });
  readonly #state: AuditState;
  readonly #words: Messages;
  #shown = "";

  constructor(state: AuditState, words: Messages) {
    this.#state = state;
    this.#words = words;
    this.categories.setAttribute("aria-label", words.panel.categories);
  }

  update(counts: CitationCounts): void {
    // Where nothing was judged a bar says nothing.
    this.element.hidden = counts.total === counts.unchecked;
    if (this.element.hidden) {
      this.categories.hidden = true;
      this.#shown = "";
      return;
    }
    const words = this.#words;
    const hasEnded = this.#state.summary !== null;
    const categories = hasEnded ? this.#categories() : new Map<string, number>();
    const shown = JSON.stringify([counts, ...categories]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const parts = SEVERITIES.map((need) => ({ need, count: countOf(counts, need) })).filter(
      ({ count }) => count > 0,
    );
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
    );
    fill(
      this.categories,
      ...[...categories]
        .sort(([, one], [, other]) => other - one)
        .map(([category, count]) =>
          h("li", {}, category, h("span", { class: "count" }, words.number(count))),
        ),
    );
    this.categories.hidden = categories.size === 0;
  }

  /** Citations that need attention by what is wrong with them. */
  #categories(): Map<string, number> {
    const categories = new Map<string, number>();
    for (const { id } of this.#state.document?.citations ?? []) {
      if (this.#state.isBeforehand && this.#state.lost.has(id)) continue;
      const own = new Set<string>();
      for (const finding of this.#state.findingsOf(id)) {
        const need = this.#state.severityOf(finding);
        const isProblem = need === "review" || need === "reference";
        if (isProblem && !this.#state.dismissed.has(pairKey(finding)))
          own.add(policyText(this.#words, this.#state, finding) ?? categoryText(this.#words, finding));
      }
      own.delete("");
      for (const category of own) categories.set(category, (categories.get(category) ?? 0) + 1);
    }
    return categories;
  }
}
