// Recorded answers of the real services: a folder with an index.jsonl of {method, url, file, status, request_body}.
import { readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { decode, parseJson } from "./answer.mjs";
import { question } from "./log.mjs";
import { HOSTS } from "./sources.mjs";

/** @typedef {import("./answer.mjs").Answer} Answer */

/** @type {Record<string, string>} */
const TYPES = {
  ".bib": "application/x-bibtex",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain",
  ".xml": "application/xml",
};

/** Formats that one address answers in, by what is asked for. @type {[RegExp, string][]} */
const NEGOTIATED = [
  [/x-bibtex/, ".bib"],
  [/x-bibliography/, ".txt"],
  [/json/, ".json"],
];

/** @typedef {{ method: string, url: string | null, file: string, status: number | string, request_body?: string | null }} IndexLine */

/**
 * @typedef {object} Recording
 * @property {string} file path
 * @property {number} status
 */

/** @param {string} source @param {string} method @param {string} path @param {URLSearchParams} query @param {string} body */
function keyOf(source, method, path, query, body) {
  const posted = body === "" ? "" : JSON.stringify(parseJson(body) ?? body);
  return `${source} ${method} ${decode(path).replace(/\/$/, "")}?${question(query)} ${posted}`;
}

export class Recordings {
  /** @type {Map<string, Recording[]>} */
  #byKey = new Map();

  /** @param {string | undefined} folder */
  constructor(folder) {
    if (folder === undefined) return;
    const root = join(folder, sep);
    for (const line of readFileSync(join(root, "index.jsonl"), "utf8").split("\n")) {
      if (line.trim() === "") continue;
      const { method, url, file, status, request_body: body } = /** @type {IndexLine} */ (parseJson(line));
      const code = Number(status);
      // Without its address a recording answers nothing; a redirection without its headers neither.
      if (!url || (code >= 300 && code < 400)) continue;
      const { hostname, pathname, searchParams } = new URL(url);
      const source = HOSTS[hostname];
      if (source === undefined) continue;
      // Files are named from the folder, or from the one above it.
      const path = join(root, file.startsWith("apis/") ? file.slice("apis/".length) : file);
      const key = keyOf(source, method.toUpperCase(), pathname, searchParams, body ?? "");
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), { file: path, status: code }]);
    }
  }

  /** How many requests have a recorded answer. */
  get size() {
    return this.#byKey.size;
  }

  /**
   * @param {string} source
   * @param {import("./answer.mjs").Ask} ask
   * @returns {Answer | undefined}
   */
  find(source, ask) {
    if (this.#byKey.size === 0) return undefined;
    const method = ask.method === "HEAD" ? "GET" : ask.method;
    const all = this.#byKey.get(keyOf(source, method, ask.path, ask.query, ask.body));
    if (!all) return undefined;
    const ending = NEGOTIATED.find(([type]) => type.test(ask.headers.accept ?? ""))?.[1];
    const found = all.find(({ file }) => extname(file) === ending) ?? all[0];
    if (!found) return undefined;
    const type =
      source === "arxiv"
        ? "application/atom+xml; charset=UTF-8"
        : (TYPES[extname(found.file)] ?? "text/plain");
    return { status: found.status, headers: { "Content-Type": type }, body: readFileSync(found.file) };
  }
}
