// What an API is asked and what it answers, and the small helpers that all of them write answers with.

/**
 * A request as an API sees it: the path after the prefix, as the real service would get it.
 *
 * @typedef {object} Ask
 * @property {string} method
 * @property {string} path still percent-encoded
 * @property {URLSearchParams} query
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} body
 */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string | Buffer} body
 */

/**
 * What every API answers from.
 *
 * @typedef {object} World
 * @property {import("./store.mjs").Store} store
 * @property {import("./texts.mjs").Texts} texts
 * @property {string} base URL of this server, without a slash at the end
 */

/**
 * @typedef {(ask: Ask, world: World) => Answer} Api
 */

/**
 * @param {unknown} value
 * @param {number} [status]
 * @param {string} [type]
 * @returns {Answer}
 */
export const json = (value, status = 200, type = "application/json") => ({
  status,
  headers: { "Content-Type": type },
  body: JSON.stringify(value),
});

/**
 * @param {string | Buffer} body
 * @param {string} type
 * @param {number} [status]
 * @returns {Answer}
 */
export const raw = (body, type, status = 200) => ({ status, headers: { "Content-Type": type }, body });

/**
 * @param {string} to
 * @param {number} [status]
 * @param {string} [title] of the page that the service sends along
 * @returns {Answer}
 */
export const redirect = (to, status = 302, title = "Redirect") => ({
  status,
  headers: { "Content-Type": "text/html;charset=utf-8", Location: to },
  body: `<html><head><title>${escapeXml(title)}</title></head>\n<body><a href="${escapeXml(to)}">${escapeXml(to)}</a></body></html>`,
});

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** @param {string | number} text */
export const escapeXml = (text) => String(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

/**
 * An XML element; children are markup already, or null to leave the element out.
 *
 * @param {string} name with attributes, as in `link rel="alternate"`
 * @param {string | null} children
 */
export const element = (name, children) =>
  children === null ? "" : `<${name}>${children}</${name.split(" ", 1)[0] ?? name}>`;

/**
 * An element holding text, or nothing for null.
 *
 * @param {string} name
 * @param {string | number | null | undefined} text
 */
export const textElement = (name, text) =>
  text === null || text === undefined ? "" : element(name, escapeXml(text));

/**
 * Percent-decoding that leaves malformed input as it is.
 *
 * @param {string} text
 */
export function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A whole number from a query, or the default where it is absent or malformed.
 *
 * @param {URLSearchParams} query
 * @param {string} name
 * @param {number} standard
 * @param {number} [most]
 */
export function integer(query, name, standard, most = Number.MAX_SAFE_INTEGER) {
  const text = query.get(name);
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), most) : standard;
}

/**
 * The named fields of an object, in the order they are named.
 *
 * @param {Record<string, unknown>} object
 * @param {ReadonlySet<string>} names
 * @returns {Record<string, unknown>}
 */
export function pick(object, names) {
  /** @type {Record<string, unknown>} */
  const picked = {};
  for (const name of names) if (Object.hasOwn(object, name)) picked[name] = object[name];
  return picked;
}

/**
 * Parsed JSON, or undefined.
 *
 * @param {string} text
 * @returns {unknown}
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Remembers what a function made of a work: answers are rendered once and served often.
 *
 * @template {object} K
 * @template V
 * @param {(key: K) => V} make
 * @returns {(key: K) => V}
 */
export function remember(make) {
  /** @type {WeakMap<K, { value: V }>} */
  const made = new WeakMap();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}
