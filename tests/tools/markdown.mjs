// What the checks of the documentation read of a Markdown file: headings, links, images, blocks of code.

import { readFileSync } from "node:fs";

/**
 * @typedef {{ target: string, text: string, image: boolean, line: number }} Link
 * @typedef {{ info: string, text: string, line: number }} Block
 */

/**
 * Fenced blocks of code and the lines around them, which keep their numbers.
 * @param {string} text
 * @returns {{ prose: string[], blocks: Block[] }}
 */
function split(text) {
  /** @type {string[]} */
  const prose = [];
  /** @type {Block[]} */
  const blocks = [];
  /** @type {{ fence: string, indent: number, block: Block } | undefined} */
  let open;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", fence = "", info = ""] = /^( *)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open) {
      if (fence.startsWith(open.fence) && info.trim() === "") {
        blocks.push(open.block);
        open = undefined;
      } else
        open.block.text += line.slice(Math.min(open.indent, line.length - line.trimStart().length)) + "\n";
      prose.push("");
    } else if (fence !== "") {
      open = { fence, indent: indent.length, block: { info: info.trim(), text: "", line: index + 1 } };
      prose.push("");
    } else prose.push(line);
  }
  if (open) throw new Error(`the block of code that begins in line ${open.block.line} has no end`);
  return { prose, blocks };
}

/** The anchor that GitHub and mdBook give a heading. @param {string} heading */
export function anchor(heading) {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** @param {string} path */
export function readMarkdown(path) {
  const { prose, blocks } = split(readFileSync(path, "utf8"));
  /** @type {Link[]} */
  const links = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Set<string>} */
  const anchors = new Set();
  for (const [index, line] of prose.entries()) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
    if (heading !== undefined) {
      const name = anchor(heading);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      anchors.add(before === 0 ? name : `${name}-${before}`);
    }
    for (const [, id = ""] of line.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(id);
    // A link may stand around code, but none is inside it.
    const plain = line.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
    for (const [, image, text = "", target = ""] of plain.matchAll(
      /(!?)\[([^\]]*)\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g,
    ))
      links.push({ target, text, image: image === "!", line: index + 1 });
  }
  return { blocks, links, anchors };
}
