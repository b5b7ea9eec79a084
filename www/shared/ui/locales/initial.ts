/** The few words that `<cite-light>` says before a reader asks, in every language: the others come when they are needed. */

import { initialMessages as chinese } from "./chinese/initial";
import { initialMessages as english, type InitialMessages } from "./english/initial";
import { initialMessages as german } from "./german/initial";
import type { Language } from "./languages";

export const INITIAL_MESSAGES: Readonly<Record<Language, InitialMessages>> = {
  en: english,
  de: german,
  zh: chinese,
};
