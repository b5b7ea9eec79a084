import assert from "node:assert/strict";
import { test } from "node:test";
import { findingText, placeText, shorten, shortReference } from "./describe";
import { english } from "./locales/english/index";
import { german } from "./locales/german/index";
import { finding, reference as entry } from "@citelight/test-support/factories";

const reference = entry("r1");

test("references are named as readers name them", () => {
  assert.equal(shortReference(english, reference, "r1"), "Smith et al. 2020");
  assert.equal(
    shortReference(english, { ...reference, authors: reference.authors.slice(0, 2) }, "r1"),
    "Smith & Lee 2020",
  );
  assert.equal(shortReference(english, { ...reference, authors: [], title: null }, "r1"), reference.raw);
  assert.equal(shortReference(english, null, "r1"), "r1");
});

test("a passage that was found by a search has no number of a paragraph", () => {
  const place = { section: ["Results"], paragraph: 1, sentence: 1, origin: "passages" };
  assert.equal(placeText(english, { ...place, extent: "passages" }), "Results · passage of the full text");
  assert.equal(placeText(english, { ...place, extent: "full-text" }), "Results, ¶1");
});

test("records and entries, which are no works, are named in the reader's language", () => {
  const place = { paragraph: 14, sentence: 1, origin: "", extent: null };
  assert.equal(placeText(german, { ...place, section: ["Record"] }), "Nachweis");
  assert.equal(placeText(german, { ...place, section: ["References"] }), "Literaturangaben, Nr. 14");
  assert.equal(
    placeText(german, { ...place, section: ["References"], extent: "full-text" }),
    "References, Absatz 14",
  );
});

test("texts are cut at a word", () => {
  assert.equal(shorten("one two three four", 10), "one two…");
  assert.equal(shorten(" a\n b ", 10), "a b");
});

test("a finding as text says verdict, claim, source and reason", () => {
  const text = findingText(english, finding("c0", "r1", "miscited"), reference);
  for (const part of [
    "Needs review",
    "Content · says otherwise",
    "95 %",
    reference.raw,
    "The source says 59 %, the sentence 95 %.",
  ])
    assert.ok(text.includes(part), part);
});
