/**
 * Every word that a reader sees, in each language: `locales/english`, and the others beside it. English says what there is to say;
 * a table that lacks a part of it, or takes other parameters, is no table by its type. Short, plain, never accusing.
 *
 * What makes elements is given the words of its reader, like the theme: several components on a page may speak different languages.
 */

import type { englishExtension } from "./english/extension";
import type { english } from "./english/index";

export type Messages = typeof english;

/** With what only the extension says. A component's reader does not load these words. */
export type ExtensionMessages = typeof englishExtension;
