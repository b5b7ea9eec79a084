/**
 * From foreign markup to nodes that can do nothing: only known elements and attributes are built anew, so scripts,
 * handlers, forms, styles and everything that loads from elsewhere never exist.
 */

import { attributesOf } from "../page/foreign-attributes";
import { TimeSlices } from "../page/time-slices";
import { DISTILL_ATTRIBUTES, DISTILL_ELEMENTS, markerOf, numbersOf } from "./distill";

const HTML = "http://www.w3.org/1999/xhtml";
const MATHML = "http://www.w3.org/1998/Math/MathML";

const ELEMENTS = new Set(
  (
    "a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em " +
    "figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt ruby s samp " +
    "section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr " +
    DISTILL_ELEMENTS
  ).split(" "),
);
const MATH_ELEMENTS = new Set(
  (
    "math semantics annotation mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom " +
    "msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd none"
  ).split(" "),
);
// Left out together with what is in them.
const DROPPED = new Set(
  (
    "script style template noscript iframe frame frameset object embed applet audio video source track canvas svg form " +
    "input select textarea button dialog link meta base head title noembed noframes xmp plaintext portal"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "id class title lang dir role alt cite colspan rowspan headers scope span start value reversed datetime open " +
    "aria-label aria-hidden aria-describedby epub:type " +
    DISTILL_ATTRIBUTES
  ).split(" "),
);
const MATH_ATTRIBUTES = new Set(
  (
    "id class alttext display mathvariant stretchy fence separator lspace rspace minsize maxsize accent accentunder " +
    "largeop movablelimits symmetric form columnalign rowspacing columnspacing columnspan rowspan linethickness " +
    "width height depth encoding dir"
  ).split(" "),
);

/**
 * Builds a harmless copy of what is in `source` in `target`, in slices. Links stay, to http(s) and within the page.
 *
 * @param leftOut what stands in the place of a picture, by its description
 */
export async function copySafely(
  source: Node,
  target: Element,
  leftOut: (description: string) => string,
  signal?: AbortSignal,
): Promise<void> {
  const slices = new TimeSlices();
  const numbers = numbersOf(source);
  const stack: { from: Node | null; into: Element }[] = [{ from: source.firstChild, into: target }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (slices.due()) {
      signal?.throwIfAborted();
      await slices.next();
    }
    const node = frame.from;
    if (node === null) {
      stack.pop();
      continue;
    }
    frame.from = node.nextSibling;
    if (node.nodeType === Node.TEXT_NODE) {
      frame.into.append(document.createTextNode((node as Text).data));
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const copy = safeElement(node as Element, leftOut);
      if (copy === null) continue;
      if (copy === "children") stack.push({ from: node.firstChild, into: frame.into });
      else {
        frame.into.append(copy);
        if (copy.localName === "d-cite" && node.textContent?.trim() === "") {
          copy.append(markerOf(copy, numbers));
        }
        if (!copy.hasAttribute("data-placeholder")) stack.push({ from: node.firstChild, into: copy });
      }
    }
  }
}

// A copy without children; `children` to take only what is in it; null to leave it out whole.
function safeElement(
  element: Element,
  leftOut: (description: string) => string,
): Element | "children" | null {
  const name = element.localName;
  if (element.namespaceURI === MATHML) {
    if (!MATH_ELEMENTS.has(name)) return null;
    const copy = document.createElementNS(MATHML, name);
    copyAttributes(element, copy, MATH_ATTRIBUTES);
    return copy;
  }
  if (element.namespaceURI !== HTML || DROPPED.has(name)) return null;
  if (name === "img" || name === "picture") return placeholder(element, leftOut);
  if (!ELEMENTS.has(name)) return "children";
  const copy = document.createElement(name);
  copyAttributes(element, copy, ATTRIBUTES);
  if (name === "a") copyLink(element, copy);
  return copy;
}

function copyAttributes(from: Element, to: Element, allowed: ReadonlySet<string>): void {
  const isAllowed = (name: string) => allowed.has(name) || /^data-(?!citelight)[\w-]+$/.test(name);
  for (const [name, value] of attributesOf(from, isAllowed)) to.setAttribute(name, value);
}

function copyLink(from: Element, to: HTMLElement): void {
  const href = from.getAttribute("href")?.trim() ?? "";
  if (href.startsWith("#")) {
    to.setAttribute("href", href);
  } else if (/^https?:\/\//i.test(href)) {
    to.setAttribute("href", href);
    to.setAttribute("target", "_blank");
    to.setAttribute("rel", "noopener noreferrer nofollow");
  }
}

// Pictures would be loaded from elsewhere; their description stays.
function placeholder(image: Element, leftOut: (description: string) => string): HTMLElement {
  const note = document.createElement("span");
  note.className = "figure-left-out";
  note.setAttribute("data-placeholder", "");
  note.textContent = leftOut(image.getAttribute("alt")?.trim() ?? "");
  return note;
}
