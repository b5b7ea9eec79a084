/** Numbers, punctuation and names, as Chinese writes them. */

import type { Messages } from "../messages";
import { numerals } from "../numerals";

export const { number, decimal, percent, megabytes, list, time, day } = numerals("zh-Hans-CN");

const SOURCES = new Map([
  ["library", "本地文献库"],
  ["the local index", "本地索引"],
]);
export const sources = (names: readonly string[]): string => {
  const text = list(names.map((name) => SOURCES.get(name) ?? name));
  // Between Chinese and Latin letters stands a space.
  return text.replace(/^(?=[\w])/u, " ").replace(/(?<=[\w])$/u, " ");
};

export const general = {
  name: "Citelight",
  language: "zh-Hans",
  direction: "ltr",
  number,
  decimal,
  percent,
  list,
  time,
  day,
  quotes: { open: "“", close: "”" },
  quote: (text) => `“${text}”`,
  pair: (name, said) => `${name}：${said}`,
  several: (n, name) => `${name} ${number(n)} 篇`,
  gap: "",
  twoAuthors: (first, second) => `${first} 和 ${second}`,
  moreAuthors: (first) => `${first} 等`,
  dated: (names, year) => `${names} ${year}`,
} satisfies Partial<Messages>;

/** Between Chinese and Latin letters stands a space. */
export const spaced = (text: string): string => text.replace(/^(?=\w)/, " ");
