// The sources of the listings: store/listing/LANGUAGE.md and store/answers.md, read into their fields.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "store/listing";
const ANSWERS = "store/answers.md";

/** The pictures, in the stores' order; each has a caption in every language. */
export const SCREENSHOTS = ["1-article", "2-references", "3-pdf", "4-privacy", "5-dark"];

/**
 * @typedef {object} Listing
 * @property {string} language its code, as Chrome writes it
 * @property {string} name
 * @property {string} summary
 * @property {string} description
 * @property {string[]} terms what readers may search for
 * @property {Map<string, string>} captions by picture
 *
 * @typedef {object} Category
 * @property {string} name
 * @property {string | null} firefox its name in Firefox's manifest
 * @property {boolean} collected
 * @property {string} reason
 *
 * @typedef {object} Answers
 * @property {string} purpose
 * @property {string} hosts
 * @property {string} code
 * @property {Category[]} categories
 * @property {string} certifications
 * @property {string} reviewers
 */

/**
 * The sections of a Markdown file by their headings; one that is missing is an error where it is asked for.
 *
 * @param {string} path
 */
function sections(path) {
  const [, ...parts] = readFileSync(path, "utf8").split(/^## /m);
  const found = new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end).trim(), part.slice(end).trim()];
    }),
  );
  return (/** @type {string} */ title) => {
    const text = found.get(title);
    if (text === undefined || text === "") throw new Error(`${path} has nothing under “${title}”`);
    return text;
  };
}

/** @param {string} text */
const items = (text) => text.split("\n").map((line) => line.replace(/^- /, ""));

/** @returns {Listing[]} */
export function listings() {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const of = sections(join(FOLDER, file));
      const captions = new Map(
        items(of("Captions")).map((line) => {
          const at = line.indexOf(": ");
          return [line.slice(0, at), line.slice(at + 2)];
        }),
      );
      return {
        language: file.replace(/\.md$/, ""),
        name: of("Name"),
        summary: of("Summary"),
        description: of("Description"),
        terms: items(of("Search terms")),
        captions,
      };
    });
}

/** @returns {Answers} */
export function answers() {
  const of = sections(ANSWERS);
  const [, , ...rows] = of("Data usage")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return {
    purpose: of("Single purpose"),
    hosts: of("Host permissions"),
    code: of("Remote code"),
    categories: rows.map((row) => {
      const [name = "", firefox = "", collected = "", reason = ""] = row
        .split("|")
        .slice(1)
        .map((cell) => cell.trim());
      return {
        name,
        firefox: firefox === "" ? null : firefox.replaceAll("`", ""),
        collected: collected === "yes",
        reason,
      };
    }),
    certifications: of("Certifications"),
    reviewers: of("Notes for reviewers"),
  };
}
