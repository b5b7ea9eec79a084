import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { looksLikePdf } from "../background/pdf-tab";
import { READING, readPdf } from "@citelight/shared/pdf/read-pdf";
import { addressIn, nameOf } from "./source";
import { drawnOffset, Fonts, itemsOf, linkOf } from "@citelight/shared/pdf/text-layer";
import type { PdfText } from "@citelight/shared/generated/PdfText";

// What pdf.js takes for granted and Node 20 lacks; the browsers of the manifest have it.
Object.assign(Promise, {
  withResolvers() {
    const ends: { resolve?: unknown; reject?: unknown } = {};
    const promise = new Promise((resolve, reject) => Object.assign(ends, { resolve, reject }));
    return { promise, ...ends };
  },
});
Object.assign(ArrayBuffer.prototype, {
  transferToFixedLength(this: ArrayBuffer) {
    return this.slice(0);
  },
});

const spelled = (text: string): string => text.replaceAll("ﬁ", "fi").replaceAll("ﬃ", "ffi");

/** A page of 600 × 800 points that is shown upright. */
const UPRIGHT = { width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] };
/** The same, turned clockwise by 90°. */
const TURNED = { width: 800, height: 600, transform: [0, 1, 1, 0, 0, 0] };

test("pieces become items in points of the page as it is shown; elements are counted as pdf.js makes them", () => {
  const fonts = new Fonts();
  const pieces = [
    { type: "beginMarkedContent" },
    { str: "", transform: [1, 0, 0, 1, 0, 0], hasEOL: true },
    { str: "A ﬁne line", transform: [10, 0, 0, 10, 72, 700], width: 48.123, fontName: "f1", hasEOL: true },
    { str: " ", transform: [10, 0, 0, 10, 120, 700], width: 2, fontName: "f1" },
    { str: "raised", transform: [0, 7, -7, 0, 30, 40], width: 20, fontName: "f2" },
  ];
  const { items, elements } = itemsOf(
    pieces,
    UPRIGHT,
    (name) => fonts.place({ name: `ABCDEF+${name}`, bold: name === "f2" }),
    spelled,
  );
  assert.deepEqual(items, [
    { text: "A fine line", x: 72, y: 700, width: 48.12, size: 10, font: 0, angle: 0, endOfLine: true },
    { text: "raised", x: 30, y: 40, width: 20, size: 7, font: 1, angle: 90, endOfLine: false },
  ]);
  assert.deepEqual(elements, [0, 2]);
  assert.deepEqual(fonts.list, [
    { name: "f1", bold: false, italic: false },
    { name: "f2", bold: true, italic: false },
  ]);
});

test("a page that is shown turned has its items turned with it", () => {
  const pieces = [{ str: "word", transform: [0, 10, -10, 0, 100, 200], width: 20, fontName: "f" }];
  const { items } = itemsOf(pieces, TURNED, () => 0, spelled);
  assert.deepEqual(items[0], {
    text: "word",
    x: 200,
    y: 500,
    width: 20,
    size: 10,
    font: 0,
    angle: 0,
    endOfLine: false,
  });
});

test("what is no number becomes none that could stop the reader", () => {
  const pieces = [{ str: "x", transform: [NaN, 0, 0, Infinity, NaN, 1], width: NaN, fontName: "f" }];
  const { items } = itemsOf(pieces, UPRIGHT, () => 0, spelled);
  const { x, y, width, size, angle } = items[0] ?? {};
  assert.ok([x, y, width, size, angle].every(Number.isFinite));
  const link = linkOf({ rect: [NaN, 1], name: null, page: 0, left: NaN, top: null }, UPRIGHT);
  assert.ok([link.x, link.y, link.width, link.height, link.left].every(Number.isFinite));
});

test("offsets in the text of the core are found in the text as it is drawn", () => {
  const drawn = "oﬃce ﬁles";
  assert.equal(spelled(drawn), "office files");
  const at = (offset: number): number => drawnOffset(drawn, offset, spelled);
  assert.deepEqual([0, 1, 4, 7, 9, 12].map(at), [0, 1, 2, 5, 6, 9]);
});

test("of an address only what can be opened is taken", () => {
  const of = (file: string): string | undefined => addressIn(`?file=${encodeURIComponent(file)}`)?.href;
  assert.equal(of("https://arxiv.org/pdf/2511.00001v1"), "https://arxiv.org/pdf/2511.00001v1");
  assert.equal(of("file:///home/reader/a%20paper.pdf"), "file:///home/reader/a%20paper.pdf");
  for (const file of [
    "javascript:alert(1)",
    "data:text/html,x",
    "chrome://settings",
    "blob:x",
    "paper.pdf",
    "",
  ])
    assert.equal(of(file), undefined, file);
  assert.equal(nameOf(new URL("file:///home/reader/a%20paper.pdf")), "a paper.pdf");
  assert.equal(nameOf(new URL("https://host.example/%E0%A4%A")), "%E0%A4%A");
});

test("where a tab cannot be looked into, its address tells a PDF", () => {
  for (const address of [
    "https://arxiv.org/pdf/2511.00001v1",
    "https://openreview.net/pdf?id=abc",
    "https://host.example/a/paper.PDF?download=1",
    "file:///home/reader/paper.pdf",
  ])
    assert.ok(looksLikePdf(address), address);
  for (const address of [
    "https://arxiv.org/abs/2511.00001",
    "chrome://extensions/x.pdf",
    "",
    "https://host.example/pdf",
  ])
    assert.ok(!looksLikePdf(address), address);
});

test("the text layer is the one on which the core was measured", async () => {
  for (const name of ["two-column", "author-year", "superscript"]) {
    const read = (extension: string): Buffer => readFileSync(`tests/fixtures/pdf/${name}.${extension}`);
    const task = getDocument({
      data: new Uint8Array(read("pdf")),
      useSystemFonts: false,
      verbosity: 0,
      ...READING,
    });
    const { text, elements } = await readPdf(await task.promise, new AbortController().signal);
    const wanted = JSON.parse(read("pdfjs.json").toString()) as PdfText;
    assert.deepEqual(bare(text), bare(wanted), name);
    assert.deepEqual(
      elements.map((page) => page.length),
      text.pages.map(({ items }) => items.length),
    );
    await task.destroy();
  }
});

/** Without what goes without saying. */
function bare(text: PdfText): unknown {
  const isUsual = (key: string, value: unknown): boolean =>
    value === null ||
    value === false ||
    (key === "angle" && value === 0) ||
    (key === "links" && Array.isArray(value) && value.length === 0);
  // Corners and sides of links are rounded at different times.
  const rough = (key: string, value: unknown): unknown =>
    ["left", "top", "width", "height", "x", "y"].includes(key) ? Math.round(Number(value) * 5) / 5 : value;
  const json = JSON.stringify(text, (key, value: unknown) =>
    isUsual(key, value) ? undefined : rough(key, value),
  );
  return JSON.parse(json);
}
