// Identifiers and dates that a service would have given a work itself: made from the work, the same every time.
import { createHash } from "node:crypto";
import { words } from "./search.mjs";

/** @typedef {import("./store.mjs").Work} Work */

/** @param {string} text */
const sha1 = (text) => createHash("sha1").update(text).digest("hex");

/**
 * A 32-bit hash of a text (FNV-1a): for choices that must come out the same again.
 *
 * @param {string} text
 */
export function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  // A last mixing: FNV alone leaves the high bits of similar texts alike.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return (value ^ (value >>> 16)) >>> 0;
}

/** Semantic Scholar's paperId. @param {Work} work */
export const paperId = (work) => sha1(`paper ${work.id}`);

/** @param {Work} work */
export const corpusId = (work) => hash(`corpus ${work.id}`) % 280_000_000;

/** OpenAlex's id. @param {Work} work */
export const openAlexId = (work) => (/^W\d+$/.test(work.id) ? work.id : `W${9_000_000_000 + hash(work.id)}`);

/** @param {string} name */
export const authorNumber = (name) => hash(`author ${name}`);

/**
 * DBLP's identifier of a person, and the number that namesakes carry: one name in fifteen here.
 *
 * @param {string} name
 */
export function dblpPerson(name) {
  const number = authorNumber(name);
  const pid = `${number % 400}/${number % 9973}`;
  return number % 15 === 0 ? { pid: `${pid}-2`, name: `${name} 0002` } : { pid, name };
}

/**
 * An ORCID iD, with its check digit (ISO 7064, MOD 11-2).
 *
 * @param {string} name
 */
export function orcidOf(name) {
  const digits = `00000002${String(authorNumber(name) % 10_000_000).padStart(7, "0")}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? "X" : check}`.replace(/(.{4})(?=.)/g, "$1-");
}

/** DBLP's key. @param {Work} work */
export function dblpKey(work) {
  const known = /dblp\.org\/rec\/([^\s?#]+)/.exec(work.url ?? "")?.[1];
  if (known) return known.replace(/\.(html|bib|xml)$/, "");
  const venue = words(work.venue_short ?? work.venue ?? "corr")
    .join("")
    .slice(0, 8);
  const folder = work.type === "proceedings-article" ? "conf" : "journals";
  const [first] = work.authors;
  const initials = work.authors.slice(1, 4).map(({ family }) => family.slice(0, 1));
  const year = String(work.year ?? "").slice(-2);
  return `${folder}/${venue}/${words(first?.family ?? "anonymous").join("")}${initials.join("")}${year}-${hash(work.id) % 997}`;
}

/** @param {import("./store.mjs").Author} author */
export const fullName = ({ given, family }) => (given ? `${given} ${family}` : family);

/**
 * "Jake Y." as "JY".
 *
 * @param {string} given
 */
export const initials = (given) =>
  given
    .split(/[\s.-]+/)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join("");

/** The day a work appeared: known, else a made-up day of its year. @param {Work} work */
export function dateOf(work) {
  if (work.date) return work.date;
  const number = hash(`date ${work.id}`);
  const month = String((number % 12) + 1).padStart(2, "0");
  const day = String(((number >>> 8) % 28) + 1).padStart(2, "0");
  return `${work.year ?? 1900}-${month}-${day}`;
}

/**
 * The ISSN of a work's venue: known, else made up from its name; null without a venue.
 *
 * @param {Work} work
 */
export function issnOf(work) {
  if (work.issn !== null || work.venue === null) return work.issn;
  const digits = String(hash(`issn ${work.venue}`))
    .padStart(8, "0")
    .slice(-8);
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** First and last page. @param {Work} work */
export function pageRange(work) {
  const [first = null, last = null] = (work.pages ?? "").split(/\s*[-–—]+\s*/);
  return { first: first === "" ? null : first, last };
}
