/** A language's words as a file of their own: pages load the one they speak. */

import type { Messages } from "./messages";
import type { Language } from "./languages";

const FILES: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import("./english/index")).english,
  de: async () => (await import("./german/index")).german,
  zh: async () => (await import("./chinese/index")).chinese,
};

export function loadMessages(language: Language): Promise<Messages> {
  return FILES[language]();
}
