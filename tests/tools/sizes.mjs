// Sizes of what is shipped: node tests/tools/sizes.mjs --wasm-limit BYTES
// Fails if the wasm of one variant, compressed with brotli, is over the limit.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";

const limit = Number(parseArgs({ options: { "wasm-limit": { type: "string" } } }).values["wasm-limit"]);
if (!(limit > 0)) throw new Error("usage: sizes.mjs --wasm-limit BYTES");

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

/** @param {string} folder */
const folderSize = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

let over = 0;
for (const variant of ["simd", "relaxed"]) {
  const module = readFileSync(`dist/www/wasm/${variant}/citelight_web_bg.wasm`);
  const brotli = brotliCompressSync(module, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: module.length },
  }).length;
  console.log(
    `wasm ${variant}: ${megabytes(module.length)}, brotli ${megabytes(brotli)} (limit ${megabytes(limit)})`,
  );
  if (brotli > limit) over += 1;
}
console.log(`models: ${megabytes(folderSize("dist/www/models"))}`);
console.log(`dist/www: ${megabytes(folderSize("dist/www"))}`);
console.log(`dist/chrome: ${megabytes(folderSize("dist/chrome"))}`);
console.log(`dist/chrome.zip: ${megabytes(statSync("dist/chrome.zip").size)}`);
if (over > 0) {
  console.error("The wasm is over its limit; see what it holds with twiggy or wasm-objdump.");
  process.exit(1);
}
