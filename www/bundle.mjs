// Builds the TypeScript surfaces: CITELIGHT_WASM=FOLDER node www/bundle.mjs
//   dist/www     the demo page, the page of results, the component and its example, the worker
//   dist/chrome  the extension
//   dist/firefox the same for Firefox
// What is not TypeScript (wasm, models, articles) is put there by scripts/build/assemble.mjs.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { storedResults } from "../tests/bench/stored.mjs";
import { assertNamed } from "../scripts/build/shipped.mjs";
import { carried, generalBuilds } from "../scripts/build/wasm-builds.mjs";
import { assertProductOnly } from "./product-only.mjs";
import { slimSchema } from "./slim-schema.mjs";
import { pdfjsClosed } from "./pdfjs-closed.mjs";
import { copyPdfjs } from "./pdfjs-files.mjs";
import { chromeManifest, firefoxManifest } from "./manifest.mjs";

const general = generalBuilds(process.env.CITELIGHT_WASM ?? ".build/wasm");

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
  define: carried(general),
};

/** @param {string} folder @param {Record<string, string>} files target: source */
function copy(folder, files) {
  for (const [target, source] of Object.entries(files)) {
    const to = join(folder, target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to);
  }
}

const workers = {
  worker: "www/shared/worker/worker.ts",
  "model-worker": "www/shared/worker/model-worker.ts",
  // Reads PDFs of cited works, with pdf.js beside it.
  "pdf-text-worker": "www/shared/pdf/pdf-text-worker.ts",
};

const www = "dist/www";
/** @type {{ folder: string, settings: import("esbuild").BuildOptions }[]} */
const extensions = [
  { folder: "dist/chrome", settings: {} },
  // What Firefox does otherwise stands in files of its own (extension/src/browser).
  {
    folder: "dist/firefox",
    settings: { resolveExtensions: [".firefox.ts", ".ts", ".mjs", ".js"], external: ["./wasm/*"] },
  },
];

/** German and so on for content scripts, which hold English alone. @type {Record<string, string>} */
const locales = Object.fromEntries(
  readdirSync("extension/src/content")
    .filter((name) => /^locale-\w+\.ts$/.test(name))
    .map((name) => [name.replace(".ts", ""), join("extension/src/content", name)]),
);

// Their names hold hashes: those of an earlier build would stay.
rmSync(join(www, "chunks"), { recursive: true, force: true });
const built = await Promise.all([
  build({
    ...common,
    splitting: true,
    entryPoints: { demo: "www/demo/demo.ts", "cite-light": "www/component/cite-light.ts" },
    plugins: [slimSchema, pdfjsClosed],
    outdir: www,
    chunkNames: "chunks/[name]-[hash]",
  }),
  build({ ...common, entryPoints: workers, plugins: [pdfjsClosed], outdir: www }),
  build({ ...common, entryPoints: { results: "www/results/results.ts" }, outdir: `${www}/results` }),
  ...extensions.flatMap(({ folder, settings }) => [
    build({
      ...common,
      ...settings,
      entryPoints: {
        background: "extension/src/background/background.ts",
        offscreen: "extension/src/offscreen/offscreen.ts",
        options: "extension/src/options/options.ts",
        panel: "extension/src/panel/panel.ts",
        "pdf-text": "extension/src/openreview/pdf-text.ts",
        viewer: "extension/src/viewer/viewer.ts",
        welcome: "extension/src/welcome/welcome.ts",
        ...workers,
      },
      plugins: [pdfjsClosed],
      outdir: folder,
    }),
    // Content scripts are classic scripts.
    build({
      ...common,
      ...settings,
      format: "iife",
      entryPoints: {
        content: "extension/src/content/content.ts",
        "content-automatic": "extension/src/content/content-automatic.ts",
        "content-recall": "extension/src/content/content-recall.ts",
        openreview: "extension/src/openreview/content.ts",
        ...locales,
      },
      outdir: folder,
    }),
  ]),
]);
for (const { metafile } of built)
  if (metafile !== undefined) {
    assertNamed(metafile);
    assertProductOnly(metafile);
  }

copy(www, {
  "index.html": "www/demo/index.html",
  "page.css": "www/page.css",
  "demo.css": "www/demo/demo.css",
  "article.css": "www/shared/article/article.css",
  "icon.svg": "www/demo/icon.svg",
  "component.css": "www/demo/component.css",
});
// The page of results shows what is stored.
copy(www, {
  "results/index.html": "www/results/index.html",
  "results/results.css": "www/results/results.css",
});
rmSync(join(www, "results/data"), { recursive: true, force: true });
mkdirSync(join(www, "results/data"), { recursive: true });
const stored = readdirSync("docs/results").filter((name) => /\.(json|svg)$/.test(name));
copy(www, Object.fromEntries(stored.map((name) => [`results/data/${name}`, join("docs/results", name)])));
writeFileSync(join(www, "results/data/index.json"), JSON.stringify([...storedResults().keys()]));
// The example of the component carries the sample article in its own markup, as a journal's page would.
const sample = /<article[\s\S]*<\/article>/.exec(readFileSync("www/demo/articles/sample.html", "utf8"))?.[0];
if (sample === undefined) throw new Error("www/demo/articles/sample.html has no <article>");
const template = readFileSync("www/demo/component.template.html", "utf8");
writeFileSync(
  join(www, "component.html"),
  template.replace("<!-- article -->", () => sample),
);
// The demo and the component read the text alone.
copyPdfjs(www, "read");
for (const { folder } of extensions) {
  copy(folder, {
    "offscreen.html": "extension/src/offscreen/offscreen.html",
    "panel.html": "extension/src/panel/panel.html",
    "options.html": "extension/src/options/options.html",
    "welcome.html": "extension/src/welcome/welcome.html",
    "panel.css": "extension/src/panel/page.css",
    "viewer.html": "extension/src/viewer/viewer.html",
    "viewer.css": "extension/src/viewer/viewer.css",
    "article.css": "www/shared/article/article.css",
    "icons/16.png": "extension/icons/16.png",
    "icons/48.png": "extension/icons/48.png",
    "icons/128.png": "extension/icons/128.png",
  });
  // What the browser itself says of the extension, in each language.
  cpSync("extension/_locales", join(folder, "_locales"), { recursive: true });
  copyPdfjs(folder, "show");
}
copy("dist/chrome", { "manifest.json": "manifest.json" });
writeFileSync(
  "dist/firefox/manifest.json",
  `${JSON.stringify(firefoxManifest(chromeManifest()), null, 2)}\n`,
);
