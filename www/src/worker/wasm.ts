/** The builds of Citelight's WebAssembly, which lie beside the worker's script or in a folder of the page's choice. */

import { importGlue } from "./import-glue";

// (module (func (result v128) i32.const 0 i8x16.splat i32.const 0 i8x16.splat i8x16.relaxed_swizzle)):
// valid only where relaxed SIMD is.
const RELAXED_SIMD = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic, version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // type section: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // function section: one of type 0
  ...[0x0a, 0x0f, 0x01, 0x0d, 0x00], // code section: one body of 13 bytes, no locals
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f], // i32.const 0, i8x16.splat, twice
  ...[0xfd, 0x80, 0x02], // i8x16.relaxed_swizzle
  0x0b, // end
);

/** `core`: everything but models; `models`: the encoders Citelight computes itself; `general`: any other graph. */
export type Build = "core" | "models" | "general";

/** The script and the module of a build. Only `general` gains from relaxed SIMD: the others compute in integers. */
export function filesOf(wasm: string, build: Build): { script: string; module: string } {
  const general = WebAssembly.validate(RELAXED_SIMD) ? "general-relaxed" : "general-simd";
  const folder = new URL(`${build === "general" ? general : build}/`, wasm);
  const name = build === "core" ? "citelight_web" : "citelight_web_models";
  return { script: new URL(`${name}.js`, folder).href, module: new URL(`${name}_bg.wasm`, folder).href };
}

interface Glue {
  default: (options: { module_or_path: string | WebAssembly.Module }) => Promise<unknown>;
}

/** Loads a build and starts it: a module that was compiled already, or the one of its folder. */
export async function loadBuild<Exports>(
  wasm: string,
  build: Build,
  compiled?: WebAssembly.Module,
): Promise<Exports> {
  const { script, module } = filesOf(wasm, build);
  const glue = (await importGlue(script)) as Glue & Exports;
  await glue.default({ module_or_path: compiled ?? module });
  return glue;
}

/** Compiles the module of a build, for several workers. */
export async function compileBuild(wasm: string, build: Build): Promise<WebAssembly.Module> {
  const url = filesOf(wasm, build).module;
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(
      `${url} could not be fetched: the server answered ${response.status}; put the folder wasm/ beside the worker`,
    );
  // Not in a stream: journals' servers do not all know the media type that this would need.
  return WebAssembly.compile(await response.arrayBuffer());
}
