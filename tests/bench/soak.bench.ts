/**
 * Hundreds of audits in one browser: `npm run bench:soak` after a build, with the command built too. 500 of one article whose models
 * answer from a recording (SOAK_AUDITS says otherwise), then 5 with the models themselves in a browser of their own.
 *
 * Bars: what pages, workers and WebAssembly hold is flat (the mean of the last fifth of the measurements at most 5 % above that of the
 * second), and so are storage, workers, pages, documents, nodes and listeners. Sizes are taken after garbage was collected.
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { Extension } from "../e2e/support/extension";
import { DIST, paragraph } from "../e2e/support/reading";
import { recorded } from "../e2e/support/recording";
import { compared, soak, type Figure, type Held } from "../e2e/support/soak";
import { serveSecurely } from "../e2e/support/tls";

const ADDRESS = "https://arxiv.org/html/2511.00001v1";
const AUDITS = Number(process.env.SOAK_AUDITS ?? 500);
const LIVE = 5;
/** Measurements of the recorded audits. */
const MEASURED = 50;

const MB = 1 << 20;
const SIZES = ["page", "extension", "workers", "wasm", "renderers", "storage"] as const;
const COUNTS = ["workerCount", "pageCount", "documents", "nodes", "listeners"] as const;
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

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test(`${AUDITS} audits with recorded inference`, async () => {
  const home = await recorded(join(DIST, "chrome"), paragraph());
  try {
    const start = performance.now();
    const held = await soaked(home.path, AUDITS, Math.max(1, Math.floor(AUDITS / MEASURED)));
    console.log(`${AUDITS} audits took ${((performance.now() - start) / 1000).toFixed(0)} s`);
    print(held);
    assert.deepEqual(grown(held), []);
  } finally {
    home.remove();
  }
});

test(`${LIVE} audits with the models themselves`, async () => {
  const held = await soaked(join(DIST, "chrome"), LIVE, 1);
  print(held);
  assert.deepEqual(grown(held), []);
});
