/** Pages of Distill's template: a script draws the numbers of citations (`<d-cite key="a,b">`) in shadow trees. A copy shows them itself. */

/** Elements of the template that hold text; the core knows what each is (`crate/document/src/document/distill.rs`). */
export const DISTILL_ELEMENTS =
  "d-abstract d-appendix d-article d-byline d-citation-list d-cite d-code d-contents d-figure d-footnote d-footnote-list d-math d-title d-toc";
/** Attributes by which they name entries and tell displayed formulas. */
export const DISTILL_ATTRIBUTES = "key bibtex-key block";

/** Numbers of a page's entries, by their keys: as its list has them. */
export function numbersOf(page: Node): ReadonlyMap<string, number> {
  if (!(page instanceof Element || page instanceof Document || page instanceof DocumentFragment))
    return new Map();
  const keys = new Set([...page.querySelectorAll("d-citation-list li[id]")].map(({ id }) => id));
  return new Map([...keys].map((key, index) => [key, index + 1]));
}

/** What the reader sees of a citation: `[1, 3]`; nothing where the page has no list. */
export function markerOf(cite: Element, numbers: ReadonlyMap<string, number>): string {
  if (numbers.size === 0) return "";
  const named = cite.getAttribute("key") ?? cite.getAttribute("bibtex-key") ?? "";
  return `[${named
    .split(",")
    .map((key) => numbers.get(key.trim()) ?? "?")
    .join(", ")}]`;
}
