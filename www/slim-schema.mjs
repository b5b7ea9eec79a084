// An esbuild plugin: JSON schemas without what only people read.
import { readFileSync } from "node:fs";

const PROSE = new Set(["$schema", "title", "description", "format", "default"]);

/**
 * @param {unknown} schema
 * @param {boolean} named whether the keys are names of properties or definitions, not words of the language
 * @returns {unknown}
 */
export function slim(schema, named = false) {
  if (Array.isArray(schema)) return schema.map((one) => slim(one));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => named || !PROSE.has(key))
      .map(([key, value]) => [key, slim(value, !named && (key === "properties" || key === "$defs"))]),
  );
}

/** @type {import("esbuild").Plugin} */
export const slimSchema = {
  name: "slim-schema",
  setup(build) {
    build.onLoad({ filter: /\.schema\.json$/ }, ({ path }) => ({
      contents: JSON.stringify(slim(JSON.parse(readFileSync(path, "utf8")))),
      loader: "json",
    }));
  },
};
