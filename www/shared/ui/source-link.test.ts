import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evidence } from "../generated/Evidence";
import type { Extent } from "../generated/Extent";
import { identifierLink, sourceLink, textDirective } from "./source-link";
import { reference } from "@citelight/test-support/factories";

function evidence(origin: string, text: string, extent: Extent | null = null): Evidence {
  return {
    text,
    differing: [],
    place: { section: [], paragraph: 1, sentence: 1, origin, extent },
    scores: { similarity: null, lexical: null, nli: null },
  };
}

test("a link to a source is http(s) or made of an identifier, never a script", () => {
  const bare = reference("r1");
  assert.equal(sourceLink(bare, null, evidence("javascript:alert(1)", "x")), null);
  assert.equal(
    sourceLink({ ...bare, doi: "10.1000/a<b>?q#f" }, null, undefined)?.href,
    "https://doi.org/10.1000/a%3Cb%3E%3Fq%23f",
  );
  assert.equal(
    identifierLink({ pmcid: "PMC1/../x" }),
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC1%2F..%2Fx/",
  );
});

test("a page opens at the passage, a PDF at its beginning", () => {
  const bare = reference("r1");
  assert.deepEqual(sourceLink(bare, null, evidence("https://example.org/a#old", "one-two three")), {
    href: "https://example.org/a#:~:text=one%2Dtwo%20three",
    isAtPassage: true,
  });
  for (const pdf of ["https://example.org/a.pdf", "https://arxiv.org/pdf/2401.00001"])
    assert.deepEqual(sourceLink(bare, null, evidence(pdf, "one two three")), {
      href: pdf,
      isAtPassage: false,
    });
});

test("of what was read from a file or an interface for programs, the page of the work opens", () => {
  const cited = { ...reference("r1"), doi: "10.1000/x" };
  assert.deepEqual(sourceLink(cited, null, evidence("texts/a.xml", "one two", "abstract")), {
    href: "https://doi.org/10.1000/x#:~:text=one%20two",
    isAtPassage: true,
  });
  // The full text may not be on the page of the DOI: the words are looked for, nothing is promised.
  assert.equal(sourceLink(cited, null, evidence("texts/a.xml", "one two", "full-text"))?.isAtPassage, false);
  assert.equal(
    sourceLink(cited, null, evidence("https://api.openalex.org/works/W1", "one two", "abstract"))?.href,
    "https://doi.org/10.1000/x#:~:text=one%20two",
  );
  assert.equal(
    sourceLink(
      cited,
      null,
      evidence("https://www.ebi.ac.uk/europepmc/webservices/rest/PMC42/fullTextXML", "one two", "full-text"),
    )?.href,
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC42/#:~:text=one%20two",
  );
});

test("a passage is found by its ends, and by words that are shown as they are written", () => {
  assert.equal(textDirective(""), "");
  assert.equal(textDirective("a b c d e f g h i j k"), "#:~:text=a%20b%20c%20d%20e,g%20h%20i%20j%20k");
  assert.equal(textDirective("We find $V_{cmax}$ to rise with light"), "#:~:text=to%20rise%20with%20light");
});
