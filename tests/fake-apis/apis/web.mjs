// Whoever keeps an open copy: /HOST/…/FILE answers with the file of the texts of that name, /doi.org/DOI with a landing page.
import { decode, escapeXml, raw } from "../answer.mjs";
import { citationMetas } from "../formats.mjs";
import { fullTitle } from "../store.mjs";
import { textType } from "../texts.mjs";

/** @typedef {import("../answer.mjs").World} World */

/**
 * The publisher's page that a DOI leads to.
 *
 * @param {string} doi
 * @param {World["store"]} store
 */
export function landing(doi, store) {
  const key = doi.toLowerCase();
  if (!store.registered.has(key))
    return raw("<html><body><h1>Not Found</h1></body></html>", "text/html; charset=utf-8", 404);
  const work =
    store.of.crossref.byDoi.get(key) ?? store.of.datacite.byDoi.get(key) ?? store.of.openalex.byDoi.get(key);
  const metas = work ? citationMetas(work) : [];
  const title = escapeXml(work ? fullTitle(work) : doi);
  return raw(
    `<!DOCTYPE html>\n<html><head><title>${title}</title>\n${metas
      .map(([name, value]) => `<meta name="${name}" content="${escapeXml(value ?? "")}"/>`)
      .join("\n")}\n</head><body><h1>${title}</h1></body></html>`,
    "text/html; charset=utf-8",
  );
}

/**
 * A full text by its file's name: where open-access locations of the records may lead.
 *
 * @param {string} name
 * @param {World["texts"]} texts
 */
export function text(name, texts) {
  const found = texts.named(name);
  return found ? raw(found, textType(name)) : raw("not found", "text/plain", 404);
}

/** @type {import("../answer.mjs").Api} */
export function web(ask, { store, texts }) {
  const path = decode(ask.path);
  const doi = /^\/(?:dx\.)?doi\.org\/(.+)$/.exec(path)?.[1];
  return doi === undefined ? text(path.slice(path.lastIndexOf("/") + 1), texts) : landing(doi, store);
}
