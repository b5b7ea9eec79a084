// Which file of a crate imports which: the graph that the test of layers looks at. It reads `use` statements and paths, not types,
// so what it cannot resolve it leaves out. Re-exports do not count: they make nothing depend on what they name.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`. @param {string} tree @returns {string[][]} */
export function usePaths(tree) {
  const open = tree.indexOf("{");
  if (open < 0) {
    const path = tree.replace(/\s+as\s+\w+\s*$/, "");
    return [
      path
        .split("::")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    ];
  }
  const head = tree
    .slice(0, open)
    .split("::")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const parts = [];
  let part = "";
  let depth = 0;
  for (const sign of tree.slice(open + 1, tree.lastIndexOf("}"))) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (sign === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += sign;
  }
  return [...parts, part]
    .filter((part) => part.trim() !== "")
    .flatMap((part) => usePaths(part))
    .map((path) => [...head, ...path]);
}

/** The code of a file without its tests, comments and the contents of strings. @param {string} text */
export function code(text) {
  return text
    .replace(/^#\[cfg\(test\)\]\s*\n(?:#\[[^\n]*\]\s*\n)*mod \w+ \{[\s\S]*$/m, "")
    .replace(/^#\[cfg\(test\)\]\s*\n(?:#\[[^\n]*\]\s*\n)*mod \w+;$/gm, "")
    .replace(/\/\/[^\n]*/g, "")
    .replace(/"(?:\\[\s\S]|[^"\\])*"/g, '""');
}

/** The files of a crate: module path (joined by `/`, the root is empty) to text. @param {string} src @returns {Map<string, string>} */
export function modules(src) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".rs")) continue;
    const path = join(entry.parentPath, entry.name);
    const parts = relative(src, path).replace(/\.rs$/, "").split("/");
    const last = parts.at(-1) ?? "";
    if (["mod", "lib", "main"].includes(last)) parts.pop();
    if (parts.includes("tests") || last.endsWith("_tests")) continue;
    found.set(parts.join("/"), readFileSync(path, "utf8"));
  }
  return found;
}

/**
 * What each module imports of its own crate, and the names of the workspace's other crates that it mentions.
 * @param {Map<string, string>} files
 */
export function imports(files) {
  const texts = new Map([...files].map(([name, text]) => [name, code(text)]));
  /** @type {Map<string, string[]>} */
  const reexports = new Map();
  for (const [name, text] of texts)
    for (const [, tree = ""] of text.matchAll(/\bpub(?:\([^)]*\))? use ([^;]+);/g))
      for (const path of usePaths(tree)) reexports.set(`${name}|${path.at(-1) ?? ""}`, path);

  /** @param {string} from @param {string[]} path @param {number} depth @returns {string | undefined} */
  const resolve = (from, path, depth = 0) => {
    let rest = [...path];
    let at = from === "" ? [] : from.split("/");
    const [first] = rest;
    if (first === undefined || depth > 8) return undefined;
    if (first === "crate") {
      at = [];
      rest.shift();
    } else if (first === "self") rest.shift();
    else if (first === "super")
      while (rest[0] === "super") {
        at.pop();
        rest.shift();
      }
    else if (!texts.has([...at, first].join("/"))) return undefined;
    while (rest[0] !== undefined && texts.has([...at, rest[0]].join("/"))) at.push(rest.shift() ?? "");
    const place = at.join("/");
    const onward = rest[0] === undefined ? undefined : reexports.get(`${place}|${rest[0]}`);
    if (onward !== undefined && onward.join("::") !== rest.join("::"))
      return resolve(place, onward, depth + 1) ?? place;
    return place;
  };

  /** @type {Map<string, { own: Set<string>, crates: Set<string> }>} */
  const graph = new Map();
  for (const [name, text] of texts) {
    /** @type {Set<string>} */ const own = new Set();
    const crates = new Set([...text.matchAll(/\b(citelight(?:_\w+)?)::/g)].map(([, crate = ""]) => crate));
    const body = text.replace(/\bpub(?:\([^)]*\))? use [^;]+;/g, "");
    const paths = [...body.matchAll(/\buse ([^;]+);/g)].flatMap(([, tree = ""]) => usePaths(tree));
    // That a name is visible within another module is no import of that module.
    const inline = body.replace(/\buse [^;]+;/g, "").replace(/\bpub\(in [^)]*\)/g, "pub");
    for (const [path] of inline.matchAll(/(?<![\w:])(?:crate|super|self)(?:::\w+)+/g))
      paths.push(path.split("::"));
    for (const [, head = ""] of inline.matchAll(/(?<![\w:])(?!(?:crate|super|self)::)([a-z_]\w*)::(?=\w)/g))
      paths.push([head, ""]);
    for (const path of paths) {
      const target = resolve(name, path);
      if (target !== undefined && target !== name && texts.has(target)) own.add(target);
    }
    graph.set(name, { own, crates });
  }
  return graph;
}
