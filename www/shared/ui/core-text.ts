/** Texts of the core, which are English whatever the reader's language: shown as they are, and marked for whoever reads aloud. */

import { h } from "./dom";
import { localized } from "./errors";
import type { Messages } from "./locales/messages";

export interface CoreText {
  readonly english: string;
}

/** A text of ours, or one of the core. */
export type Part = string | CoreText;

const SLOT = "\uFFFC";

/** A sentence of ours around a text of the core. */
export function around(sentence: (inner: string) => string, english: string): Part[] {
  const [before = "", after = ""] = sentence(SLOT).split(SLOT);
  return [before, { english }, after].filter((part) => part !== "");
}

export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.english)).join("");
}

/** Marked as English where the words around it are in another language. */
export function english(words: Messages, text: string): Node | string {
  return words.language === "en" ? text : h("span", { lang: "en", dir: "ltr" }, text);
}

/** A message of the core, or a code of ours. */
export function messageNode(words: Messages, message: string): Node | string {
  const said = localized(words, message);
  return said === message ? english(words, message) : said;
}

export function nodesOf(words: Messages, parts: readonly Part[]): (Node | string)[] {
  return parts.map((part) => (typeof part === "string" ? part : english(words, part.english)));
}

/** A clause as a sentence of its own. */
export function closed(clause: string): string {
  const text = clause.trim();
  return /[.!?…。]$/.test(text) ? text : `${text}.`;
}
