/** Citations grouped by what they need of the reader, each once. A row is redrawn only when something about its own citation changed. */

import { countOf } from "../audit/counts";
import type { CitationCounts } from "../generated/CitationCounts";
import type { Finding } from "../generated/Finding";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import { SEVERITIES, type CitationClass, type FindingSeverity } from "../audit/severity";
import { pairKey, type AuditState, type Change, type PairKey } from "../audit/state";
import { categoryText, shorten, shortReference } from "./describe";
import { h, setText } from "./dom";
import { glyph } from "./glyph";
import { policyText } from "./policy-line";
import { answerNode, answerOf, canBeAnswered } from "./triage";
import { whyText } from "./reasons";
import type { Messages } from "./locales/messages";

/** Citations of a file that do not stand on the page any more are listed apart, as they are counted. */
type GroupName = CitationClass | "gone";

interface Group {
  readonly element: HTMLDetailsElement;
  readonly rows: HTMLElement;
  readonly count: HTMLElement;
}

interface Row {
  readonly element: HTMLElement;
  readonly findings: readonly Finding[];
  readonly group: GroupName;
  readonly lost: boolean;
  /** What the reader said of them. */
  readonly answers: string;
}

// Groups that ask nothing of the reader start folded.
const OPEN_AT_FIRST: ReadonlySet<GroupName> = new Set<GroupName>([
  "review",
  "reference",
  "retracted-since",
  "may-differ",
  "may-not-fit",
  "undecidable",
]);

export class FindingList {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #jump: (citation: string) => void;
  readonly #answer: (key: PairKey, answer: ReaderAnswer | null) => void;
  readonly #groups = new Map<GroupName, Group>();
  readonly #rows = new Map<string, Row>();
  readonly #empty = h("p", { class: "quiet" });
  readonly #order = new Map<string, number>();
  #counts: CitationCounts | null = null;
  #filter: FindingSeverity | null = null;
  // What is looked for, folded.
  #query = "";
  #selected: string | null = null;

  constructor(
    state: AuditState,
    words: Messages,
    jump: (citation: string) => void,
    answer: (key: PairKey, answer: ReaderAnswer | null) => void,
  ) {
    this.#state = state;
    this.#words = words;
    this.#jump = jump;
    this.#answer = answer;
    this.element = h("div", { "aria-label": words.panel.findings, role: "group" }, this.#empty);
    for (const name of [...SEVERITIES, "dismissed", "gone"] as const) {
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
    for (const [citation, { element, findings }] of this.#rows)
      element.hidden = !this.#matches(citation, findings);
    if (this.#query !== "") for (const { element } of this.#groups.values()) element.open = true;
    this.#showGroups();
  }

  select(citation: string | null): void {
    this.#selected = citation;
    for (const [id, { element }] of this.#rows) this.#markCurrent(element, id);
  }

  update(change: Change, counts: CitationCounts): void {
    this.#counts = counts;
    if (change.all) this.#reset();
    for (const citation of change.all ? this.#order.keys() : change.citations) this.#put(citation);
    this.#showGroups();
  }

  #reset(): void {
    const citations = this.#state.document?.citations ?? [];
    this.#order.clear();
    for (const [index, { id }] of citations.entries()) this.#order.set(id, index);
    for (const [citation, row] of this.#rows) {
      // Not by its name: citations of another article have the same names.
      if (this.#order.has(citation) && this.#isShown(row, citation)) continue;
      row.element.remove();
      this.#rows.delete(citation);
    }
  }

  #isShown(row: Row, citation: string): boolean {
    const findings = this.#state.findingsOf(citation);
    return (
      row.findings.length === findings.length &&
      row.findings.every((finding, at) => finding === findings[at]) &&
      (findings.length > 0 || this.#state.summary !== null)
    );
  }

  #groupOf(citation: string): GroupName {
    const isGone = this.#state.isBeforehand && this.#state.lost.has(citation);
    return isGone ? "gone" : this.#state.classOfCitation(citation);
  }

  #put(citation: string): void {
    // A copy: the state goes on with its own list.
    const findings = [...this.#state.findingsOf(citation)];
    // What waits to be checked has no row of its own before the check has ended without it.
    if (!this.#order.has(citation) || (findings.length === 0 && this.#state.summary === null)) return;
    const group = this.#groupOf(citation);
    const lost = this.#state.lost.has(citation);
    const old = this.#rows.get(citation);
    const answers = findings.map((finding) => this.#state.answers.get(pairKey(finding)) ?? "").join();
    const isSame = old?.group === group && old.lost === lost && old.answers === answers;
    if (isSame && this.#isShown(old, citation)) return;
    const hasFocus = old?.element.contains(focused(old.element)) === true;
    old?.element.remove();
    const element = this.#makeRow(citation, findings, group, lost);
    this.#rows.set(citation, { element, findings, group, lost, answers });
    this.#place(element, group, citation);
    if (hasFocus) element.querySelector("button")?.focus();
  }

  #place(element: HTMLElement, name: GroupName, citation: string): void {
    const rows = this.#groups.get(name)?.rows;
    if (rows === undefined) return;
    const order = this.#order.get(citation) ?? Infinity;
    element.dataset.order = String(order);
    let after = rows.lastElementChild;
    while (after instanceof HTMLElement && Number(after.dataset.order) > order)
      after = after.previousElementSibling;
    if (after === null) rows.prepend(element);
    else after.after(element);
  }

  #makeRow(citation: string, findings: readonly Finding[], group: GroupName, lost: boolean): HTMLElement {
    const words = this.#words;
    const need = group === "dismissed" || group === "gone" ? null : group;
    // Of several sources those that make it what it is.
    const telling = findings.filter(
      (finding) => this.#state.severityOf(finding) === need && !this.#state.dismissed.has(pairKey(finding)),
    );
    const named = telling.length > 0 ? telling : findings;
    const cited = this.#state.citation(citation);
    const references = cited?.references ?? findings.map(({ reference }) => reference);
    const shown = named.length > 0 ? named.map(({ reference }) => reference) : references;
    const sources = shown
      .slice(0, 2)
      .filter((reference) => reference !== "")
      .map((reference) => shortReference(words, this.#state.reference(reference), reference));
    const more = references.length - sources.length;
    const [first] = named;
    const category =
      first === undefined ? "" : (policyText(words, this.#state, first) ?? categoryText(words, first));
    const button = h(
      "button",
      { type: "button", class: `need-${need ?? "unchecked"}` },
      glyph(need ?? "unchecked"),
      h(
        "span",
        { class: "sentence" },
        h("span", { class: "visually-hidden" }, words.pair(labelOf(words, group), "")),
        h("bdi", {}, shorten(cited?.sentence ?? first?.claim ?? citation, 110)),
      ),
      h(
        "span",
        { class: "about" },
        sources.length > 0 && h("bdi", {}, words.list(sources)),
        sources.length > 0 && more > 0 && h("span", {}, words.panel.moreSources(more)),
        category.length > 0 && h("span", { class: "category" }, category),
        ...findings.flatMap((finding) => answerNode(words, this.#state.answers.get(pairKey(finding)))),
        findings.length === 0 && h("span", {}, words.card.pending),
        lost && h("span", {}, words.panel.notFound),
      ),
    );
    button.addEventListener("click", () => {
      this.#jump(citation);
    });
    button.addEventListener("keydown", (event) => {
      this.#triage(event, findings);
    });
    const row = h("li", { hidden: !this.#matches(citation, findings) }, button);
    this.#markCurrent(row, citation);
    return row;
  }

  /** Answers the first claim of a row that is open and unanswered, else the one that was answered last. */
  #triage(event: KeyboardEvent, findings: readonly Finding[]): void {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
    const answer = isPlain ? answerOf(event.key) : undefined;
    const open = findings.filter(canBeAnswered);
    const isAnswered = (finding: Finding): boolean => this.#state.answers.has(pairKey(finding));
    const meant =
      answer === null ? open.findLast(isAnswered) : (open.find((one) => !isAnswered(one)) ?? open.at(-1));
    if (answer === undefined || meant === undefined) return;
    event.preventDefault();
    this.#answer(pairKey(meant), answer);
  }

  #matches(citation: string, findings: readonly Finding[]): boolean {
    if (this.#query === "") return true;
    const texts = [
      this.#state.citation(citation)?.sentence ?? "",
      ...findings.flatMap((finding) => [
        finding.claim,
        whyText(this.#words, finding),
        categoryText(this.#words, finding),
        this.#state.reference(finding.reference)?.raw ?? finding.reference,
      ]),
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
      // Unless the reader searches, what is counted everywhere: what still waits has no row yet.
      const counted = this.#query !== "" || name === "gone" ? null : this.#counts;
      setText(count, this.#words.number(counted === null || name === "gone" ? size : countOf(counted, name)));
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

/** What has the focus where an element stands. */
function focused(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}

/** Without case and marks over letters. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

function labelOf(words: Messages, name: GroupName): string {
  if (name === "dismissed") return words.panel.dismissed;
  return name === "gone" ? words.panel.gone : words.need[name];
}

function makeGroup(words: Messages, name: GroupName): Group {
  const count = h("span", { class: "count" }, "0");
  const rows = h("ul", { class: "rows" });
  const isNeed = name !== "dismissed" && name !== "gone";
  const element = h(
    "details",
    { class: "group", hidden: true, open: OPEN_AT_FIRST.has(name), "data-class": name },
    h("summary", {}, isNeed && glyph(name), h("span", {}, labelOf(words, name)), count),
    isNeed && h("p", { class: "hint" }, words.needHint[name]),
    rows,
  );
  return { element, rows, count };
}
