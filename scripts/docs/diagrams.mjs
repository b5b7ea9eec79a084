// The pictures of docs/architecture.md, laid out by Graphviz: node scripts/docs/diagrams.mjs rewrites them.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { instance } from "@viz-js/viz";
import { workspacePackages } from "../build/workspace-packages.mjs";

/** @typedef {[from: string, to: string]} Arrow */

/** The crates, by the names of their folders, and what each is for. @type {Readonly<Record<string, string>>} */
export const CRATES = {
  eval: "citelight-eval",
  cli: "citelight",
  server: "citelight serve",
  network: "HTTP, cache",
  "web-models": "model workers",
  web: "the core's worker",
  pdf: "PDF files",
  models: "models by task",
  core: "audit, façade",
  verify: "claims, verdicts",
  records: "sources, texts",
  document: "parsers, citations",
  types: "vocabulary",
  gpu: "WebGPU",
  inference: "traits of models",
  encoder: "forward pass",
};

/** The modules on the way from a page to a finding: what each does, and the crate that holds it. @type {Readonly<Record<string, { does: string, crate: string }>>} */
export const MODULES = {
  document: { does: "blocks, sentences", crate: "document" },
  citation: { does: "and references", crate: "document" },
  resolve: { does: "records", crate: "records" },
  access: { does: "readable texts", crate: "records" },
  verify: { does: "reads the source", crate: "verify" },
  committee: { does: "asks citing papers", crate: "verify" },
  taxonomy: { does: "five questions", crate: "verify" },
  audit: { does: "findings, trails", crate: "core" },
};

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

const viz = await instance();

/**
 * A picture that brings its own ground, so that it can be read on light and dark pages.
 *
 * @param {string} title
 * @param {Readonly<Record<string, string>>} boxes names, and what stands below them
 * @param {readonly Arrow[]} arrows
 * @param {"LR" | "TB"} direction
 */
function picture(title, boxes, arrows, direction) {
  const svg = viz.renderString(
    {
      graphAttributes: { rankdir: direction, bgcolor: "transparent", pad: 0.2, nodesep: 0.25, ranksep: 0.3 },
      nodeAttributes: {
        shape: "box",
        style: "rounded,filled",
        fontname: "sans-serif",
        fontsize: 12,
        width: 1.7,
      },
      edgeAttributes: { arrowsize: 0.7 },
      nodes: Object.entries(boxes).map(([name, below]) => ({
        name,
        attributes: { label: `${name}\n${below}` },
      })),
      edges: arrows.map(([tail, head]) => ({ tail, head })),
    },
    { format: "svg" },
  );
  const [, size, inner] = /<svg ([^>]*)>([\s\S]*)<\/svg>/.exec(svg.replace(/<!--[\s\S]*?-->\n?/g, "")) ?? [];
  if (size === undefined || inner === undefined) throw new Error(`Graphviz drew no picture “${title}”`);
  // Colours are left to the style: Graphviz knows one page only.
  const plain = inner.replace(/ (?:fill|stroke|font-family|font-size)="[^"]*"/g, "");
  return `<svg ${size} role="img" aria-labelledby="title">
<title id="title">${title}</title>
<style>
.ground { fill: #fff } .node path { fill: #eef3f8; stroke: #46607a } text { font: 12px sans-serif; fill: #33475b } .node text:first-of-type { font-weight: bold; fill: #10202f }
.edge path { fill: none; stroke: #46607a; stroke-width: 1.5 } .edge polygon { fill: #46607a }
@media (prefers-color-scheme: dark) {
.ground { fill: #14191f } .node path { fill: #1f2933; stroke: #9fb3c8 } text { fill: #c3d0dd } .node text:first-of-type { fill: #fff } .edge path { stroke: #9fb3c8 } .edge polygon { fill: #9fb3c8 }
}
</style>
<rect class="ground" width="100%" height="100%" rx="8"/>
${plain.trim()}
</svg>
`;
}

/** Which crates of the workspace use which, tests aside, by the names of their folders. @returns {Arrow[]} */
export function dependencies() {
  const last = (/** @type {string} */ path) => path.split(/[\\/]/).at(-1) ?? "";
  return workspacePackages()
    .flatMap(({ folder, dependencies }) =>
      dependencies
        .filter(({ path, kind }) => path !== undefined && kind !== "dev")
        .map(({ path }) => /** @type {Arrow} */ ([last(folder), last(path ?? "")])),
    )
    .toSorted();
}

/** Each picture and what it should hold. @param {readonly Arrow[]} uses */
export function pictures(uses) {
  const modules = Object.fromEntries(
    Object.entries(MODULES).map(([name, { does }]) => /** @type {[string, string]} */ ([name, does])),
  );
  const flow = { "page or file": "from its reader", ...modules, surface: "marks, reports" };
  return {
    "docs/images/flow.svg": picture("From a page to a finding", flow, WAY, "TB"),
    "docs/images/crates.svg": picture("Which crate uses which", CRATES, uses, "LR"),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of Object.entries(pictures(dependencies()))) writeFileSync(path, content);
