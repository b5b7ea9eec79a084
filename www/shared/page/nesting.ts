/**
 * Where an HTML parser would rebuild another tree than the one it is given.
 *
 * Scripts can build what no parser builds (a block in a paragraph, a link in a link). A snapshot is read by a parser,
 * so such elements are written under a neutral name; their number, and so their place, stays the same.
 */

import { partsOf } from "./runs";

// Start tags that close an open paragraph (WHATWG HTML, "in body").
const CLOSES_PARAGRAPH = new Set(
  (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup " +
    "main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt hr table"
  ).split(" "),
);
const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
// Elements that end a search for an open element ("has an element in scope").
const SCOPE_END = new Set("html table td th caption marquee".split(" "));
// A list item looks no further than these for an open item to close ("special", without address, div and p).
const ITEM_END = new Set(
  "ul ol dl menu table td th caption section article aside blockquote details figure figcaption header footer main nav body html pre h1 h2 h3 h4 h5 h6 form fieldset center dir hgroup search summary".split(
    " ",
  ),
);
const TABLE_PARENTS = new Map<string, readonly string[]>([
  ["caption", ["table"]],
  ["colgroup", ["table"]],
  ["col", ["colgroup"]],
  ["thead", ["table"]],
  ["tbody", ["table"]],
  ["tfoot", ["table"]],
  ["tr", ["table", "thead", "tbody", "tfoot"]],
  ["td", ["tr"]],
  ["th", ["tr"]],
]);
const TABLE_CONTAINERS = new Set(["table", "thead", "tbody", "tfoot", "tr", "colgroup"]);
// Written within themselves, these would be closed or ignored by a parser.
const NO_SELF_NESTING = new Set(["a", "nobr", "form"]);
const NEUTRAL = new Set([
  "html",
  "head",
  "body",
  "image",
  "option",
  "optgroup",
  "rb",
  "rt",
  "rtc",
  "rp",
  "title",
  "base",
]);

/** The name under which an element must be written so that a parser keeps it and its children where they are. */
export function safeName(element: Element, open: readonly string[]): string {
  const name = element.localName;
  const parent = open.at(-1) ?? "body";
  if (NEUTRAL.has(name)) return "span";
  const tableParents = TABLE_PARENTS.get(name);
  if (tableParents !== undefined) return tableParents.includes(parent) ? name : "span";
  if (TABLE_CONTAINERS.has(parent)) return "span";
  if (NO_SELF_NESTING.has(name) && open.includes(name)) return "span";
  if (CLOSES_PARAGRAPH.has(name) && isOpenInScope("p", open, SCOPE_END)) return "span";
  if (name === "table" && !isRegular(element)) return "div";
  if (HEADINGS.has(name) && HEADINGS.has(parent)) return "span";
  if (name === "li" && isOpenInScope("li", open, ITEM_END)) return "div";
  if ((name === "dd" || name === "dt") && isOpenInScope(["dd", "dt"], open, ITEM_END)) return "div";
  return name;
}

// Whatever else stands directly in a table, a parser moves out of it; such a table is written as blocks.
function isRegular(container: Element): boolean {
  for (const part of partsOf(container)) {
    if ("run" in part) {
      if (part.run.some((text) => /[^\t\n\f\r ]/.test(text.data))) return false;
    } else {
      const { localName } = part.element;
      const fits = TABLE_PARENTS.get(localName)?.includes(container.localName) === true;
      if (!fits) return false;
      if (TABLE_CONTAINERS.has(localName) && !isRegular(part.element)) return false;
    }
  }
  return true;
}

function isOpenInScope(
  wanted: string | readonly string[],
  open: readonly string[],
  end: ReadonlySet<string>,
): boolean {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const name = open[index];
    if (name === undefined) return false;
    if (typeof wanted === "string" ? name === wanted : wanted.includes(name)) return true;
    if (end.has(name)) return false;
  }
  return false;
}
