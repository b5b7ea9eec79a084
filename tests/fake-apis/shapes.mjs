// The shapes of the real services' answers, learnt from recordings, and how another answer differs from them.
//   node tests/fake-apis/shapes.mjs FOLDER > tests/fixtures/fake-apis/shapes.json
// FOLDER holds recordings in one folder for each API. Only names and types are kept, no content.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson } from "./answer.mjs";

/**
 * What stands at one place: the types seen there, and of an object the names, each with whether it was always there.
 *
 * @typedef {object} Shape
 * @property {string[]} types
 * @property {number} [seen] objects that were looked at
 * @property {Record<string, Shape & { times: number }>} [keys]
 * @property {Shape} [items]
 */

/** Objects whose names are data. */
const MAPS = new Set(["abstract_inverted_index", "relation"]);

/** @param {unknown} value */
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/**
 * Adds a value to a shape.
 *
 * @param {unknown} value
 * @param {Shape} shape
 * @returns {Shape}
 */
export function learn(value, shape = { types: [] }) {
  const type = typeOf(value);
  if (!shape.types.includes(type)) shape.types.push(type);
  if (Array.isArray(value)) {
    for (const item of value) shape.items = learn(item, shape.items);
  } else if (typeof value === "object" && value !== null) {
    shape.seen = (shape.seen ?? 0) + 1;
    const keys = (shape.keys ??= {});
    for (const [name, inner] of Object.entries(value)) {
      const known = (keys[name] ??= { types: [], times: 0 });
      known.times += 1;
      if (MAPS.has(name)) known.types = [...new Set([...known.types, typeOf(inner)])];
      else learn(inner, known);
    }
  }
  return shape;
}

/**
 * How a value differs from a shape: names and types never seen, names always seen that are missing.
 *
 * @param {unknown} value
 * @param {Shape} shape
 * @param {string} [place]
 * @returns {string[]}
 */
export function differences(value, shape, place = "") {
  const type = typeOf(value);
  if (!shape.types.includes(type)) return [`${place}: ${type}, recorded ${shape.types.join("|")}`];
  if (Array.isArray(value)) {
    const { items } = shape;
    // Where only empty lists were recorded, nothing is known of the items.
    return items ? value.flatMap((item, index) => differences(item, items, `${place}[${index}]`)) : [];
  }
  if (typeof value !== "object" || value === null || !shape.keys) return [];
  const { keys, seen } = shape;
  const missing = Object.entries(keys)
    .filter(([name, { times }]) => times === seen && !(name in value))
    .map(([name]) => `${place}.${name}: missing`);
  const others = Object.entries(value).flatMap(([name, inner]) => {
    const known = keys[name];
    return known ? differences(inner, known, `${place}.${name}`) : [`${place}.${name}: never recorded`];
  });
  return [...missing, ...others];
}

/**
 * XML as an object of its elements, so that it has a shape too: each name holds the list of such children.
 *
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
export function elements(text) {
  /** @type {Record<string, unknown>} */
  const root = {};
  const open = [root];
  for (const [, close, name = "", empty] of text.matchAll(/<(\/?)([a-zA-Z][\w:.-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    const parent = open.at(-1) ?? root;
    if (close) {
      if (open.length > 1) open.pop();
      continue;
    }
    /** @type {Record<string, unknown>} */
    const child = {};
    const siblings = /** @type {unknown[]} */ (parent[name] ??= []);
    siblings.push(child);
    if (!empty) open.push(child);
  }
  return root;
}

/**
 * The value at a path of names; an array on the way stands for each of its items.
 *
 * @param {unknown} value
 * @param {string[]} path
 * @returns {unknown[]}
 */
export function at(value, [name, ...rest]) {
  if (name === undefined) return [value];
  if (Array.isArray(value) && name === "*") return value.flatMap((item) => at(item, rest));
  if (Array.isArray(value)) return value.flatMap((item) => at(item, [name, ...rest]));
  if (typeof value !== "object" || value === null) return [];
  if (name === "*") return Object.values(value).flatMap((inner) => at(inner, rest));
  return name in value ? at(/** @type {Record<string, unknown>} */ (value)[name], rest) : [];
}

/** What is learnt: name → recordings (folder and pattern of the file's name) and the place in them. */
const LEARNT = /** @type {Record<string, [string, RegExp, string][]>} */ ({
  "crossref work": [["crossref", /^works_10\.(?!.*(transform|agency|_400|_404)).*\.json$/, "message"]],
  "crossref list": [["crossref", /^works_query(?!.*select).*\.json$/, ""]],
  "crossref agency": [["crossref", /agency\.json$/, ""]],
  "crossref refusal": [["crossref", /_400\.json$/, ""]],
  "openalex work": [
    ["openalex", /^works_https(?!.*jctc).*\.json$/, ""],
    ["openalex", /^works_filter_(title\.search|openalex).*\.json$/, "results.*"],
  ],
  "openalex list": [["openalex", /^works_filter_title\.search.*\.json$/, ""]],
  "semanticscholar paper": [
    ["semanticscholar", /^paper_DOI.*(?<!_404)\.json$/, ""],
    ["semanticscholar", /^paper_search_match_query_(Att|Eff|Pap).*\.json$/, "data.*"],
  ],
  "semanticscholar match": [["semanticscholar", /^paper_search_match.*(?<!_404)\.json$/, ""]],
  "semanticscholar batch item": [
    ["semanticscholar", /^paper_batch\.json$/, "*"],
    ["semanticscholar", /^Citation\.json$/, "citingPaper"],
    ["semanticscholar", /^Reference\.json$/, "citedPaper"],
    ["semanticscholar", /^paper_DOI.*(?<!_404)\.json$/, ""],
    ["semanticscholar", /^paper_search_match_query_(Att|Eff|Pap).*\.json$/, "data.*"],
  ],
  "semanticscholar search": [["semanticscholar", /^paper_search_query_(n0|turing).*\.json$/, ""]],
  "semanticscholar links": [["semanticscholar", /(references|citations)_offset.*\.json$/, ""]],
  "semanticscholar problem": [["semanticscholar", /_404\.json$/, ""]],
  "dblp search": [["dblp", /^search_.*\.json$/, ""]],
  "europepmc lite": [["europepmc", /^search_(cancer|cancer_sorted_cited|no_results)\.json$/, ""]],
  "europepmc core": [["europepmc", /^search_cancer_core\.json$/, ""]],
  "europepmc xml": [["europepmc", /^search_cancer\.xml$/, ""]],
  "datacite work": [["datacite", /^dois_10.*\.json$/, ""]],
  "unpaywall work": [["unpaywall", /^10\..*\.json$/, ""]],
  "unpaywall search": [["unpaywall", /^search.*\.json$/, ""]],
  "pubmed esummary": [["pubmed", /^esummary_pmc.*\.json$/, "result.*"]],
  "pubmed idconv": [["pubmed", /^idconv.*(?<!_404)\.json$/, ""]],
  "pubmed idconv problem": [["pubmed", /^idconv.*_404\.json$/, ""]],
  "pubmed efetch": [["pubmed", /^efetch.*\.xml$/, "PubmedArticleSet"]],
  "pubmed esearch": [["pubmed", /^esearch.*\.xml$/, ""]],
  "arxiv feed": [["arxiv", /^(id_(?!abc)|q_).*\.xml$/, ""]],
  "arxiv error": [["arxiv", /^id_abc.*\.xml$/, ""]],
  "openreview note 1": [["openreview", /^v1_submissions.*\.json$/, "notes"]],
  "openreview note 2": [["openreview", /^v2_notes.*\.json$/, "notes"]],
  "doi agency": [["crossref", /^doi\.org_ra.*\.json$/, ""]],
});

/**
 * @param {string} folder
 * @returns {Record<string, Shape>}
 */
function learnAll(folder) {
  return Object.fromEntries(
    Object.entries(LEARNT).map(([name, origins]) => {
      /** @type {Shape} */
      const shape = { types: [] };
      for (const [api, pattern, place] of origins) {
        const files = readdirSync(join(folder, api)).filter((file) => pattern.test(file));
        if (files.length === 0) throw new Error(`no recording for ${name} in ${join(folder, api)}`);
        for (const file of files) {
          const text = readFileSync(join(folder, api, file), "utf8");
          const value = file.endsWith(".xml") ? elements(text) : parseJson(text);
          for (const found of at(value, place === "" ? [] : place.split("."))) learn(found, shape);
        }
      }
      return [name, shape];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) {
    console.error("usage: shapes.mjs FOLDER > shapes.json");
    process.exit(2);
  }
  console.log(JSON.stringify(learnAll(folder)));
}
