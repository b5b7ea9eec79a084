/** The few words that `<cite-light>` says before a reader asks, in every language: the others come when they are needed. */

import { atFirst as chinese } from "./chinese/at-first";
import { atFirst as english } from "./english/at-first";
import { atFirst as german } from "./german/at-first";
import type { Language } from "./languages";

export type AtFirst = typeof english;

export const AT_FIRST: Readonly<Record<Language, AtFirst>> = { en: english, de: german, zh: chinese };
