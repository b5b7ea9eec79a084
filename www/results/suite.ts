/** One suite: what it measures, its tables with a chart each, and how it ran. */

import type { Figure } from "./generated/Figure";
import type { Results } from "./generated/Results";
import { h } from "../shared/ui/dom";
import { chart } from "./chart";
import { outcomeSign } from "./outcome";
import {
  barOf,
  circumstances,
  interval,
  isPublished,
  outcomeOf,
  say,
  tablesOf,
  type Table,
} from "./tables.mjs";

export function suite(results: Results): HTMLElement {
  const heading = `${results.suite}-heading`;
  return h(
    "section",
    { id: results.suite, class: "suite", "aria-labelledby": heading },
    h("h2", { id: heading }, results.title),
    h("p", { class: "about" }, results.about),
    ...results.plots.filter(({ file }) => /^[\w.-]+\.svg$/.test(file)).map(picture),
    ...tablesOf(results.figures).flatMap((table) => [
      h("h3", {}, table.heading),
      // Where a suite brings pictures of its own, only what was aimed at needs another.
      (results.plots.length === 0 || hasBar(table)) && chart(table),
      scrolled(tableOf(table), table.heading),
    ]),
    h(
      "details",
      {},
      h("summary", {}, "How it was measured"),
      h(
        "dl",
        {},
        ...circumstances(results).flatMap(([name, text]) => [
          h("dt", {}, name),
          h("dd", {}, name === "Command" ? h("code", {}, text) : text),
        ]),
      ),
    ),
  );
}

const hasBar = ({ rows }: Table): boolean =>
  rows.some(({ cells }) => cells.some((figure) => figure !== undefined && outcomeOf(figure) !== "no bar"));

const picture = ({ file, alternative }: Results["plots"][number]): HTMLElement =>
  h("figure", { class: "plot" }, h("img", { src: `data/${file}`, alt: alternative, loading: "lazy" }));

/** What is wider than the page scrolls by itself, by keys too. */
export const scrolled = (table: HTMLElement, label: string): HTMLElement =>
  h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": `Table: ${label}` }, table);

function tableOf({ columns, rows }: Table): HTMLElement {
  const head = columns.map((name) => h("th", { scope: "col" }, name));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td", {}), ...head)),
    h(
      "tbody",
      {},
      ...rows.map(({ heading, cells }) => {
        const isOthers = isPublished(cells);
        return h(
          "tr",
          isOthers ? { class: "others" } : {},
          h("th", { scope: "row" }, heading, isOthers && h("small", {}, "as published")),
          ...cells.map((figure) => cellOf(figure, isOthers)),
        );
      }),
    ),
  );
}

function cellOf(figure: Figure | undefined, isMarked: boolean): HTMLElement {
  if (figure === undefined) return h("td", { class: "empty" }, "–");
  const outcome = outcomeOf(figure);
  const isOthers = figure.origin === "published";
  return h(
    "td",
    {},
    h("span", { class: "value" }, say(figure.value, figure.unit)),
    small(interval(figure)),
    small(figure.of === undefined ? undefined : `of ${say(figure.of, "count")}`),
    small(isOthers && !isMarked ? "as published" : undefined),
    outcome !== "no bar" &&
      h("small", { class: "aim" }, outcomeSign(outcome), `${barOf(figure) ?? ""}: ${outcome}`),
  );
}

const small = (text: string | undefined): HTMLElement | null =>
  text === undefined ? null : h("small", {}, text);
