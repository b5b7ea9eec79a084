// What the checks of the documentation read of a Markdown file: headings, links, images, blocks of code.

import { readFileSync } from "node:fs";
import GithubSlugger from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";

/**
 * @typedef {{ target: string, text: string, image: boolean, line: number }} Link
 * @typedef {{ info: string, text: string, line: number }} Block
 */

/** Anchors are those of GitHub, which mdBook's agree with. @param {string} path */
export function readMarkdown(path) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Link[]} */
  const links = [];
  /** @type {Set<string>} */
  const anchors = new Set();
  const slugger = new GithubSlugger();
  visit(fromMarkdown(readFileSync(path, "utf8")), (node) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === "heading") anchors.add(slugger.slug(toString(node)));
    if (node.type === "html")
      for (const [, id = ""] of node.value.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(id);
    if (node.type === "code")
      blocks.push({
        info: [node.lang, node.meta].filter(Boolean).join(" "),
        text: `${node.value}\n`,
        line,
      });
    if (node.type === "link" || node.type === "image")
      links.push({ target: node.url, text: toString(node), image: node.type === "image", line });
  });
  return { blocks, links, anchors };
}
