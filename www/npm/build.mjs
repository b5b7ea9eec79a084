// Makes the npm package of <cite-light> in dist/npm: node www/npm/build.mjs WASM_FOLDER
// It holds all that a journal must host: the script, the workers, WebAssembly, the models; and what editors read.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { assertProductOnly } from "../product-only.mjs";
import { pdfjsClosed } from "../pdfjs-closed.mjs";
import { copyPdfjs } from "../pdfjs-files.mjs";
import { slimSchema } from "../slim-schema.mjs";
import { notice } from "../../scripts/build/notice.mjs";
import { assertNamed } from "../../scripts/build/shipped.mjs";
import { buildsOf, carried, generalBuilds, moduleOf } from "../../scripts/build/wasm-builds.mjs";
import { declarations } from "./types.mjs";

const wasm = process.argv[2];
if (wasm === undefined) throw new Error("usage: build.mjs WASM_FOLDER");
const out = "dist/npm";
rmSync(out, { recursive: true, force: true });

/** @type {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  format: "esm",
  target: ["chrome120", "firefox128", "safari17.4"],
  loader: { ".css": "text" },
  plugins: [slimSchema],
  minify: true,
  legalComments: "none",
  // Chinese as it is: escaped, it takes twice the bytes.
  charset: "utf8",
  logLevel: "warning",
  metafile: true,
  define: carried(generalBuilds(wasm)),
  outdir: out,
};
const built = await Promise.all([
  build({
    ...common,
    splitting: true,
    entryPoints: { "cite-light": "www/component/cite-light.ts" },
    chunkNames: "chunks/[name]-[hash]",
  }),
  build({
    ...common,
    entryPoints: {
      worker: "www/shared/worker/worker.ts",
      "model-worker": "www/shared/worker/model-worker.ts",
      "pdf-text-worker": "www/shared/pdf/pdf-text-worker.ts",
    },
    plugins: [pdfjsClosed],
  }),
]);
for (const { metafile } of built)
  if (metafile !== undefined) {
    assertNamed(metafile);
    assertProductOnly(metafile);
  }

/** @param {string} target @param {string | Buffer} content */
function write(target, content) {
  const path = join(out, target);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** @param {string} target @param {string} source */
function copy(target, source) {
  const path = join(out, target);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(source, path, { recursive: true, preserveTimestamps: true });
}

for (const kind of buildsOf(wasm))
  for (const file of [`${moduleOf(kind)}.js`, `${moduleOf(kind)}_bg.wasm`])
    copy(`wasm/${kind}/${file}`, join(wasm, kind, file));
copyPdfjs(out, "read");
copy("models", "models");
// A library of no works: a journal puts its own there, or names another folder.
write("library/records.jsonl", "");
write("library/texts.json", `${JSON.stringify({ texts: [] })}\n`);
for (const [path, text] of declarations("www/component/cite-light.ts")) write(join("types", path), text);
copy("types/component/react.d.ts", "www/component/react.d.ts");
copy("custom-elements.json", "www/npm/custom-elements.json");
copy("README.md", "www/npm/README.md");
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copy(licence, licence);
write("NOTICE", notice("browser"));

/** @type {(text: string) => { name: string, version?: string }} */
const manifest = JSON.parse;
const { version } = manifest(readFileSync("package.json", "utf8"));
const { name, ...rest } = manifest(readFileSync("www/npm/package.json", "utf8"));
write("package.json", `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
