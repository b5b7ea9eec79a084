/**
 * Loads the script of a build of WebAssembly, as the extension for Firefox does it: its reviewers want to see which scripts a package
 * may load, and all of them lie beside the worker.
 */

const SCRIPTS: readonly [string, () => Promise<unknown>][] = [
  ["core/citelight_web.js", () => import("./wasm/core/citelight_web.js")],
  ["models/citelight_web_models.js", () => import("./wasm/models/citelight_web_models.js")],
  ["general-simd/citelight_web_models.js", () => import("./wasm/general-simd/citelight_web_models.js")],
];

export function importGlue(address: string): Promise<unknown> {
  const load = SCRIPTS.find(([path]) => address.endsWith(`/wasm/${path}`))?.[1];
  return load?.() ?? Promise.reject(new Error(`${address} is no part of the package`));
}
