/** The language of the extension: the reader's choice, else the browser's. */

import { withTimeout } from "@citelight/shared/timeout";
import { languageFor, LANGUAGES, type Language } from "@citelight/shared/ui/locales/languages";
import type { AskLanguage } from "./messages";

const KEY = "language";
/** Enough for the service worker to start. Nothing is shown until the language is known. */
const ANSWER_MS = 5000;

export type LanguageChoice = Language | "browser";

/** A choice as it was kept, or as a file of settings tells it; what is not known is the browser's. */
export function languageChoiceFrom(kept: unknown): LanguageChoice {
  return LANGUAGES.find((language) => language === kept) ?? "browser";
}

export async function readLanguage(): Promise<LanguageChoice> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return languageChoiceFrom(kept);
}

export async function writeLanguage(choice: LanguageChoice): Promise<void> {
  await chrome.storage.local.set({ [KEY]: choice });
}

/** Calls back when another language was chosen. */
export function watchLanguage(changed: () => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    if (KEY in changes) changed();
  });
}

/** The language that holds now, where the extension's storage is open: in its pages and in the background. */
export async function spokenLanguage(): Promise<Language> {
  const choice = await readLanguage();
  return choice === "browser" ? languageFor([chrome.i18n.getUILanguage()]) : choice;
}

/** The same for content scripts and the offscreen document, which have no access to the storage. */
export async function languageFromBackground(): Promise<Language> {
  const ask: AskLanguage = { kind: "language" };
  const asked = chrome.runtime.sendMessage<AskLanguage, Language | null>(ask);
  const told = await withTimeout(ANSWER_MS, asked).catch(() => null);
  return told ?? languageFor(navigator.languages);
}
