/** Images of pages are those of crate/pdf/src/render: of the same size, with the same code in the same place. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { codeOf, greyOf, isBlank, pngOf, sizeOf, withCode, type GreyImage } from "./page-image";

const BAND = 60;

test("digits and measures are those of crate/pdf/src/render", () => {
  const here = readFileSync("extension/src/viewer/page-image.ts", "utf8");
  const there = ["mod", "code"]
    .map((name) => readFileSync(`crate/pdf/src/render/${name}.rs`, "utf8"))
    .join("\n");
  const digits = (source: string): string[] => source.match(/0b[01]{5}/g) ?? [];
  assert.equal(digits(here).length, 70);
  assert.deepEqual(digits(here), digits(there));
  for (const name of ["LONGER_SIDE", "SHORTER_SIDE", "BAND", "LINE", "DOT"]) {
    const value = (source: string): string | undefined =>
      new RegExp(`const ${name}(?:: \\w+)? = ([\\d_]+);`).exec(source)?.[1]?.replaceAll("_", "");
    assert.ok(value(here) !== undefined, name);
    assert.equal(value(here), value(there), name);
  }
});

const sheet = (width: number, height: number, shade: number): GreyImage => ({
  width,
  pixels: new Uint8Array(width * height).fill(shade),
});

test("a page fills the size that models see, and no more of it than its points are worth", () => {
  const letter = sizeOf(612, 792);
  assert.deepEqual([letter?.across, letter?.down], [1165, 1508], "with the code 1568 pixels high");
  const wide = sizeOf(792, 612);
  assert.deepEqual([wide?.across, wide?.down], [1508, 1165]);
  assert.equal(sizeOf(100, 100)?.scale, 300 / 72, "300 pixels to the inch");
  for (const [width, height] of [
    [10, 792],
    [792, 10],
    [40, 40],
    [0, 0],
    [Infinity, 100],
    [NaN, 100],
  ] as const)
    assert.equal(sizeOf(width, height), null, `${width} × ${height}`);
});

test("colours become the grey that is seen, and an empty sheet is one", () => {
  const { pixels } = greyOf(
    new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]),
    2,
  );
  assert.deepEqual([...pixels], [76, 149, 29, 255]);
  assert.ok(isBlank(sheet(10, 10, 252)));
  assert.ok(isBlank(sheet(10, 10, 3)));
  const marked = sheet(10, 10, 255);
  marked.pixels[55] = 0;
  assert.ok(!isBlank(marked));
});

test("a page has a code of six digits, the same each time, and another page another", async () => {
  const code = await codeOf(sheet(10, 10, 7));
  assert.match(code, /^\d{6}$/);
  assert.equal(await codeOf(sheet(10, 10, 7)), code);
  assert.notEqual(await codeOf(sheet(10, 10, 8)), code);
});

test("the code stands below the page and nowhere on it", () => {
  const { width, pixels } = withCode(sheet(240, 300, 200), "402917");
  assert.deepEqual([width, pixels.length], [240, 240 * (300 + BAND)]);
  assert.ok(pixels.subarray(0, 240 * 300).every((pixel) => pixel === 200));
  const band = pixels.subarray(240 * 300);
  const drawn = (row: number): string =>
    Array.from({ length: 48 }, (_, dot) => (band[row * 240 + dot * 5 + 2] === 0 ? "#" : ".")).join("");
  const digits = [0, 1, 2, 3, 4, 5, 6].map((row) => drawn(3 + 11 + row * 5 + 2).slice(6, 42));
  assert.deepEqual(digits, [
    "...#...###...###...###....#...#####.",
    "..##..#...#.#...#.#...#..##.......#.",
    ".#.#..#...#.....#.#...#...#......#..",
    "#..#..#...#...##...####...#.....#...",
    "#####.#...#..#........#...#....#....",
    "...#..#...#.#........#....#....#....",
    "...#...###..#####..##....###...#....",
  ]);
  // Beside them, a line of three rows and nothing else.
  const dots = digits.join("").replaceAll(".", "").length;
  assert.equal(band.filter((pixel) => pixel === 0).length, 3 * 240 + dots * 25);
  assert.equal(band.filter((pixel) => pixel === 255).length, (BAND - 3) * 240 - dots * 25);
});

test("the file is a PNG of grey pixels, row by row", async () => {
  const pixels = Uint8Array.from({ length: 60 }, (_, at) => (at * 37) % 256);
  const file = Buffer.from(await pngOf({ width: 10, pixels }));
  assert.equal(file.subarray(0, 16).toString("latin1"), "\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
  assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]], [10, 6, 8, 0]);
  const length = file.readUInt32BE(33);
  assert.equal(file.subarray(37, 41).toString("latin1"), "IDAT");
  const rows = inflateSync(file.subarray(41, 41 + length));
  assert.equal(rows.length, 66);
  for (let y = 0; y < 6; y += 1) {
    assert.equal(rows[y * 11], 0, "unfiltered");
    assert.deepEqual([...rows.subarray(y * 11 + 1, y * 11 + 11)], [...pixels.subarray(y * 10, y * 10 + 10)]);
  }
  assert.equal(file.subarray(-12).toString("hex"), "0000000049454e44ae426082");
});
