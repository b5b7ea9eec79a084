// The packages that the project was asked to stand on are in use for what they are for.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { workspacePackages } from "../../scripts/build/workspace-packages.mjs";

/** Package to what its use looks like, and where it may stand: in the product, or in tests. */
const PACKAGES = {
  "wasm-bindgen": { use: /#\[wasm_bindgen/, within: "src" },
  "web-sys": { use: /\bweb_sys::/, within: "src" },
  "js-sys": { use: /\bjs_sys::/, within: "src" },
  "serde-wasm-bindgen": { use: /\bserde_wasm_bindgen::(from_value|to_value|Serializer)/, within: "src" },
  "gloo-net": { use: /\bgloo_net::http\b/, within: "src" },
  "tract-onnx": { use: /\btract_onnx::/, within: "src" },
  tokenizers: { use: /\btokenizers::/, within: "src" },
  regex: { use: /\bregex::Regex\b/, within: "src" },
  console_error_panic_hook: { use: /\bconsole_error_panic_hook::/, within: "src" },
  "wasm-bindgen-test": { use: /#\[wasm_bindgen_test/, within: "tests" },
};

/** @param {string} folder @param {RegExp} use */
const isUsed = (folder, use) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).some(
    (path) => path.endsWith(".rs") && use.test(readFileSync(join(folder, path), "utf8")),
  );

const own = workspacePackages();

for (const [name, { use, within }] of Object.entries(PACKAGES))
  test(`${name} is in use`, () => {
    const crates = own
      .filter(({ dependencies }) => dependencies.some((dependency) => dependency.name === name))
      .map(({ folder }) => folder);
    assert.ok(
      crates.some((crate) => isUsed(join(crate, within), use)),
      `no crate that depends on ${name} uses it in ${within}: ${use.source}`,
    );
  });
