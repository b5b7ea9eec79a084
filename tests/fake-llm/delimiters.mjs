// What stands between delimiters, and what got out of them.

/** @typedef {{ tag: string, mark: string, text: string }} Block mark is its number or id, if it has one */

const BLOCK = /<([a-z][a-z_-]*)(?: (?:number|id)="([a-z]?\d+)")?(?: [a-z]+="\d+")*>([\s\S]*?)<\/\1>/g;

/**
 * The blocks of a message, and everything around them: a prompt whose data cannot close its delimiters leaves nothing.
 *
 * @param {string} text
 * @returns {{ data: Block[], outside: string }}
 */
export function blocks(text) {
  const data = [...text.matchAll(BLOCK)].map(([, tag = "", mark = "", inner = ""]) => ({
    tag,
    mark,
    text: inner,
  }));
  return { data, outside: text.replaceAll(BLOCK, "").trim() };
}
