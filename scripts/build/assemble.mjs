// Puts what is not TypeScript into dist/: node scripts/build/assemble.mjs WASM_FOLDER
//   dist/{chrome,firefox,www}/wasm/BUILD/   the builds of crate/web and crate/web-models
//   dist/{chrome,firefox,www}/models/       the embedded models with their manifest and cards
//   dist/www/{library,articles}/            what the demo page opens with (www/demo)
//   dist/{chrome,firefox}/library/          records and texts the extension reads without a network
//   dist/{chrome,firefox,www}/{NOTICE,LICENSE-*}
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { notice } from "./notice.mjs";
import { buildsOf, generalBuilds, moduleOf } from "./wasm-builds.mjs";

const wasm = process.argv[2];
if (wasm === undefined) throw new Error("usage: assemble.mjs WASM_FOLDER");

/**
 * Copies a file or folder; times are kept, so what did not change still looks so to a browser's cache.
 *
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

const all = buildsOf(wasm);
const [general] = generalBuilds(wasm);
/**
 * The builds of each surface: packages carry the one that all their browsers take, the oldest Chrome has relaxed SIMD and the oldest
 * Firefox has not (www/shared/worker/general-build.ts). What was not compiled is not there.
 */
const builds = {
  chrome: all.filter((build) => !build.startsWith("general") || build === general),
  firefox: all.filter((build) => build !== "general-relaxed"),
  www: all,
};
const ofBrowsers = notice("browser");
for (const surface of /** @type {const} */ (["chrome", "firefox", "www"])) {
  const dist = join("dist", surface);
  if (!existsSync(dist)) throw new Error(`${dist} is missing: \`npm run build\` should have made it`);
  for (const part of ["wasm", "models"]) rmSync(join(dist, part), { recursive: true, force: true });
  for (const build of builds[surface]) {
    for (const file of [`${moduleOf(build)}.js`, `${moduleOf(build)}_bg.wasm`]) {
      copy(join(wasm, build, file), join(dist, "wasm", build, file));
    }
  }
  copy("models", join(dist, "models"));
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copy(licence, join(dist, licence));
  writeFileSync(join(dist, "NOTICE"), ofBrowsers);
}
for (const part of ["www/library", "www/articles", "chrome/library", "firefox/library"]) {
  rmSync(join("dist", part), { recursive: true, force: true });
  copy(join("www/demo", basename(part)), join("dist", part));
}
