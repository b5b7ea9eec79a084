/** Which TypeScript module imports which. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const require = createRequire(import.meta.url);

/** The modules of this repository that each one imports, types included, by paths from its root. */
export type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the modules below some folders; tests and what is generated are none of it. */
export function moduleGraph(folders: readonly string[]): ModuleGraph {
  const modules = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith(".ts") && !/\.(test|d)\.ts$|\/(generated|node_modules)\//.test(path));
  return new Map(modules.map((path) => [path, importsOf(path)]));
}

function importsOf(path: string): Set<string> {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, "utf8"));
  return new Set(
    importedFiles.map(({ fileName }) => resolved(path, fileName)).filter((found) => found !== null),
  );
}

/** Null for packages of others, and for what is no TypeScript. */
function resolved(importer: string, specifier: string): string | null {
  if (specifier.startsWith("@citelight/")) return relative(process.cwd(), require.resolve(specifier));
  if (!specifier.startsWith(".")) return null;
  const path = join(dirname(importer), specifier);
  return [`${path}.ts`, join(path, "index.ts")].find((candidate) => existsSync(candidate)) ?? null;
}
