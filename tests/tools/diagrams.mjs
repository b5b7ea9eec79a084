// The pictures of docs/architecture.md: node tests/tools/diagrams.mjs rewrites them.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ name: string, below: string, column: number, row: number }} Box
 * @typedef {[from: string, to: string]} Arrow
 * @typedef {{ path?: string, kind: string | null }} Dependency
 * @typedef {{ packages: { name: string, manifest_path: string, dependencies: Dependency[] }[] }} Metadata
 */

/** Places of the crates: whoever uses another one stands to the left of it. @type {readonly Box[]} */
const CRATES = [
  { name: "cli", below: "the command", column: 0, row: 2 },
  { name: "server", below: "citelight serve", column: 1, row: 0 },
  { name: "network", below: "HTTP, cache", column: 2, row: 0.85 },
  { name: "web-models", below: "model workers", column: 2, row: 4.4 },
  { name: "web", below: "the core's worker", column: 3, row: 0 },
  { name: "pdf", below: "PDF files", column: 3, row: 2 },
  { name: "models", below: "encoders by task", column: 3, row: 3 },
  { name: "core", below: "the pipeline", column: 4, row: 1.2 },
  { name: "gpu", below: "WebGPU", column: 4, row: 4.4 },
  { name: "inference", below: "what is asked", column: 5, row: 2 },
  { name: "encoder", below: "forward pass", column: 5, row: 3.7 },
];

/** The rooms of the flow that are folders of crate/core/src. */
export const ROOMS = [
  "document",
  "citation",
  "resolve",
  "access",
  "verify",
  "taxonomy",
  "committee",
  "audit",
];

/** @type {readonly Box[]} */
const FLOW = [
  { name: "page or file", below: "from its reader", column: 0, row: 0 },
  { name: "document", below: "blocks, sentences", column: 1, row: 0 },
  { name: "citation", below: "and references", column: 2, row: 0 },
  { name: "resolve", below: "records", column: 3, row: 0 },
  { name: "access", below: "readable texts", column: 4, row: 0 },
  { name: "verify", below: "where one is read", column: 0, row: 1 },
  { name: "committee", below: "where none is", column: 0, row: 2 },
  { name: "taxonomy", below: "five questions", column: 1.5, row: 1 },
  { name: "audit", below: "findings, trails", column: 3, row: 1.5 },
  { name: "surface", below: "marks, reports", column: 4, row: 1.5 },
];

/** @type {readonly Arrow[]} */
const WAY = [
  ["page or file", "document"],
  ["document", "citation"],
  ["citation", "resolve"],
  ["resolve", "access"],
  ["access", "verify"],
  ["access", "committee"],
  ["verify", "taxonomy"],
  ["taxonomy", "audit"],
  ["committee", "audit"],
  ["audit", "surface"],
];

const WIDTH = 124;
const HEIGHT = 46;
const ACROSS = 172;
const DOWN = 74;
const RIM = 20;

/**
 * A picture that brings its own ground, so that it can be read on light and dark pages.
 * @param {string} title @param {readonly Box[]} boxes @param {readonly Arrow[]} arrows
 */
function picture(title, boxes, arrows) {
  const left = (/** @type {Box} */ box) => RIM + box.column * ACROSS;
  const top = (/** @type {Box} */ box) => RIM + box.row * DOWN;
  const width = Math.max(...boxes.map(left)) + WIDTH + RIM;
  const height = Math.max(...boxes.map(top)) + HEIGHT + RIM;
  const find = (/** @type {string} */ name) => {
    const box = boxes.find((one) => one.name === name);
    if (!box)
      throw new Error(
        `“${name}” has no place in the picture “${title}”: give it one in tests/tools/diagrams.mjs`,
      );
    return box;
  };
  const lines = arrows.map(([from, to]) => {
    const [one, other] = [find(from), find(to)];
    const [x, y] = [left(one) + WIDTH, top(one) + HEIGHT / 2];
    const [endX, endY] = [left(other) - 7, top(other) + HEIGHT / 2];
    if (endX > x) {
      const bend = (x + endX) / 2;
      return `<path d="M${x} ${y}C${bend} ${y} ${bend} ${endY} ${endX} ${endY}"><title>${from} → ${to}</title></path>`;
    }
    // To the next line: down between the lines, and back to its beginning.
    const turn = top(one) + HEIGHT + (DOWN - HEIGHT) / 2;
    const start = left(one) + WIDTH / 2;
    return `<path d="M${start} ${turn - (DOWN - HEIGHT) / 2}V${turn}H${endX - 5}V${endY}H${endX}"><title>${from} → ${to}</title></path>`;
  });
  const shapes = boxes.map((box) => {
    const middle = left(box) + WIDTH / 2;
    return (
      `<rect class="box" x="${left(box)}" y="${top(box)}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>` +
      `<text class="name" x="${middle}" y="${top(box) + 20}">${box.name}</text>` +
      `<text x="${middle}" y="${top(box) + 36}">${box.below}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<style>
.ground { fill: #fff } .box { fill: #eef3f8; stroke: #46607a } text { font: 12px sans-serif; text-anchor: middle; fill: #33475b }
.name { font-weight: bold; font-size: 14px; fill: #10202f } path { fill: none; stroke: #46607a; stroke-width: 1.5; marker-end: url(#tip) } .tip { fill: #46607a }
@media (prefers-color-scheme: dark) {
.ground { fill: #14191f } .box { fill: #1f2933; stroke: #9fb3c8 } text { fill: #c3d0dd } .name { fill: #fff } path { stroke: #9fb3c8 } .tip { fill: #9fb3c8 }
}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="6" markerHeight="6" orient="auto"><polygon class="tip" points="0,0 8,4 0,8"/></marker></defs>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${[...lines, ...shapes].join("\n")}
</svg>
`;
}

/** Which crates of the workspace use which, tests aside, by the names of their folders. @returns {Arrow[]} */
export function dependencies() {
  const text = execFileSync(
    "cargo",
    ["metadata", "--no-deps", "--format-version", "1", "--locked", "--offline"],
    {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  /** @type {unknown} */
  const read = JSON.parse(text);
  const { packages } = /** @type {Metadata} */ (read);
  const last = (/** @type {string} */ path) => path.split(/[\\/]/).at(-1) ?? "";
  return packages
    .flatMap((one) =>
      one.dependencies
        .filter(({ path, kind }) => path !== undefined && kind !== "dev")
        .map(
          ({ path }) =>
            /** @type {Arrow} */ ([
              last(one.manifest_path.replace(/[\\/]Cargo\.toml$/, "")),
              last(path ?? ""),
            ]),
        ),
    )
    .toSorted();
}

/** Each picture and what it should hold. @param {readonly Arrow[]} uses */
export function pictures(uses) {
  return {
    "docs/images/flow.svg": picture("The one direction of flow", FLOW, WAY),
    "docs/images/crates.svg": picture("Which crate uses which", CRATES, uses),
  };
}

export const placed = CRATES.map(({ name }) => name);

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of Object.entries(pictures(dependencies()))) writeFileSync(path, content);
