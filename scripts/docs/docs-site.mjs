// The documentation as pages, made by mdBook and looked through: node scripts/docs/docs-site.mjs MDBOOK [RUSTDOC]
//
// Links that leave docs/ lead to no page: they become the path of the file in the repository. RUSTDOC, a folder, goes along as rust/, the
// reference of the component's types as api/.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { PAGE, writeApiPage } from "./api-pages.mjs";
import { readMarkdown } from "./markdown.mjs";

const [mdbook = "mdbook", rustdoc] = process.argv.slice(2);
const work = ".build/docs";
const site = "dist/docs";

/** @param {string} folder @param {string} ending @returns {string[]} */
function files(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));
}

/** @param {string} text @param {string} page its path below docs */
function withoutLinksOut(text, page) {
  return text.replace(
    /(?<!!)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g,
    (/** @type {string} */ link, /** @type {string} */ words, /** @type {string} */ target) => {
      const goal = normalize(join(dirname(page), target));
      return /^([a-z]+:|#)/i.test(target) || !goal.startsWith("..")
        ? link
        : `${words} (\`${goal.replace(/^(\.\.\/)+/, "")}\`)`;
    },
  );
}

/** Titles of the pages, as the table of contents has them. */
const titles = new Map(readMarkdown("docs/SUMMARY.md").links.map(({ target, text }) => [target, text]));

/** A link that names a file names its page, where there are pages. @param {string} text @param {string} page its path below docs */
function withTitles(text, page) {
  return text.replace(
    /\[[\w./-]+\.md\]\(([\w./-]+\.md)(#[^)\s]*)?\)/g,
    (/** @type {string} */ link, /** @type {string} */ target, anchor = "") => {
      const title = titles.get(normalize(join(dirname(page), target)));
      return title === undefined ? link : `[${title}](${target}${anchor})`;
    },
  );
}

/** @param {string} text @param {string | RegExp} words @param {string} instead */
function put(text, words, instead) {
  const changed = text.replace(words, instead);
  if (changed === text)
    throw new Error(`docs/ has no longer ${words}, where a link to a page that is made here belongs`);
  return changed;
}

/** Pages that are made here have no place in docs/: where they are spoken of, a link is put. @param {string} text @param {string} page */
function withLinksToMade(text, page) {
  const api = `api/${PAGE}`;
  switch (page) {
    case "SUMMARY.md":
      return put(
        text,
        /^- \[Interfaces for programs\].*$/m,
        `$&\n  - [TypeScript types of the component](${api})`,
      );
    case "interfaces.md": {
      const linked = put(text, "in `dist/docs/api`", `[here](${api})`);
      return rustdoc ? put(linked, "in `dist/docs/rust`", "[here](rust/citelight/index.html)") : linked;
    }
    default:
      return text;
  }
}

async function prepare() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const path of ["book.toml", "theme"])
    cpSync(join("docs", path), join(work, path), { recursive: true });
  cpSync("docs", join(work, "src"), {
    recursive: true,
    filter: (path) => !/[\\/](theme|book\.toml)$/.test(path),
  });
  for (const path of files(join(work, "src"), ".md")) {
    const page = relative(join(work, "src"), path);
    const named = withTitles(withoutLinksOut(readFileSync(path, "utf8"), page), page);
    writeFileSync(path, withLinksToMade(named, page));
  }
  await writeApiPage(join(work, "src/api"));
}

function build() {
  const { status, stdout, stderr, error } = spawnSync(mdbook, ["build", work], { encoding: "utf8" });
  if (error) throw error;
  if (status !== 0 || /\b(WARN|ERROR)\b/.test(stderr + stdout))
    throw new Error(`mdBook is not content:\n${stderr}${stdout}`);
  rmSync(site, { recursive: true, force: true });
  cpSync(join(work, "book"), site, { recursive: true });
  if (rustdoc) cpSync(rustdoc, join(site, "rust"), { recursive: true });
}

/** @type {Map<string, string[]>} */
const known = new Map();

/** The anchors of a built page. @param {string} path */
function anchorsOf(path) {
  const found =
    known.get(path) ??
    [...readFileSync(path, "utf8").matchAll(/<[^>]*?\sid="([^"]*)"/g)].map(([, id = ""]) => id);
  known.set(path, found);
  return found;
}

/** What a built page loads from elsewhere, and where it leads to nothing. @param {string} path */
function faults(path) {
  const html = readFileSync(path, "utf8");
  const faults = [];
  for (const [, element, attributes = ""] of html.matchAll(
    /<(script|link|img|iframe|source|video|audio|object|embed)\b([^>]*)>/g,
  )) {
    const address = /\b(?:src|href|data)="([^"]*)"/.exec(attributes)?.[1];
    if (address && /^([a-z]+:)?\/\//i.test(address)) faults.push(`<${element}> loads ${address}`);
  }
  if (/class="[^"]*\bplayground\b/.test(html)) faults.push("code that would be run on another machine");
  for (const [, address = ""] of html.matchAll(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)) {
    if (/^([a-z][a-z+.-]*:|\/\/)/i.test(address)) continue;
    const [target = "", anchor = ""] = address.split("#").map(decodeURIComponent);
    const goal = target === "" ? path : join(dirname(path), target.replace(/\?.*/, ""));
    if (!existsSync(goal)) faults.push(`there is no ${target}`);
    else if (anchor !== "" && goal.endsWith(".html") && !anchorsOf(goal).includes(anchor))
      faults.push(`${target} has no #${anchor}`);
  }
  const anchors = anchorsOf(path);
  for (const twice of new Set(anchors.filter((id, index) => anchors.indexOf(id) !== index)))
    faults.push(`#${twice} stands there twice`);
  return faults.map((fault) => `${path}: ${fault}`);
}

await prepare();
build();
const pages = files(site, ".html").filter((path) => !relative(site, path).startsWith("rust"));
const remote = files(site, ".css")
  .filter((path) => !relative(site, path).startsWith("rust"))
  .filter((path) =>
    /url\(\s*["']?(https?:)?\/\/|@import\s+["'](https?:)?\/\//.test(readFileSync(path, "utf8")),
  )
  .map((path) => `${path}: loads from elsewhere`);
// The page for addresses that are not there is served under any of them, with links from the root.
const wrong = [...pages.filter((path) => relative(site, path) !== "404.html").flatMap(faults), ...remote];
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log(
  `${site}: ${pages.length} pages, nothing loaded from elsewhere, every link leads to a place that is there`,
);
