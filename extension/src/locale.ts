/** Messages for the extension's own pages and its background, which bundle all languages. For content scripts see content/page-locale.ts. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { ALL_MESSAGES } from "@citelight/shared/ui/locales/all";
import { languageFromBackground, spokenLanguage } from "./language";

export async function messagesForBackground(): Promise<ExtensionMessages> {
  return ALL_MESSAGES[await spokenLanguage()];
}

/** For a page of the extension, whose `lang` and `dir` are set, too. */
export async function messagesForPage(): Promise<ExtensionMessages> {
  const words = ALL_MESSAGES[await spokenLanguage()];
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  return words;
}

/** The offscreen document asks the background: it has no access to the storage. */
export async function messagesForOffscreen(): Promise<ExtensionMessages> {
  return ALL_MESSAGES[await languageFromBackground()];
}
