import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answers, listings, SCREENSHOTS } from "../../store/listing.mjs";
import { headOf } from "../../store/png.mjs";
import { STORES, TERMS } from "../../store/stores.mjs";
import { justifications, texts } from "../../store/texts.mjs";
import { chromeManifest, firefoxManifest } from "../../www/manifest.mjs";
import { storedResults } from "../bench/stored.mjs";

const chrome = chromeManifest();
const firefox = firefoxManifest(chrome);
const made = texts();

/** Readers count characters, not code units. @param {string} text */
const length = (text) => [...text].length;

/**
 * The manifest's description in a language: its own, or that of its locale.
 *
 * @param {string} language
 */
function described(language) {
  const path = `extension/_locales/${language.replace("-", "_")}/messages.json`;
  if (!existsSync(path)) return language === "en" ? String(chrome.description) : null;
  const messages = /** @type {unknown} */ (JSON.parse(readFileSync(path, "utf8")));
  return (
    /** @type {Record<string, { message: string } | undefined>} */ (messages).description?.message ?? null
  );
}

test("every language has every field, and each store takes it", () => {
  const languages = listings();
  assert.deepEqual(
    languages.map(({ language }) => language),
    ["de", "en", "zh-CN"],
  );
  for (const { language, name, summary, description, captions, terms } of languages) {
    assert.equal(name, chrome.name, `${language}: the name is the package's`);
    assert.deepEqual([...captions.keys()], SCREENSHOTS, `${language}: a caption for each picture`);
    for (const { id, limits } of STORES) {
      const [least, most] = limits.description;
      assert.ok(length(name) <= limits.name, `${language}, ${id}: name`);
      assert.ok(length(summary) <= limits.summary, `${language}, ${id}: summary of ${length(summary)}`);
      const count = length(description);
      assert.ok(count >= least && count <= most, `${language}, ${id}: description of ${count}`);
    }
    assert.ok(terms.length <= TERMS.count, `${language}: too many search terms`);
    for (const term of terms) assert.ok(length(term) <= TERMS.characters, term);
    assert.ok(
      terms.join(" ").split(/\s+/).length <= TERMS.words,
      `${language}: too many words to search for`,
    );
    const ofPackage = described(language);
    if (ofPackage !== null) assert.equal(summary, ofPackage, `${language}: the summary is the package's`);
  }
});

/** The counts that a description may state: cases of a suite, and how many of them a figure covers. */
function measured() {
  const stored = storedResults();
  return new Set(
    ["nli-citation-integrity-train", "misciting"].flatMap((suite) =>
      (stored.get(suite)?.figures ?? []).flatMap(({ value, of }) =>
        of === undefined ? [] : [String(of), String(Math.round(value * of))],
      ),
    ),
  );
}

test("descriptions in all languages have the same parts and the same numbers, which were measured", () => {
  /** @param {string} text */
  const numbers = (text) => (text.match(/\d[\d.,]*\d/g) ?? []).map((one) => one.replace(/[.,]/g, "")).sort();
  const [first, ...others] = listings();
  assert.ok(first);
  for (const { language, description } of others) {
    assert.deepEqual(numbers(description), numbers(first.description), language);
    assert.equal(description.split("\n\n").length, first.description.split("\n\n").length, language);
    for (const mark of [/^- /gm, /^\d\. /gm])
      assert.equal(description.match(mark)?.length, first.description.match(mark)?.length, language);
  }
  const known = measured();
  for (const number of numbers(first.description).filter((one) => Number(one) > 100))
    assert.ok(known.has(number), `no stored result has ${number}`);
});

test("every permission and every host of both packages is justified, within the stores' limits", () => {
  for (const { id, limits } of STORES) {
    const manifest = id === "firefox" ? firefox : chrome;
    const { permissions, hosts } = justifications(id);
    assert.deepEqual(
      permissions.map(({ name }) => name),
      manifest.permissions,
    );
    assert.deepEqual(
      hosts.map(({ name }) => name),
      manifest.optional_host_permissions,
    );
    for (const { name, reason } of [...permissions, ...hosts]) {
      assert.ok(reason.length > 20, `${name}: “${reason}”`);
      assert.ok(length(reason) <= limits.justification, `${id}, ${name}: ${length(reason)} characters`);
      assert.doesNotMatch(reason, /[`[\]]/, `${name}: markup is left`);
    }
  }
});

test("the answers fit their boxes, name every host, and say what Firefox's manifest says", () => {
  const { purpose, hosts, code, categories, certifications } = answers();
  for (const text of [purpose, hosts, code])
    assert.ok(length(text) <= 1_000, `${length(text)} characters: ${text}`);
  for (const pattern of chrome.optional_host_permissions) {
    const named = /^https:\/\/[a-z]/.test(pattern) ? new URL(pattern).host : pattern;
    assert.ok(hosts.includes(named), pattern);
  }
  assert.equal(categories.length, 9, "Chrome's categories");
  const { required, optional } = firefox.browser_specific_settings.gecko.data_collection_permissions;
  assert.deepEqual(required, ["none"]);
  assert.deepEqual(
    categories.flatMap(({ firefox: name, collected }) => (name === null || !collected ? [] : [name])).sort(),
    [...optional].sort(),
  );
  for (const { name, collected, reason } of categories)
    assert.equal(reason !== "", collected, `${name}: what is collected, and nothing else, has its reason`);
  assert.equal(certifications.split("\n").length, 3);
});

test("no text names an address that the package does not know, shouts or boasts", () => {
  const known = chrome.optional_host_permissions.map((pattern) => pattern.split("/")[2] ?? "");
  for (const [path, text] of made) {
    for (const [host] of text.matchAll(
      /\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|dev|app|eu|uk|de|cn|edu|example)\b/gi,
    ))
      assert.ok(
        known.some((one) => one === host || one.endsWith(`.${host}`)),
        `${path} names ${host}`,
      );
    for (const [, scheme, host = ""] of text.matchAll(/\b(https?|file):\/\/([^/\s]*)/g))
      assert.ok(scheme === "file" || known.includes(host), `${path} names ${host}`);
    assert.doesNotMatch(text, /[!！]/, path);
    assert.doesNotMatch(text, /AI-powered|KI-gestützt|(?<!\p{L})best(?!\p{L})|人工智能驱动|最好/iu, path);
  }
});

test("each store's folder has its texts, and the table says where they go", () => {
  const table = made.get("README.md") ?? "";
  for (const { id, title, icons } of STORES) {
    assert.ok(table.includes(`## ${title} (\`${id}/\`)`), title);
    for (const [size, drawn] of icons) assert.ok(drawn <= size && table.includes(`icon-${size}.png`));
    for (const box of ["name", "summary", "description"])
      for (const language of [id === "firefox" ? "en-US" : "en", "de", "zh-CN"])
        assert.ok(made.has(`${id}/${language}/${box}.txt`), `${id}, ${language}, ${box}`);
    assert.ok(made.has(id === "firefox" ? "firefox/reviewers.md" : `${id}/privacy.md`));
  }
  assert.doesNotMatch([...made.values()].join("\n"), /Not in Firefox/, "said to nobody else");
});

test("a PNG's head is read", () => {
  assert.deepEqual(headOf(readFileSync("extension/icons/128.png")), {
    width: 128,
    height: 128,
    hasAlpha: true,
  });
  assert.throws(() => headOf(Buffer.from("GIF89a, and no more than that")), /no PNG/);
});

test("every file that pictures are made from, and every file that a script names, is there", () => {
  const named =
    /["'`]((?:crate|docs|examples|extension|models|scripts|store|tests|www)\/[\w./-]+\.\w{2,5})["'`]/g;
  const files = ["store", "scripts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|mjs|sh|py)$/.test(path))
      .map((path) => join(folder, path)),
  );
  const paths = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(named)].map(([, path = ""]) => ({ file, path })),
  );
  assert.ok(paths.length > 20);
  assert.deepEqual(
    paths.filter(({ path }) => !existsSync(path)),
    [],
  );
});
