/**
 * A page as an image for a model that reads what has no text layer: grey, of a bounded size, with a code below that an answer must give.
 * The numbers are those of crate/pdf/src/render, so that an endpoint sees the same whoever asks.
 */

/** Pixels of the longer side, the band with the code included: what common models see without making it smaller. */
const LONGER_SIDE = 1568;
/** Pixels of the shorter side at least: for a code, and for pages that are strips. */
const SHORTER_SIDE = 200;
/** Pixels to a point at most (300 to the inch): a small page grows no clearer. */
const MOST_SCALE = 300 / 72;
/** Rows of the band below the page, and of the line above it. */
const BAND = 60;
const LINE = 3;
/** Pixels to a dot of a digit, and its columns and rows in dots. */
const DOT = 5;
const [COLUMNS, ROWS] = [5, 7];
/** The digits from 0 to 9: a row of five dots a number, the leftmost dot first. */
const DIGITS = [
  [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
  [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
  [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
  [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
  [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
  [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
  [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
  [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
  [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
] as const;

/** An image in shades of grey, row by row from above. */
export interface GreyImage {
  width: number;
  pixels: Uint8Array<ArrayBuffer>;
}

/** The scale at which a page of so many points is drawn, and its size then; null for one that cannot be read at any. */
export function sizeOf(
  width: number,
  height: number,
): { scale: number; across: number; down: number } | null {
  const scale = Math.min((LONGER_SIDE - BAND) / Math.max(width, height), MOST_SCALE);
  const [across, down] = [Math.floor(width * scale), Math.floor(height * scale)];
  return across >= SHORTER_SIDE && down >= SHORTER_SIDE ? { scale, across, down } : null;
}

/** Pixels of red, green, blue and opacity, in grey. */
export function greyOf(pixels: Uint8ClampedArray, width: number): GreyImage {
  const grey = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const channel = (number: number): number => pixels[at * 4 + number] ?? 255;
    grey[at] = Math.floor((channel(0) * 299 + channel(1) * 587 + channel(2) * 114) / 1000);
  }
  return { width, pixels: grey };
}

/** Whether nothing can be seen on it. */
export function isBlank({ pixels }: GreyImage): boolean {
  return pixels.every((pixel) => pixel > 250) || pixels.every((pixel) => pixel < 5);
}

/** Six digits for a page. The same page has the same code: answers about it are kept. */
export async function codeOf({ pixels }: GreyImage): Promise<string> {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", pixels));
  return (digest.getBigUint64(0) % 1_000_000n).toString().padStart(6, "0");
}

/** The page with the code below: a line, and the digits in the middle. */
export function withCode({ width, pixels }: GreyImage, code: string): GreyImage {
  const all = new Uint8Array(pixels.length + BAND * width).fill(255);
  all.set(pixels);
  const band = all.subarray(pixels.length);
  band.fill(0, 0, LINE * width);
  const step = (COLUMNS + 1) * DOT;
  const left = Math.floor(Math.max(0, width - step * code.length) / 2);
  const above = LINE + Math.floor((BAND - LINE - ROWS * DOT) / 2);
  for (const [place, digit] of [...code].entries())
    for (const [row, dots] of (DIGITS[Number(digit)] ?? []).entries())
      for (let column = 0; column < COLUMNS; column += 1)
        if ((dots >> (COLUMNS - 1 - column)) & 1)
          for (let y = 0; y < DOT; y += 1) {
            const from = (above + row * DOT + y) * width + left + place * step + column * DOT;
            band.fill(0, from, from + DOT);
          }
  return { width, pixels: all };
}

/** A PNG file of it. A canvas would write four channels where one says all. */
export async function pngOf({ width, pixels }: GreyImage): Promise<Uint8Array<ArrayBuffer>> {
  const height = pixels.length / width;
  const rows = new Uint8Array(pixels.length + height);
  // Before each row stands how it is filtered: not at all.
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits to a pixel, of grey alone.
  head[8] = 8;
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", new Uint8Array(await new Response(packed).arrayBuffer())),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(data.length + 12);
  const view = new DataView(all.buffer);
  view.setUint32(0, data.length);
  all.set(new TextEncoder().encode(name), 4);
  all.set(data, 8);
  view.setUint32(data.length + 8, checksum(all.subarray(4, data.length + 8)));
  return all;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (CRC[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}
