/** The words of a block of a review, line by line as they were written. */

/** Signs that MathJax puts between the letters of a formula, and nobody sees. */
const UNSEEN = /[\u2061-\u2064]/g;

/** With the addresses that its links lead to where those name a work. */
export function wordsOf(block: HTMLElement): string {
  const links = [...block.querySelectorAll<HTMLAnchorElement>("a[href]")]
    .map(({ href }) => href)
    .filter((href) =>
      /^https:\/\/(?:dx\.)?doi\.org\/10\.|^https:\/\/(?:www\.)?arxiv\.org\/(?:abs|pdf)\//.test(href),
    );
  return [linesOf(block).replace(UNSEEN, ""), ...links].join("\n");
}

/** Not `innerText`: of a typeset formula it makes a line for each letter. */
function linesOf(block: HTMLElement): string {
  const keepsLines = /^(?:pre|break)/.test(getComputedStyle(block).whiteSpace);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let lines = "";
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    if (node instanceof Text) lines += keepsLines ? node.data : node.data.replaceAll("\n", " ");
    else if (node instanceof HTMLBRElement) lines += "\n";
  }
  return lines;
}
