// The prompt that reads a page off its image: recognised by the core's own wording, its code read off the pixels, answered from gold.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { deflateSync } from "node:zlib";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeLlm } from "./server.mjs";
import { asking, complete, data } from "./support.mjs";
import { codeIn } from "./transcription.mjs";

const BLOCKS = [{ kind: "paragraph", text: "Bats hunt over lakes by sonar [2]." }];
const double = await startFakeLlm({ gold: [{ prompt: "transcription", page: 2, blocks: BLOCKS }] });
after(() => double.close());
afterEach(() => {
  double.set({ mode: "oracle", errorRate: 0.1, seed: 0 });
});

/** The digits 4, 0, 2, 9, 1, 7 as they are printed, dot by dot. */
const PRINTED = [
  "...#...###...###...###....#...#####.",
  "..##..#...#.#...#.#...#..##.......#.",
  ".#.#..#...#.....#.#...#...#......#..",
  "#..#..#...#...##...####...#.....#...",
  "#####.#...#..#........#...#....#....",
  "...#..#...#.#........#....#....#....",
  "...#...###..#####..##....###...#....",
];

/** A page of 240 × 100 pixels with the code below. @param {number} filter of its rows */
function page(filter) {
  const [width, height] = [240, 160];
  const pixels = new Uint8Array(width * height).fill(210);
  for (const [row, dots] of PRINTED.entries())
    for (const [column, dot] of [...dots].entries())
      for (let at = 0; at < 25; at += 1) {
        const [x, y] = [30 + column * 5 + (at % 5), 100 + 3 + 11 + row * 5 + Math.floor(at / 5)];
        pixels[y * width + x] = dot === "#" ? 0 : 255;
      }
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = filter;
    for (let x = 0; x < width; x += 1) {
      const left = filter === 1 && x > 0 ? (pixels[y * width + x - 1] ?? 0) : 0;
      const above = filter === 2 && y > 0 ? (pixels[(y - 1) * width + x] ?? 0) : 0;
      rows[y * (width + 1) + 1 + x] = (pixels[y * width + x] ?? 0) - left - above;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const chunk = (/** @type {string} */ name, /** @type {Uint8Array} */ content) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", head),
  ]);
}

/** @param {Buffer | undefined} image */
async function answer(image) {
  const body = /** @type {{ messages: { role: string, content: unknown }[] }} */ (
    asking("transcription", data("page", "2"))
  );
  const [system, user] = body.messages;
  const url = `data:image/png;base64,${image?.toString("base64") ?? ""}`;
  const content = [
    { type: "text", text: user?.content },
    { type: "image_url", image_url: { url } },
  ];
  const completion = await complete(double.url, {
    ...body,
    messages: [system, { role: "user", content: image === undefined ? user?.content : content }],
  });
  return /** @type {Record<string, unknown>} */ (parseJson(completion.text));
}

test("the code is read off the pixels, however the rows of the file are filtered", () => {
  for (const filter of [0, 1, 2]) assert.equal(codeIn(page(filter)), "402917");
  assert.equal(codeIn(Buffer.from("GIF89a")), "");
});

test("who sees the page gives its code and its words; who does not, or errs, gives no code or another", async () => {
  assert.deepEqual(await answer(page(0)), { code: "402917", blocks: BLOCKS });
  const entry = double.log.entries().at(-1);
  assert.deepEqual(
    [entry?.prompt, entry?.images, entry?.outside, entry?.gold],
    ["transcription", 1, 0, "found"],
  );
  assert.deepEqual(await answer(undefined), { code: "", blocks: BLOCKS });
  assert.equal(double.log.entries().at(-1)?.images, 0);
  double.set({ mode: "noisy", errorRate: 1 });
  const wrong = await answer(page(0));
  assert.match(String(wrong.code), /^\d{6}$/);
  assert.notEqual(wrong.code, "402917");
});
