// The text files of each store, ready to be pasted: one file a box, or one heading a box where there are many.

import { answers, listings, SCREENSHOTS } from "./listing.mjs";
import { asked } from "./permissions.mjs";
import { STORES } from "./stores.mjs";

/** @typedef {import("./stores.mjs").Store} Store */

/** Of a justification: a browser's own note about where the permission is not needed says nothing to another browser's store. */
const ELSEWHERE = /^Not in Firefox[^.]*\. /;

/**
 * Each permission and host of a store's package with its justification.
 *
 * @param {Store["id"]} store
 */
export function justifications(store) {
  const { permissions, hosts } = asked(store);
  return {
    permissions: permissions.map(({ name, reason }) => ({ name, reason: reason.replace(ELSEWHERE, "") })),
    hosts,
  };
}

/** @param {string[]} paragraphs */
const file = (...paragraphs) => `${paragraphs.join("\n\n")}\n`;

/** @param {{ name: string, reason: string }[]} list */
const boxes = (list) => list.flatMap(({ name, reason }) => [`### ${name}`, reason]);

/** @param {{ name: string, reason: string }[]} list */
const lines = (list) => list.map(({ name, reason }) => `- ${name}: ${reason}`).join("\n");

/**
 * Chrome's and Edge's forms ask the same.
 *
 * @param {Store} store
 */
function privacyForm({ id }) {
  const { purpose, hosts, code, categories, certifications } = answers();
  const reasons = justifications(id);
  const usage = categories.map(
    ({ name, collected, reason }) => `- [${collected ? "x" : " "}] ${name}${collected ? `: ${reason}` : ""}`,
  );
  return file(
    "# Privacy practices",
    "## Single purpose",
    purpose,
    "## Permission justifications",
    ...boxes(reasons.permissions),
    "### Host permissions",
    hosts,
    "## Remote code",
    code,
    "## Data usage (tick the boxes marked x)",
    usage.join("\n"),
    "## Certifications",
    certifications,
    "## Every optional host by itself, should a reviewer ask",
    lines(reasons.hosts),
  );
}

function firefoxForm() {
  const { purpose, categories, code, reviewers } = answers();
  const reasons = justifications("firefox");
  const consent = categories.flatMap(({ firefox, collected, reason }) =>
    firefox === null || !collected ? [] : [{ name: firefox, reason }],
  );
  return file(
    "# Notes to reviewers",
    purpose,
    reviewers,
    "## Permissions",
    lines(reasons.permissions),
    "## Optional hosts",
    lines(reasons.hosts),
    "## Data collection (data_collection_permissions: required none; optional, each asked for when it is switched on)",
    lines(consent),
    "## Remote code",
    code,
  );
}

/** @param {Store} store */
function summary({ id, title, archive, icons, tile, screenshots, languages }) {
  const picture = (/** @type {string} */ name) => `${name}.png`;
  const rows = [
    ["Package", `\`${archive}\``],
    ["Icon", icons.map(([size]) => picture(`icon-${size}`)).join(", ")],
    ...(tile ? [["Small promotional tile", picture("tile-440x280")]] : []),
    ["Screenshots, in this order", SCREENSHOTS.slice(0, screenshots).map(picture).join(", ")],
    [
      "Name and summary",
      id === "firefox"
        ? "`LANGUAGE/name.txt`, `LANGUAGE/summary.txt`"
        : "taken from the package; `LANGUAGE/name.txt`, `LANGUAGE/summary.txt` to compare",
    ],
    ["Description", "`LANGUAGE/description.txt`"],
    ...(id === "edge" ? [["Search terms", "`LANGUAGE/terms.txt`, one a line"]] : []),
    ...(id === "firefox" ? [["Captions of the screenshots", "`LANGUAGE/captions.txt`"]] : []),
    id === "firefox"
      ? ["Notes to reviewers", "`reviewers.md`"]
      : ["Privacy practices", "`privacy.md`, one heading a box"],
    [
      "Privacy policy",
      id === "firefox"
        ? "the text of `docs/privacy.md`"
        : "the address at which you publish `docs/privacy.md`",
    ],
    [
      "Languages",
      listings()
        .map(({ language }) => `\`${languages[language] ?? language}\``)
        .join(", "),
    ],
  ];
  return file(
    `## ${title} (\`${id}/\`)`,
    [
      "| what is asked | what to give |",
      "| --- | --- |",
      ...rows.map(([what, give]) => `| ${what} | ${give} |`),
    ].join("\n"),
  );
}

/**
 * Every text file by its path.
 *
 * @returns {Map<string, string>}
 */
export function texts() {
  /** @type {Map<string, string>} */
  const made = new Map();
  for (const store of STORES) {
    for (const { language, name, summary, description, terms, captions } of listings()) {
      const folder = `${store.id}/${store.languages[language] ?? language}`;
      made.set(`${folder}/name.txt`, file(name));
      made.set(`${folder}/summary.txt`, file(summary));
      made.set(`${folder}/description.txt`, file(description));
      if (store.id === "edge") made.set(`${folder}/terms.txt`, file(terms.join("\n")));
      if (store.id === "firefox")
        made.set(
          `${folder}/captions.txt`,
          file(SCREENSHOTS.map((picture) => `${picture}.png: ${captions.get(picture) ?? ""}`).join("\n")),
        );
    }
    if (store.id === "firefox") made.set("firefox/reviewers.md", firefoxForm());
    else made.set(`${store.id}/privacy.md`, privacyForm(store));
  }
  made.set(
    "README.md",
    file("# What goes where", "Made by `./build.sh store`; the sources are in `store/`.") +
      STORES.map((store) => `\n${summary(store)}`).join(""),
  );
  return made;
}
