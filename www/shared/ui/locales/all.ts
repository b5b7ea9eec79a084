/** All languages at once, for the extension: its scripts in pages cannot load further files. */

import type { Messages } from "./messages";
import { chinese } from "./chinese/index";
import { english } from "./english/index";
import { german } from "./german/index";
import type { Language } from "./languages";

export const ALL_MESSAGES: Readonly<Record<Language, Messages>> = { en: english, de: german, zh: chinese };
