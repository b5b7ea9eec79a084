/** The builds of Citelight's WebAssembly, which lie beside the worker's script or in a folder of the page's choice. */

import { generalBuild } from "./general-build";
import { importGlue } from "./import-glue";

/** `core`: everything but models; `models`: the encoders Citelight computes itself; `general`: any other graph. */
export type Build = "core" | "models" | "general";

/** The script and the module of a build. */
export function filesOf(wasm: string, build: Build): { script: string; module: string } {
  const folder = new URL(`${build === "general" ? generalBuild() : build}/`, wasm);
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
