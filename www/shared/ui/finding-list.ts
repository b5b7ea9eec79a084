/** Findings grouped by what they need. A row is redrawn only when its own finding changed. */

import type { Finding } from "../generated/Finding";
import { SEVERITIES, severityOf, type FindingSeverity } from "../audit/severity";
import { pairKey, type AuditState, type Change, type PairKey } from "../audit/state";
import { categoryText, shorten, shortReference } from "./describe";
import { h, setText } from "./dom";
import { glyph } from "./glyph";
import { whyText } from "./reasons";
import type { Messages } from "./locales/messages";

type GroupName = FindingSeverity | "dismissed";

interface Group {
  readonly element: HTMLDetailsElement;
  readonly rows: HTMLElement;
  readonly count: HTMLElement;
}

interface Row {
  readonly element: HTMLElement;
  finding: Finding;
  group: GroupName;
  lost: boolean;
}

// Groups that ask nothing of the reader start folded.
const OPEN_AT_FIRST: ReadonlySet<GroupName> = new Set<GroupName>([
  "review",
  "reference",
  "retracted-since",
  "undecidable",
]);

export class FindingList {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #jump: (citation: string) => void;
  readonly #groups = new Map<GroupName, Group>();
  readonly #rows = new Map<PairKey, Row>();
  readonly #empty = h("p", { class: "quiet" });
  readonly #order = new Map<string, number>();
  #filter: FindingSeverity | null = null;
  // What is looked for, folded.
  #query = "";
  #selected: string | null = null;

  constructor(state: AuditState, words: Messages, jump: (citation: string) => void) {
    this.#state = state;
    this.#words = words;
    this.#jump = jump;
    this.element = h("div", { "aria-label": words.panel.findings, role: "group" }, this.#empty);
    for (const name of [...SEVERITIES, "dismissed"] as const) {
      const group = makeGroup(words, name);
      this.#groups.set(name, group);
      this.element.append(group.element);
    }
  }

  /** Shows one group only, or all. */
  filter(need: FindingSeverity | null): void {
    this.#filter = need;
    const group = need === null ? undefined : this.#groups.get(need);
    if (group !== undefined) group.element.open = true;
    this.#showGroups();
  }

  /** Shows what holds these words only: sentence, claim, source, category or reason. */
  search(query: string): void {
    this.#query = folded(query);
    for (const { element, finding } of this.#rows.values()) element.hidden = !this.#matches(finding);
    if (this.#query !== "") for (const { element } of this.#groups.values()) element.open = true;
    this.#showGroups();
  }

  count(need: FindingSeverity): number {
    return this.#groups.get(need)?.rows.childElementCount ?? 0;
  }

  select(citation: string | null): void {
    this.#selected = citation;
    for (const { element, finding } of this.#rows.values()) this.#markCurrent(element, finding.citation);
  }

  update(change: Change): void {
    if (change.all) this.#reset();
    for (const citation of change.all ? this.#order.keys() : change.citations) {
      for (const finding of this.#state.findingsOf(citation)) this.#put(finding);
    }
    this.#showGroups();
  }

  #reset(): void {
    const citations = this.#state.document?.citations ?? [];
    this.#order.clear();
    for (const [index, { id }] of citations.entries()) this.#order.set(id, index);
    for (const [key, row] of this.#rows) {
      // Not by its name: citations of another article have the same names.
      if (this.#state.findingsOf(row.finding.citation).includes(row.finding)) continue;
      row.element.remove();
      this.#rows.delete(key);
    }
  }

  #put(finding: Finding): void {
    const key = pairKey(finding);
    const group: GroupName = this.#state.dismissed.has(key) ? "dismissed" : severityOf(finding);
    const lost = this.#state.lost.has(finding.citation);
    const old = this.#rows.get(key);
    if (old?.finding === finding && old.group === group && old.lost === lost) return;
    old?.element.remove();
    const element = this.#makeRow(finding, lost);
    this.#rows.set(key, { element, finding, group, lost });
    this.#insert(element, finding, group);
  }

  // In reading order within the group.
  #insert(element: HTMLElement, finding: Finding, group: GroupName): void {
    const rows = this.#groups.get(group)?.rows;
    if (rows === undefined) return;
    const order = this.#order.get(finding.citation) ?? Infinity;
    element.dataset.order = String(order);
    let after = rows.lastElementChild;
    while (after instanceof HTMLElement && Number(after.dataset.order) > order)
      after = after.previousElementSibling;
    if (after === null) rows.prepend(element);
    else after.after(element);
  }

  #makeRow(finding: Finding, lost: boolean): HTMLElement {
    const words = this.#words;
    const need = severityOf(finding);
    const sentence = this.#state.citation(finding.citation)?.sentence ?? finding.claim;
    const category = categoryText(words, finding);
    const source = shortReference(words, this.#state.reference(finding.reference), finding.reference);
    const button = h(
      "button",
      { type: "button", class: `need-${need}` },
      glyph(need),
      h(
        "span",
        { class: "sentence" },
        h("span", { class: "visually-hidden" }, words.pair(words.need[need], "")),
        h("bdi", {}, shorten(sentence, 110)),
      ),
      h(
        "span",
        { class: "about" },
        h("bdi", {}, source),
        category.length > 0 && h("span", { class: "category" }, category),
        lost && h("span", {}, words.panel.notFound),
      ),
    );
    button.addEventListener("click", () => {
      this.#jump(finding.citation);
    });
    const row = h("li", { hidden: !this.#matches(finding) }, button);
    this.#markCurrent(row, finding.citation);
    return row;
  }

  #matches(finding: Finding): boolean {
    if (this.#query === "") return true;
    const texts = [
      this.#state.citation(finding.citation)?.sentence ?? "",
      finding.claim,
      whyText(this.#words, finding),
      categoryText(this.#words, finding),
      this.#state.reference(finding.reference)?.raw ?? finding.reference,
    ];
    return folded(texts.join("\n")).includes(this.#query);
  }

  #markCurrent(row: HTMLElement, citation: string): void {
    const button = row.querySelector("button");
    if (this.#selected === citation) button?.setAttribute("aria-current", "true");
    else button?.removeAttribute("aria-current");
  }

  #showGroups(): void {
    let shown = 0;
    for (const [name, { element, rows, count }] of this.#groups) {
      const size = rows.querySelectorAll(":scope > li:not([hidden])").length;
      setText(count, this.#words.number(size));
      element.hidden = size === 0 || (this.#filter !== null && this.#filter !== name);
      if (!element.hidden) shown += 1;
    }
    const isEmpty = shown === 0 && this.#order.size > 0;
    this.#empty.hidden = !isEmpty;
    const { panel } = this.#words;
    const isNarrowed = this.#filter !== null || this.#query !== "";
    setText(this.#empty, isNarrowed ? panel.nothingInFilter : panel.noneToReview);
  }
}

/** Without case and marks over letters. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

function makeGroup(words: Messages, name: GroupName): Group {
  const count = h("span", { class: "count" }, "0");
  const rows = h("ul", { class: "rows" });
  const label = name === "dismissed" ? words.panel.dismissed : words.need[name];
  const element = h(
    "details",
    { class: "group", hidden: true, open: OPEN_AT_FIRST.has(name) },
    h("summary", {}, name !== "dismissed" && glyph(name), h("span", {}, label), count),
    name !== "dismissed" && h("p", { class: "hint" }, words.needHint[name]),
    rows,
  );
  return { element, rows, count };
}
