/** Which citation or entry stands under the pointer: highlights send no events of their own. */

import type { Mark } from "./painter";

/** The caret position at a point of the viewport, in whichever form the browser has it. */
function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  const page = document as Partial<Pick<Document, "caretPositionFromPoint" | "caretRangeFromPoint">>;
  if (page.caretPositionFromPoint !== undefined) {
    const position = document.caretPositionFromPoint(x, y);
    return position === null ? null : { node: position.offsetNode, offset: position.offset };
  }
  // WebKit has only the older method.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const range = page.caretRangeFromPoint === undefined ? null : document.caretRangeFromPoint(x, y);
  return range === null ? null : { node: range.startContainer, offset: range.startOffset };
}

export class HitTest {
  // Marks by the text nodes in which they stand, so a pointer move looks at a handful of ranges.
  readonly #byNode = new Map<Node, Mark[]>();
  readonly #textsAt: (x: number, y: number) => readonly Node[];

  /** @param textsAt gives text nodes at a point that lie below what the browser finds there. */
  constructor(marks: readonly Mark[], textsAt: (x: number, y: number) => readonly Node[] = () => []) {
    this.#textsAt = textsAt;
    for (const mark of marks) {
      for (const range of [...mark.surface, ...mark.sentence]) {
        for (const node of nodesOf(range)) {
          const list = this.#byNode.get(node) ?? [];
          if (!list.includes(mark)) list.push(mark);
          this.#byNode.set(node, list);
        }
      }
    }
  }

  /** The mark at a point: a citation whose own words are there before one whose sentence is. */
  at(x: number, y: number, visible: (mark: Mark) => "surface" | "sentence" | null): Mark | null {
    const caret = caretAt(x, y);
    const nodes = [...(caret === null ? [] : [caret.node]), ...this.#textsAt(x, y)];
    const near = nodes.flatMap((node) => this.#byNode.get(node) ?? []);
    if (near.length === 0) return null;
    const holds = (ranges: readonly Range[]): boolean => ranges.some((range) => contains(range, x, y));
    const shown = near.filter((mark) => visible(mark) !== null);
    const bySurface = shown.find(({ surface }) => holds(surface));
    return bySurface ?? shown.find((mark) => visible(mark) === "sentence" && holds(mark.sentence)) ?? null;
  }
}

/** The nodes that a range touches, its ends among them: a link within `[1, 2]` has a node of its own. */
function nodesOf({ startContainer, endContainer, commonAncestorContainer }: Range): Set<Node> {
  const nodes = new Set([startContainer, endContainer]);
  if (nodes.size === 1) return nodes;
  const walker = document.createTreeWalker(commonAncestorContainer, NodeFilter.SHOW_TEXT);
  walker.currentNode = startContainer;
  for (let node = walker.nextNode(); node !== null && node !== endContainer; node = walker.nextNode()) {
    // An end that is an element stands before one of its children.
    const isBehind = endContainer.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBehind !== 0 && !endContainer.contains(node)) break;
    nodes.add(node);
  }
  return nodes;
}

// The caret snaps to the nearest text: the point must really lie on the words.
function contains(range: Range, x: number, y: number): boolean {
  for (const box of range.getClientRects()) {
    if (box.left <= x && x <= box.right && box.top <= y && y <= box.bottom) return true;
  }
  return false;
}
