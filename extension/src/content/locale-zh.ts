/** Chinese for content scripts (page-locale.ts). */

import { chineseExtension } from "@citelight/shared/ui/locales/chinese/extension";
import { addedLocales } from "./added-locales";

addedLocales().set("zh", chineseExtension);
