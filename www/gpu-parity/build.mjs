// Puts the page into dist/gpu-parity: node www/gpu-parity/build.mjs WASM_FOLDER (`./build.sh gpu-parity` does it).
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const wasm = process.argv[2];
if (wasm === undefined) throw new Error("usage: build.mjs WASM_FOLDER");

const folder = "dist/gpu-parity";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  bundle: true,
  format: "esm",
  target: ["chrome120", "firefox141", "safari26"],
  legalComments: "none",
  logLevel: "warning",
  entryPoints: { page: "www/gpu-parity/page.ts", worker: "www/gpu-parity/worker.ts" },
  outdir: folder,
});
for (const file of ["index.html", "page.css"]) cpSync(join("www/gpu-parity", file), join(folder, file));
for (const file of ["parity.js", "parity_bg.wasm"]) cpSync(join(wasm, file), join(folder, "wasm", file));
for (const model of ["minilm", "nli-minilm"])
  cpSync(join("models", model), join(folder, "models", model), { recursive: true });
for (const fixture of ["embeddings.jsonl", "logits.jsonl"])
  cpSync(join("tests/fixtures/models", fixture), join(folder, "fixtures", fixture));
