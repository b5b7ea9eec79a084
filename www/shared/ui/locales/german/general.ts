/** Numbers, punctuation and names, as German writes them. */

import type { Messages } from "../messages";
import { numerals } from "../numerals";

export const { number, decimal, percent, megabytes, list, time, day, form, count } = numerals("de");

const SOURCES = new Map([
  ["library", "der lokalen Bibliothek"],
  ["the local index", "dem lokalen Index"],
]);
export const sources = (names: readonly string[]): string =>
  list(names.map((name) => SOURCES.get(name) ?? name));

export const general = {
  name: "Citelight",
  language: "de",
  direction: "ltr",
  number,
  decimal,
  percent,
  list,
  time,
  day,
  quotes: { open: "„", close: "“" },
  quote: (text) => `„${text}“`,
  pair: (name, said) => `${name}: ${said}`,
  several: (n, name) => `${number(n)} ${name}`,
  gap: " ",
  twoAuthors: (first, second) => `${first} & ${second}`,
  moreAuthors: (first) => `${first} et al.`,
  dated: (names, year) => `${names} ${year}`,
} satisfies Partial<Messages>;
