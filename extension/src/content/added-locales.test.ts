import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_MESSAGES } from "@citelight/shared/ui/locales/all";
import { LANGUAGES } from "@citelight/shared/ui/locales/languages";
import { addedLocales } from "./added-locales";

test("each language but English has a script that adds its messages to those of content scripts", async () => {
  for (const language of LANGUAGES.filter((language) => language !== "en")) {
    await import(`./locale-${language}.ts`);
    assert.equal(addedLocales().get(language), ALL_MESSAGES[language], language);
  }
});
