// pdf.js without the ways in that this package closes anyway, so that nobody who reads the package need wonder about them (stores' checks
// find them by name): code made of text, scripts from addresses, markup made of text.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

const ANY_SCRIPT = /import\(\s*\/\*webpackIgnore: true\*\/\s*\/\*@vite-ignore\*\/\s*[^()]*\)/g;
const NO_SCRIPT = 'Promise.reject(new Error("only scripts of the package are run"))';

/**
 * What is replaced, by file. Every pattern must be found: a new version of pdf.js is looked at anew.
 *
 * @type {Record<string, readonly [RegExp, string][]>}
 */
const REPLACED = {
  // The worker's script in the page itself, where no worker can be started.
  "pdf.mjs": [[ANY_SCRIPT, NO_SCRIPT]],
  // The interpreter of the files' scripts, and translations with markup in them: its own English has none.
  "pdf_viewer.mjs": [
    [ANY_SCRIPT, NO_SCRIPT],
    [/templateElement\.innerHTML = value;/g, "templateElement.content.append(value);"],
  ],
  // Decoders for browsers without WebAssembly.
  "pdf.worker.min.mjs": [[ANY_SCRIPT, NO_SCRIPT]],
};

/** Its licence wants changes told. */
const CHANGED =
  "/* Changed for Citelight: it makes no code or markup of text and loads no script by its address. */\n";

/** A file of pdf.js, closed. @param {string} path */
export function closed(path) {
  let text = readFileSync(path, "utf8");
  const name = basename(path);
  // How old browsers are asked for the global object; every file asks.
  for (const [pattern, instead] of [...(REPLACED[name] ?? []), GLOBAL]) {
    if (text.search(pattern) === -1) throw new Error(`${name} has no ${pattern.source} to replace`);
    text = text.replace(pattern, () => instead);
  }
  return CHANGED + text;
}

/** @type {[RegExp, string]} */
const GLOBAL = [/Function\((["'])return this\1\)\(\)/g, "globalThis"];

/** @type {import("esbuild").Plugin} */
export const pdfjsClosed = {
  name: "pdfjs-closed",
  setup(build) {
    build.onLoad({ filter: /pdfjs-dist[\\/]legacy[\\/](build|web)[\\/]\w+\.mjs$/ }, ({ path }) => ({
      contents: closed(path),
      loader: "js",
    }));
  },
};
