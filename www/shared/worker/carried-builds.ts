/** The builds for graphs of any kind that lie beside this script: compiling them takes long, so `./build.sh run` leaves them out. */

export type GeneralBuild = "general-relaxed" | "general-simd";

/** The faster one first. esbuild puts the list here (`scripts/build/wasm-builds.mjs`); tests run without. */
declare const GENERAL_BUILDS: readonly GeneralBuild[] | undefined;

export const carriedBuilds: readonly GeneralBuild[] =
  typeof GENERAL_BUILDS === "undefined" ? ["general-relaxed", "general-simd"] : GENERAL_BUILDS;

export function noGeneralBuild(): never {
  throw new Error(
    "this build of Citelight runs models of the embedded kinds only; build the others with ./build.sh run --general, or use a packaged build",
  );
}
