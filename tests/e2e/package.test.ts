import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIST } from "./support/reading";

// Names of namespaces, and prefixes of links that a reader may follow; nothing is ever loaded from them.
const ALLOWED = [
  "http://www.w3.org/",
  "https://doi.org/",
  "https://arxiv.org/abs/",
  // The article that the welcome page offers to try.
  "https://arxiv.org/html/1706.03762v7",
  "https://pmc.ncbi.nlm.nih.gov/articles/",
  "https://pubmed.ncbi.nlm.nih.gov/",
  "https://scholar.google.com/scholar?q=",
  "https://search.crossref.org/search/works?q=",
];

// Where the demo asks for an article by its identifier, when the reader names one; its policy allows no other place.
const OF_DEMO = /^(demo\.js|index\.html)$/;
const DEMO = ["https://arxiv.org/", "https://www.ebi.ac.uk/"];

// Where a reader who presses “Download” has a language model fetched from: its files are data, checked by their hashes.
const OF_MODELS = /^(options|welcome)\.(js|html)$/;
const MODELS = ["https://huggingface.co/", "https://*.huggingface.co/", "https://*.hf.co/"];

// Hosts that the reader may allow to be asked: the manifest's, each explained.
const EXPLAINED = [...readFileSync("docs/permissions.md", "utf8").matchAll(/`(https?:\/\/[^`*]+\/)\*`/g)].map(
  ([, host]) => host ?? "",
);

// Patterns, not places: the reader's own endpoint is one of them.
const PATTERNS = ["https://*/*", "http://localhost:*", "http://127.0.0.1:*"];
// The pattern of a host that holds an open copy, which the reader is asked about.
const OF_COPIES = /^https:\/\/\$\{\w+\}\/\*$/;
// This computer, where models are looked for when the reader presses that button.
const OF_THIS_COMPUTER = /^http:\/\/127\.0\.0\.1(:\$\{|\/\*$)/;
// What a reader may type, shown as an example.
const EXAMPLES = ["https://models.example.org/v1"];

// pdf.js names vocabularies of PDF, its own licence and that of its helpers, and addresses by which it tries what the browser's URL can
// do or completes what a document says; it loads nothing but what shared/pdf/open-pdf.ts names (tests/e2e/pdf-hostile.test.ts watches).
const PDFJS =
  /^(viewer\.js|pdf-text\.js|pdf-text-worker\.js|chunks[\\/]pdf-text-\w+\.js|pdf\.worker\.js|pdfjs[\\/]pdf_viewer\.css)$/;
const OF_PDFJS =
  /^(http:\/\/(www\.xfa\.org\/schema|ns\.adobe\.com|www\.apache\.org\/licenses|www\.mozilla\.org\/keymaster|example\.com|\$\{\w+\}|$)|https:\/\/(github\.com\/zloirock\/core-js|foo\.bar|x$|a[/@#]|a$|\\u0442|тест|$))/;

// The site on whose pages openreview.js works, and its two APIs, which the page's script asks when the reader presses a button there.
const OPENREVIEW = ["https://openreview.net/", "https://api2.openreview.net/", "https://api.openreview.net/"];
// The licence of the Public Suffix List, which its table names.
const OF_TABLES = "https://mozilla.org/MPL/2.0/";
const OF_OPENREVIEW = /^(background|offscreen|openreview)\.js$/;

test("no script or page of the output names another place to load from", () => {
  for (const surface of ["www", "npm", "chrome", "firefox"]) {
    const folder = join(DIST, surface);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) =>
        /\.(js|css|html|json)$/.test(name) &&
        !/^(articles|library|models|wasm)\//.test(name) &&
        name !== "component.html",
    );
    assert.ok(files.length >= 5, `${folder} is built`);
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      for (const [found] of text.matchAll(/\bhttps?:\/\/[^\s"'`<>)]+/g)) {
        const url = found.replace(/[;.]$/, "");
        if (PDFJS.test(name) && OF_PDFJS.test(url)) continue;
        if (surface !== "www" && OF_COPIES.test(url)) continue;
        if (/^(background|options)\.js$/.test(name) && OF_THIS_COMPUTER.test(url)) continue;
        if (EXAMPLES.includes(url) || (name === "manifest.json" && PATTERNS.includes(url))) continue;
        assert.ok(
          [
            ...ALLOWED,
            // The worker's owner searches two of the sources itself.
            ...(name === "manifest.json" || name === "offscreen.js" ? EXPLAINED : []),
            ...(OF_OPENREVIEW.test(name) ? OPENREVIEW : []),
            ...(name === "offscreen.js" ? [OF_TABLES] : []),
            ...(surface === "www" && OF_DEMO.test(name) ? DEMO : []),
            ...(OF_MODELS.test(name) ? MODELS : []),
          ].some((prefix) => `${url}/`.startsWith(prefix)),
          `${join(folder, name)} names ${url}`,
        );
      }
      assert.doesNotMatch(text, /\beval\(|new Function\(/, join(folder, name));
    }
  }
});
