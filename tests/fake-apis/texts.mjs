// Full texts: a folder whose files are named by the work's identifier (2507.11127v1.html, PMC123.xml, abc123.pdf).
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".pdf": "application/pdf",
  ".xml": "application/xml",
};

/** The type of a file of texts. @param {string} name */
export const textType = (name) => TYPES[extname(name)] ?? "application/octet-stream";

export class Texts {
  /** @type {Map<string, string>} file name → path */
  #files = new Map();

  /** @param {string | undefined} folder with any sub-folders */
  constructor(folder) {
    if (folder === undefined) return;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const path = join(folder, name);
      this.#files.set(basename(name), path);
    }
  }

  /** How many there are. */
  get size() {
    return this.#files.size;
  }

  /**
   * A file by its whole name.
   *
   * @param {string} name
   * @returns {Buffer | undefined}
   */
  named(name) {
    const path = this.#files.get(name);
    return path === undefined ? undefined : readFileSync(path);
  }

  /**
   * The first file that has one of the names and endings, in their order.
   *
   * @param {string[]} names without ending
   * @param {string[]} endings each with its dot
   * @returns {Buffer | undefined}
   */
  find(names, endings) {
    for (const ending of endings)
      for (const name of names) {
        const text = this.named(name + ending);
        if (text) return text;
      }
    return undefined;
  }
}
