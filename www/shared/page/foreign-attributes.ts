/** More attributes than any element of an article has. */
const MOST = 200;

/**
 * The attributes of an element that somebody else made, as names and values, as far as they are wanted.
 *
 * Browsers search `Element.attributes` from its beginning for each item, so that a tag of many thousands would freeze the page.
 */
export function attributesOf(element: Element, isWanted: (name: string) => boolean): [string, string][] {
  const wanted = element.getAttributeNames().filter(isWanted).slice(0, MOST);
  return wanted.map((name) => [name, element.getAttribute(name) ?? ""]);
}
