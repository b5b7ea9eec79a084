/** Fields that several of our boxes have: what the reader allows, and how many years count. */

import { h } from "@citelight/shared/ui/dom";

/** Years that count unless the reader says otherwise. */
const YEARS = 5;

export interface Permission {
  line: HTMLElement;
  box: HTMLInputElement;
}

/** A box that the reader may tick: scripts of the page cannot. */
export function permission(label: string, changed: (isAllowed: boolean) => void): Permission {
  const box = h("input", { type: "checkbox" });
  box.addEventListener("change", ({ isTrusted }) => {
    if (isTrusted) changed(box.checked);
  });
  return { box, line: h("label", { class: "permission" }, box, h("span", {}, label)) };
}

export class YearsField {
  readonly line: HTMLElement;
  readonly #input = h("input", { type: "number", min: "0", max: "50", value: String(YEARS) });

  constructor(label: string, changed?: () => void) {
    this.line = h("label", {}, label, this.#input);
    this.#input.addEventListener("change", ({ isTrusted }) => {
      if (isTrusted) changed?.();
    });
  }

  /** The first year that counts. */
  get since(): number {
    const { value } = this.#input;
    const years = Number(value);
    const isSpan = value !== "" && Number.isInteger(years) && years >= 0;
    return new Date().getFullYear() - (isSpan ? years : YEARS);
  }
}
