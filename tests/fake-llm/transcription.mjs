// The prompt that reads a page off its image. What a model sees of an image here is the code below the page, read off its pixels: a code
// that nobody can read there is a code that no model reads.
import { inflateSync } from "node:zlib";
import { asks, every, first } from "./committee.mjs";

/** @typedef {import("./prompts.mjs").Prompt} Prompt */

/** As crate/pdf/src/render/code.rs prints it. */
const BAND = 60;
const LINE = 3;
const DOT = 5;
const [COLUMNS, ROWS] = [5, 7];
const DIGITS = new Map(
  [
    "01110 10001 10001 10001 10001 10001 01110",
    "00100 01100 00100 00100 00100 00100 01110",
    "01110 10001 00001 00110 01000 10000 11111",
    "11111 00010 00100 00010 00001 10001 01110",
    "00010 00110 01010 10010 11111 00010 00010",
    "11111 10000 11110 00001 00001 10001 01110",
    "00110 01000 10000 11110 10001 10001 01110",
    "11111 00001 00010 00100 01000 01000 01000",
    "01110 10001 10001 01110 10001 10001 01110",
    "01110 10001 10001 01111 00001 00010 01100",
  ].map((dots, digit) => [dots, String(digit)]),
);

/**
 * The pixels of a PNG file in shades of grey; undefined for any other.
 *
 * @param {Buffer} file
 * @returns {{ width: number, height: number, pixels: Uint8Array } | undefined}
 */
export function greyOf(file) {
  if (file.toString("latin1", 1, 4) !== "PNG" || file[24] !== 8 || file[25] !== 0) return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const packed = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      packed.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(packed));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (width + 1)];
    for (let x = 0; x < width; x += 1) {
      const left = x === 0 ? 0 : (pixels[y * width + x - 1] ?? 0);
      const above = y === 0 ? 0 : (pixels[(y - 1) * width + x] ?? 0);
      const corner = x === 0 || y === 0 ? 0 : (pixels[(y - 1) * width + x - 1] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      pixels[y * width + x] = (rows[y * (width + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return { width, height, pixels };
}

/** @param {number} left @param {number} above @param {number} corner */
function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** The digits in the band below a page; "" where there are none. @param {Buffer} file */
export function codeIn(file) {
  const image = greyOf(file);
  if (image === undefined) return "";
  const { width, height, pixels } = image;
  const top = height - BAND + LINE + ((BAND - LINE - ROWS * DOT) >> 1);
  const step = (COLUMNS + 1) * DOT;
  const left = Math.floor((width - 6 * step) / 2);
  let code = "";
  for (let place = 0; place < 6; place += 1) {
    const rows = [];
    for (let row = 0; row < ROWS; row += 1) {
      let dots = "";
      for (let column = 0; column < COLUMNS; column += 1) {
        const [x, y] = [left + place * step + column * DOT + 2, top + row * DOT + 2];
        dots += (pixels[y * width + x] ?? 255) < 128 ? "1" : "0";
      }
      rows.push(dots);
    }
    code += DIGITS.get(rows.join(" ")) ?? "";
  }
  return code;
}

/** What a model sees in an image that a request holds: a block of its own. @param {string} url */
export function seenIn(url) {
  const [, base64] = /^data:image\/png;base64,(.+)$/.exec(url) ?? [];
  return `<image>${base64 === undefined ? "" : codeIn(Buffer.from(base64, "base64"))}</image>\n`;
}

/** Gold: the number of the page (`page`), and its `blocks`. @type {Prompt} */
const transcription = {
  name: "transcription",
  recognises: asks("transcription", /\bcopy the text of a page of a scholarly document from its image\b/),
  read: (data) => ({ subject: first(data, "page"), evidence: every(data, "image") }),
  subject: (gold) => String(gold.page),
  right: ({ evidence: [code = ""] }, golds) => {
    const blocks = golds.find((gold) => Array.isArray(gold.blocks))?.blocks;
    return { answer: { code, blocks: blocks ?? [] }, basis: blocks === undefined ? "unknown" : "found" };
  },
  // Of the right form, and of another page.
  wrong: ({ evidence: [code = ""] }, right, draw) => ({
    ...right,
    code: String((Number(code) + 1 + draw(999_998)) % 1_000_000).padStart(6, "0"),
  }),
  fields: { verdict: "code", verdicts: [], quote: "code", prose: "code" },
};

/** All of them. */
export const TRANSCRIPTION = [transcription];
