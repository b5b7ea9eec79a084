/** A language's words as a file of their own: pages load the one they speak. */

import type { Words } from "../words";
import type { Language } from "./languages";

const FILES: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import("./english/index")).english,
  de: async () => (await import("./german/index")).german,
  zh: async () => (await import("./chinese/index")).chinese,
};

export function loadWords(language: Language): Promise<Words> {
  return FILES[language]();
}
