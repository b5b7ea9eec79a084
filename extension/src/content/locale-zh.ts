/** Chinese for the scripts in a page (page-locale.ts). */

import { chineseExtension } from "@citelight/shared/ui/locales/chinese/extension";
import { addedLocales } from "./added-locales";

addedLocales().set("zh", chineseExtension);
