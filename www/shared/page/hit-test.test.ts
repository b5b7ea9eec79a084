import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

test("a citation is hit on each of its words, links within it too, and nowhere else", async () => {
  const page = await open(
    '<p style="font: 20px monospace">See <cite>[<a href="#r1">10</a>, <a href="#r2">20</a>]</cite> there.</p>',
  );
  const hits = await page.evaluate(() => {
    const cite = document.querySelector("cite");
    const paragraph = document.querySelector("p");
    if (!cite?.firstChild || !cite.lastChild || !paragraph) throw new Error("no citation");
    const range = document.createRange();
    range.setStart(cite.firstChild, 0);
    range.setEnd(cite.lastChild, 1);
    const hit = new lib.HitTest([
      {
        id: "citation\u001fa",
        subject: { kind: "citation", id: "a" },
        surface: [range],
        parts: [],
        sentence: [],
      },
    ]);
    const at = (node: Node | null): boolean => {
      if (node === null) throw new Error("no words");
      const words = document.createRange();
      words.selectNodeContents(node);
      const [box] = words.getClientRects();
      if (box === undefined) throw new Error("no box");
      return hit.at((box.left + box.right) / 2, (box.top + box.bottom) / 2, () => "surface") !== null;
    };
    return [...cite.childNodes, paragraph.firstChild, paragraph.lastChild].map(at);
  });
  assert.deepEqual(hits, [true, true, true, true, true, false, false]);
});
