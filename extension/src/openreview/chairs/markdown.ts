/** The words of a reply as its author wrote them, in Markdown, block by block: what a page draws from it has none of its signs. */

const FENCE = /^\s*(?:```|~~~)/;

/** Blocks of lines; the line breaks in a block are those that were written. */
export function plainBlocks(markdown: string): string[] {
  return markdown
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split("\n")
        .filter((line) => !FENCE.test(line))
        .map(plainLine)
        .join("\n"),
    )
    .filter((block) => block.trim() !== "");
}

/** Signs that were written to stand for themselves are put aside meanwhile, where no text has any. */
const ASIDE = 0xe000;
const HIDDEN = /[\ue000-\ue07f]/g;

function plainLine(line: string): string {
  return (
    line
      .replace(HIDDEN, "")
      .replace(/\\([\\`*_{}[\]()#+.!-])/g, (_, sign: string) =>
        String.fromCharCode(ASIDE + sign.charCodeAt(0)),
      )
      .replace(/^\s*(?:#{1,6}|>+)\s+/, "")
      // A link's words, and its address where it names a work.
      .replace(/!?\[([^\]\n]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g, (_, words: string, address: string) =>
        words.includes(address) ? words : `${words} ${address}`,
      )
      .replace(/<((?:https?|mailto):[^>\s]+)>/g, "$1")
      .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
      .replace(/(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])/g, "$1")
      .replace(/(?<![\w_])_(?=[^\s_])(.+?)(?<=[^\s_])_(?![\w_])/g, "$1")
      .replace(/`([^`]+)`/g, "$1")
      .replace(HIDDEN, (sign) => String.fromCharCode(sign.charCodeAt(0) - ASIDE))
  );
}
