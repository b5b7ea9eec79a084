/**
 * The leading column of a table as dots: the interval as a line through them, what was aimed at as a line across, figures of others as
 * empty diamonds. All numbers stand in the table below, so the picture is hidden from those who hear the page.
 */

import type { Figure } from "./generated/Figure";
import { h } from "../shared/ui/dom";
import { say, type Table } from "./tables.mjs";

/** Fewer rows show nothing, more are no picture. */
const [LEAST, MOST] = [2, 32];
const SVG = "http://www.w3.org/2000/svg";

interface Dot {
  label: string;
  figure: Figure;
}

export function chart(table: Table): HTMLElement | null {
  const leading = leadingColumn(table);
  if (leading === null) return null;
  const { column, dots } = leading;
  const scale = scaleOf(dots.map(({ figure }) => figure));
  const unit = dots[0]?.figure.unit ?? "score";
  return h(
    "figure",
    { class: "chart" },
    h(
      "figcaption",
      {},
      column,
      hasBar(dots) && h("span", { class: "key key-bar" }, "what was aimed at"),
      dots.some(({ figure }) => figure.interval) &&
        h("span", { class: "key key-interval" }, "interval at 95 %"),
      dots.some(({ figure }) => figure.origin === "published") &&
        h("span", { class: "key key-published" }, "as published"),
    ),
    h(
      "div",
      { class: "dots", "aria-hidden": "true" },
      ...dots.flatMap(({ label, figure }) => [
        h("span", { class: "dot-label" }, label),
        track(figure, scale),
        h("span", { class: "dot-value" }, say(figure.value, figure.unit)),
      ]),
      h("span", { class: "dot-label" }),
      h("span", { class: "axis" }, h("span", {}, say(scale.from, unit)), h("span", {}, say(scale.to, unit))),
      h("span", { class: "dot-value" }),
    ),
  );
}

const hasBar = (dots: readonly Dot[]): boolean =>
  dots.some(({ figure }) => figure.bar !== undefined && figure.origin !== "published");

/** The first column with a bar, else with intervals, else the first whose figures are of one unit. */
function leadingColumn({ columns, rows }: Table): { column: string; dots: Dot[] } | null {
  const all = columns.map((column, at) => ({
    column,
    dots: rows.flatMap(({ heading, cells }) => {
      const figure = cells[at];
      return figure === undefined ? [] : [{ label: heading, figure }];
    }),
  }));
  const drawn = all.filter(
    ({ dots }) =>
      dots.length >= LEAST &&
      dots.length <= MOST &&
      new Set(dots.map(({ figure }) => figure.unit)).size === 1 &&
      new Set(dots.map(({ figure }) => figure.value)).size > 1,
  );
  return (
    drawn.find(({ dots }) => hasBar(dots)) ??
    drawn.find(({ dots }) => dots.some(({ figure }) => figure.interval)) ??
    drawn[0] ??
    null
  );
}

interface Scale {
  from: number;
  to: number;
}

/** Shares from 0 to 1; all else from 0, or the least, to the most. */
function scaleOf(figures: readonly Figure[]): Scale {
  const ends = figures.flatMap(({ value, interval, bar, origin }) => [
    value,
    ...(interval ? [interval.lower, interval.upper] : []),
    ...(bar && origin !== "published" ? [bar.value] : []),
  ]);
  const [least, most] = [Math.min(...ends, 0), Math.max(...ends)];
  const isShare =
    figures.every(({ unit }) => unit === "share" || unit === "score") && least >= 0 && most <= 1;
  return isShare ? { from: 0, to: 1 } : { from: least, to: most > least ? most : least + 1 };
}

function track(figure: Figure, { from, to }: Scale): SVGSVGElement {
  const at = (value: number): string => `${(2 + (96 * (value - from)) / (to - from)).toFixed(2)}%`;
  const { value, interval, bar, origin } = figure;
  const isOthers = origin === "published";
  const svg = draw("svg", { class: "track" });
  svg.append(draw("line", { class: "base", x1: "2%", x2: "98%", y1: "50%", y2: "50%" }));
  if (bar && !isOthers)
    svg.append(draw("line", { class: "bar", x1: at(bar.value), x2: at(bar.value), y1: "0", y2: "100%" }));
  if (interval)
    svg.append(
      draw("line", {
        class: "interval",
        x1: at(interval.lower),
        x2: at(interval.upper),
        y1: "50%",
        y2: "50%",
      }),
    );
  // Within a picture of its own the diamond keeps its shape however wide the row is.
  const place = draw("svg", { x: at(value), y: "50%", class: "place" });
  place.append(
    isOthers
      ? draw("path", { class: "published", d: "M0-6L6 0 0 6-6 0z" })
      : draw("circle", { class: "measured", r: "5" }),
  );
  svg.append(place);
  return svg;
}

function draw<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
