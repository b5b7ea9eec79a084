// Writes what the stores ask for into dist/store: node store/make.mjs [--texts]
//   the texts of each store, its icons, tile and screenshots. Pictures need dist/chrome, as `./build.sh package` makes it, and Chromium;
//   with --texts they are left out.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundled } from "../scripts/build/bundled.mjs";
import { SCREENSHOTS } from "./listing.mjs";
import { headOf } from "./png.mjs";
import { STORES } from "./stores.mjs";
import { texts } from "./texts.mjs";

const OUT = "dist/store";
const SCREEN = { width: 1280, height: 800 };

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function write(path, content) {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(file);
}

/** Pictures are drawn by TypeScript that the browser tests share. */
async function pictures() {
  if (!existsSync("dist/chrome/manifest.json") || !existsSync("dist/chrome/wasm"))
    throw new Error("dist/chrome is not built: `./build.sh package` does that");
  const [file = ""] = await bundled(["store/album.ts"], ".build/store");
  const drawn = /** @type {unknown} */ (await import(pathToFileURL(file).href));
  const { album } = /** @type {typeof import("./album")} */ (drawn);
  const icons = STORES.flatMap((store) =>
    store.icons.map(([size, drawn]) => ({ store: store.id, size, drawn })),
  );
  return album(icons);
}

rmSync(OUT, { recursive: true, force: true });
for (const [path, text] of texts()) write(path, text);
if (!process.argv.includes("--texts")) {
  const { icons, tile, screenshots } = await pictures();
  for (const { store, size, png } of icons) write(`${store}/icon-${size}.png`, png);
  for (const [name, png] of screenshots) {
    const { width, height, hasAlpha } = headOf(png);
    if (!SCREENSHOTS.includes(name) || width !== SCREEN.width || height !== SCREEN.height || hasAlpha)
      throw new Error(`${name} is no screenshot that the stores take: ${width} × ${height}`);
  }
  if (screenshots.size !== SCREENSHOTS.length) throw new Error("a screenshot is missing");
  for (const store of STORES) {
    if (store.tile) write(`${store.id}/tile-440x280.png`, tile);
    for (const name of SCREENSHOTS.slice(0, store.screenshots))
      write(`${store.id}/${name}.png`, screenshots.get(name) ?? "");
  }
}
