/**
 * Style sheets of a shadow tree that the page around cannot change. A page's own rules for the host go before `:host`, unless that says
 * `!important`; and custom properties come in from the page, which may also register any name that it knows, and so give it a value.
 */

/** In the name of each custom property: a page that does not know it can neither set nor register it. */
const SECRET = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");

/** The same style sheet as it is adopted on a stranger's page. */
export function sealed(css: string): string {
  return (
    css
      .replace(/\/\*[\s\S]*?\*\//g, "")
      // What the makers of a page may choose is not for strangers.
      .replace(/var\(--citelight-[\w-]+,\s*([^()]*)\)/g, "$1")
      .replace(/(:host(?![\w-])[^{}]*)\{([^{}]*)\}/g, (_, selectors: string, body: string) =>
        hostRule(selectors, body),
      )
      .replace(/--(?=[a-z])/g, `--x${SECRET}-`)
  );
}

/**
 * A rule for the host: important, and without custom properties. Pages can list those of the host, though they cannot of what is in the
 * tree, so they stand, with whatever takes them, at its first elements.
 */
function hostRule(selectors: string, body: string): string {
  const declarations = body
    .split(";")
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== "");
  const within = declarations.filter((declaration) => declaration.includes("--"));
  const own = declarations.filter((declaration) => !declaration.includes("--"));
  const inside = selectors.split(/,\s*(?=:host)/).map((selector) => `${selector.trim()} > *`);
  return [
    `${selectors} {${own.map((declaration) => `${declaration} !important;`).join("")}}`,
    within.length === 0 ? "" : `${inside.join(", ")} {${within.join(";")}}`,
  ].join("\n");
}
