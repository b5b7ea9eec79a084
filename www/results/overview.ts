/** What was aimed at, and whether it was reached. */

import type { Figure } from "./generated/Figure";
import type { Results } from "./generated/Results";
import { h } from "../shared/ui/dom";
import { outcomeSign } from "./outcome";
import { scrolled } from "./suite";
import { barOf, outcomeOf, say, type Outcome } from "./tables.mjs";

interface Aimed {
  results: Results;
  figure: Figure;
  outcome: Outcome;
}

export function overview(all: readonly Results[]): HTMLElement {
  const figures = all.flatMap((results) =>
    results.figures.map((figure): Aimed => ({ results, figure, outcome: outcomeOf(figure) })),
  );
  const of = (outcome: Outcome): Aimed[] => figures.filter((one) => one.outcome === outcome);
  const [missed, reached, without] = [of("not reached"), of("reached"), of("no bar")];
  const tile = (outcome: Outcome, count: number, words: string): HTMLElement =>
    h(
      "li",
      { class: "tile" },
      outcomeSign(outcome),
      h("strong", {}, say(count, "count")),
      h("span", {}, words),
    );
  return h(
    "section",
    { id: "bars", "aria-labelledby": "bars-heading" },
    h("h2", { id: "bars-heading" }, "What was aimed at"),
    h(
      "ul",
      { class: "tiles" },
      tile("reached", reached.length, "reached"),
      tile("not reached", missed.length, "not reached"),
      tile("no bar", without.length, "without a bar"),
    ),
    ...group("Not reached", missed),
    ...bySuite("Reached", all),
  );
}

/** How many bars each suite reached: each of them stands in its own table. */
function bySuite(name: string, all: readonly Results[]): HTMLElement[] {
  const rows = all.flatMap((results) => {
    const outcomes = results.figures.map(outcomeOf).filter((outcome) => outcome !== "no bar");
    const reached = outcomes.filter((outcome) => outcome === "reached").length;
    if (reached === 0) return [];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, outcomeSign("reached"), h("a", { href: `#${results.suite}` }, results.title)),
      h("td", {}, `${say(reached, "count")} of ${say(outcomes.length, "count")}`),
    );
  });
  if (rows.length === 0) return [];
  const head = ["Suite", "Bars reached"].map((name) => h("th", { scope: "col" }, name));
  const table = h(
    "table",
    { class: "reached" },
    h("thead", {}, h("tr", {}, ...head)),
    h("tbody", {}, ...rows),
  );
  return [h("h3", {}, name), scrolled(table, name)];
}

function group(name: string, aimed: readonly Aimed[]): HTMLElement[] {
  if (aimed.length === 0) return [];
  const rows = aimed.map(({ results, figure, outcome }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, outcomeSign(outcome), h("a", { href: `#${results.suite}` }, results.title)),
      h("td", { class: "what" }, [figure.section, figure.row, figure.column].filter(Boolean).join(" · ")),
      h("td", {}, say(figure.value, figure.unit)),
      h("td", {}, barOf(figure) ?? ""),
    ),
  );
  const head = ["Suite", "What", "Figure", "Bar"].map((name) => h("th", { scope: "col" }, name));
  const table = h("table", { class: "aims" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
  return [h("h3", {}, name), scrolled(table, name)];
}
