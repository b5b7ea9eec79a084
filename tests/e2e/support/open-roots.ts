/**
 * The extension with shadow trees that tests can look into. On strangers' pages they are closed, to tests as to pages; what is built has no
 * switch for it, so a copy is changed.
 */

import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const CLOSED = '{mode:"closed"}';
const OPEN = '{mode:"open"}';
/** What is put into strangers' pages. */
const INJECTED = ["content.js", "content-automatic.js", "content-recall.js", "openreview.js"];

/**
 * Always at the same place for the same folder and file of tests: browsers know an unpacked extension by its place, and another file may
 * run beside this one. What a killed run left is replaced by the next.
 */
export function withOpenRoots(folder: string): { folder: string; remove: () => void } {
  const file = basename(process.argv[1] ?? "", ".test.mjs");
  const of = createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 16);
  const copy = resolve(".build/tests/open-roots", `${file}-${of}`);
  const remove = (): void => {
    rmSync(copy, { recursive: true, force: true });
  };
  remove();
  cpSync(folder, copy, { recursive: true });
  for (const file of INJECTED) {
    const path = join(copy, file);
    const script = readFileSync(path, "utf8");
    if (!script.includes(CLOSED))
      throw new Error(`${file} closes no shadow tree: ${readdirSync(copy).join(" ")}`);
    writeFileSync(path, script.replaceAll(CLOSED, OPEN));
  }
  return { folder: copy, remove };
}
