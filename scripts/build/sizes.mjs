// Sizes of what is shipped: node scripts/build/sizes.mjs --wasm-limit BYTES --package-limit BYTES
// Fails if the wasm that an audit with the embedded models needs, compressed with brotli, is over its limit, or a browser's package without
// the models over its own.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, deflateRawSync } from "node:zlib";

const { values } = parseArgs({
  options: { "wasm-limit": { type: "string" }, "package-limit": { type: "string" } },
});
const [limit, packageLimit] = [Number(values["wasm-limit"]), Number(values["package-limit"])];
if (!(limit > 0 && packageLimit > 0))
  throw new Error("usage: sizes.mjs --wasm-limit BYTES --package-limit BYTES");

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

/** @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @param {string} folder */
const folderSize = (folder) => filesOf(folder).reduce((sum, path) => sum + statSync(path).size, 0);

/** Bytes of a package without the models, packed as in an archive. @param {string} folder */
const withoutModels = (folder) =>
  filesOf(folder)
    .filter((path) => !path.startsWith(join(folder, "models")))
    .reduce((sum, path) => sum + deflateRawSync(readFileSync(path), { level: 9 }).length, 0);

/** Bytes of a build's module, compressed. @param {string} build @param {string} name */
function brotli(build, name) {
  const module = readFileSync(`dist/www/wasm/${build}/${name}_bg.wasm`);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: module.length };
  const bytes = brotliCompressSync(module, { params }).length;
  console.log(`wasm ${build}: ${megabytes(module.length)}, brotli ${bytes} bytes`);
  return bytes;
}

const needed = brotli("core", "citelight_web") + brotli("models", "citelight_web_models");
console.log(`wasm that every audit needs (core, models): brotli ${needed} bytes (limit ${limit})`);
for (const build of ["general-simd", "general-relaxed"]) brotli(build, "citelight_web_models");
console.log(`models: ${megabytes(folderSize("dist/www/models"))}`);
console.log(`dist/www: ${megabytes(folderSize("dist/www"))}`);
console.log(`dist/npm: ${megabytes(folderSize("dist/npm"))}`);
for (const browser of ["chrome", "firefox"]) {
  const bare = withoutModels(`dist/${browser}`);
  console.log(`dist/${browser}: ${megabytes(folderSize(`dist/${browser}`))}`);
  console.log(
    `dist/${browser}.zip: ${megabytes(statSync(`dist/${browser}.zip`).size)}, without models ${megabytes(bare)} (limit ${megabytes(packageLimit)})`,
  );
  if (bare > packageLimit) {
    console.error(`dist/${browser}.zip is over its limit even without models; see what it holds.`);
    process.exitCode = 1;
  }
}
if (needed > limit) {
  console.error("The wasm is over its limit; see what it holds with twiggy or wasm-objdump.");
  process.exitCode = 1;
}
