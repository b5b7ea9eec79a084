/** The languages that readers are spoken to in, and which one a reader gets. */

export const LANGUAGES = ["en", "de", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words: whoever looks for a language may read no other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  zh: "中文（简体）",
};

/** The first of some language tags, in the order of a reader's wishes, that is spoken here; English if none is. */
export function languageFor(tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags) {
    // `de-AT` is German; `zh-Hant` readers are nearer to 简体 than to English.
    const [primary] = (tag ?? "").toLowerCase().split(/[-_]/);
    const known = LANGUAGES.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return "en";
}

/** The language of the words around an element: its own `lang`, else that of the nearest ancestor that has one. */
export function languageAround(element: Element): string | null {
  let at: Element | null = element;
  while (at !== null) {
    const spoken: Element | null = at.closest("[lang]");
    if (spoken !== null) return spoken.getAttribute("lang");
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
