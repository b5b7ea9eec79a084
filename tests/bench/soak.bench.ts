/**
 * Hundreds of audits in one browser: `npm run bench:soak` after a build, with the command built too. 500 of one article whose models
 * answer from a recording (SOAK_AUDITS says otherwise), then 5 with the models themselves in a browser of their own.
 *
 * Bars: what pages, workers and WebAssembly hold is flat (the mean of the last fifth of the measurements at most 5 % above that of the
 * second), and so are storage, workers, pages, documents, nodes and listeners. Sizes are taken after garbage was collected.
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { Extension } from "../e2e/support/extension";
import { DIST, paragraph } from "../e2e/support/reading";
import { recorded } from "../e2e/support/recording";
import { compared, soak, type Figure, type Held } from "../e2e/support/soak";
import { serveSecurely } from "../e2e/support/tls";
import { clocked, resultsPath, writeResults, type Measured } from "./results.mjs";

const ADDRESS = "https://arxiv.org/html/2511.00001v1";
const AUDITS = Number(process.env.SOAK_AUDITS ?? 500);
const LIVE = 5;
/** Measurements of the recorded audits. */
const MEASURED = 50;

const MB = 1 << 20;
const SIZES = ["page", "extension", "workers", "wasm", "renderers", "storage"] as const;
const COUNTS = ["workerCount", "pageCount", "documents", "nodes", "listeners"] as const;
const ROWS: Record<Figure, string> = {
  page: "JavaScript of the page",
  extension: "JavaScript of the extension's pages",
  workers: "JavaScript of workers",
  wasm: "WebAssembly",
  renderers: "private memory of renderers",
  storage: "storage on the disk",
  workerCount: "workers",
  pageCount: "open pages of the extension",
  documents: "documents",
  nodes: "nodes",
  listeners: "listeners",
};
/** How much more than before is still flat. */
const FLAT = 1.05;

async function soaked(folder: string, audits: number, every: number): Promise<Held[]> {
  const server = await serveSecurely(new Map([[new URL(ADDRESS).pathname, paragraph()]]));
  const extension = await Extension.launch(resolve(folder), ["arxiv.org"], server.port);
  try {
    return await soak(extension, ADDRESS, { audits, every });
  } finally {
    await extension.close();
    await server.close();
  }
}

function print(held: readonly Held[]): void {
  for (const one of held) {
    const sizes = SIZES.map((name) => `${name} ${(one[name] / MB).toFixed(2)} MB`);
    const counts = COUNTS.map((name) => `${name} ${one[name]}`);
    console.log(`${one.audits} audits: ${[...sizes, ...counts].join(", ")}`);
  }
}

/** The figures that are not flat. */
function grown(held: readonly Held[]): Figure[] {
  return [...SIZES, ...COUNTS].filter((figure) => {
    const { before, after } = compared(held, figure);
    console.log(`${figure}: ${before.toFixed(0)}, then ${after.toFixed(0)} (${percent(after / before - 1)})`);
    return after > before * FLAT;
  });
}

const figures: Measured[] = [];

/** How each figure of a run stood to itself before, with the bar; sizes at the end, too. */
function keep(name: string, section: string, held: readonly Held[]): void {
  for (const figure of [...SIZES, ...COUNTS]) {
    const { before, after } = compared(held, figure);
    const cell = (column: string, key: string) => ({
      key: `${name}/${key}/${figure.toLowerCase()}`,
      section,
      row: ROWS[figure],
      column,
    });
    figures.push({
      ...cell("end against beginning", "growth"),
      value: after / before,
      unit: "ratio",
      tolerance: 0.05,
      bar: { is: "at-most", value: FLAT },
    });
    const isSize = SIZES.some((size) => size === figure);
    figures.push(
      clocked({
        ...cell("at the end", "end"),
        value: isSize ? after / 1e6 : after,
        unit: isSize ? "megabytes" : "count",
      }),
    );
  }
  figures.push({
    key: `${name}/audits`,
    section,
    row: "audits",
    column: "at the end",
    value: held.at(-1)?.audits ?? 0,
    unit: "count",
  });
}

after(() => {
  if (figures.length > 0)
    writeResults(resultsPath("soak"), {
      title: "Hundreds of audits in one browser",
      about:
        "What pages, workers, WebAssembly and storage hold after consecutive audits of one article, measured after garbage collection: the mean of the last fifth of the measurements against that of the second fifth. First with recorded answers of the models, then with the models themselves.",
      command: "./build.sh bench soak",
      figures,
    });
});

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test(`${AUDITS} audits with recorded inference`, async () => {
  const home = await recorded(join(DIST, "chrome"), paragraph());
  try {
    const start = performance.now();
    const held = await soaked(home.path, AUDITS, Math.max(1, Math.floor(AUDITS / MEASURED)));
    console.log(`${AUDITS} audits took ${((performance.now() - start) / 1000).toFixed(0)} s`);
    print(held);
    keep("recorded", "With recorded inference", held);
    assert.deepEqual(grown(held), []);
  } finally {
    home.remove();
  }
});

test(`${LIVE} audits with the models themselves`, async () => {
  const held = await soaked(join(DIST, "chrome"), LIVE, 1);
  print(held);
  keep("live", "With the models themselves", held);
  assert.deepEqual(grown(held), []);
});
