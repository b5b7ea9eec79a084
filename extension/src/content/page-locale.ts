/** The words of scripts in pages. These hold English alone; the background puts another language into the page when its reader needs it. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { englishExtension } from "@citelight/shared/ui/locales/english/extension";
import { withTimeout } from "@citelight/shared/timeout";
import { languageFromBackground } from "../language";
import type { PutLocale } from "../messages";
import { addedLocales } from "./added-locales";

const PUT_MS = 5000;

/** In the language that holds now; in English where the page may no longer be given another one. */
export async function messagesInPage(): Promise<ExtensionMessages> {
  const language = await languageFromBackground();
  if (language === "en") return englishExtension;
  const put: PutLocale = { kind: "put-locale", language };
  if (!addedLocales().has(language))
    await withTimeout(PUT_MS, chrome.runtime.sendMessage(put)).catch(() => undefined);
  return addedLocales().get(language) ?? englishExtension;
}
