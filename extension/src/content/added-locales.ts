/** Languages that the background injected into this page. The scripts of a page share nothing but its global object. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import type { Language } from "@citelight/shared/ui/locales/languages";

const LOCALES = Symbol.for("citelight-locales");

export function addedLocales(): Map<Language, ExtensionMessages> {
  const known = Reflect.get(globalThis, LOCALES) as Map<Language, ExtensionMessages> | undefined;
  const all = known ?? new Map<Language, ExtensionMessages>();
  Reflect.set(globalThis, LOCALES, all);
  return all;
}
