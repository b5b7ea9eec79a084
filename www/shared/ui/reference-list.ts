/** The entries of the reference list that a reader should look at, and the BibTeX of all that were found. */

import type { AuditState, Change } from "../audit/state";
import { needsAttention, REFERENCE_STATUSES, type ReferenceStatus } from "../audit/reference-status";
import { shorten, shortReference } from "./describe";
import { fill, h, setText } from "./dom";
import { glyph } from "./glyph";
import type { Messages } from "./locales/messages";

interface Row {
  readonly reference: string;
  readonly standing: ReferenceStatus;
}

export class ReferenceList {
  readonly element: HTMLDetailsElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #jump: (reference: string) => void;
  readonly #count = h("span", { class: "count" });
  readonly #hint = h("p", { class: "hint" });
  readonly #rows = h("ul", { class: "rows" });
  readonly #copy = h("button", { type: "button" });
  readonly #status = h("span", { role: "status", class: "quiet" });
  #selected: string | null = null;
  #shown: readonly Row[] = [];

  constructor(state: AuditState, words: Messages, jump: (reference: string) => void) {
    this.#state = state;
    this.#words = words;
    setText(this.#hint, words.reference.listHint);
    this.#jump = jump;
    this.#copy.addEventListener("click", () => {
      this.#copyAll();
    });
    this.element = h(
      "details",
      { class: "group references", hidden: true },
      h("summary", {}, h("span", {}, words.reference.list), this.#count),
      this.#hint,
      this.#rows,
      h("div", { class: "copy" }, this.#copy, this.#status),
    );
  }

  select(reference: string | null): void {
    this.#selected = reference;
    for (const row of this.#rows.children) this.#markCurrent(row);
  }

  update(change: Change): void {
    if (!change.all && change.references.size === 0) return;
    const references = this.#state.document?.references ?? [];
    const rows = references.flatMap(({ id }): Row[] => {
      const standing = this.#state.referenceStatus(id);
      return standing === null ? [] : [{ reference: id, standing }];
    });
    const found = rows.filter(({ reference }) => this.#state.bibtex(reference) !== null).length;
    this.element.hidden = rows.length === 0;
    setText(this.#copy, this.#words.reference.copyAll(found));
    this.#copy.hidden = found === 0;
    const troubles = rows
      .filter(({ standing }) => needsAttention(standing))
      .sort(
        (one, other) => REFERENCE_STATUSES.indexOf(one.standing) - REFERENCE_STATUSES.indexOf(other.standing),
      );
    setText(this.#count, this.#words.reference.counts(found, references.length, troubles.length));
    this.#hint.hidden = troubles.length === 0;
    this.#rows.hidden = troubles.length === 0;
    if (!change.all && sameRows(this.#shown, troubles)) return;
    this.#shown = troubles;
    fill(this.#rows, ...troubles.map((row) => this.#makeRow(row)));
  }

  #makeRow({ reference, standing }: Row): HTMLElement {
    const entry = this.#state.reference(reference);
    const title = entry?.title ?? entry?.raw ?? reference;
    const button = h(
      "button",
      { type: "button", class: "need-reference" },
      glyph("reference"),
      h("bdi", { class: "sentence" }, shorten(title, 110)),
      h(
        "span",
        { class: "about" },
        h("bdi", {}, shortReference(this.#words, entry, reference)),
        h("span", { class: "category" }, this.#words.standing[standing]),
      ),
    );
    button.addEventListener("click", () => {
      this.#jump(reference);
    });
    const row = h("li", { "data-reference": reference }, button);
    this.#markCurrent(row);
    return row;
  }

  #markCurrent(row: Element): void {
    const button = row.querySelector("button");
    if (this.#selected !== null && row.getAttribute("data-reference") === this.#selected)
      button?.setAttribute("aria-current", "true");
    else button?.removeAttribute("aria-current");
  }

  #copyAll(): void {
    const references = this.#state.document?.references ?? [];
    const entries = references.flatMap(({ id }) => this.#state.bibtex(id) ?? []);
    navigator.clipboard.writeText(entries.join("\n")).then(
      () => {
        setText(this.#status, this.#words.card.copied);
      },
      () => {
        setText(this.#status, this.#words.card.copyFailed);
      },
    );
  }
}

/** Whether two lists show the same: rows that are made anew lose the reader's focus. */
function sameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ reference, standing }, place) =>
        reference === other[place]?.reference && standing === other[place].standing,
    )
  );
}
