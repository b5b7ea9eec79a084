/** All languages at once, for the extension: its scripts in pages cannot load further files. */

import type { Words } from "../words";
import { chinese } from "./chinese/index";
import { english } from "./english/index";
import { german } from "./german/index";
import type { Language } from "./languages";

export const ALL_WORDS: Readonly<Record<Language, Words>> = { en: english, de: german, zh: chinese };
