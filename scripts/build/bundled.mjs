// TypeScript for Node, bundled by esbuild: tests, benchmarks and what makes the stores' pictures.

import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const require = createRequire(import.meta.url);

/** @param {string[]} entries @param {string} out @returns {import("esbuild").BuildOptions} */
const options = (entries, out) => ({
  entryPoints: entries,
  outbase: ".",
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
  loader: { ".css": "text" },
  // The tools are programs of their own, which look whether they were started: they stay files.
  plugins: [
    {
      // The packages of this repository are sources, like what is beside them.
      name: "own-packages",
      setup(build) {
        build.onResolve({ filter: /^@citelight\// }, ({ path }) => ({ path: require.resolve(path) }));
      },
    },
    {
      name: "tools-stay",
      setup(build) {
        build.onResolve({ filter: /^\.\.?\/.*\.mjs$/ }, ({ path, resolveDir, kind }) =>
          kind === "entry-point" ? undefined : { path: resolve(resolveDir, path), external: true },
        );
      },
    },
  ],
});

/**
 * Bundles each entry into a module of its own, by its path, in a folder that is made anew.
 *
 * @param {string[]} entries
 * @param {string} out
 * @returns {Promise<string[]>} the modules
 */
export async function bundled(entries, out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await build(options(entries, out));
  return entries.map((entry) => resolve(join(out, entry.replace(/ts$/, "mjs"))));
}

/**
 * The entries that are made of a file that changed, or import it.
 *
 * @param {string[]} entries
 * @param {string[]} changed paths from the repository's root
 * @returns {Promise<string[]>}
 */
export async function madeOf(entries, changed) {
  const { metafile } = await build({ ...options(entries, ".build/none"), metafile: true, write: false });
  const files = new Set(changed.flatMap((path) => [path, resolve(path)]));
  return Object.values(metafile.outputs).flatMap(({ entryPoint, inputs, imports }) =>
    entryPoint !== undefined &&
    [...Object.keys(inputs), ...imports.map(({ path }) => path)].some((path) => files.has(path))
      ? [entryPoint]
      : [],
  );
}
