import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "../generated/Locator";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

const BODY = `<p id="p">The effect<!-- x --> was <em>large</em> in mice [<a href="#r">1</a>]. The effect was seen again.</p>
<p id="q">The  effect\n was small.</p>`;

/** A locator of the words between two offsets of a run of the element with an id. */
function locatorOf(number: number, run: number, start: number, end: number, exact: string): Locator {
  return { ranges: [{ node: number, run, start, end }], quote: { exact, prefix: "", suffix: "" }, line: 0 };
}

async function locate(
  page: Awaited<ReturnType<typeof open>>,
  locator: Locator,
  before = "",
): Promise<{ how: string; text: string }> {
  return page.evaluate(
    async ({ locator, before }) => {
      const snapshot = await lib.takeSnapshot({ root: document.body });
      const p = document.querySelector("p");
      if (before === "change" && p !== null) p.prepend("Now, ");
      if (before === "remove") p?.remove();
      // -1 stands for the paragraph, whatever its number is.
      for (const range of locator.ranges) {
        for (let number = 0; range.node === -1; number += 1)
          if (snapshot.element(number)?.id === "p") range.node = number;
      }
      const place = await new lib.SnapshotAnchors(snapshot).locate(locator);
      return {
        how: place.how,
        text: place.how === "not-found" ? "" : place.ranges.map((range) => range.toString()).join("|"),
      };
    },
    { locator, before },
  );
}

test("a place is found exactly, across a comment", async () => {
  const page = await open(BODY);
  assert.deepEqual(await locate(page, locatorOf(-1, 0, 4, 14, "effect was")), {
    how: "exact",
    text: "effect was",
  });
  assert.deepEqual(await locate(page, locatorOf(-1, 1, 4, 8, "mice")), { how: "exact", text: "mice" });
});

test("a place whose words moved is found by its quote", async () => {
  const page = await open(BODY);
  const locator = locatorOf(-1, 0, 4, 14, "effect was");
  locator.quote.suffix = " large in";
  assert.deepEqual(await locate(page, locator, "change"), { how: "quote", text: "effect was" });
});

test("white space may differ, other words may not", async () => {
  const page = await open(BODY);
  assert.deepEqual(await locate(page, locatorOf(-1, 0, 0, 3, "effect was small")), {
    how: "quote",
    text: "effect\n was small",
  });
  assert.deepEqual(await locate(page, locatorOf(-1, 0, 0, 3, "effect was tiny")), {
    how: "not-found",
    text: "",
  });
});

test("of several places the surroundings decide; without them none is chosen", async () => {
  const page = await open(BODY);
  const locator = locatorOf(-1, 9, 0, 3, "The effect was");
  assert.equal((await locate(page, locator)).how, "not-found");
  locator.quote.suffix = " seen";
  assert.deepEqual(await locate(page, locator), { how: "quote", text: "The effect was" });
});

test("what was removed, or lies outside a run, is not found", async () => {
  const page = await open(BODY);
  assert.equal((await locate(page, locatorOf(-1, 0, 5, 4000, "gone entirely"))).how, "not-found");
  assert.equal((await locate(page, locatorOf(-1, 0, 4, 15, "large in mice"), "remove")).how, "not-found");
});

test("a sentence with a formula is held by the words around it", async () => {
  const page = await open(`<p id="p">We take <math alttext="x"><mi>x</mi></math> from the set.</p>`);
  const locator: Locator = {
    ranges: [
      { node: -1, run: 0, start: 0, end: 8 },
      { node: -1, run: 1, start: 0, end: 14 },
    ],
    quote: { exact: "We take $x$ from the set.", prefix: "", suffix: "" },
    line: 0,
  };
  assert.deepEqual(await locate(page, locator), { how: "exact", text: "We take | from the set." });
});

test("both painters show and remove marks without moving anything", async () => {
  for (const painter of ["HighlightPainter", "SpanPainter"] as const) {
    const page = await open(`<style>body{width:400px}</style>${BODY}`);
    const result = await page.evaluate((name) => {
      const html = document.body.getHTML();
      const p = document.querySelector("p");
      const [text, em] = [p?.firstChild, p?.querySelector("em")?.firstChild];
      if (!(text instanceof Text) || !(em instanceof Text)) throw new Error("no text");
      const range = (node: Text, start: number, end: number): Range => {
        const made = document.createRange();
        made.setStart(node, start);
        made.setEnd(node, end);
        return made;
      };
      const height = document.body.scrollHeight;
      const [a, b] = ["citation\u001fa", "citation\u001fb"] as const;
      const one = new lib[name]();
      one.prepare([
        {
          id: a,
          subject: { kind: "citation", id: "a" },
          surface: [range(text, 4, 10)],
          parts: [],
          sentence: [range(text, 0, 10), range(em, 0, 5)],
        },
        {
          id: b,
          subject: { kind: "citation", id: "b" },
          surface: [range(em, 1, 3)],
          parts: [],
          sentence: [range(em, 0, 5)],
        },
      ]);
      one.paint(a, "review");
      one.paint(b, "undecidable");
      one.activate(a);
      const shown = {
        highlights: [...CSS.highlights.keys()].sort(),
        spans: [...document.querySelectorAll<HTMLElement>(".citelight-mark")].map(
          (span) => `${span.textContent}:${span.dataset.surface ?? ""}:${span.dataset.sentence ?? ""}`,
        ),
        moved: document.body.scrollHeight - height,
      };
      one.paint(b, null);
      one.activate(null);
      const later = [...CSS.highlights.keys()].sort();
      one.clear();
      return { ...shown, later, left: CSS.highlights.size, same: document.body.getHTML() === html };
    }, painter);
    assert.equal(result.moved, 0);
    assert.equal(result.left, 0);
    assert.ok(result.same, `${painter} leaves the page as it was`);
    if (painter === "HighlightPainter") {
      assert.deepEqual(result.highlights, [
        "citelight-active",
        "citelight-review",
        "citelight-review-sentence",
        "citelight-undecidable",
      ]);
      assert.deepEqual(result.later, ["citelight-review", "citelight-review-sentence"]);
    } else {
      assert.deepEqual(result.spans, [
        "The ::review",
        "effect:review:review",
        "l::review",
        "ar:undecidable:review",
        "ge::review",
      ]);
    }
  }
});

test("of a group only the reference in question is set off, where its words can be told apart", async () => {
  for (const painter of ["HighlightPainter", "SpanPainter"] as const) {
    const page = await open("<p>Lamps dim [3, 5].</p>");
    const shown = await page.evaluate((name) => {
      const text = document.querySelector("p")?.firstChild;
      if (!(text instanceof Text)) throw new Error("no text");
      const range = (start: number, end: number): Range => {
        const made = document.createRange();
        made.setStart(text, start);
        made.setEnd(text, end);
        return made;
      };
      const id = "citation\u001fa" as const;
      const one = new lib[name]();
      one.prepare([
        {
          id,
          subject: { kind: "citation", id: "a" },
          surface: [range(10, 16)],
          parts: [
            { reference: "r3", ranges: [range(11, 12)] },
            { reference: "r5", ranges: [range(14, 15)] },
          ],
          sentence: [range(0, 17)],
        },
      ]);
      const read = (): string =>
        CSS.highlights.size > 0
          ? [...(CSS.highlights.get("citelight-reference") ?? [])].map(String).join("|")
          : [...document.querySelectorAll<HTMLElement>('.citelight-mark[data-surface="reference"]')]
              .map((span) => span.textContent)
              .join("");
      one.paint(id, "reference", new Set(["r5"]));
      const first = read();
      one.paint(id, "reference", new Set(["r5", "r9"]));
      const second = read();
      one.paint(id, null);
      const third = read();
      one.clear();
      return [first, second, third, document.querySelector("p")?.textContent];
    }, painter);
    assert.deepEqual(shown, ["5", "[3, 5]", "", "Lamps dim [3, 5]."], painter);
  }
});
