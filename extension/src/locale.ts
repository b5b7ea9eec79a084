/** The words of the extension's own pages and its background, which hold all languages. For scripts in pages, see content/page-locale.ts. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { ALL_MESSAGES } from "@citelight/shared/ui/locales/all";
import { languageFromBackground, spokenLanguage } from "./language";

export async function messagesForBackground(): Promise<ExtensionMessages> {
  return ALL_MESSAGES[await spokenLanguage()];
}

/** The words of a page of the extension, which says so of itself. */
export async function messagesForPage(): Promise<ExtensionMessages> {
  const words = ALL_MESSAGES[await spokenLanguage()];
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  return words;
}

/** The words of the offscreen document. */
export async function messagesForOffscreen(): Promise<ExtensionMessages> {
  return ALL_MESSAGES[await languageFromBackground()];
}
