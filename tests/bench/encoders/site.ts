/** The folder that the benchmark's page is served from, and the inputs that are encoded on it. */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Input, Model } from "./messages";

const BUILT = ".build/bench";
const ORT = "tests/bench/node_modules/onnxruntime-web/dist";
const ORT_FILES = ["ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"];

/** Lengths of a source's paragraphs in tokens. */
const PARAGRAPHS = [60, 75, 90, 110, 130, 160, 200, 250];
/** Lengths of windows with their claims. */
const PAIR = { least: 80, most: 200, count: 12 };

/** Makes the folder; `hasInt8` says whether there are files for onnxruntime's own int8. */
export async function makeSite(): Promise<{ folder: string; hasInt8: boolean }> {
  for (const [path, remedy] of [
    [join(BUILT, "relaxed/encoders_bg.wasm"), "./build.sh bench"],
    [join(BUILT, "simd/encoders_bg.wasm"), "./build.sh bench"],
    [ORT, "npm ci --prefix tests/bench"],
  ])
    if (!existsSync(path ?? "")) throw new Error(`${path} is missing; make it with: ${remedy}`);
  const folder = join(BUILT, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const variant of ["simd", "relaxed"])
    cpSync(join(BUILT, variant), join(folder, variant), { recursive: true });
  for (const model of ["minilm", "nli-minilm"])
    cpSync(join("models", model), join(folder, "models", model), { recursive: true });
  for (const file of ORT_FILES) cpSync(join(ORT, file), join(folder, "ort", file));
  const hasInt8 = existsSync(join(BUILT, "int8"));
  if (hasInt8) cpSync(join(BUILT, "int8"), join(folder, "int8"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>encoders</title>");
  await build({
    entryPoints: ["tests/bench/encoders/worker.ts"],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
  });
  return { folder, hasInt8 };
}

interface PairCase {
  ids: number[];
  type_ids: number[];
}

/** Real sentences' word pieces, joined to paragraphs; real pairs. `timed` has the lengths of audits. */
export function inputs(): Record<"timed" | "compared", Record<Model, Input[]>> {
  const pairs = readFileSync("tests/fixtures/models/logits.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PairCase)
    .map(({ ids, type_ids }) => ({ ids, types: type_ids }));
  const [start = 0, end = 0] = [pairs[0]?.ids[0], pairs[0]?.ids.at(-1)];
  const words = pairs.flatMap(({ ids }) => ids.filter((id) => id !== start && id !== end));
  let from = 0;
  const paragraph = (length: number): Input => {
    const ids = [start, ...words.slice(from, from + length - 2), end];
    from = (from + length) % (words.length - 256);
    return { ids, types: ids.map(() => 0) };
  };
  const { least, most, count } = PAIR;
  const long = pairs.filter(({ ids }) => ids.length >= least && ids.length <= most);
  return {
    timed: { minilm: PARAGRAPHS.map(paragraph), "nli-minilm": long.slice(0, count) },
    compared: { minilm: [...PARAGRAPHS, ...PARAGRAPHS, ...PARAGRAPHS].map(paragraph), "nli-minilm": pairs },
  };
}
