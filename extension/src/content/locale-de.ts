/** German for content scripts (page-locale.ts). */

import { germanExtension } from "@citelight/shared/ui/locales/german/extension";
import { addedLocales } from "./added-locales";

addedLocales().set("de", germanExtension);
