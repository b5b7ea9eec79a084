// How large what is shipped is: node tests/bench/sizes.mjs [--results FILE]. What a reader's browser loads of the component and the
// packages, `./build.sh package` prints (scripts/build/sizes.mjs).
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { modelFiles } from "../../scripts/build/models.mjs";
import { inputOf, keyOf, writeResults } from "./results.mjs";

const { values } = parseArgs({ options: { results: { type: "string" } } });
// The models share a tokenizer, which the manifest names for each.
const paths = [...new Set(modelFiles("models").map(({ path }) => path))];
const files = paths.map((path) => ({ path, bytes: statSync(join("models", path)).size }));
const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
const tokenizer = files.find(({ path }) => path === "tokenizer.json")?.bytes ?? 0;
for (const { path, bytes } of files) console.log(`${path.padEnd(28)} ${bytes} bytes`);
console.log(`${"all".padEnd(28)} ${all} bytes`);

/** @param {string} key @param {string} row @param {number} value */
const figure = (key, row, value) =>
  /** @type {const} */ ({ key, section: "Models", row, column: "size", value, unit: "bytes" });
writeResults(values.results, {
  title: "Sizes of the embedded models",
  about: "Files in models/ that every package contains; “with its tokenizer” is what one model needs.",
  command: "./build.sh bench sizes",
  inputs: [inputOf("models/manifest.json")],
  figures: [
    ...files.map(({ path, bytes }) => figure(`models/${keyOf(path)}`, path, bytes)),
    ...files
      .filter(({ path }) => path.endsWith("model.onnx"))
      .map(({ path, bytes }) =>
        figure(`models/${keyOf(path)}/with-tokenizer`, `${path} with its tokenizer`, bytes + tokenizer),
      ),
    figure("models/all", "all", all),
  ],
});
