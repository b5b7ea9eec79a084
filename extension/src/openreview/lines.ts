/** The words of a reply, block by block in the order of the page, with the line breaks that were written. */

/** What stands in a line of its own. */
const BLOCKS =
  /^(?:P|DIV|LI|UL|OL|DL|DT|DD|TABLE|TR|TD|TH|BLOCKQUOTE|PRE|H[1-6]|HR|DETAILS|SUMMARY|SECTION)$/;
/** What nobody reads as words. */
const SKIPPED = /^(?:SCRIPT|STYLE|TEXTAREA|BUTTON|SVG|TEMPLATE)$/;
/** Addresses that name a work. */
const OF_WORK = /^https:\/\/(?:dx\.)?doi\.org\/10\.|^https:\/\/(?:www\.)?arxiv\.org\/(?:abs|pdf|html)\//;
/** Signs that MathJax puts between the letters of a formula, and nobody sees. */
const UNSEEN = /[\u2061-\u2064]/g;

/**
 * Blocks of words. A break within a block is where somebody began a new line: Markdown makes one paragraph of lines that follow each
 * other. Not `innerText`, which has no such breaks, and a line for each letter of a typeset formula.
 */
export function blocksOf(field: HTMLElement): string[] {
  const blocks: string[] = [];
  let block = "";
  const end = (): void => {
    if (block.trim() !== "") blocks.push(block);
    block = "";
  };
  const read = (node: Node, keepsLines: boolean): void => {
    if (node instanceof Text) {
      const parts = keepsLines ? node.data.split("\n") : [node.data];
      parts.forEach((part, at) => {
        if (at > 0) end();
        block += part;
      });
      return;
    }
    if (!(node instanceof Element)) return;
    const name = node.tagName.toUpperCase();
    if (SKIPPED.test(name)) return;
    if (name === "BR") {
      end();
      return;
    }
    if (name === "MJX-CONTAINER") {
      block += mathIn(node.textContent);
      return;
    }
    const isBlock = BLOCKS.test(name);
    if (isBlock) end();
    const keeps = keepsLines || name === "PRE" || (node === field && keepsBreaks(field));
    for (const child of node.childNodes) read(child, keeps);
    if (node instanceof HTMLAnchorElement && OF_WORK.test(node.href) && !says(node))
      block += ` ${node.href} `;
    if (isBlock) end();
  };
  read(field, false);
  end();
  return blocks.map(withPlainMath);
}

function keepsBreaks(field: HTMLElement): boolean {
  return /^(?:pre|break)/.test(getComputedStyle(field).whiteSpace);
}

/** Whether a link's own words name what it leads to. */
function says({ href, textContent }: HTMLAnchorElement): boolean {
  const named = href.replace(/^https:\/\/[^/]+\/(?:abs\/|pdf\/|html\/)?/, "").replace(/\.pdf$/, "");
  return textContent.includes(named) || textContent.includes(decodeURIComponent(named));
}

function mathIn(text: string): string {
  return text.normalize("NFKC").replace(UNSEEN, "").replace(/\s+/g, "");
}

const GREEK =
  "alpha α beta β gamma γ delta δ epsilon ϵ zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi ϕ chi χ psi ψ omega ω".split(
    " ",
  );

/** Formulas that are not typeset yet, as they will read when they are. */
function withPlainMath(block: string): string {
  return block.replace(UNSEEN, "").replace(/\$([^$\n]{1,120})\$/g, (_, tex: string) =>
    mathIn(
      tex
        .replace(/\\(?:math|text|operatorname)[a-z]*\{([^{}]*)\}/g, "$1")
        .replace(/\\([A-Za-z]+)/g, (_whole, name: string) => {
          const at = GREEK.indexOf(name);
          return at >= 0 && at % 2 === 0 ? (GREEK[at + 1] ?? name) : name;
        })
        .replace(/[{}\\^_]/g, ""),
    ),
  );
}
