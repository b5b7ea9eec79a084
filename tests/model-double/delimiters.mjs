// What stands between delimiters, and what got out of them.

/** @typedef {{ tag: string, text: string }} Block */

const BLOCK = /<([a-z][a-z_-]*)(?: number="\d+")?>([\s\S]*?)<\/\1>/g;

/**
 * The blocks of a message, and everything around them: a prompt whose data cannot close its delimiters leaves nothing.
 *
 * @param {string} text
 * @returns {{ data: Block[], outside: string }}
 */
export function blocks(text) {
  const data = [...text.matchAll(BLOCK)].map(([, tag = "", inner = ""]) => ({ tag, text: inner }));
  return { data, outside: text.replaceAll(BLOCK, "").trim() };
}
