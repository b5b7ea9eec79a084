/** Open copies of cited works on other sites, in German. */

import type { Messages } from "../messages";
import { count, list, number } from "./general";

const sites = (named: readonly string[], more: number): string =>
  list(more > 0 ? [...named, count(more, { one: "weiteren Website", other: "weiteren Websites" })] : named);

export const copiesWords: Messages["copies"] = {
  read: (works, hosts) =>
    `${count(works, { one: "freie Kopie", other: "freie Kopien" })} lesen · ${count(hosts, { one: "Website", other: "Websites" })}`,
  hint: (named, more) =>
    `Ihr Browser fragt einmal, ob Citelight von ${sites(named, more)} lesen darf. Jede Website erfährt, welche Werke Sie lesen, aber nicht, welcher Artikel sie zitiert.`,
  pageHint: (named, more) =>
    `Die Werke werden von ${sites(named, more)} geladen. Jede Website erfährt, welche Werke Sie lesen und auf welcher Website Sie diesen Artikel lesen.`,
  reading: (done, total) => `Freie Kopien werden gelesen: ${number(done)} von ${number(total)}`,
  done: (read, works) =>
    `${number(read)} von ${count(works, { one: "freien Kopie", other: "freien Kopien" })} vollständig gelesen.`,
  extensionReads:
    "Die meisten Websites lassen andere Seiten ihre Dateien nicht lesen. Die Browsererweiterung kann die übrigen lesen.",
  refused: "Ihr Browser hat diese Websites nicht freigegeben. Es wurde nichts geladen.",
  failed: "Die freien Kopien konnten nicht gelesen werden. Prüfen Sie noch einmal.",
};
