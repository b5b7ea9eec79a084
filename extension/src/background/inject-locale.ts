/** Gives the content script of a page its reader's language (content/page-locale.ts). */

import { LANGUAGES } from "@citelight/shared/ui/locales/languages";
import type { InjectLocale } from "../messages";

/** Whether the language was injected. Content scripts are not trusted: the language may be anything. */
export async function injectLocale(
  { language }: InjectLocale,
  { tab, frameId }: chrome.runtime.MessageSender,
): Promise<boolean> {
  // English is part of every content script.
  if (tab?.id === undefined || language === "en" || !LANGUAGES.includes(language)) return false;
  const target = { tabId: tab.id, frameIds: [frameId ?? 0] };
  await chrome.scripting.executeScript({ target, files: [`locale-${language}.js`] });
  return true;
}
