/** Open copies of cited works on other sites. */

import { count, list, number } from "./general";

const sites = (named: readonly string[], more: number): string =>
  list(more > 0 ? [...named, count(more, { one: "other site", other: "other sites" })] : named);

export const copiesWords = {
  read: (works: number, hosts: number) =>
    `Read ${count(works, { one: "open copy", other: "open copies" })} · ${count(hosts, { one: "site", other: "sites" })}`,
  /** The first hosts, and how many more there are. */
  hint: (named: readonly string[], more: number) =>
    `Your browser asks once whether Citelight may read from ${sites(named, more)}. Each site learns which works you read, not which article cites them.`,
  pageHint: (named: readonly string[], more: number) =>
    `The works are fetched from ${sites(named, more)}. Each site learns which works you read, and on which site you read this article.`,
  reading: (done: number, total: number) => `Reading open copies: ${number(done)} of ${number(total)}`,
  done: (read: number, works: number) =>
    `${number(read)} of ${count(works, { one: "open copy", other: "open copies" })} read in full.`,
  extensionReads: "Most sites don’t let a page read their files. The browser extension can read the others.",
  refused: "Your browser didn’t allow these sites. Nothing was fetched.",
  failed: "The open copies couldn’t be read. Check again.",
};
