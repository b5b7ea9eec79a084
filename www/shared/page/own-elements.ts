/** Which elements of a page are Citelight's own. Known by the elements themselves: any page can write an attribute of ours. */

/** Names a place of ours for style sheets and tests. Nothing is decided by it. */
const NAME = "data-citelight-ui";

const own = new WeakSet<Node>();

/** Marks an element as ours: it is no part of the page's text, and not the page's to click on. */
export function makeOwn(element: Element, name: string): void {
  element.setAttribute(NAME, name);
  own.add(element);
}

export function isOwn(node: EventTarget): boolean {
  return own.has(node as Node);
}
