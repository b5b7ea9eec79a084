/** All languages at once, for the extension's own pages, its background and its offscreen document. */

import type { ExtensionMessages } from "./messages";
import { chineseExtension } from "./chinese/extension";
import { englishExtension } from "./english/extension";
import { germanExtension } from "./german/extension";
import type { Language } from "./languages";

export const ALL_MESSAGES: Readonly<Record<Language, ExtensionMessages>> = {
  en: englishExtension,
  de: germanExtension,
  zh: chineseExtension,
};
