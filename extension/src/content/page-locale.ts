/** Messages for content scripts. They bundle English only; the background injects another language when the reader uses it. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { englishExtension } from "@citelight/shared/ui/locales/english/extension";
import { withTimeout } from "@citelight/shared/timeout";
import { languageFromBackground } from "../language";
import type { InjectLocale } from "../messages";
import { addedLocales } from "./added-locales";

const INJECT_MS = 5000;

/** In the reader's current language, or in English if the browser does not let the background inject it. */
export async function messagesInPage(): Promise<ExtensionMessages> {
  const language = await languageFromBackground();
  if (language === "en") return englishExtension;
  const order: InjectLocale = { kind: "inject-locale", language };
  if (!addedLocales().has(language))
    await withTimeout(INJECT_MS, chrome.runtime.sendMessage(order)).catch(() => undefined);
  return addedLocales().get(language) ?? englishExtension;
}
