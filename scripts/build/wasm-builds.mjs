// Which builds of the WebAssembly a folder of `build_wasm` (wasm.sh) holds, and what scripts are told of them.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The builds without which nothing works. */
const NEEDED = ["core", "models"];
/** The builds for models of other kinds than the embedded ones; `run` compiles none of them. */
const GENERAL = ["general-relaxed", "general-simd"];

/** @param {string} wasm @param {string} build */
const isIn = (wasm, build) => existsSync(join(wasm, build, `${moduleOf(build)}_bg.wasm`));

/** The name of a build's module, less its ending. @param {string} build */
export const moduleOf = (build) => (build === "core" ? "citelight_web" : "citelight_web_models");

/** The general builds that a folder holds, the faster one first. @param {string} wasm */
export const generalBuilds = (wasm) => GENERAL.filter((build) => isIn(wasm, build));

/** All builds that a folder holds. @param {string} wasm */
export function buildsOf(wasm) {
  const missing = NEEDED.filter((build) => !isIn(wasm, build));
  if (missing.length > 0)
    throw new Error(`${wasm} lacks ${missing.join(", ")}; ./build.sh run compiles them`);
  return [...NEEDED, ...generalBuilds(wasm)];
}

/** What esbuild puts into the workers: the general builds that they may load (www/shared/worker/general-build.ts). @param {string[]} builds */
export const carried = (builds) => ({ GENERAL_BUILDS: JSON.stringify(builds) });
