/**
 * How the reference list stands to the records: how many entries are verified, not found, retracted …, each of them a filter of a list,
 * and that list, with what a reader can do next about each entry. Unless the reader chose otherwise it holds what needs a look.
 */

import { REFERENCE_CLASSES, referenceClass, referenceCounts, type ReferenceClass } from "../audit/counts";
import { isWaived, LEVELS } from "../audit/policy";
import { needsAttention, REFERENCE_STATUSES, type ReferenceStatus } from "../audit/reference-status";
import type { FindingSeverity } from "../audit/severity";
import type { AuditState, Change } from "../audit/state";
import type { Level } from "../generated/Level";
import { shorten, shortReference } from "./describe";
import { h, setText } from "./dom";
import { glyph } from "./glyph";
import { linkOut } from "./parts";
import { referenceLinks } from "./reference-links";
import type { Messages } from "./locales/messages";

interface Row {
  readonly reference: string;
  readonly standing: ReferenceStatus;
  /** What the policy makes of it; null where none was chosen, or nothing is known. */
  readonly level: Level | null;
}

interface Shown extends Row {
  readonly element: HTMLElement;
  /** The entry itself: other articles' entries may have the same names. */
  readonly raw: string;
}

/** Rows that are shown before the reader asks for all: findings are to stay in sight. */
const FEW = 3;

const SIGNS: Readonly<Record<ReferenceClass, FindingSeverity>> = {
  verified: "supported",
  missing: "reference",
  retracted: "reference",
  concern: "reference",
  differs: "reference",
  open: "unchecked",
};

const keyOf = ({ reference, standing, level }: Row): string => `${standing} ${level ?? ""} ${reference}`;

/** The gravest first; where no policy was chosen all are alike. */
const rankOf = (level: Level | null): number => (level === null ? 0 : LEVELS.indexOf(level));

export class ReferenceList {
  /** The counts: they head the panel. */
  readonly health: HTMLElement;
  /** The entries: they come before the citations. */
  readonly entries: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #jump: (reference: string) => void;
  readonly #chips = new Map<
    ReferenceClass,
    { button: HTMLButtonElement; text: HTMLElement; sign: FindingSeverity }
  >();
  readonly #rows = h("ul", { class: "rows", hidden: true });
  readonly #all = h("button", { type: "button", class: "all", hidden: true });
  readonly #copy = h("button", { type: "button" });
  readonly #status = h("span", { role: "status", class: "quiet" });
  readonly #foot = h("div", { class: "copy", hidden: true }, this.#copy, this.#status);
  #filter: ReferenceClass | null = null;
  #isBack = false;
  #isWhole = false;
  #selected: string | null = null;
  #shown: Shown[] = [];

  constructor(state: AuditState, words: Messages, jump: (reference: string) => void) {
    this.#state = state;
    this.#words = words;
    this.#jump = jump;
    this.health = h("div", {
      class: "health",
      role: "group",
      hidden: true,
      "aria-label": words.reference.list,
    });
    for (const one of REFERENCE_CLASSES) {
      const text = h("span");
      const button = h(
        "button",
        { type: "button", "aria-pressed": "false", hidden: true, "data-class": one },
        glyph(SIGNS[one]),
        text,
      );
      button.addEventListener("click", () => {
        this.#choose(this.#filter === one ? null : one);
        if (this.#filter !== null) this.entries.scrollIntoView({ block: "nearest" });
      });
      this.#chips.set(one, { button, text, sign: SIGNS[one] });
      this.health.append(button);
    }
    this.#all.addEventListener("click", () => {
      this.#isWhole = true;
      this.#show();
      this.#shown[FEW]?.element.querySelector("button")?.focus();
    });
    this.#copy.addEventListener("click", () => {
      this.#copyAll();
    });
    this.entries = h(
      "section",
      { class: "entries", hidden: true, "aria-label": words.reference.list },
      h("h3", {}, words.reference.list),
      this.#rows,
      this.#all,
      this.#foot,
    );
  }

  select(reference: string | null): void {
    this.#selected = reference;
    for (const { element } of this.#shown) this.#markCurrent(element);
  }

  /** Shows no entries but those that the reader asks for. */
  stepBack(isBack: boolean): void {
    this.#isBack = isBack;
    this.#choose(null);
  }

  update(change: Change): void {
    if (!change.all && change.references.size === 0) return;
    if (this.#state.document === null) {
      this.#filter = null;
      this.#isWhole = false;
    }
    this.#show();
  }

  #choose(filter: ReferenceClass | null): void {
    this.#filter = filter;
    this.#isWhole = filter !== null;
    this.#show();
  }

  #show(): void {
    const words = this.#words.reference;
    const counts = referenceCounts(this.#state);
    // Where nothing is known of any entry there is nothing to say.
    this.health.hidden = counts.open === counts.total;
    for (const [one, chip] of this.#chips) {
      const { button, text } = chip;
      setText(text, words.health[one](counts[one]));
      const sign = this.#signOf(one);
      if (sign !== chip.sign) button.firstElementChild?.replaceWith(glyph(sign));
      chip.sign = sign;
      button.setAttribute("aria-pressed", String(this.#filter === one));
      // What the reader is at stays.
      button.hidden = counts[one] === 0 && this.#filter !== one && !button.matches(":focus");
    }
    const rows = this.#chosen();
    const cut = this.#isWhole ? rows : rows.slice(0, FEW);
    this.#put(cut);
    const isAsked = this.#filter !== null || !this.#isBack;
    this.entries.hidden = this.health.hidden || cut.length === 0 || !isAsked;
    this.#rows.hidden = cut.length === 0;
    this.#all.hidden = cut.length === rows.length;
    setText(this.#all, words.showAll(rows.length));
    const found = this.#bibtex().length;
    this.#foot.hidden = this.#filter === null || found === 0;
    setText(this.#copy, words.copyAll(found));
  }

  /** The entries that are to be listed: of the chosen kind, else those that a reader should look at, the most pressing first. */
  #chosen(): Row[] {
    const references = this.#state.document?.references ?? [];
    const rows = references.map(({ id }): Row => {
      const standing = this.#state.referenceStatus(id) ?? "open";
      return { reference: id, standing, level: this.#state.policyLevel(id) };
    });
    const filter = this.#filter;
    if (filter !== null)
      return rows.filter(({ reference }) => referenceClass(this.#state, reference) === filter);
    return rows
      .filter(({ standing, level }) => needsAttention(standing) && level !== "none")
      .sort(
        (one, other) =>
          rankOf(one.level) - rankOf(other.level) ||
          REFERENCE_STATUSES.indexOf(one.standing) - REFERENCE_STATUSES.indexOf(other.standing),
      );
  }

  /** What the policy waives all of is told as quietly as what is open. */
  #signOf(one: ReferenceClass): FindingSeverity {
    if (this.#state.policyName === null || SIGNS[one] !== "reference") return SIGNS[one];
    const references = this.#state.document?.references ?? [];
    const own = references.filter(({ id }) => referenceClass(this.#state, id) === one);
    return own.every(({ id }) => isWaived(this.#state.policyLevel(id))) ? "unchecked" : "reference";
  }

  /** Rows that stay are not touched: one that is made anew, or moved, loses the reader's focus. */
  #put(rows: readonly Row[]): void {
    const places = new Map(rows.map((row, place) => [keyOf(row), place]));
    const kept = new Map<number, Shown>();
    let last = -1;
    for (const shown of this.#shown) {
      const place = places.get(keyOf(shown));
      const isSame = shown.raw === this.#rawOf(shown.reference);
      if (place === undefined || place < last || !isSame) shown.element.remove();
      else {
        kept.set(place, shown);
        last = place;
      }
    }
    let before: Element | null = null;
    this.#shown = rows.map((row, place) => {
      const shown = kept.get(place) ?? {
        ...row,
        element: this.#makeRow(row),
        raw: this.#rawOf(row.reference),
      };
      if (!kept.has(place)) {
        if (before === null) this.#rows.prepend(shown.element);
        else before.after(shown.element);
      }
      before = shown.element;
      return shown;
    });
  }

  #makeRow({ reference, standing, level }: Row): HTMLElement {
    const words = this.#words;
    const entry = this.#state.reference(reference);
    const title = entry?.title ?? entry?.raw ?? reference;
    const own = SIGNS[referenceClass(this.#state, reference)];
    const sign = own === "reference" && isWaived(level) ? "unchecked" : own;
    const button = h(
      "button",
      { type: "button", class: `need-${sign}` },
      glyph(sign),
      h("bdi", { class: "sentence" }, shorten(title, 110)),
      h(
        "span",
        { class: "about" },
        h("bdi", {}, shortReference(words, entry, reference)),
        h("span", { class: "category" }, words.standing[standing]),
        level !== null &&
          level !== "none" &&
          h("span", { class: "category", "data-level": level }, words.policy.levels[level]),
      ),
    );
    button.addEventListener("click", () => {
      this.#jump(reference);
    });
    const links = referenceLinks(words, entry, this.#state.resolution(reference));
    const row = h(
      "li",
      { "data-reference": reference },
      button,
      links.length > 0 &&
        h("p", { class: "links" }, ...links.map(({ address, text }) => linkOut(words, address, text))),
    );
    this.#markCurrent(row);
    return row;
  }

  #rawOf(reference: string): string {
    return this.#state.reference(reference)?.raw ?? reference;
  }

  #markCurrent(row: HTMLElement): void {
    const button = row.querySelector("button");
    if (this.#selected !== null && row.dataset.reference === this.#selected)
      button?.setAttribute("aria-current", "true");
    else button?.removeAttribute("aria-current");
  }

  #bibtex(): string[] {
    const references = this.#state.document?.references ?? [];
    return references.flatMap(({ id }) => this.#state.bibtex(id) ?? []);
  }

  #copyAll(): void {
    navigator.clipboard.writeText(this.#bibtex().join("\n")).then(
      () => {
        setText(this.#status, this.#words.card.copied);
      },
      () => {
        setText(this.#status, this.#words.card.copyFailed);
      },
    );
  }
}
