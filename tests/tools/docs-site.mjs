// The documentation as pages, made by mdBook and looked through: node tests/tools/docs-site.mjs MDBOOK [RUSTDOC]
//
// Links that leave docs/ lead to no page: they become the path of the file in the repository. RUSTDOC, a folder, goes along as rust/.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

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

function prepare() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const path of ["book.toml", "theme"])
    cpSync(join("docs", path), join(work, path), { recursive: true });
  cpSync("docs", join(work, "src"), {
    recursive: true,
    filter: (path) => !/[\\/](theme|book\.toml)$/.test(path),
  });
  for (const path of files(join(work, "src"), ".md")) {
    let text = withoutLinksOut(readFileSync(path, "utf8"), relative(join(work, "src"), path));
    if (rustdoc) text = text.replace("in `dist/docs/rust`", "[here](rust/citelight/index.html)");
    writeFileSync(path, text);
  }
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
    const [target = ""] = address.split(/[#?]/);
    if (target === "" || /^([a-z][a-z+.-]*:|\/\/)/i.test(target)) continue;
    if (!existsSync(join(dirname(path), decodeURIComponent(target)))) faults.push(`there is no ${target}`);
  }
  return faults.map((fault) => `${path}: ${fault}`);
}

prepare();
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
console.log(`${site}: ${pages.length} pages, nothing loaded from elsewhere, every link leads to a file`);
