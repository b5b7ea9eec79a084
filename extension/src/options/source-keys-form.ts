/** The fields for keys of scholarly sources. A key that is kept is never shown again. */

import { fill, h } from "@citelight/shared/ui/dom";
import { field } from "@citelight/shared/ui/fields";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import {
  addSourceKeys,
  isKey,
  KEYED_SOURCES,
  readSourceKeys,
  removeSourceKey,
  SOURCE_NAMES,
  type KeyedSource,
  type SourceKeys,
} from "../source-keys";

interface Row {
  source: KeyedSource;
  input: HTMLInputElement;
  hint: HTMLElement;
  remove: HTMLButtonElement;
}

export function sourceKeysForm(words: ExtensionMessages): HTMLElement {
  const { sourceKeys: text } = words;
  const status = h("div", { class: "outcome", role: "status" });
  const tell = (message: string, kind: "plain" | "error"): void => {
    status.dataset.kind = kind;
    fill(status, h("p", {}, message));
  };
  const rows = KEYED_SOURCES.map((source): Row => {
    const label = text.remove(SOURCE_NAMES[source]);
    return {
      source,
      input: h("input", { type: "password", autocomplete: "off", spellcheck: "false" }),
      hint: h("span"),
      remove: h("button", { type: "button", "aria-label": label }, text.removeShort),
    };
  });
  const show = async (): Promise<void> => {
    const kept = await readSourceKeys();
    for (const { source, input, hint, remove } of rows) {
      const isKept = kept[source] !== undefined;
      input.value = "";
      fill(hint, isKept ? text.kept : text.gains[source]);
      remove.hidden = !isKept;
    }
  };
  for (const { source, remove } of rows)
    remove.addEventListener("click", () => {
      void removeSourceKey(source).then(async () => {
        tell(text.removed(SOURCE_NAMES[source]), "plain");
        await show();
      });
    });
  const form = h(
    "form",
    { novalidate: true },
    ...rows.map(({ source, input, hint, remove }) =>
      field(text.label(SOURCE_NAMES[source]), input, hint, remove),
    ),
    h("p", { class: "quiet" }, text.about),
    h("div", { class: "buttons" }, h("button", { type: "submit" }, text.save)),
    status,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = rows
      .map(({ source, input }) => [source, input.value.trim()] as const)
      .filter(([, key]) => key !== "");
    const wrong = typed.find(([, key]) => !isKey(key));
    if (wrong !== undefined) tell(text.noKey(SOURCE_NAMES[wrong[0]]), "error");
    else if (typed.length === 0) tell(text.nothing, "error");
    else
      void addSourceKeys(Object.fromEntries(typed) as SourceKeys).then(async (isKept) => {
        tell(isKept ? words.options.saved : words.options.notSaved, isKept ? "plain" : "error");
        if (isKept) await show();
      });
  });
  void show();
  return form;
}
