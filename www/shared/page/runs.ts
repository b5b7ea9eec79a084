/**
 * What a snapshot sees of an element's children, shared by the serialiser and the locator: both must count runs of
 * adjacent text nodes alike, or places would shift.
 */

import { isOwn } from "./own-elements";

const HTML = "http://www.w3.org/1999/xhtml";
const MATHML = "http://www.w3.org/1998/Math/MathML";

// Scripts and styles are no text; controls, media and frames are not the article's; raw-text elements would need
// an escape of their own.
const SKIPPED = new Set([
  ..."script style template noscript iframe object embed applet frame frameset noframes noembed xmp plaintext".split(
    " ",
  ),
  ..."input select textarea button datalist dialog canvas video audio source track param map area".split(" "),
]);

/** Whether an element is left out of snapshots (and so does not part a run of text). */
export function isSkipped(element: Element): boolean {
  if (element.namespaceURI === HTML) {
    return SKIPPED.has(element.localName) || isOwn(element);
  }
  // Of foreign elements only mathematics is read.
  return element.namespaceURI !== MATHML;
}

/** Whether an element is a MathML root. */
export function isMath(element: Element): boolean {
  return element.namespaceURI === MATHML && element.localName === "math";
}

/** The TeX annotation of a formula, if it has one. */
export function texAnnotation(math: Element): Element | null {
  for (const annotation of math.getElementsByTagNameNS(MATHML, "annotation")) {
    if (annotation.getAttribute("encoding") === "application/x-tex") return annotation;
  }
  return null;
}

/** The TeX of a formula as the core reads it: by its attribute, else its annotation, else the characters it shows. */
export function texOf(math: Element): string {
  const alttext = math.getAttribute("alttext") ?? "";
  if (alttext.trim().length > 0) return alttext.replaceAll("%\n", "");
  const annotation = texAnnotation(math);
  if (annotation !== null) return annotation.textContent.replaceAll("%\n", "");
  let shown = "";
  const walker = math.ownerDocument.createTreeWalker(
    math,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      isElement(node) && node.localName.startsWith("annotation")
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (isText(node)) shown += node.data;
  return shown;
}

// By node type, not `instanceof`: nodes of another document or frame have other constructors.
function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE;
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

/** A child as the snapshot sees it: an element, or a run of adjacent text nodes. */
export type Part = { element: Element } | { run: Text[] };

/**
 * The children of an element in order. Comments and skipped elements do not part a run, empty text nodes make none:
 * an HTML parser that reads the snapshot sees the same.
 */
export function* partsOf(parent: Node): Generator<Part> {
  let run: Text[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (isText(child)) {
      if (child.data.length > 0) run.push(child);
    } else if (isElement(child) && !isSkipped(child)) {
      if (run.length > 0) yield { run };
      run = [];
      yield { element: child };
    }
  }
  if (run.length > 0) yield { run };
}

/** The run with the given number among the children of an element, if there is one. */
export function runOf(parent: Element, number: number): Text[] | null {
  let seen = 0;
  for (const part of partsOf(parent)) {
    if ("run" in part) {
      if (seen === number) return part.run;
      seen += 1;
    }
  }
  return null;
}
