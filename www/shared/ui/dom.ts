/** Building elements from text: nothing here can turn text into markup. */

type Child = Node | string | null | undefined | false;

/** An element with attributes and children; strings become text nodes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element | DocumentFragment, ...children: readonly Child[]): void {
  element.replaceChildren(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** Sets text only if it differs: screen readers announce live regions on each write. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const SVG = "http://www.w3.org/2000/svg";

/** A 16 px line drawing; always beside text or with a label. */
export function icon(path: string, className = "icon"): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("width", "16");
  svg.setAttribute("height", "16");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Takes style sheets into a shadow root; constructed sheets pass strict content policies. */
export function adopt(root: ShadowRoot, ...styles: readonly string[]): void {
  root.adoptedStyleSheets = styles.map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}
