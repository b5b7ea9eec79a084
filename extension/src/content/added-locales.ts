/** Languages that the background put into this page (page-locale.ts). Scripts in pages share no other memory. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import type { Language } from "@citelight/shared/ui/locales/languages";

const LOCALES = Symbol.for("citelight-locales");

export function addedLocales(): Map<Language, ExtensionMessages> {
  const known = Reflect.get(globalThis, LOCALES) as Map<Language, ExtensionMessages> | undefined;
  const all = known ?? new Map<Language, ExtensionMessages>();
  Reflect.set(globalThis, LOCALES, all);
  return all;
}
