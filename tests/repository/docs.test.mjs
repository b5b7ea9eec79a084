// The documentation holds together: what it links to is there, and every page stands in the table of contents.

import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { CRATES, MODULES, dependencies, pictures } from "../../scripts/docs/diagrams.mjs";
import { stepsOf, write } from "./guide.mjs";
import { readMarkdown } from "../../scripts/docs/markdown.mjs";

/** Every Markdown file of a folder, fixtures and what others made aside. @param {string} folder @returns {string[]} */
function markdown(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|target|dist|fixtures|articles|library|\..*)$/.test(entry.name)
        ? []
        : markdown(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

const files = markdown(".");
const pages = files.filter((file) => file.startsWith("docs/"));
const read = new Map(files.map((file) => [file, readMarkdown(file)]));

/** @param {string} target */
const isExternal = (target) => /^[a-z][a-z+.-]*:/i.test(target);

test("links within the repository lead to files and headings that are there", () => {
  /** @type {string[]} */
  const broken = [];
  let followed = 0;
  for (const [file, { links }] of read) {
    for (const { target, line } of links.filter((link) => !isExternal(link.target))) {
      followed++;
      const [path = "", heading] = target.split("#");
      const goal = path === "" ? file : normalize(join(dirname(file), decodeURIComponent(path)));
      if (goal.startsWith("..") || !existsSync(goal)) broken.push(`${file}:${line}: there is no ${goal}`);
      else if (heading !== undefined && !(read.get(goal) ?? readMarkdown(goal)).anchors.has(heading))
        broken.push(`${file}:${line}: ${goal} has no heading #${heading}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(followed > 100, `only ${followed} links were read`);
});

test("links to other sites are addresses, and encrypted", () => {
  for (const [file, { links }] of read) {
    for (const { target, line } of links.filter((link) => isExternal(link.target))) {
      assert.ok(URL.canParse(target), `${file}:${line}: ${target} is no address`);
      assert.match(new URL(target).protocol, /^(https|mailto):$/, `${file}:${line}: ${target}`);
    }
  }
});

test("no page needs a comment to be read or written", () => {
  /** @type {string[]} */
  const comments = [];
  for (const file of files)
    visit(fromMarkdown(readFileSync(file, "utf8")), "html", ({ value }) => {
      if (value.includes("<!--")) comments.push(`${file}: ${value}`);
    });
  assert.deepEqual(comments, []);
});

// Decisions keep the names of their day. Steps of guides make files; a test of their own sees to these.
test("files that pages name are there", () => {
  const named = /^(?:crate|docs|examples|extension|models|scripts|store|tests|tools|www)(?:\/[\w@.-]+)+$/;
  const madeLater = /\b(?:NAME|SUITE|LANGUAGE)\b|^tests\/screenshots$/;
  /** @type {string[]} */
  const gone = [];
  let seen = 0;
  const past = /^(?:CHANGELOG\.md|docs\/(?:contributing|decisions)\/.*)$/;
  for (const file of files.filter((path) => !past.test(path)))
    visit(fromMarkdown(readFileSync(file, "utf8")), "inlineCode", ({ value, position }) => {
      if (!named.test(value) || madeLater.test(value)) return;
      seen++;
      if (!existsSync(value)) gone.push(`${file}:${position?.start.line}: there is no ${value}`);
    });
  assert.deepEqual(gone, []);
  assert.ok(seen > 100, `only ${seen} were looked at`);
});

test("images are in the repository and say in words what they show", () => {
  let images = 0;
  for (const [file, { links }] of read) {
    for (const { target, text, line } of links.filter((link) => link.image)) {
      images++;
      assert.ok(!isExternal(target), `${file}:${line}: ${target} would be loaded from elsewhere`);
      assert.ok(text.split(/\s+/).length > 3, `${file}:${line}: ${target} has no alternative text`);
    }
  }
  assert.ok(images > 3, `only ${images} images were read`);
});

test("the pictures of the guides are shown, and small together", () => {
  const names = readdirSync("docs/images").filter((name) => name.endsWith(".webp"));
  const shown = new Set(
    [...read.values()].flatMap(({ links }) => links.map(({ target }) => basename(target))),
  );
  assert.deepEqual(
    names.filter((name) => !shown.has(name)),
    [],
    "no page shows these",
  );
  const bytes = names.reduce((sum, name) => sum + statSync(join("docs/images", name)).size, 0);
  assert.ok(names.length > 0 && bytes < 1_500_000, `${names.length} pictures of ${bytes} bytes`);
});

test("every page stands in the table of contents once, under a heading of its own", () => {
  const listed = readMarkdown("docs/SUMMARY.md").links.map(({ target }) => `docs/${target}`);
  assert.deepEqual(
    listed.toSorted(),
    pages.filter((page) => page !== "docs/SUMMARY.md").toSorted(),
    "docs/SUMMARY.md does not list each page of docs once",
  );
  for (const page of listed) assert.ok(statSync(page).size > 200, `${page} is empty`);
});

test("the places that the guides change are there", () => {
  const guides = pages.filter((page) => page.startsWith("docs/contributing/"));
  let writes = 0;
  for (const guide of guides) {
    const steps = stepsOf(guide);
    assert.ok(
      steps.some(({ kind }) => kind === "run"),
      `${guide} has no step that can be followed`,
    );
    const folder = mkdtempSync(join(tmpdir(), "citelight-guide-"));
    try {
      for (const step of steps) {
        if (step.kind === "run") continue;
        const copy = join(folder, step.path);
        if (existsSync(step.path) && !existsSync(copy)) {
          mkdirSync(dirname(copy), { recursive: true });
          copyFileSync(step.path, copy);
        }
        write(step, folder);
        assert.ok(readFileSync(copy, "utf8").includes(step.text.trim()), `${guide}:${step.line}`);
        writes++;
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  assert.ok(writes > 3, `only ${writes} changes were tried`);
});

/** Every source file of a folder. @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|target|fixtures)$/.test(entry.name) ? [] : sources(path);
    return /\.(rs|ts|mjs|py|sh)$/.test(entry.name) ? [path] : [];
  });
}

test("where something comes from is named by a paper that the architecture lists, not by a number of a design", () => {
  const numbered = ["crate", "extension", "scripts", "store", "tests", "tools", "www"]
    .flatMap(sources)
    .filter((path) => /\bspec\.? ?§? ?\d/i.test(readFileSync(path, "utf8")));
  assert.deepEqual(numbered, []);
  const listed = new Set(
    [...readFileSync("docs/architecture.md", "utf8").matchAll(/^\| (\w+) \| .*: /gm)].map(([, name]) => name),
  );
  const cited = /\(?(?:of |after )?(\w+)(?:'s \w+)?, (?:section|appendix|appendices) [A-F\d]/g;
  for (const path of sources("crate"))
    for (const [text, name] of readFileSync(path, "utf8").matchAll(cited))
      assert.ok(listed.has(name), `${path}: ${text}: which paper?`);
});

test("the arrows of the architecture are the dependencies of the crates", () => {
  const uses = dependencies();
  assert.deepEqual(
    Object.keys(CRATES).toSorted(),
    readdirSync("crate").toSorted(),
    "each crate is in the picture",
  );
  for (const [path, fresh] of Object.entries(pictures(uses)))
    assert.equal(readFileSync(path, "utf8"), fresh, `${path} is stale: run node scripts/docs/diagrams.mjs`);
  const told = [
    ...readFileSync("docs/architecture.md", "utf8").matchAll(/^\| `crate\/([a-z-]+)` \| (.+) \|$/gm),
  ];
  const arrows = told.flatMap(([, from, to = ""]) =>
    [...to.matchAll(/`([a-z-]+)`/g)].map(([, name]) => [from, name]),
  );
  assert.deepEqual(arrows.toSorted(), uses, "the table “Dependencies” of docs/architecture.md");
});

test("the modules in the picture are there", () => {
  for (const [module, { crate }] of Object.entries(MODULES))
    assert.ok(existsSync(join("crate", crate, "src", module)), `${module} is a module of ${crate}`);
});
