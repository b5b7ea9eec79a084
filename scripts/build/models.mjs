// The model files that a manifest.json names.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every { path, sha256 } of FOLDER/manifest.json, wherever they stand in its models; optional ones are not shipped.
 *
 * @param {string} folder
 * @returns {{ path: string, sha256: string }[]}
 */
export function modelFiles(folder) {
  const manifest = join(folder, "manifest.json");
  /** @type {{ path: string, sha256: string }[]} */
  const files = [];
  /** @param {unknown} value */
  const visit = (value) => {
    if (typeof value !== "object" || value === null) return;
    if ("sha256" in value && typeof value.sha256 === "string") {
      const path = "path" in value ? value.path : "file" in value ? value.file : undefined;
      if (typeof path !== "string") throw new Error(`${manifest}: a sha256 stands without "path" or "file"`);
      files.push({ path, sha256: value.sha256 });
    }
    Object.values(value).forEach(visit);
  };
  /** @type {unknown} */
  const content = JSON.parse(readFileSync(manifest, "utf8"));
  visit(typeof content === "object" && content !== null ? { ...content, optional: undefined } : content);
  if (files.length === 0) throw new Error(`${manifest} names no file with a sha256`);
  return files;
}
