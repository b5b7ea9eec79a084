/** Fields of forms: each with its label, and a hint that screen readers hear with it. */

import { h } from "./dom";

let counter = 0;

type Field = HTMLInputElement | HTMLSelectElement;

/** A field with label and hint; what else belongs to it stands beside it. */
export function field(
  label: string,
  input: Field,
  hint: string | HTMLElement | null = null,
  beside: HTMLElement | null = null,
): HTMLElement {
  counter += 1;
  input.id = `field-${counter}`;
  const shown = hint === null ? null : h("p", { class: "quiet", id: `hint-${counter}` }, hint);
  if (shown !== null) input.setAttribute("aria-describedby", shown.id);
  const line = beside === null ? input : h("div", { class: "beside" }, input, beside);
  return h("div", { class: "field" }, h("label", { for: input.id }, label), line, shown);
}

export function option(value: string, label: string): HTMLOptionElement {
  return h("option", { value }, label);
}

/** A field for an amount of money. */
export function amountInput(): HTMLInputElement {
  return h("input", { type: "text", inputmode: "decimal" });
}

/** An amount that is not negative, with a point or a comma; null for nothing, undefined for anything else. */
export function amountOf(text: string): number | null | undefined {
  const digits = text.trim().replace(",", ".");
  if (digits === "") return null;
  return /^(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : undefined;
}

/** A whole number over zero, null for nothing; undefined for anything else. */
export function numberOf(text: string): number | null | undefined {
  const digits = text.replace(/[\s,.'’_]/g, "");
  if (digits === "") return text.trim() === "" ? null : undefined;
  const number = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
