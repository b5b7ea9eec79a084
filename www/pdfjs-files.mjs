// What pdf.js needs beside the scripts that use it: its own worker, and what it asks for while it reads.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closed } from "./pdfjs-closed.mjs";

const PDFJS = "node_modules/pdfjs-dist";

/**
 * Folders of pdf.js and the names that are wanted of them: tables of characters, and fonts that files leave out.
 *
 * @type {readonly [string, RegExp][]}
 */
const TO_READ = [
  ["cmaps", /./],
  // Not Liberation, whose licence is the GPL: the system's own sans serif stands in where a PDF leaves Helvetica out.
  ["standard_fonts", /FOXIT|^Foxit/],
];

/**
 * The same for pages that are shown: decoders of pictures, and what its viewer draws.
 *
 * @type {readonly [string, RegExp][]}
 */
const TO_SHOW = [
  ["iccs", /./],
  // Not the decoders for browsers without WebAssembly, nor the interpreter of scripts.
  ["wasm", /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE(?!.*QUICKJS)/],
  ["legacy/web", /^pdf_viewer\.css$/],
  ["legacy/web/images", /^(annotation-.*\.svg|loading-icon\.gif)$/],
];

/** Puts it into a folder. @param {string} folder @param {"read" | "show"} purpose */
export function copyPdfjs(folder, purpose) {
  const target = join(folder, "pdfjs");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(join(PDFJS, "LICENSE"), join(target, "LICENSE"));
  writeFileSync(join(folder, "pdf.worker.js"), closed(`${PDFJS}/legacy/build/pdf.worker.min.mjs`));
  for (const [from, wanted] of purpose === "read" ? TO_READ : [...TO_READ, ...TO_SHOW]) {
    const to = join(target, from.replace(/^legacy\/web\/?/, ""));
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(join(PDFJS, from)).filter((name) => wanted.test(name)))
      cpSync(join(PDFJS, from, name), join(to, name));
  }
}
