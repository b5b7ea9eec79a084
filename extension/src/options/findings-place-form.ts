/** The field for the place where findings of articles are looked for. */

import { fill, h } from "@citelight/shared/ui/dom";
import { field } from "@citelight/shared/ui/fields";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { placeFault, readFindingsPlace, writeFindingsPlace } from "../findings-place";

export function findingsPlaceForm(words: ExtensionMessages): HTMLElement {
  const { findingsPlace: text } = words;
  const input = h("input", { type: "url", autocomplete: "off", spellcheck: "false" });
  const status = h("div", { class: "outcome", role: "status" });
  const tell = (message: string, kind: "plain" | "error"): void => {
    status.dataset.kind = kind;
    fill(status, h("p", {}, message));
  };
  const form = h(
    "form",
    { novalidate: true },
    field(text.label, input, text.hint),
    h("div", { class: "buttons" }, h("button", { type: "submit" }, text.save)),
    status,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const place = input.value.trim();
    const fault = place === "" ? null : placeFault(place);
    if (fault !== null) tell(text.faults[fault], "error");
    else
      void writeFindingsPlace(place === "" ? null : place).then((isKept) => {
        if (isKept) tell(place === "" ? text.removed : words.options.saved, "plain");
        else tell(words.options.notSaved, "error");
      });
  });
  void readFindingsPlace().then((place) => {
    input.value = place ?? "";
  });
  return form;
}
