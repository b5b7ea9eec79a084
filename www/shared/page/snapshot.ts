/**
 * A picture of a part of the page as markup, with a number on each element, and the way back from a number to the
 * element. Taken in short slices, so a long article never holds up the page.
 */

import { attributesOf } from "./foreign-attributes";
import { safeName } from "./nesting";
import { isMath, partsOf, texAnnotation } from "./runs";
import { TimeSlices } from "./time-slices";

/** The markup for the worker, and the elements behind its numbers. */
export interface Snapshot {
  /** A whole HTML document; each element carries `data-citelight`, its number. */
  readonly html: string;
  /** The element that was walked. */
  readonly root: Element;
  /** The element with the given number, if it is still there. */
  element(number: number): Element | null;
}

/** What is walked. */
export interface SnapshotOptions {
  /** The article, or `document.body`. */
  root: Element;
  /** Where title and citation metadata are read from; by default the page's own head. */
  head?: ParentNode | null;
  /** Ends the walk early. */
  signal?: AbortSignal;
}

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
// Large or without meaning for the text; event handlers are left out by their prefix.
const DROPPED_ATTRIBUTES = new Set(
  "style src srcset sizes poster integrity nonce ping background xmlns loading decoding fetchpriority".split(
    " ",
  ),
);
const LONGEST_ATTRIBUTE = 4096;
const LARGEST_JSON_LD = 2_000_000;

/**
 * Walks `root` and gives its markup.
 *
 * @throws DOMException `AbortError` when the signal is aborted meanwhile.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { root, head = document.head, signal } = options;
  const writer = new Writer();
  writer.open("html", root.ownerDocument.documentElement, []);
  writer.open("head", root.ownerDocument.head, []);
  writeMetadata(writer, head);
  writer.close("head");
  if (root.localName === "body") {
    await writeTree(writer, root, ["body"], signal);
  } else {
    writer.open("body", root.ownerDocument.body, []);
    await writeTree(writer, root, ["body", safeName(root, ["body"])], signal);
    writer.close("body");
  }
  writer.close("html");
  return { html: `<!DOCTYPE html>${writer.markup()}`, root, element: (number) => writer.element(number) };
}

function writeMetadata(writer: Writer, head: ParentNode | null): void {
  if (head === null) return;
  for (const element of head.querySelectorAll("title, meta[content], link[rel=canonical]")) {
    writer.open(element.localName, element, []);
    if (element.localName === "title") {
      writer.text(element.textContent);
      writer.close("title");
    }
  }
  writeCitedWorks(writer, head);
}

// What a landing page cites may stand in its JSON-LD alone.
function writeCitedWorks(writer: Writer, head: ParentNode): void {
  const page = head.ownerDocument ?? head;
  for (const script of page.querySelectorAll("script[type='application/ld+json' i]")) {
    const data = script.textContent;
    if (data.length > LARGEST_JSON_LD || !data.includes('"citation"')) continue;
    writer.open("script", script, []);
    // Of what could end the element, JSON needs none: it may write each character by its number.
    writer.raw(data.replaceAll("<", "\\u003c"));
    writer.close("script");
  }
}

interface Frame {
  readonly name: string;
  readonly parts: Iterator<ReturnType<typeof partsOf> extends Generator<infer P> ? P : never>;
}

// The walk keeps its own stack: it stops at any place, and deep pages cannot overflow the call stack.
async function writeTree(
  writer: Writer,
  root: Element,
  names: string[],
  signal?: AbortSignal,
): Promise<void> {
  const slices = new TimeSlices();
  const open = [...names];
  writer.open(open.at(-1) ?? "body", root, open.slice(0, -1));
  const stack: Frame[] = [{ name: open.at(-1) ?? "body", parts: partsOf(root) }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (slices.due()) {
      signal?.throwIfAborted();
      await slices.next();
    }
    const step = frame.parts.next();
    if (step.done === true) {
      writer.close(frame.name);
      stack.pop();
      open.pop();
    } else if ("run" in step.value) {
      for (const text of step.value.run) writer.text(text.data);
    } else if (isMath(step.value.element) && texAnnotation(step.value.element) !== null) {
      writeFormula(writer, step.value.element);
    } else {
      const element = step.value.element;
      const name = open.includes("math") ? element.localName : safeName(element, open);
      writer.open(name, element, open);
      if (!VOID.has(name)) {
        stack.push({ name, parts: partsOf(element) });
        open.push(name);
      }
    }
  }
}

// A formula's TeX says all that is read; its presentation tree is most of an arXiv page's bulk.
function writeFormula(writer: Writer, math: Element): void {
  const annotation = texAnnotation(math);
  if (annotation === null) return;
  writer.open("math", math, []);
  writer.raw("<semantics>");
  writer.open("annotation", annotation, []);
  writer.text(annotation.textContent);
  writer.close("annotation");
  writer.raw("</semantics>");
  writer.close("math");
}

class Writer {
  readonly #chunks: string[] = [];
  readonly #elements: WeakRef<Element>[] = [];
  #atStartOfPre = false;

  open(name: string, element: Element, open: readonly string[]): void {
    if (name === "tr" && open.at(-1) === "table") this.raw("<tbody>");
    const number = this.#elements.push(new WeakRef(element)) - 1;
    let tag = `<${name} data-citelight="${number}"`;
    for (const [attribute, value] of attributesOf(element, isKept)) {
      if (value.length <= LONGEST_ATTRIBUTE) tag += ` ${attribute}="${escapeAttribute(value)}"`;
    }
    this.#chunks.push(`${tag}>`);
    this.#atStartOfPre = name === "pre" || name === "listing";
  }

  close(name: string): void {
    this.#chunks.push(`</${name}>`);
    this.#atStartOfPre = false;
  }

  text(data: string): void {
    // A parser drops one line feed after <pre>; a second one keeps the first.
    if (this.#atStartOfPre && data.startsWith("\n")) this.#chunks.push("\n");
    this.#atStartOfPre = false;
    this.#chunks.push(escapeText(data));
  }

  raw(markup: string): void {
    this.#chunks.push(markup);
  }

  markup(): string {
    return this.#chunks.join("");
  }

  element(number: number): Element | null {
    return this.#elements[number]?.deref() ?? null;
  }
}

function isKept(name: string): boolean {
  return (
    !DROPPED_ATTRIBUTES.has(name) &&
    !name.startsWith("on") &&
    !name.startsWith("data-citelight") &&
    /^[a-zA-Z_:][\w:.-]*$/.test(name)
  );
}

// A parser would turn carriage returns into line feeds and drop NULs: lengths must stay.
function escapeText(data: string): string {
  return data.replace(/[&<>\r\0]/g, (character) => TEXT_ESCAPES[character] ?? character);
}

function escapeAttribute(value: string): string {
  return value.replace(/[&"\r\0<>]/g, (character) => TEXT_ESCAPES[character] ?? character);
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\0": "\uFFFD",
};
