import assert from "node:assert/strict";
import { test } from "node:test";
import { identifierIn, pageOf } from "./by-identifier";

test("identifiers are read alone, with their names, and in the addresses of their pages", () => {
  for (const text of [
    "2405.12311v2",
    " arXiv:2405.12311v2 ",
    "https://arxiv.org/abs/2405.12311v2",
    "http://www.arxiv.org/pdf/2405.12311v2.pdf",
    "https://doi.org/10.48550/arXiv.2405.12311v2",
  ])
    assert.deepEqual(identifierIn(text), { kind: "arxiv", id: "2405.12311v2" }, text);
  assert.deepEqual(identifierIn("hep-th/9901001"), { kind: "arxiv", id: "hep-th/9901001" });
  for (const text of [
    "10.1371/journal.pone.0234687",
    "doi:10.1371/journal.pone.0234687",
    "https://doi.org/10.1371%2Fjournal.pone.0234687",
  ])
    assert.deepEqual(identifierIn(text), { kind: "doi", id: "10.1371/journal.pone.0234687" }, text);
});

test("what is no identifier, or hides another host behind one, is none", () => {
  for (const text of [
    "",
    "Oak lasts",
    "2405",
    "https://evil.example/abs/2405.12311",
    "https://arxiv.org@evil.example/abs/2405.12311",
    "https://notarxiv.org/abs/2405.12311",
    "https://arxiv.org/abs/../evil",
    "javascript:10.1371/x",
    `10.1371/${"x".repeat(500)}`,
    "10.1371/a b",
  ])
    assert.equal(identifierIn(text), null, text);
});

test("the way to an identifier leads to its registry", () => {
  assert.equal(pageOf({ kind: "arxiv", id: "2405.12311" }), "https://arxiv.org/abs/2405.12311");
  assert.equal(new URL(pageOf({ kind: "doi", id: "10.1371/x?y#z" })).host, "doi.org");
});
