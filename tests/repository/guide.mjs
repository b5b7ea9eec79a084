// Guides whose changes are literal: docs.test.mjs makes them on copies of the files, so that the places which they name are still there.
//
//   ```sh follow                  commands that succeed, for the reader; ```sh follow=fails: that fail
//   ```LANG file=PATH             the whole content of a new file
//   ```LANG file=PATH append      lines at the end of a file
//   ```LANG file=PATH after="L"   lines after the line L, which the file holds exactly once; quotes in it as Markdown wants them: \"

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { readMarkdown } from "../../scripts/docs/markdown.mjs";

/**
 * @typedef {{ line: number, kind: "run", script: string, fails: boolean }} Run
 * @typedef {{ line: number, kind: "create" | "append", path: string, text: string }} Write
 * @typedef {{ line: number, kind: "insert", path: string, text: string, after: string }} Insert
 * @typedef {Run | Write | Insert} Step
 */

/** @param {import("../../scripts/docs/markdown.mjs").Block} block @returns {Step | undefined} */
function stepOf({ info, text, line }) {
  if (/^sh follow$/.test(info)) return { line, kind: "run", script: text, fails: false };
  if (/^sh follow=fails$/.test(info)) return { line, kind: "run", script: text, fails: true };
  const write = /^\S+ file=(\S+)(?: (append)| after="(.*)")?$/.exec(info);
  if (!write) {
    if (/follow|file=/.test(info))
      throw new Error(`line ${line}: the mark “${info}” is not one that guide.mjs knows`);
    return undefined;
  }
  const [, path = "", append, after] = write;
  if (normalize(path).startsWith("..") || path.startsWith("/"))
    throw new Error(`line ${line}: ${path} leads out of the sources`);
  if (after !== undefined) return { line, kind: "insert", path, text, after };
  return { line, kind: append ? "append" : "create", path, text };
}

/** The steps of a guide, in order. @param {string} guide path of its file @returns {Step[]} */
export function stepsOf(guide) {
  return readMarkdown(guide).blocks.flatMap((block) => stepOf(block) ?? []);
}

/** A step that writes, in a folder with the sources. @param {Write | Insert} step @param {string} folder */
export function write(step, folder) {
  const path = join(folder, step.path);
  if (step.kind === "create") {
    if (existsSync(path)) throw new Error(`line ${step.line}: ${step.path} is there already`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    return;
  }
  const before = readFileSync(path, "utf8");
  if (step.kind !== "insert") {
    writeFileSync(path, before + step.text);
    return;
  }
  const lines = before.split("\n");
  const places = lines.flatMap((line, index) => (line === step.after ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`line ${step.line}: ${step.path} holds ${places.length} lines “${step.after}”, not one`);
  lines.splice(place + 1, 0, step.text.replace(/\n$/, ""));
  writeFileSync(path, lines.join("\n"));
}
