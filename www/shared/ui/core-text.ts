/** Texts of the core, which are English whatever the reader's language: shown as they are, and marked for whoever reads aloud. */

import type { Anomaly } from "../generated/Anomaly";
import type { Notice } from "../generated/Notice";
import { h } from "./dom";
import { localized } from "./errors";
import type { Messages } from "./locales/messages";

export interface CoreText {
  readonly english: string;
}

/** A name, a title, a number: in no language of ours. */
export interface DataText {
  readonly data: string;
}

/** A text of ours, one of the core, or what either speaks of. */
export type Part = string | CoreText | DataText;

const SLOT = "\uFFFC";

/** A sentence of ours around a text of the core. */
export function around(sentence: (inner: string) => string, english: string): Part[] {
  const [before = "", after = ""] = sentence(SLOT).split(SLOT);
  return [before, { english }, after].filter((part) => part !== "");
}

export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (typeof part === "string" ? part : "data" in part ? part.data : part.english))
    .join("");
}

/** Marked as English where the words around it are in another language. */
export function english(words: Messages, text: string): Node | string {
  return words.language === "en" ? text : h("span", { lang: "en", dir: "ltr" }, text);
}

/** A phrase of the core in the reader's words, where the catalogue knows it; files of other versions may hold other phrases. */
export function phrase(table: Readonly<Record<string, string>>, said: string): string | CoreText {
  return Object.hasOwn(table, said) ? (table[said] ?? said) : { english: said };
}

/** Pages of a PDF, as the core names them, with the model that read them or why none did. */
const PAGES =
  /^Pages? ([\d–, ]+) (?:(?:was|were) read from (?:its image|their images) by (.+): words may be misread|holds? .* checked(?: \((.+)\))?\.?$)/s;

/** What a notice of pages tells; null for another one. */
export function pagesOf({
  code,
  message,
}: Notice): { numbers: string; model: string | undefined; reason: string | undefined } | null {
  if (code !== "pages-without-text" && code !== "pages-read-from-images") return null;
  const [, numbers, model, reason] = PAGES.exec(message) ?? [];
  return numbers === undefined ? null : { numbers, model, reason };
}

/** A notice in the reader's language. The core's own sentence is more exact, so English readers get that. */
export function noticeNode(words: Messages, notice: Notice): Node | string {
  const { code, message } = notice;
  const pages = words.language === "en" ? null : pagesOf(notice);
  if (pages !== null) {
    const { numbers, model, reason } = pages;
    const further =
      model !== undefined ? h("bdi", {}, model) : reason !== undefined ? english(words, reason) : null;
    return h(
      "span",
      {},
      phraseNode(words, words.noticeText, code),
      " ",
      h("bdi", {}, numbers),
      further !== null && " · ",
      further,
    );
  }
  return words.language === "en" || !Object.hasOwn(words.noticeText, code)
    ? messageNode(words, message)
    : phraseNode(words, words.noticeText, code);
}

/** The same as plain text. */
export function noticeText(words: Messages, notice: Notice): string {
  const node = noticeNode(words, notice);
  return typeof node === "string" ? node : (node.textContent ?? "");
}

/** The same of what is wrong with a document, with its place. */
export function anomalyNode(words: Messages, { kind, place, hint }: Anomaly): Node | string {
  if (words.language === "en") return hint;
  const text = words.anomaly[kind];
  return place === "" ? text : h("span", {}, text, " ", h("bdi", {}, words.quote(place)));
}

function phraseNode(words: Messages, table: Readonly<Record<string, string>>, said: string): Node | string {
  const part = phrase(table, said);
  return typeof part === "string" ? part : english(words, part.english);
}

/** A message of the core, or a code of ours. */
export function messageNode(words: Messages, message: string): Node | string {
  const said = localized(words, message);
  return said === message ? english(words, message) : said;
}

export function nodesOf(words: Messages, parts: readonly Part[]): (Node | string)[] {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    return "data" in part ? h("bdi", {}, part.data) : english(words, part.english);
  });
}

/** A clause as a sentence of its own. */
export function closed(clause: string): string {
  const text = clause.trim();
  return /[.!?…。]$/.test(text) ? text : `${text}.`;
}
