/** The npm package of the component: what it holds, that it installs from its file alone, loads anywhere, and is typed. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST } from "./support/reading";

const PACKAGE = join(DIST, "npm");
const folder = mkdtempSync(join(tmpdir(), "citelight-npm-"));
const home = join(folder, "home");

interface Packed {
  name: string;
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** npm as on a machine of somebody else, without a network. */
function npm(...words: string[]): string {
  return execFileSync("npm", [...words, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: home,
    encoding: "utf8",
    env: { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_update_notifier: "false" },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

let packed: Packed;

before(() => {
  mkdirSync(home);
  writeFileSync(
    join(home, "package.json"),
    JSON.stringify({ name: "journal", private: true, type: "module" }),
  );
  const [one] = JSON.parse(npm("pack", resolve(PACKAGE), "--json")) as [Packed];
  packed = one;
  npm("install", `./${packed.filename}`);
});

after(() => {
  rmSync(folder, { recursive: true, force: true });
});

const installed = (path: string): string => join(home, "node_modules/cite-light", path);

/** The files that a module loads before it runs, itself first. */
function staticImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  for (const [, from] of text.matchAll(/(?:import|export)\s*(?:[\w*{}\s,$]*?from)?\s*"(\.[^"]+)"/g))
    staticImports(join(dirname(path), from ?? ""), seen);
  return seen;
}

test("the package holds all that is to be hosted, and nothing of ours besides", () => {
  const paths = packed.files.map(({ path }) => path);
  console.log(
    `${packed.filename}: ${(packed.size / 1e6).toFixed(1)} MB packed, ${(packed.unpackedSize / 1e6).toFixed(1)} MB in ${paths.length} files`,
  );
  for (const part of ["wasm", "models", "types", "chunks"]) {
    const size = packed.files
      .filter(({ path }) => path.startsWith(`${part}/`))
      .reduce((sum, file) => sum + file.size, 0);
    console.log(`  ${part}: ${(size / 1e6).toFixed(2)} MB`);
  }
  for (const wanted of [
    ...["package.json", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "custom-elements.json"],
    ...["cite-light.js", "worker.js", "model-worker.js", "pdf-text-worker.js", "pdf.worker.js"],
    ...["core/citelight_web", "models/citelight_web_models"].flatMap((name) => [
      `wasm/${name}.js`,
      `wasm/${name}_bg.wasm`,
    ]),
    ...[
      "models/manifest.json",
      "models/tokenizer.json",
      "models/minilm/model.onnx",
      "models/nli-minilm/model.onnx",
    ],
    ...["library/records.jsonl", "library/texts.json"],
    ...[
      "types/component/cite-light.d.ts",
      "types/component/react.d.ts",
      "types/shared/generated/Finding.d.ts",
    ],
  ])
    assert.ok(paths.includes(wanted), `${wanted} is missing`);
  for (const path of paths)
    assert.match(
      path,
      /^(package\.json|README\.md|NOTICE|LICENSE-(MIT|APACHE)|custom-elements\.json|(cite-light|worker|model-worker|pdf-text-worker|pdf\.worker)\.js|pdfjs\/[\w./-]+|chunks\/[\w-]+\.js|wasm\/[\w-]+\/[\w-]+\.(js|wasm)|models\/.*|library\/(records\.jsonl|texts\.json)|types\/.*\.d\.ts)$/,
    );
  const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8")) as {
    version: string;
    dependencies?: object;
    exports: Record<string, string | Record<string, string>>;
  };
  assert.equal(
    manifest.version,
    (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
  );
  assert.equal(manifest.dependencies, undefined);
  for (const target of Object.values(manifest.exports).flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one),
  ))
    if (!target.includes("*"))
      assert.ok(paths.includes(target.slice(2)), `${target} is exported and not there`);
  // The models that were packed are those that the project verifies.
  assert.equal(
    statSync(installed("models/minilm/model.onnx")).size,
    statSync("models/minilm/model.onnx").size,
  );
});

test("what others made is named with its licence", () => {
  const notice = readFileSync(installed("NOTICE"), "utf8");
  for (const named of [
    "all-MiniLM-L6-v2: Apache-2.0",
    "wasm-bindgen ",
    "serde_json ",
    "tract-onnx ",
    "Permission is hereby granted",
  ])
    assert.ok(notice.includes(named), named);
  for (const here of [homedir(), process.cwd()]) assert.ok(!notice.includes(here), "it names this machine");
});

test("the loader is less than 15 kB, in the package and on the demo's page", () => {
  for (const entry of [installed("cite-light.js"), join(DIST, "www/cite-light.js")]) {
    const files = [...staticImports(entry)];
    const bytes = files.map((path) => gzipSync(readFileSync(path)).length).reduce((a, b) => a + b, 0);
    console.log(
      `${entry.includes("www") ? "demo" : "package"}: ${bytes} bytes gzip in ${files.length} files`,
    );
    assert.ok(bytes > 1000 && bytes < 15_000);
  }
});

test("a server that renders pages may import it: without a DOM it does nothing", () => {
  const run = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { CiteLight } = await import("cite-light");
       console.log(typeof CiteLight, CiteLight.observedAttributes.join(), typeof globalThis.document);`,
    ],
    { cwd: home, encoding: "utf8" },
  );
  assert.equal(run.stderr, "");
  assert.equal(run.stdout.trim(), "function theme,policy,for,src,doi,mode,lang,badge,href undefined");
});

test("its types hold what they promise, also in JSX", () => {
  for (const name of ["consumer.ts", "consumer-react.tsx"])
    cpSync(join("tests/fixtures/npm-consumer", name), join(home, name));
  mkdirSync(join(home, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/react", "csstype"])
    symlinkSync(resolve("node_modules", name), join(home, "node_modules", name));
  for (const [module, resolution] of [
    ["NodeNext", "NodeNext"],
    ["ESNext", "Bundler"],
  ] as const) {
    const run = spawnSync(
      process.execPath,
      [
        resolve("node_modules/typescript/bin/tsc"),
        ..."--noEmit --strict --skipLibCheck false --target ES2022 --lib ES2023,DOM,DOM.Iterable --jsx react-jsx --types react".split(
          " ",
        ),
        ...["--module", module, "--moduleResolution", resolution],
        ...["consumer.ts", "consumer-react.tsx"],
      ],
      { cwd: home, encoding: "utf8" },
    );
    assert.equal(run.stdout, "", `${module}: ${run.stdout}`);
    assert.equal(run.status, 0);
  }
});
