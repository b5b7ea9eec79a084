/** The walls between TypeScript modules: few cycles, and nothing shared depends on a surface. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cycles } from "../../scripts/test/cycles.mjs";
import { moduleGraph, type ModuleGraph } from "./module-graph";

/** Two files may be one idea in two parts. */
const MOST_IN_CYCLE = 2;

const largeCycles = (graph: ModuleGraph): string[][] =>
  cycles(graph).filter(({ length }) => length > MOST_IN_CYCLE);

/** Imports from one folder into another, as "importer → imported". */
function crossings(graph: ModuleGraph, from: string, into: (path: string) => boolean): string[] {
  return [...graph].flatMap(([importer, imported]) =>
    importer.startsWith(from) ? [...imported].filter(into).map((path) => `${importer} → ${path}`) : [],
  );
}

const graph = moduleGraph(["www", "extension/src", "store"]);

test("no more than two modules import each other in a circle", () => {
  assert.ok(graph.size > 150, `only ${graph.size} modules were read`);
  assert.deepEqual(largeCycles(graph), []);
});

test("a planted cycle of three modules is found, one of two is let pass", () => {
  const [one = "", two = "", three = ""] = graph.keys();
  const planted = new Map([...graph].map(([path, imported]) => [path, new Set(imported)]));
  planted.set("planted.ts", new Set([one]));
  for (const path of graph.keys()) planted.get(path)?.delete("planted.ts");
  planted.set(one, new Set([two]));
  planted.set(two, new Set([one]));
  assert.deepEqual(largeCycles(planted).flat().includes("planted.ts"), false);
  planted.set(two, new Set([three]));
  planted.set(three, new Set(["planted.ts"]));
  const [cycle = []] = largeCycles(planted).filter((found) => found.includes("planted.ts"));
  for (const path of ["planted.ts", one, two, three]) assert.ok(cycle.includes(path), cycle.join(", "));
});

test("what is shared imports no surface, no surface imports another, and the product imports no test", () => {
  const inside = (folder: string) => (path: string) => path.startsWith(folder);
  const outside = (folder: string) => (path: string) => !path.startsWith(folder);
  assert.deepEqual(crossings(graph, "www/shared/", outside("www/shared/")), []);
  assert.deepEqual(crossings(graph, "www/", inside("extension/")), []);
  assert.deepEqual(
    crossings(graph, "extension/", (path) => path.startsWith("www/") && !path.startsWith("www/shared/")),
    [],
  );
  for (const surface of ["www/", "extension/"])
    assert.deepEqual(crossings(graph, surface, inside("tests/")), []);
  const planted = new Map([["www/shared/page/planted.ts", new Set(["extension/src/sites.ts"])]]);
  assert.equal(crossings(planted, "www/shared/", outside("www/shared/")).length, 1);
});
