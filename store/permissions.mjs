// Why the extension may do what it may: read from docs/permissions.md, which is the one place where the reasons stand.

import { readFileSync } from "node:fs";
import { chromeManifest, firefoxManifest } from "../www/manifest.mjs";

const DOCUMENT = "docs/permissions.md";

/** @typedef {{ names: string[], reason: string }} Row */

/**
 * Plain words of Markdown: a link to a neighbour becomes its path in the repository.
 *
 * @param {string} markdown
 */
function plain(markdown) {
  return markdown
    .replace(/\[[^\]]*\]\(([\w-]+\.md)\)/g, "docs/$1")
    .replace(/[`*]{1,2}([^`*]+)[`*]{1,2}/g, "$1")
    .trim();
}

/**
 * The rows of its tables: permissions and patterns of hosts with what they are needed for.
 *
 * @returns {Row[]}
 */
function rows() {
  return [...readFileSync(DOCUMENT, "utf8").matchAll(/^\| (`.*?`) \| (.*) \|$/gm)].map(
    ([, names = "", reason = ""]) => ({
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
      reason: plain(reason),
    }),
  );
}

/**
 * @param {Row[]} table
 * @param {string} name
 */
function reasonOf(table, name) {
  const reasons = table.filter(({ names }) => names.includes(name)).map(({ reason }) => reason);
  if (reasons.length === 0) throw new Error(`${DOCUMENT} says nothing of ${name}`);
  return reasons.join("; ");
}

/**
 * What a browser's manifest asks for, each with its reason.
 *
 * @param {"chrome" | "edge" | "firefox"} store
 */
export function asked(store) {
  const chrome = chromeManifest();
  const manifest = store === "firefox" ? firefoxManifest(chrome) : chrome;
  const table = rows();
  return {
    permissions: manifest.permissions.map((name) => ({ name, reason: reasonOf(table, name) })),
    hosts: manifest.optional_host_permissions.map((name) => ({ name, reason: reasonOf(table, name) })),
  };
}
