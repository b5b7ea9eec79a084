// Makes the pictures of the user guides anew, from real runs of the build in dist/: node scripts/docs/docs-pictures.mjs [GROUP…]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundled } from "../build/bundled.mjs";

const FOLDER = "docs/images";

const [file = ""] = await bundled(["store/guide.ts"], ".build/docs-pictures");
const drawn = /** @type {unknown} */ (await import(pathToFileURL(file).href));
const { guidePictures } = /** @type {typeof import("../../store/guide")} */ (drawn);
for (const [name, webp] of await guidePictures(process.argv.slice(2))) {
  const path = join(FOLDER, `${name}.webp`);
  writeFileSync(path, webp);
  console.log(`${path}: ${Math.round(webp.length / 1000)} kB`);
}
