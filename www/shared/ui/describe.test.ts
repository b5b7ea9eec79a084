import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReferenceView } from "../generated/ReferenceView";
import { findingText, shorten, shortReference, sourceLink } from "./describe";
import { placeCard } from "./place-card";
import { english } from "./locales/english/index";
import { finding } from "@citelight/test-support/factories";

const reference: ReferenceView = {
  id: "r1",
  number: 1,
  label: "[1]",
  raw: "A. Smith, B. Lee, C. Roe. A study. 2020.",
  authors: ["Smith", "Lee", "Roe"].map((family) => ({ family, given: "" })),
  year: 2020,
  title: "A study",
  venue: null,
  volume: null,
  issue: null,
  pages: null,
  locator: { ranges: [], quote: { exact: "", prefix: "", suffix: "" }, line: 0 },
  doi: null,
  arxiv: null,
  pmid: null,
  pmcid: null,
  isbn: null,
  url: null,
};

test("references are named as readers name them", () => {
  assert.equal(shortReference(english, reference, "r1"), "Smith et al. 2020");
  assert.equal(
    shortReference(english, { ...reference, authors: reference.authors.slice(0, 2) }, "r1"),
    "Smith & Lee 2020",
  );
  assert.equal(shortReference(english, { ...reference, authors: [], title: null }, "r1"), reference.raw);
  assert.equal(shortReference(english, null, "r1"), "r1");
});

test("a link to a source is http(s) or made of an identifier, never a script", () => {
  const evidence = (origin: string, text: string) => ({
    text,
    differing: [],
    place: { section: [], paragraph: 1, sentence: 1, origin, extent: null },
    scores: { similarity: null, lexical: null, nli: null },
  });
  assert.equal(sourceLink(reference, null, evidence("javascript:alert(1)", "x")), null);
  assert.equal(
    sourceLink({ ...reference, doi: "10.1000/a<b>?q#f" }, null, undefined),
    "https://doi.org/10.1000/a%3Cb%3E%3Fq%23f",
  );
  assert.equal(
    sourceLink(reference, null, evidence("https://example.org/a#old", "one-two three")),
    "https://example.org/a#:~:text=one%2Dtwo%20three",
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

test("a card never covers its words and stays in sight", () => {
  const viewport = { width: 390, height: 800 };
  for (let top = 0; top < 780; top += 20) {
    for (const height of [100, 300, 900]) {
      const words = { left: 350, right: 380, top, bottom: top + 20 };
      const place = placeCard(words, { width: 374, height }, viewport);
      const bottom = place.top + Math.min(height, place.room);
      assert.ok(
        place.top >= words.bottom || bottom <= words.top,
        `words at ${top}, card ${place.top}..${bottom}`,
      );
      assert.ok(place.left >= 0 && place.left + 374 <= viewport.width);
    }
  }
});
