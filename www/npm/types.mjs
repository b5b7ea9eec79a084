// The type declarations of a module and of all it speaks of, to be shipped beside its script.
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** What modules of the package may speak of. */
const ROOT = "www";

/**
 * @param {string} entry path of the module
 * @returns {Map<string, string>} path relative to www: text
 */
export function declarations(entry) {
  const read = ts.getParsedCommandLineOfConfigFile(
    "tsconfig.json",
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (read === undefined) throw new Error("tsconfig.json cannot be read");
  const { options } = read;
  const program = ts.createProgram([entry, "www/shared/css.d.ts"], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ".",
    outDir: "/declarations",
  });
  /** @type {Map<string, string>} */
  const emitted = new Map();
  program.emit(undefined, (path, text) => {
    emitted.set(relative(join("/declarations", ROOT), path), text);
  });
  /** @type {Map<string, string>} */
  const taken = new Map();
  /** @param {string} path */
  const take = (path) => {
    if (taken.has(path)) return;
    const text = emitted.get(path);
    if (text === undefined) throw new Error(`${entry} speaks of ${path}, which has no declarations`);
    // Node's way of resolving wants the names of files.
    const named = text.replace(/((?:from|import)\s*\(?")(\.[^"]+)(")/g, "$1$2.js$3");
    taken.set(path, named);
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g))
      take(join(dirname(path), `${specifier ?? ""}.d.ts`));
  };
  take(`${relative(ROOT, entry).replace(/\.ts$/, "")}.d.ts`);
  return taken;
}
