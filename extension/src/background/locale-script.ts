/** The words of another language than English, for a page's scripts, which hold no other (content/page-locale.ts). */

import { LANGUAGES } from "@citelight/shared/ui/locales/languages";
import type { PutLocale } from "../messages";

/** Puts them into the page that asks; what a script in a page says may be anything. Whether they are there. */
export async function putLocale(
  { language }: PutLocale,
  { tab, frameId }: chrome.runtime.MessageSender,
): Promise<boolean> {
  if (tab?.id === undefined || language === "en" || !LANGUAGES.includes(language)) return false;
  const target = { tabId: tab.id, frameIds: [frameId ?? 0] };
  await chrome.scripting.executeScript({ target, files: [`locale-${language}.js`] });
  return true;
}
