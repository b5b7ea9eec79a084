/** Numbers, punctuation and names, as English writes them. */

import { numerals } from "../numerals";

export const { number, decimal, percent, megabytes, list, time, day, form, count } = numerals("en-GB");

/** Sources that have no name of their own, as they stand after “in”. */
const SOURCES = new Map([["library", "the local library"]]);
export const sources = (names: readonly string[]): string =>
  list(names.map((name) => SOURCES.get(name) ?? name));

export const general = {
  name: "Citelight",
  /** A language tag for `lang`. */
  language: "en",
  direction: "ltr",
  number,
  decimal,
  percent,
  list,
  time,
  day,
  quotes: { open: "“", close: "”" },
  quote: (text: string) => `“${text}”`,
  /** A word and what is said of it. */
  pair: (name: string, said: string) => `${name}: ${said}`,
  /** A number of things that their name follows. */
  several: (n: number, name: string) => `${number(n)} ${name}`,
  /** What stands between two sentences. */
  gap: " ",
  /** Authors in short, by their family names. */
  twoAuthors: (first: string, second: string) => `${first} & ${second}`,
  moreAuthors: (first: string) => `${first} et al.`,
  dated: (names: string, year: number) => `${names} ${year}`,
};
