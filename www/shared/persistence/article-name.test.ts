import assert from "node:assert/strict";
import { test } from "node:test";
import { articleName } from "./article-name";

/** What is asked of a page's head: its metadata. */
function head(...metas: [name: string, content: string][]): ParentNode {
  const elements = metas.map(([name, content]) => ({
    getAttribute: (attribute: string) => ({ name, content })[attribute] ?? null,
  }));
  return { querySelectorAll: () => elements } as unknown as ParentNode;
}

test("an article is named by its DOI, however its page writes it", () => {
  for (const [name, content] of [
    ["citation_doi", "10.1371/journal.pone.0129989"],
    ["DC.Identifier", "doi:10.1371/Journal.pone.0129989"],
    ["prism.doi", "https://doi.org/10.1371/journal.pone.0129989"],
    ["dc.identifier", "https://doi.org/10.1371%2Fjournal.pone.0129989"],
  ] as const)
    assert.equal(
      articleName(head([name, content]), "https://j.example/a"),
      "doi:10.1371/journal.pone.0129989",
    );
  assert.equal(
    articleName(head(["dc.identifier", "S0140-6736(20)30183-5"]), "https://j.example/a"),
    "page:https://j.example/a",
    "another identifier is no DOI",
  );
});

test("an address names the article where the metadata does not", () => {
  for (const path of [
    "pdf/10.1002/abc.12",
    "full/10.1002/abc.12",
    "10.1002/abc.12.pdf",
    "10.1002/abc.12/full",
  ])
    assert.equal(articleName(null, `https://j.example/doi/${path}?download=1`), "doi:10.1002/abc.12", path);
});

test("a preprint is named with its version, which its address knows", () => {
  const meta = head(["citation_arxiv_id", "2401.00001"]);
  assert.equal(articleName(meta, "https://arxiv.org/html/2401.00001v2"), "arxiv:2401.00001v2");
  assert.equal(articleName(meta, "https://arxiv.org/abs/2401.00001"), "arxiv:2401.00001");
  assert.equal(articleName(null, "https://arxiv.org/pdf/hep-th/9901001v3.pdf"), "arxiv:hep-th/9901001v3");
  assert.equal(articleName(meta, "https://mirror.example/x"), "arxiv:2401.00001");
  assert.equal(
    articleName(null, "https://arxiv.org.example/abs/2401.00001"),
    "page:https://arxiv.org.example/abs/2401.00001",
  );
  assert.equal(
    articleName(head(["citation_doi", "10.1000/x"]), "https://arxiv.org/abs/2401.00001"),
    "doi:10.1000/x",
  );
});

test("what has no other name has its address, and a file of this computer none", () => {
  assert.equal(
    articleName(null, "https://j.example/articles/1002?v=2#fig1"),
    "page:https://j.example/articles/1002?v=2",
  );
  assert.equal(articleName(null, "thesis.pdf"), null);
  assert.equal(articleName(null, "file:///home/reader/thesis.html"), null);
});
